import { listNames } from "../../Sentence.ts"
import type { Check } from "../Check.ts"

export const missingKey: Check<
  "source/missing-key",
  {
    readonly key: string
    /** All keys that the map lacks, if there are several. */
    readonly keys?: ReadonlyArray<string>
  }
> = {
  id: "source/missing-key",
  title: "Missing key",
  level: "error",
  stage: "source",
  waivable: false,
  explanation:
    "Clients rely on every item having its texts and its shape, so missing ones are never guessed. Add the key that the finding names.",
  breaks: `# dimensions/use_type.yaml
values:
  - code: educational
    label: Educational`,
  keeps: `# dimensions/use_type.yaml
values:
  - code: educational
    label: Educational
    description: Teaching and study.`,
  message: ({ key, keys }) =>
    keys === undefined ? `Missing key "${key}"` : `Missing keys ${listNames(keys.map((name) => `"${name}"`))}`,
  help: ({ key, keys = [key] }) => `Add ${listNames(keys.map((name) => `${name}:`))} here.`
}
