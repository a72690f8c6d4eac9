import * as Console from "effect/Console"
import type * as Effect from "effect/Effect"
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
  const draft = yield* readDraft("uses", input)
  const { history, sources } = draft
  const { taxonomy } = sources
  const { item, label, state } = yield* resolveItem(knownItems(history, taxonomy), input.item, taxonomy)
  const uses = makeDraftUses(draft)
  const items = [item, ...valuesOf(taxonomy, item)]
  if (input.format === "json") {
    const answer = { item: formatItem(item), label: label ?? null, uses: items.flatMap(uses.toJson) }
    return yield* Console.log(jsonLine({ command: "uses", ...answer }))
  }
  const name = formatItemText(item, label)
  if (state._tag === "Removed") return yield* printLines([`${name} was removed in ${state.version}. Nothing uses it.`])
  const sections = items.flatMap((each) => {
    const groups = uses.groupsOf(each)
    if (groups.length === 0) return each === item ? [[`Nothing uses ${name}.`]] : []
    const shown = each === item ? name : formatItemText(each, snapshotOf(taxonomy).labelOf(each))
    const lines = groups.flatMap((group) => [`  ${group.title}:`, ...group.lines.map((line) => `    ${line}`)])
    return [[`${shown} is used by ${uses.countsOf(each)}.`, ...lines]]
  })
  yield* printLines(sections.flatMap((section, index) => (index === 0 ? section : ["", ...section])))
})

const valuesOf = (taxonomy: Taxonomy, item: ItemRef): ReadonlyArray<ItemRef> =>
  item._tag === "Dimension"
    ? (snapshotOf(taxonomy).dimension(item.dimension)?.values ?? []).map(({ code }) => valueRef(item.dimension, code))
    : []

/** What the working tree says of the uses of its items. */
export interface DraftUses {
  /** "2 base licenses, 1 conflict rule, 1 replacement and 1 other item"; empty without uses. */
  readonly countsOf: (item: ItemRef) => string
  /** The uses of each kind, each with the item that has it and its place. */
  readonly groupsOf: (item: ItemRef) => ReadonlyArray<{ readonly title: string; readonly lines: ReadonlyArray<string> }>
  /** The uses for programs. */
  readonly toJson: (item: ItemRef) => ReadonlyArray<object>
}

export const makeDraftUses = ({ placeOf, sources: { taxonomy } }: Draft): DraftUses => {
  const all = itemUses(taxonomy)
  const labelOf = (item: ItemRef) => snapshotOf(taxonomy).labelOf(item)
  const ofKind = (item: ItemRef, kind: ItemUse["kind"]) => usesOf(all, item).filter((use) => use.kind === kind)
  return {
    countsOf: (item) =>
      listNames(
        kinds.flatMap(({ kind, noun }) => {
          const count = new Set(ofKind(item, kind).map(({ by }) => toItemId(by))).size
          return count === 0 ? [] : [formatCount(count, noun)]
        })
      ),
    groupsOf: (item) =>
      kinds.flatMap(({ kind, title }) => {
        const lines = ofKind(item, kind).map(({ by, location }) => {
          const { file, line } = placeOf(location)
          const key = kind === "field" ? ` as ${String(location.path[0])}` : ""
          return `${formatItemText(by, labelOf(by))}${key}  ${file}:${line}`
        })
        return lines.length === 0 ? [] : [{ title, lines }]
      }),
    toJson: (item) =>
      usesOf(all, item).map(({ by, kind, location, names }) => {
        const { column, file, line } = placeOf(location)
        return { kind, by: formatItem(by), label: labelOf(by) ?? null, names: formatItem(names), file, line, column }
      })
  }
}

type Draft = Effect.Success<ReturnType<typeof readDraft>>

const kinds = [
  { kind: "config", noun: "base license", title: "Base licenses" },
  { kind: "condition", noun: "conflict rule", title: "Conflict rules" },
  { kind: "replacement", noun: "replacement", title: "Replacement of" },
  { kind: "field", noun: "other item", title: "Named by" }
] as const
