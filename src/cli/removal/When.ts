import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { usesOf } from "../../domain/lookup/ItemUses.ts"
import { knownItems, type KnownItem } from "../../domain/release/ItemTimeline.ts"
import type { PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import type { DueItem } from "../../domain/release/removal/ComingDue.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { formatForecast, formatForecastOf } from "../../domain/release/removal/RemovalForecast.ts"
import { forecastStanding, newestStanding } from "../../domain/release/StandingReleases.ts"
import { dimensionRef, formatItem, isSameItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { next } from "../../domain/taxonomy/VersionArithmetic.ts"
import { reportForecast } from "../../report/NoticeText.ts"
import { formatItemText, formatInsteadText } from "../../report/text/ItemText.ts"
import { datedDraftOptions, itemArgument } from "../options/Options.ts"
import { toUseJson } from "../read/ItemUseText.ts"
import { jsonLine } from "../terminal/Output.ts"
import { printLines } from "../terminal/PrintLines.ts"
import { resolveItem } from "../Workspace.ts"
import { describeDue, describeUses, readDue } from "./DueText.ts"

const whenOptions = { item: itemArgument, ...datedDraftOptions }

type WhenInput = Command.Command.Config.Infer<typeof whenOptions>

/** `taxonomy when`: when one item can be removed. */
export const whenCommand = Command.make("when", whenOptions, (input) => runWhen(input)).pipe(
  Command.withExamples([
    { command: "taxonomy when exclusive_categories/QSR_FAST_FOOD", description: "One value" },
    { command: "taxonomy when QSR_FAST_FOOD", description: "The same by its code, if only one item has it" }
  ])
)

/** Prints when an item can be removed, or what has to happen before. */
const runWhen = Effect.fnUntraced(function* (input: WhenInput) {
  const { history, items, placeOf, sources, today, uses } = yield* readDue("when", input)
  const { taxonomy } = sources
  const known = yield* resolveItem(knownItems(history, taxonomy), input.item)
  const { item, label } = known
  const due = items.find((each) => isSameItem(each.item, item))
  const newest = newestStanding(history)
  const draft = { taxonomy, uses, placeOf }
  const forecast = newest && forecastStanding(history, newest, today)(item)
  if (input.format === "json") {
    const answer = due?.forecast ?? forecast
    return yield* Console.log(
      jsonLine({
        command: "when",
        date: today,
        item: formatItem(item),
        label: label ?? null,
        ...answerOf(known, answer, newest),
        since: due?.since.version ?? null,
        replaced_by: deprecationOf(known, due)?.replaced_by ?? [],
        reason: deprecationOf(known, due)?.reason ?? null,
        uses: usesOf(uses, item).map(toUseJson(taxonomy, placeOf))
      })
    )
  }
  const lines =
    known.state._tag !== "Removed" && due !== undefined && item._tag !== "ConflictRule"
      ? [
          ...(known.state._tag === "Added" ? [unpublished] : []),
          ...describeDue(draft)(due).lines,
          ...describeDimension(item, items)
        ]
      : [
          ...describeOther(known, taxonomy, newest, forecast === undefined ? "" : formatForecast(forecast)),
          ...(known.state._tag === "Removed" ? [] : describeUses(draft, item)),
          ...describeDimension(item, items)
        ]
  yield* printLines([formatItemText(item, label), ...lines.map((line) => `  ${line}`)])
})

const deprecationOf = ({ state }: KnownItem, due: DueItem | undefined) =>
  state._tag === "Removed" ? state.deprecation : due?.deprecation

const unpublished = "It is new in the working tree. Until it is published, you can delete it at any time."

/** What is to be said of an item that is not deprecated. */
const describeOther = (
  { item, state }: KnownItem,
  taxonomy: Taxonomy,
  newest: PublishedRelease | undefined,
  forecast: string
): ReadonlyArray<string> => {
  if (state._tag === "Removed") {
    const instead = state.deprecation === undefined ? "" : ` ${formatInsteadText(taxonomy, item, state.deprecation)}`
    return [`It was removed in ${state.version} on ${dayOf(state.date)}.${instead}`]
  }
  if (state._tag === "Added" || newest === undefined) return [unpublished]
  const dropped = state._tag === "Dropped" ? ["The working tree removes it."] : []
  if (item._tag === "ConflictRule") {
    const version = next(newest.version, "minor")
    return [`A conflict rule needs no deprecation. It can be removed now, in ${version}.`, ...dropped]
  }
  return [`It is not deprecated. ${forecast}`, ...dropped]
}

/** The removal of a deprecated dimension takes its values with it. */
const describeDimension = (item: ItemRef, items: ReadonlyArray<DueItem>): ReadonlyArray<string> => {
  if (item._tag !== "Value") return []
  const dimension = items.find((due) => isSameItem(due.item, dimensionRef(item.dimension)))
  return dimension === undefined
    ? []
    : [
        `Its dimension, ${formatItemText(dimension.item, dimension.label)}, ${formatForecastOf(dimension.forecast)}, with all its values.`
      ]
}

type Forecast = ReturnType<ReturnType<typeof forecastStanding>>

/** The forecast of the item. Unpublished items and conflict rules need no deprecation. */
const answerOf = ({ item, state }: KnownItem, forecast: Forecast | undefined, newest: PublishedRelease | undefined) => {
  if (state._tag === "Added" || forecast === undefined || newest === undefined) {
    return { may_go: "unpublished", earliest_version: null, earliest_date: null, after: [], deprecated_in: null }
  }
  return item._tag === "ConflictRule"
    ? {
        may_go: "now",
        earliest_version: next(newest.version, "minor"),
        earliest_date: null,
        after: [],
        deprecated_in: null
      }
    : reportForecast(forecast)
}
