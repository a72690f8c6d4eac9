import * as Console from "effect/Console"
import type { SourceSpan } from "../../build/diagnostics/SourceLocation.ts"
import type { Location } from "../../domain/Finding.ts"
import { itemUses, usesOf, type ItemUse } from "../../domain/lookup/ItemUses.ts"
import { knownItems } from "../../domain/release/ItemTimeline.ts"
import { listNames } from "../../domain/Sentence.ts"
import { formatItem, valueRef, type ItemRef, toItemId } from "../../domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { formatItemText } from "../../report/text/ItemText.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import * as Options from "../options/Options.ts"
import { jsonLine } from "../terminal/Output.ts"
import { printLines } from "../terminal/PrintLines.ts"
import { readDraft, resolveItem } from "../Workspace.ts"

const usesOptions = { item: Options.itemArgument, ...Options.draftOptions }

/** `taxonomy uses`: prints what names an item in the working tree; for a dimension, also what names its values. */
export const usesCommand = Options.makeCommand("uses", usesOptions, {
  "taxonomy uses exclusive_categories/QSR": "Who uses a value",
  "taxonomy uses use_type": "Who uses a dimension, by value"
})(function* (input) {
  const { history, placeOf, sources } = yield* readDraft("uses", input)
  const { taxonomy } = sources
  const { item, label, state } = yield* resolveItem(knownItems(history, taxonomy), input.item, taxonomy)
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

/** A use of an item for programs. */
export const toUseJson = (taxonomy: Taxonomy, placeOf: PlaceOf) => (use: ItemUse) => {
  const { column, file, line } = placeOf(use.location)
  return {
    kind: use.kind,
    by: formatItem(use.by),
    label: snapshotOf(taxonomy).labelOf(use.by) ?? null,
    names: formatItem(use.names),
    file,
    line,
    column
  }
}

export type PlaceOf = (location: Location) => SourceSpan

/** "2 base licenses, 1 conflict rule, 1 replacement and 1 other item"; empty without uses. */
export const formatUseCounts = (uses: ReadonlyArray<ItemUse>): string => {
  const counts = kinds.flatMap(({ kind, noun }) => {
    const count = new Set(uses.filter((use) => use.kind === kind).map(({ by }) => toItemId(by))).size
    return count === 0 ? [] : [formatCount(count, noun)]
  })
  return listNames(counts)
}

/** The uses of each kind, each with the item that has it and its place. */
export const groupUses = (
  taxonomy: Taxonomy,
  placeOf: PlaceOf,
  uses: ReadonlyArray<ItemUse>
): ReadonlyArray<{ readonly title: string; readonly lines: ReadonlyArray<string> }> =>
  kinds.flatMap(({ kind, title }) => {
    const lines = uses
      .filter((use) => use.kind === kind)
      .map(({ by, location }) => {
        const { file, line } = placeOf(location)
        const key = kind === "field" ? ` as ${String(location.path[0])}` : ""
        return `${formatItemText(by, snapshotOf(taxonomy).labelOf(by))}${key}  ${file}:${line}`
      })
    return lines.length === 0 ? [] : [{ title, lines }]
  })

const kinds = [
  { kind: "config", noun: "base license", title: "Base licenses" },
  { kind: "condition", noun: "conflict rule", title: "Conflict rules" },
  { kind: "replacement", noun: "replacement", title: "Replacement of" },
  { kind: "field", noun: "other item", title: "Named by" }
] as const
