import { makeFinding, type Finding } from "../../diagnostic/Finding.ts"
import { inItem } from "../../diagnostic/Location.ts"
import { formatItem } from "../../taxonomy/ItemRef.ts"
import type { Check } from "../Check.ts"
import { newReplacementProblems } from "./Replacements.ts"

export const replacementDeprecated: Check<
  "deprecation/replacement-deprecated",
  {
    readonly item: string
    readonly replacement: string
    /** The replacements of the replacement. */
    readonly replaced_by: ReadonlyArray<string>
  }
> = {
  id: "deprecation/replacement-deprecated",
  title: "Deprecated replacement",
  level: "error",
  stage: "release",
  waivable: true,
  explanation:
    "A replacement is an item that users can move to for good. If it is deprecated itself, they have to move twice. Name the item at the end of the chain, or give a reason if nothing replaces the item.",
  breaks: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
  - code: FAST_FOOD
    deprecated: { replaced_by: [QSR_FAST_FOOD] }
  - code: QSR_FAST_FOOD
    deprecated: { replaced_by: [QSR] }`,
  keeps: `# dimensions/exclusive_categories.yaml
values:
  - code: QSR
  - code: FAST_FOOD
    deprecated: { replaced_by: [QSR] }
  - code: QSR_FAST_FOOD
    deprecated: { replaced_by: [QSR] }`,
  message: ({ item, replacement }) => `${item} is replaced by ${replacement}, which is deprecated itself`,
  help: ({ replaced_by, replacement }) =>
    replaced_by.length === 0
      ? "Name a replacement that is not deprecated, or give a reason without replaced_by."
      : `Name what replaces ${replacement}: ${replaced_by.join(", ")}.`,
  run: (proposal) =>
    newReplacementProblems(proposal).flatMap((problem): ReadonlyArray<Finding> => {
      if (problem._tag !== "Deprecated") return []
      const { index, item, replacement } = problem
      const { replaced_by } = replacement.deprecation
      const facts = { item: formatItem(item), replacement: formatItem(replacement.item), replaced_by }
      return [
        makeFinding(replacementDeprecated, facts, { item, location: inItem(item, "deprecated", "replaced_by", index) })
      ]
    })
}
