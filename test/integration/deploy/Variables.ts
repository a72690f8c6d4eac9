import { serveOptionNames } from "../../support/ServeOptionNames.ts"

/** The variables of this project in a text that no option of the server or argument of the mirror reads. */
export const unknownVariables = (text: string): ReadonlyArray<string> =>
  [...new Set(text.match(/\bTAXONOMY_[A-Z_]+/g))].filter((name) => !known.has(name))

const toVariable = (option: string): string => `TAXONOMY_${option.replaceAll(/[A-Z]/g, "_$&").toUpperCase()}`

const known: ReadonlySet<string> = new Set([...serveOptionNames().map(toVariable), "TAXONOMY_MIRROR_URL"])
