import * as Console from "effect/Console"
import { itemUses, usesOf, type ItemUse } from "../../domain/lookup/ItemUses.ts"
import { knownItems } from "../../domain/release/ItemTimeline.ts"
import { formatItem, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { formatItemText } from "../../report/text/ItemText.ts"
import { draftOptions, itemArgument, makeCommand } from "../options/Options.ts"
import { jsonLine } from "../terminal/Output.ts"
import { printLines } from "../terminal/PrintLines.ts"
import { readDraft, resolveItem } from "../Workspace.ts"
import { formatUseCounts, groupUses, toUseJson, type PlaceOf } from "./ItemUseText.ts"

const usesOptions = { item: itemArgument, ...draftOptions }

/** `taxonomy uses`: prints what names an item in the working tree; for a dimension, also what names its values. */
export const usesCommand = makeCommand("uses", usesOptions, {
  "taxonomy uses exclusive_categories/QSR": "Who uses a value",
  "taxonomy uses use_type": "Who uses a dimension, by value"
})(function* (input) {
  const { history, placeOf, sources } = yield* readDraft("uses", input)
  const { taxonomy } = sources
  const { item, label, state } = yield* resolveItem(knownItems(history, taxonomy), input.item)
  const all = itemUses(taxonomy)
  const used = [item, ...valuesOf(taxonomy, item)].map((each) => ({ item: each, uses: usesOf(all, each) }))
  if (input.format === "json") {
    const uses = used.flatMap((each) => each.uses.map(toUseJson(taxonomy, placeOf)))
    return yield* Console.log(jsonLine({ command: "uses", item: formatItem(item), label: label ?? null, uses }))
  }
  const name = formatItemText(item, label)
  if (state._tag === "Removed") return yield* printLines([`${name} was removed in ${state.version}. Nothing uses it.`])
  const sections = used
    .filter(({ uses }, index) => index === 0 || uses.length > 0)
    .map(({ item: each, uses }) =>
      formatUses(
        taxonomy,
        placeOf,
        each === item ? name : formatItemText(each, snapshotOf(taxonomy).labelOf(each)),
        uses
      )
    )
  yield* printLines(sections.flatMap((section, index) => (index === 0 ? section : ["", ...section])))
})

const valuesOf = (taxonomy: Taxonomy, item: ItemRef): ReadonlyArray<ItemRef> =>
  item._tag === "Dimension"
    ? (snapshotOf(taxonomy).dimension(item.dimension)?.values ?? []).map(({ code }) => valueRef(item.dimension, code))
    : []

const formatUses = (
  taxonomy: Taxonomy,
  placeOf: PlaceOf,
  name: string,
  uses: ReadonlyArray<ItemUse>
): ReadonlyArray<string> =>
  uses.length === 0
    ? [`Nothing uses ${name}.`]
    : [
        `${name} is used by ${formatUseCounts(uses)}.`,
        ...groupUses(taxonomy, placeOf, uses).flatMap(({ lines, title }) => [
          `  ${title}:`,
          ...lines.map((line) => `    ${line}`)
        ])
      ]
