import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { knownItems, type KnownItem } from "../../domain/release/ItemTimeline.ts"
import type { ReleaseHistory, PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import { type DueItem, dueItems } from "../../domain/release/removal/ComingDue.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { formatForecast, formatForecastOf } from "../../domain/release/removal/RemovalForecast.ts"
import { newestStanding, forecastStanding } from "../../domain/release/StandingReleases.ts"
import { type ItemRef, dimensionRef, formatItem, isSameItem } from "../../domain/taxonomy/ItemRef.ts"
import { byCodeUnits } from "../../domain/taxonomy/Names.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { next } from "../../domain/taxonomy/VersionArithmetic.ts"
import { reportDue, reportForecast } from "../../report/NoticeText.ts"
import { formatItemText, formatInsteadText } from "../../report/text/ItemText.ts"
import { sectionLines, sectionMarkdown, type Paragraph, type Section } from "../../report/text/MarkdownText.ts"
import { firstOf } from "../../report/text/PlainText.ts"
import { describeUsers, readUsers, usersOf, usersOptions, type HeldUses } from "../keys/KeyUses.ts"
import * as Options from "../options/Options.ts"
import { makeDraftUses } from "../read/Uses.ts"
import { jsonLine } from "../terminal/Output.ts"
import { printLines } from "../terminal/PrintLines.ts"
import { decideDraft, readDraft, resolveItem } from "../Workspace.ts"

const dueOptions = {
  ...Options.datedDraftOptions,
  ...usersOptions,
  format: Options.makeFormatOption(["pretty", "json", "markdown"], "Format of the output")
}

/**
 * `taxonomy due`: prints everything that is deprecated, ends or was withdrawn, as of a date, and when it can be
 * removed.
 */
export const dueCommand = Options.makeCommand("due", dueOptions, {
  "taxonomy due": "What is deprecated, and when it can be removed",
  "taxonomy due --date 2027-07-10": "What can be removed on that day"
})(function* (input) {
  const draft = { ...(yield* readDue("due", input)), users: yield* readUsers(input) }
  const { history, today } = draft
  if (input.format === "json") return yield* Console.log(jsonLine(toJson(draft)))
  const sections = sectionsOf(history, draft.items, today, describeDue(draft))
  const newest = newestStanding(history)
  const state = newest === undefined ? "Nothing is published yet" : `The newest release is ${newest.version}`
  const heading = `As of ${dayOf(today)}. ${state}.`
  const nothing = sections.length === 0 ? ["Nothing is deprecated, ends or was withdrawn."] : []
  if (input.format === "markdown")
    return yield* Console.log([heading, ...nothing, ...sections.map(sectionMarkdown)].join("\n\n"))
  yield* printLines([heading, ...nothing, ...sections.flatMap(sectionLines)])
})

const sectionsOf = (
  { endedMajors, withdrawn }: ReleaseHistory,
  items: ReadonlyArray<DueItem>,
  today: Timestamp,
  describe: (due: DueItem) => Paragraph
): ReadonlyArray<Section> => {
  const having = (mayGo: DueItem["forecast"]["may_go"]) => items.filter(({ forecast }) => forecast.may_go === mayGo)
  return [
    { title: "Can be removed now", paragraphs: having("now").map(describe) },
    { title: "Can be removed later", paragraphs: having("later").toSorted(byDate).map(describe) },
    { title: "Removed in a newer API version", paragraphs: having("removed").map(describe) },
    {
      title: "API versions that have ended or will end",
      paragraphs: [...endedMajors].map(([major, { date, reason }]) => ({
        name: `v${major} ${date > today ? "ends" : "ended"} on ${dayOf(date)}`,
        lines: [reason]
      }))
    },
    {
      title: "Withdrawn releases",
      paragraphs: [...withdrawn].map(([version, { date, reason }]) => ({
        name: `${version} was withdrawn on ${dayOf(date)}`,
        lines: [reason]
      }))
    }
  ].filter(({ paragraphs }) => paragraphs.length > 0)
}

const byDate = (left: DueItem, right: DueItem): number =>
  byCodeUnits(left.forecast.date, right.forecast.date) || left.forecast.after.length - right.forecast.after.length

const toJson = ({ history, items, today, users, uses }: DraftDue) => ({
  command: "due",
  date: today,
  newest: newestStanding(history)?.version ?? null,
  items: items.map((due) => ({
    ...reportDue(due),
    draft: due.draft,
    uses: uses.toJson(due.item),
    ...(users && { users: usersOf(users, due.item) })
  })),
  majors: [...history.endedMajors].map(([major, { date, reason }]) => ({ major, date, reason })),
  withdrawn: [...history.withdrawn].map(([version, { date, reason }]) => ({ version, date, reason }))
})

interface DraftDue extends Effect.Success<ReturnType<typeof readDue>> {
  /** Who used what, if that is known. */
  readonly users?: HeldUses | undefined
}

const describeDue =
  (draft: DraftDue) =>
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
        ...describeUses(draft, item),
        ...describeUsers(draft.users, item)
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
const describeUses = ({ uses }: DraftDue, item: ItemRef): ReadonlyArray<string> => {
  const lines = uses.groupsOf(item).flatMap((group) => group.lines)
  if (lines.length === 0) return ["Nothing uses it."]
  const shown = firstOf(lines, maxUses, (others) => `and ${others} more, see taxonomy uses`)
  return [`Used by ${uses.countsOf(item)}:`, ...shown.map((line) => `  ${line}`)]
}

const maxUses = 10

/** Reads the working tree and the releases, and finds what is deprecated in either of them. */
const readDue = Effect.fnUntraced(function* (
  command: string,
  input: Parameters<typeof readDraft>[1] & { readonly date: Effect.Effect<Timestamp> }
) {
  const draft = yield* readDraft(command, input)
  const today = yield* input.date
  const { history, sources } = draft
  const { taxonomy } = sources
  const { comingDue } = decideDraft(history, sources, today)
  return { history, taxonomy, today, items: dueItems(history, taxonomy, comingDue, today), uses: makeDraftUses(draft) }
})

const whenOptions = { item: Options.itemArgument, ...Options.datedDraftOptions }

/** `taxonomy when`: prints when one item can be removed, or what has to happen before. */
export const whenCommand = Options.makeCommand("when", whenOptions, {
  "taxonomy when exclusive_categories/QSR_FAST_FOOD": "One value",
  "taxonomy when QSR_FAST_FOOD": "The same by its code, if only one item has it"
})(function* (input) {
  const draft = yield* readDue("when", input)
  const { history, items, taxonomy, today, uses } = draft
  const known = yield* resolveItem(knownItems(history, taxonomy), input.item, taxonomy)
  const { item, label } = known
  const due = items.find((each) => isSameItem(each.item, item))
  const newest = newestStanding(history)
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
        uses: uses.toJson(item)
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
    return { may_go: "unpublished", earliest_version: null, ...withoutDate }
  }
  return item._tag === "ConflictRule"
    ? { may_go: "now", earliest_version: next(newest.version, "minor"), ...withoutDate }
    : reportForecast(forecast)
}

const withoutDate = { earliest_date: null, after: [], deprecated_in: null }
