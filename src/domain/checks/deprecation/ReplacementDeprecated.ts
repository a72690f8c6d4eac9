import { makeFinding, type Finding, inItem } from "../../Finding.ts"
import { formatItem, isSameItem, toItemId } from "../../taxonomy/ItemRef.ts"
import { replacementItems, replacementName } from "../../taxonomy/Replacement.ts"
import { misspeltWaiver, otherSources } from "../Causes.ts"
import type { Check } from "../Check.ts"
import { newReplacementProblems } from "./facts/Replacements.ts"

export const replacementDeprecated: Check<
  "deprecation/replacement-deprecated",
  {
    readonly replacement: string
    /** The deprecated item, if it is the dimension of the replacement. */
    readonly dimension?: string
    /** What replaces the deprecated item, as the editor would write it. */
    readonly replaced_by: ReadonlyArray<string>
  }
> = {
  id: "deprecation/replacement-deprecated",
  title: "Deprecated replacement",
  level: "error",
  stage: "release",
  waivable: true,
  followsFrom: [otherSources, misspeltWaiver],
  hasOneCause: true,
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
  message: ({ dimension, replacement }) =>
    `The replacement ${replacement} ${dimension === undefined ? "is deprecated itself" : `is in ${dimension}, which is deprecated`}`,
  help: ({ dimension, replaced_by, replacement }) => {
    if (replaced_by.length === 0)
      return "Name a replacement that is not deprecated, or give a reason without replaced_by."
    return dimension === undefined
      ? `Name what replaces ${replacement}: ${replaced_by.join(", ")}.`
      : `Name a value of what replaces ${dimension}: ${replaced_by.join(", ")}.`
  },
  run: (proposal) =>
    newReplacementProblems(proposal).flatMap((problem): ReadonlyArray<Finding> => {
      if (problem._tag !== "Deprecated") return []
      const { deprecated, item, path, replacement } = problem
      const next = replacementItems(deprecated.item, deprecated.deprecation)
      const facts = {
        replacement: formatItem(replacement),
        ...(isSameItem(deprecated.item, replacement) ? {} : { dimension: formatItem(deprecated.item) }),
        replaced_by: next.map((each) => replacementName(item, each))
      }
      const links = { explains: [toItemId(replacement)] }
      return [makeFinding(replacementDeprecated, facts, { item, location: inItem(item, ...path), links })]
    })
}
