import { changedItem } from "../../change/Change.ts"
import { makeFinding, type Finding, inItem } from "../../Finding.ts"
import { findEntry } from "../../lookup/ItemUses.ts"
import { formatItem, type ItemRef } from "../../taxonomy/ItemRef.ts"
import { changedTexts } from "../ChangedTexts.ts"
import type { Check } from "../Check.ts"

export const saysDeprecated: Check<
  "text/says-deprecated",
  {
    readonly item: string
    readonly field: string
    /** The words of the text. */
    readonly words: string
    /** True if this release takes the deprecation back. */
    readonly is_undeprecated: boolean
  }
> = {
  id: "text/says-deprecated",
  title: "Text that says deprecated",
  level: "warning",
  stage: "release",
  explanation:
    "Programs, forms and removal dates follow the deprecation of an item, not its texts. An item that is only called deprecated, obsolete or withdrawn is offered like any other, and can never be removed. Deprecate it, or correct the text. New and changed texts are looked at, and the texts of items whose deprecation is taken back.",
  breaks: `# dimensions/exclusive_categories.yaml
values:
  - code: AIRLINES
    label: Airlines - deprecated
    description: Scheduled flights.`,
  keeps: `# dimensions/exclusive_categories.yaml
values:
  - code: AIRLINES
    label: Airlines
    description: Scheduled flights.
    deprecated:
      reason: Nobody uses it.`,
  message: ({ field, is_undeprecated, item, words }) =>
    `The ${field} of ${item} says "${words}", but the item is ${is_undeprecated ? "not deprecated any more" : "not deprecated"}`,
  help: ({ field, is_undeprecated, item }) =>
    is_undeprecated
      ? `Correct the ${field}.`
      : `Run taxonomy deprecate ${item} with --replaced-by or --reason, or correct the ${field}.`,
  run: (proposal) => {
    const texts = changedTexts(proposal, isStatement).flatMap(({ item, language, path, text }) =>
      item === undefined || language !== undefined ? [] : [{ item, field: String(path.at(-1)), text }]
    )
    const undeprecated = proposal.changes.flatMap((change) =>
      change.kind.endsWith("-undeprecated") ? (changedItem(change) ?? []) : []
    )
    if (texts.length === 0 && undeprecated.length === 0) return []
    const isUndeprecated = new Set(undeprecated.map(formatItem))
    const ofUndeprecated = undeprecated.flatMap((item) =>
      Object.entries(findEntry(proposal.command.taxonomy, item)?.texts ?? {}).flatMap(([field, text]) =>
        typeof text === "string" && isStatement(text) ? [{ item, field, text }] : []
      )
    )
    const found = texts.filter(({ item }) => !isUndeprecated.has(formatItem(item)))
    return [...found, ...ofUndeprecated].flatMap(({ field, item, text }): ReadonlyArray<Finding> => {
      if (!canBeDeprecated(item) || findEntry(proposal.command.taxonomy, item)?.texts.deprecated !== undefined)
        return []
      const words = statement.exec(text)?.[0].replaceAll(/^\W+|\W+$/g, "") ?? ""
      const facts = { item: formatItem(item), field, words, is_undeprecated: isUndeprecated.has(formatItem(item)) }
      return [makeFinding(saysDeprecated, facts, { item, location: { ...inItem(item, field), within: words } })]
    })
  }
}

const canBeDeprecated = ({ _tag }: ItemRef): boolean => _tag !== "ConflictRule"

const isStatement = (text: string): boolean => statement.test(text)

/** A word for "deprecated" that stands alone or has the item as its subject: an approval, too, can be withdrawn. */
const statement =
  /(?:^|[-–—:.([]\s*)(?:deprecated|obsolete|withdrawn|superseded|do not use)\s*(?:$|[-–—:.!)\]])|^(?:deprecated|do not use)\b|\b(?:is|was|been) deprecated\b|\bdeprecated$|\bdo not use this\b|\bthis \w+ (?:is|was|has been) (?:obsolete|withdrawn|superseded)\b/i
