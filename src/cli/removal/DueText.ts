import * as Effect from "effect/Effect"
import type { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { usesOf, type ItemUses, itemUses } from "../../domain/lookup/ItemUses.ts"
import { type DueItem, dueItems } from "../../domain/release/removal/ComingDue.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { formatForecast } from "../../domain/release/removal/RemovalForecast.ts"
import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { formatItemText, formatInsteadText } from "../../report/text/ItemText.ts"
import type { Paragraph } from "../../report/text/MarkdownText.ts"
import { formatUseCounts, groupUses, type PlaceOf } from "../read/ItemUseText.ts"
import { decideDraft, readDraft } from "../Workspace.ts"

/** The texts and places that the description of a due item takes from the draft. */
interface DraftTexts {
  readonly taxonomy: Taxonomy
  readonly uses: ItemUses
  readonly placeOf: PlaceOf
}

export const describeDue =
  (draft: DraftTexts) =>
  (due: DueItem): Paragraph => {
    const { deprecation, forecast, item, label, since } = due
    const start =
      due.draft === "deprecated"
        ? `Deprecated in the working tree only, as ${since.version}`
        : `Deprecated since ${since.version} (${dayOf(since.date)})`
    return {
      name: formatItemText(item, label),
      lines: [
        formatForecast(forecast),
        `${start}. ${formatInsteadText(draft.taxonomy, item, deprecation)}`,
        ...draftRemarks[due.draft],
        ...describeUses(draft, item)
      ]
    }
  }

const draftRemarks = {
  unchanged: [],
  deprecated: [],
  undeprecated: ["The working tree does not deprecate it any more."],
  removed: ["The working tree removes it."]
} as const

/** What uses an item, with the places. */
export const describeUses = ({ placeOf, taxonomy, uses }: DraftTexts, item: ItemRef): ReadonlyArray<string> => {
  const ofItem = usesOf(uses, item)
  if (ofItem.length === 0) return ["Nothing uses it."]
  const lines = groupUses(taxonomy, placeOf, ofItem).flatMap((group) => group.lines)
  const shown = lines.slice(0, maxUses)
  const more = lines.length - shown.length
  return [
    `Used by ${formatUseCounts(ofItem)}:`,
    ...shown.map((line) => `  ${line}`),
    ...(more === 0 ? [] : [`  and ${more} more, see taxonomy uses`])
  ]
}

const maxUses = 10

/** Reads the working tree and the releases, and finds what is deprecated in either of them. */
export const readDue = Effect.fnUntraced(function* (
  command: string,
  input: Parameters<typeof readDraft>[1] & { readonly date: Effect.Effect<Timestamp> }
) {
  const draft = yield* readDraft(command, input)
  const today = yield* input.date
  const { history, sources } = draft
  const { comingDue } = decideDraft(history, sources, today)
  return {
    ...draft,
    today,
    items: dueItems(history, sources.taxonomy, comingDue, today),
    uses: itemUses(sources.taxonomy)
  }
})
