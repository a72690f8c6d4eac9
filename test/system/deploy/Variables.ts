import { notifyOptions } from "../../../src/cli/hooks/Notify.ts"
import { environmentName } from "../../../src/cli/options/Options.ts"
import { listOptions } from "../../../src/cli/serve/Configuration.ts"
import { serveOptions } from "../../../src/cli/serve/ServeOptions.ts"

/** The variables of this project in a text that no option of the server or of the notifier, nor an argument, reads. */
export const unknownVariables = (text: string): ReadonlyArray<string> =>
  [...new Set(text.match(/\bTAXONOMY_[A-Z_]+/g))].filter((name) => !known.has(name))

const known: ReadonlySet<string> = new Set([
  ...listOptions({ serveOptions, notifyOptions }).map(({ name }) => environmentName(name)),
  "TAXONOMY_HOOKS_SECRET",
  "TAXONOMY_MIRROR_URL"
])
