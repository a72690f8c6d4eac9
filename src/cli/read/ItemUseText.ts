import type { SourceSpan } from "../../build/diagnostics/SourceLocation.ts"
import type { Location } from "../../domain/Finding.ts"
import type { ItemUse } from "../../domain/lookup/ItemUses.ts"
import { listNames } from "../../domain/Sentence.ts"
import { formatItem, toItemId } from "../../domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { formatItemText } from "../../report/text/ItemText.ts"
import { formatCount } from "../../report/text/PlainText.ts"

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

/** "2 base licenses, 1 conflict rule and 1 replacement"; empty without uses. */
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
        return `${formatItemText(by, snapshotOf(taxonomy).labelOf(by))}  ${file}:${line}`
      })
    return lines.length === 0 ? [] : [{ title, lines }]
  })

const kinds = [
  { kind: "config", noun: "base license", title: "Base licenses" },
  { kind: "condition", noun: "conflict rule", title: "Conflict rules" },
  { kind: "replacement", noun: "replacement", title: "Replacement of" }
] as const
