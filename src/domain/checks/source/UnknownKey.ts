import type { Check } from "../Check.ts"

export const unknownKey: Check<
  "source/unknown-key",
  {
    readonly key: string
    readonly known: ReadonlyArray<string>
    readonly suggestion: string | null
    /** The form of accepted keys, in the words of the schema. */
    readonly expected: string | null
  }
> = {
  id: "source/unknown-key",
  title: "Unknown key",
  level: "error",
  stage: "source",
  waivable: false,
  explanation:
    "An unknown key is most often a typing mistake, and ignoring it would drop what the editor wrote. Correct the key or remove it; docs/sources.md lists the keys of each file.",
  breaks: `# licenses/EDU.yaml
desciption: For classrooms.`,
  keeps: `# licenses/EDU.yaml
description: For classrooms.`,
  message: ({ key }) => `Unknown key "${key}"`,
  help: ({ expected, known, suggestion }) => {
    if (suggestion !== null) return `Did you mean "${suggestion}"?`
    if (known.length > 0) return `Known keys: ${known.join(", ")}.`
    return expected === null ? "Remove it." : `The key must be ${expected}.`
  }
}
