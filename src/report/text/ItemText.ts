import type { Change } from "../../domain/change/Change.ts"
import type { RuleEffect } from "../../domain/reasoning/RuleAnalysis.ts"
import { asSentence, capitalize, labeled } from "../../domain/Sentence.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { empty } from "../../domain/taxonomy/Normalize.ts"
import { consideredItems, replacementItems } from "../../domain/taxonomy/Replacement.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf, type Item } from "../../domain/vocabulary/Snapshot.ts"
import { codeMarkdown, plainMarkdown } from "./MarkdownText.ts"

/** An item for a reader: `Quick-service restaurants (exclusive_categories/QSR)`, or its name alone without a label. */
export const formatItemText = (item: ItemRef, label: string | undefined): string => labeled(formatItem(item), label)

/** The same for Markdown, with the name as code. */
export const formatItemMarkdown = (item: ItemRef, label: string | undefined): string => {
  const name = formatItem(item)
  return label === undefined || label === name ? codeMarkdown(name) : `${plainMarkdown(label)} (${codeMarkdown(name)})`
}

/** What a report says of items beyond its changes and findings. */
export interface ItemFacts {
  /** True to name items by their labels alone, as on pages. */
  readonly hasNoCodes?: boolean
  /** The taxonomy after the changes. */
  readonly taxonomy: Taxonomy
  readonly labelOf: (item: ItemRef) => string | undefined
  /** An item before the changes. */
  readonly itemBefore: (item: ItemRef) => Item | undefined
  /** What a change of a rule does to configs. Missing in reports without a decision. */
  readonly effectOf?: (change: Change) => RuleEffect | undefined
}

export const noItemFacts: ItemFacts = { taxonomy: empty, labelOf: () => undefined, itemBefore: () => undefined }

/** The facts of the items of two snapshots. An item of both has its newer label. */
export const makeItemFacts = (before: Taxonomy | undefined, after: Taxonomy, hasNoCodes = false): ItemFacts => ({
  hasNoCodes,
  taxonomy: after,
  labelOf: (item) =>
    snapshotOf(after).labelOf(item) ?? (before === undefined ? undefined : snapshotOf(before).labelOf(item)),
  itemBefore: (item) => (before === undefined ? undefined : snapshotOf(before).get(item))
})

/** The name of an item, with its label, or if codes are left out the label alone. */
export const nameIn = ({ hasNoCodes = false }: Pick<ItemFacts, "hasNoCodes">, name: string, label?: string): string =>
  hasNoCodes && label !== undefined ? label : labeled(name, label)

/** What takes the place of a deprecated item, in words: `use A or B`, and what to consider. */
export const formatInstead = (
  item: ItemRef,
  deprecation: Deprecation,
  facts: Pick<ItemFacts, "hasNoCodes" | "labelOf">
): string => {
  const list = (items: ReadonlyArray<ItemRef>, conjunction: string): string =>
    items.map((other) => nameIn(facts, formatItem(other), facts.labelOf(other))).join(` ${conjunction} `)
  const [exact, inexact] = [replacementItems(item, deprecation), consideredItems(item, deprecation)]
  return [
    ...(exact.length === 0 ? [] : [`use ${list(exact, deprecation.replacement_mode === "all_of" ? "and" : "or")}`]),
    ...(inexact.length === 0 ? [] : [`consider ${list(inexact, "or")}`])
  ].join(", or ")
}

/** What replaces a deprecated item, and the reason, as sentences: "Use A (x/A) or B (x/B)." */
export const formatInsteadText = (taxonomy: Taxonomy, item: ItemRef, deprecation: Deprecation): string => {
  const use = formatInstead(item, deprecation, { labelOf: (other) => snapshotOf(taxonomy).labelOf(other) })
  const reason = deprecation.reason === undefined ? "" : ` Reason: ${asSentence(deprecation.reason)}`
  return `${use === "" ? "It has no replacement" : capitalize(use)}.${reason}`
}
