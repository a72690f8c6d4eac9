import { findInvisible, formatInvisible, withoutInvisible } from "../../text/InvisibleCharacter.ts"
import type { Check } from "../Check.ts"

export const unknownKey: Check<
  "source/unknown-key",
  {
    readonly key: string
    readonly known: ReadonlyArray<string>
    readonly suggestion: string | null
    /** The form of accepted keys, in the words of the schema. */
    readonly expected: string | null
    /** True for a note that an editor left, such as TODO. */
    readonly is_note?: boolean
    /** True for a key that demands or permits, in a rule, which can only forbid. */
    readonly is_demand?: boolean
    /** True for the code of a value in the place of a key. */
    readonly is_code?: boolean
    /** The text and the language that a key such as label_fr names. */
    readonly translation?: { readonly field: string; readonly language: string }
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
  message: ({ key }) => {
    const invisible = findInvisible(key)
    return invisible === undefined
      ? `Unknown key "${key}"`
      : `The key "${withoutInvisible(key)}" ${formatInvisible(invisible)}`
  },
  help: ({ expected, is_code, is_demand, is_note, key, known, suggestion, translation }) => {
    if (is_note === true) return `Write # before it: # ${key}`
    if (is_demand === true)
      return "Write forbid: with the combination that no license may have. A rule cannot demand or permit one."
    if (is_code === true) return `Write code: ${key}, and the label and description below it.`
    if (translation !== undefined)
      return `Write the translation as translations: { ${translation.language}: { ${translation.field}: … } }.`
    if (suggestion !== null) return `Did you mean "${suggestion}"?`
    if (known.includes("deprecated") && ["replaced_by", "reason"].includes(key))
      return `Write deprecated: on a line of its own before it, and indent ${key} below that.`
    if (findInvisible(key) !== undefined) return "Remove this character."
    if (known.length > 0) return `Remove it, or use one of ${known.join(", ")}.`
    return expected === null ? "Remove it." : `The key must be ${expected}.`
  }
}
