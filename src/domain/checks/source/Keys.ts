import { listNames } from "../../Sentence.ts"
import { nearest } from "../../taxonomy/Suggestion.ts"
import { findInvisible, formatInvisible, withoutInvisible } from "../../text/Characters.ts"
import type { Check } from "../Check.ts"

export const unknownKey: Check<
  "source/unknown-key",
  {
    readonly key: string
    readonly known: ReadonlyArray<string>
    readonly suggestion: string | null
    /** The form of accepted keys, in the words of the schema. */
    readonly expected: string | null
    /** True for a key that demands or permits, in a rule. */
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
  help: ({ expected, is_code, is_demand, key, known, suggestion, translation }) => {
    if (is_demand === true)
      return "Write what the rule demands under require:, and the case in which it does under when:, each with conditions by dimension. A rule cannot permit."
    if (is_code === true) return `Write code: ${key}, and the label and description below it.`
    if (translation !== undefined)
      return `Write the translation as translations: { ${translation.language}: { ${translation.field}: … } }.`
    if (suggestion !== null) return `Did you mean "${suggestion}"?`
    if (known.includes("deprecated") && ["replaced_by", "reason"].includes(key))
      return `Write deprecated: on a line of its own before it, and indent ${key} below that.`
    if (findInvisible(key) !== undefined) return "Remove this character."
    if (known.includes("replaced_by") && timeOfDeprecation.test(key))
      return "The ledger records the release and the date of a deprecation, and the earliest removal follows from them. Remove this key."
    if (known.includes("effective") && key === "summary") return "Write it below the second line ---, without a key."
    const foreign = known.includes("effective") ? undefined : foreignKeys.find(([pattern]) => pattern.test(key))?.[1]
    if (foreign !== undefined) return foreign
    if (known.length > 0) return `Remove it, or use one of ${known.join(", ")}.`
    return expected === null ? "Remove it." : `The key must be ${expected}.`
  }
}

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

/** The key that a similar one stands for, unless other vocabularies give that one another meaning. */
export const similarKey = (key: string, known: ReadonlyArray<string>): string | undefined => {
  const similar = nearest(key, known)
  const foreign = foreignKeys.find(([pattern]) => pattern.test(key))
  return similar === undefined || foreign?.[0].test(similar) === false ? undefined : similar
}

/** Keys that say in a deprecation when it began, or when it ends. */
const timeOfDeprecation =
  /^(?:(?:deprecat|remov|retir)\w+_(?:in|on|at|since|by|after)|(?:removal|sunset)\w*|version|since|in|on|from|until|to|start|end|valid_\w+|effective\w*|expires|dates?)$/i

/** What to write instead of keys that editors know from other vocabularies, and from their notes. */
const foreignKeys: ReadonlyArray<readonly [key: RegExp, help: string]> = [
  [
    /^(?:parents?|broader|narrower|children|groups?|category|includes|subsets?)$/i,
    "Write the kinds above a value as a list, broader: [CODE], in the narrower value."
  ],
  [
    /^(?:alias(?:es)?|synonyms?|alt_?labels?|also_known_as|former_names?|other_names?)$/i,
    "Write the other names of a value as a list, alt_labels: [NAME, NAME]. Other items have one label, and a description which searches find."
  ],
  [
    /^(?:status|state|stability|obsolete|retired|is_deprecated|active)$/i,
    "Every published item is valid. If it should no longer be used, write deprecated: with replaced_by or a reason."
  ],
  [
    /^(?:since|valid_(?:from|until|to)|effective(?:_date)?|from|until|start|end|expires|dates?|created|modified)$/i,
    "The ledger records the date of each release, so sources have none. Remove it, or write it into the description."
  ],
  [
    /^(?:examples?|usage)$/i,
    "Write the examples of a value as a list, examples: [TEXT, TEXT], or into the definition if a contract depends on them. Other items have a description."
  ],
  [
    /^(?:notes?|comments?|remarks?|todo|fixme|nb|internal|editor_?notes?|scope_?notes?|rationale|summary)$/i,
    "Write it as a comment, with # before each line. If readers should see it, write notes: in a value, or the description of another item."
  ],
  [
    /^(?:sources?|references?|citations?|see_?also|links?|urls?|(?:exact|close|related)_?match|same_?as|mappings?)$/i,
    "Write the references of a value as a list, citations: [{ title: TEXT, url: ADDRESS }]. Other items have a description."
  ],
  [/^(?:order|sort(?:_order)?|position|index|rank)$/i, "The order of the list is the order of the values. Remove it."],
  [/^(?:min|max|minimum|maximum|unit|range)$/i, "A value has no numbers. State the limits in the definition."],
  [/^(?:exclud(?:es?|ing)|not)$/i, "A license states what it grants. Say in the description what it leaves out."],
  [/^(?:iri|uri|id|uuid|identifier)$/i, "The code identifies the item, and its IRI follows from it. Remove it."]
]
