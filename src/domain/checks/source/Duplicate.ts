import { addedItem } from "../../change/Change.ts"
import { makeFinding, type Finding, inItem } from "../../Finding.ts"
import { listNames } from "../../Sentence.ts"
import { dimensionRef, licenseRef, toItemId } from "../../taxonomy/ItemRef.ts"
import { caseless } from "../../taxonomy/Names.ts"
import type { Check } from "../Check.ts"
import { referenceProblems } from "../reference/References.ts"
import type { ReleaseProposal } from "../ReleaseProposal.ts"

/** What appears twice. */
export type DuplicateContext =
  /** `is_repeated`: both have the same value. */
  | { readonly problem: "key"; readonly key: string; readonly is_repeated?: true }
  /** The keys of an item that was pasted into the file. `is_repeated`: they only repeat what is above. */
  | {
      readonly problem: "keys"
      readonly keys: ReadonlyArray<string>
      readonly is_repeated?: true
      /** The file of the other item that the keys belong to. */
      readonly move_to?: string
    }
  /** Two codes of one dimension, or of two licenses, that are equal ignoring case. */
  | { readonly problem: "code"; readonly code: string; readonly other: string }
  /** A second entry for a value, with some of its keys. */
  | {
      readonly problem: "entry"
      readonly code: string
      readonly first_line: number
      readonly keys: ReadonlyArray<string>
    }
  | { readonly problem: "replacement"; readonly replacement: string }
  | { readonly problem: "waiver"; readonly rule: string; readonly subject: string; readonly version: string }
  | { readonly problem: "value"; readonly dimension: string; readonly value: string }
  /** A license and a dimension whose names are equal ignoring case. */
  | { readonly problem: "name"; readonly dimension: string; readonly license: string }

export const duplicate: Check<"source/duplicate", DuplicateContext> = {
  id: "source/duplicate",
  title: "Duplicate entry",
  level: "error",
  stage: "source",
  explanation:
    "A key can appear only once in a map, a value, replacement or text once in a list, a dimension once in the groups, a waiver once per finding, and a code once in its dimension or among the licenses. Codes that differ only in case count as equal, because people and some file systems confuse them. A license cannot share a name with a dimension, because findings, waivers and the history refer to both by name only. Remove one of the two, or give it another code.",
  breaks: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
  - code: Qsr`,
  keeps: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
  - code: QSR_DELIVERY`,
  message: (context) => {
    switch (context.problem) {
      case "key":
        return `Duplicate key "${context.key}"`
      case "keys":
        return `Duplicate keys ${listNames(context.keys.map((key) => `"${key}"`))}`
      case "code":
        return context.code === context.other
          ? `Duplicate code "${context.code}"`
          : `The codes "${context.other}" and "${context.code}" differ only in case`
      case "entry":
        return `Duplicate entry "${context.code}": it is already on line ${context.first_line}`
      case "replacement":
        return `Duplicate replacement "${context.replacement}" in replaced_by`
      case "waiver":
        return `Duplicate waiver of ${context.rule} for ${context.subject} in ${context.version}`
      case "value":
        return `Duplicate value "${context.value}" in ${context.dimension}`
      case "name": {
        const { dimension, license } = context
        const relation = license === dimension ? "have the same name" : "have names that differ only in case"
        return `The license "${license}" and the dimension "${dimension}" ${relation}`
      }
    }
  },
  help: (context) => {
    switch (context.problem) {
      case "key":
        return context.is_repeated === true
          ? "Remove this one: it only repeats the other."
          : "Keep the one with the right value, and remove the other."
      case "keys":
        if (context.is_repeated === true) return "Remove them from here on: they only repeat what is above."
        return context.move_to === undefined
          ? "Keep those with the right values, and remove the others."
          : `Move them to a file of their own, ${context.move_to}.`
      case "code":
        return "Give one of the two another code."
      case "entry":
        return context.keys.length === 0
          ? "Remove one of the two."
          : `Move ${context.keys.join(" and ")} to that entry, and remove this one.`
      case "name":
        return "Rename one of the two: findings, waivers and the history refer to both by name only."
      default:
        return "Remove one of the two."
    }
  },
  run: (proposal) => [
    ...sharedNames(proposal).map(({ dimension, item, license }) => {
      const location = inItem(item, item._tag === "License" ? "code" : "name")
      return makeFinding(duplicate, { problem: "name", dimension, license }, { item, location })
    }),
    ...referenceProblems(proposal).flatMap((found): ReadonlyArray<Finding> => {
      if (found._tag !== "InvalidConfig" || found.problem._tag !== "RepeatedValue") return []
      const { item, location, problem } = found
      const { dimension, value } = problem
      return [makeFinding(duplicate, { problem: "value", dimension, value }, { item, location })]
    })
  ]
}

/**
 * Licenses and dimensions with the same name, ignoring case, of which the release adds one: findings, waivers and the
 * history refer to both by name only. A base release that has both is not held against the next.
 */
const sharedNames = ({ changes, command }: ReleaseProposal) => {
  const { dimensions, licenses } = command.taxonomy
  const names = new Map(dimensions.map(({ name }) => [caseless(name), name]))
  const pairs = licenses.flatMap(({ code }) => {
    const name = names.get(caseless(code))
    return name === undefined ? [] : [{ license: code, dimension: name }]
  })
  if (pairs.length === 0) return []
  const added = new Set(changes.flatMap((change) => addedItem(change) ?? []).map(toItemId))
  return pairs.flatMap(({ dimension, license }) => {
    const items = [licenseRef(license), dimensionRef(dimension)]
    const item = items.find((candidate) => added.has(toItemId(candidate)))
    return item === undefined ? [] : [{ dimension, license, item }]
  })
}
