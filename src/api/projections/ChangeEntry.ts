import type { Change, ItemName } from "../../domain/change/Change.ts"
import type { Difference } from "../../domain/change/Diff.ts"
import type { PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import { findRemovedItem, type RemovedItem } from "../../domain/release/removal/RemovedItems.ts"
import {
  conflictRuleRef,
  dimensionRef,
  formatItem,
  licenseRef,
  toItemId,
  valueRef,
  type ItemRef
} from "../../domain/taxonomy/ItemRef.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import type { ChangeBody } from "../bodies/ChangeBody.ts"
import type { DeprecationBody } from "../bodies/DeprecationBody.ts"
import { deprecationBody } from "./DeprecationProjection.ts"
import { labelTranslations } from "./LabelTranslations.ts"

/** The item of a change on both sides, and the release that the changes lead to. */
export interface ChangeContext extends Pick<Difference, "before" | "after"> {
  readonly to: PublishedRelease
  /** The releases that removed rules, by the id of the rule. */
  readonly removedRules: ReadonlyMap<string, Version>
}

/** The record of a change with what a reader needs to know of its item. */
export const changeEntry = (change: Change, context: ChangeContext): ChangeBody => {
  switch (change.kind) {
    case "namespace-changed":
    case "iri-changed":
    case "title-changed":
    case "taxonomy-translations-changed":
      return change
    case "dimension-removed":
    case "value-removed":
    case "license-removed":
    case "rule-removed":
      return { ...change, ...removedFacts(itemOf(change), context) }
    default:
      return { ...change, ...itemFacts(itemOf(change), context) }
  }
}

type ItemChange = Extract<Change, ItemName["dimension"] | ItemName["value"] | ItemName["license"] | ItemName["rule"]>

const itemOf = (change: ItemChange): ItemRef => {
  if ("value" in change) return valueRef(change.dimension, change.value)
  if ("dimension" in change) return dimensionRef(change.dimension)
  return "license" in change ? licenseRef(change.license) : conflictRuleRef(change.rule)
}

const itemFacts = (item: ItemRef, { after, to }: ChangeContext) => ({
  item: formatItem(item),
  label: labelOf(after),
  ...labelTranslations(item, after?.translations, undefined),
  ...deprecationOf(item, after, to)
})

const removedFacts = (item: ItemRef, { before, removedRules, to }: ChangeContext) => {
  const removed = findRemovedItem(to, item)
  const removedIn = removed?.version ?? (item._tag === "ConflictRule" ? removedRules.get(item.rule) : undefined)
  const reasons = to.removed.get(toItemId(item))?.deprecation?.translations
  return {
    item: formatItem(item),
    label: labelOf(before),
    ...labelTranslations(item, before?.translations, reasons),
    ...(removedIn === undefined ? {} : { removed_in: removedIn }),
    ...(removed === undefined ? {} : replacementOf(removed))
  }
}

const replacementOf = ({ mode, reason, replacements }: RemovedItem) => ({
  ...(replacements.length === 0 ? {} : { replacement: { mode, items: replacements.map(formatItem) } }),
  ...(reason === undefined ? {} : { reason })
})

const labelOf = (item: ChangeContext["after"]): string => {
  if (item === undefined) return ""
  if ("label" in item) return item.label
  return "name" in item ? item.name : item.description
}

/** The same facts as in the other bodies, as of the publication of the release. */
const deprecationOf = (
  item: ItemRef,
  after: ChangeContext["after"],
  { clocks, forecasts }: PublishedRelease
): { readonly deprecation?: typeof DeprecationBody.Encoded } => {
  const deprecation = after !== undefined && "deprecated" in after ? after.deprecated : undefined
  if (deprecation === undefined) return {}
  const id = toItemId(item)
  const [since, removal] = [clocks.get(id), forecasts.get(id)]
  if (since === undefined || removal === undefined) return {}
  return { deprecation: deprecationBody({ item, deprecation, since, removal }) }
}
