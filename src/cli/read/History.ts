import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { type Change, changedItem, formatChangedItem, isDeprecation, isCorrection } from "../../domain/change/Change.ts"
import { type Aspect, changedFields, kindFacts, sidesOf } from "../../domain/change/Recording.ts"
import type { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { everyItem, itemTimeline } from "../../domain/release/ItemTimeline.ts"
import type { ReleaseHistory, PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import { newestOf } from "../../domain/release/ReleaseLines.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { formatRemoval } from "../../domain/release/removal/RemovalForecast.ts"
import { forecastStanding, newestStanding, standingHistory } from "../../domain/release/StandingReleases.ts"
import type { Waiver } from "../../domain/release/Waiver.ts"
import { listNames, listSome } from "../../domain/Sentence.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { formatItem, toItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { byCodeUnits } from "../../domain/taxonomy/Names.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import { largestBump } from "../../domain/taxonomy/VersionArithmetic.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { currentTime } from "../../platform/CurrentTime.ts"
import { formatEvent } from "../../report/changes/ChangeKinds.ts"
import { describeChange as describeTexts, type ChangeDetail } from "../../report/changes/ChangeText.ts"
import { formatDetail } from "../../report/changes/NormativeText.ts"
import { formatInstead, makeItemFacts, type ItemFacts, formatItemText } from "../../report/text/ItemText.ts"
import { formatCount, visibleText } from "../../report/text/PlainText.ts"
import { wrapText } from "../../report/text/TerminalText.ts"
import { commandRefused } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { jsonLine, nothingPublished } from "../terminal/Output.ts"
import { terminalWidth } from "../terminal/Terminal.ts"
import { readHistory, resolveItem } from "../Workspace.ts"

const historyOptions = {
  item: Options.textArgument(
    "item",
    "dimension, dimension/value, license code or rules/id [default: all releases]"
  ).pipe(Options.optional),
  texts: Options.toggleOption(
    "texts",
    "Show the texts of the item before and after each change, and since when its definition holds"
  ),
  releases: Options.releasesOption,
  format: Options.plainFormatOption
}

type HistoryInput = Options.InputOf<typeof historyOptions>

/** `taxonomy history`: prints what the ledger records about all releases or about one item. */
export const historyCommand = Options.makeCommand("history", historyOptions, {
  "taxonomy history": "All releases",
  "taxonomy history exclusive_categories/QSR_FAST_FOOD": "All changes of one value",
  "taxonomy history exclusive_categories/QSR_FAST_FOOD --texts": "The same with the texts before and after"
})(function* (input) {
  const history = yield* readHistory(input.releases)
  if (input.texts && input.item === undefined) return yield* commandRefused("--texts needs an item. Name one.")
  const now = yield* currentTime
  const { entries, head, item, tail } =
    input.item === undefined
      ? { item: null, head: [], entries: releaseEntries(history, now), tail: [] }
      : yield* findEntries(input.item, history, input)
  if (input.format === "json") return yield* Console.log(jsonLine({ command: "history", item, events: entries }))
  const width = yield* terminalWidth
  const { canColor } = yield* TerminalCapabilities
  const lines = [
    ...head,
    ...entries.map((entry) => formatEntry(entry, width, canColor)),
    ...tail.map((line) => wrapText(line, width))
  ]
  yield* Console.log(entries.length === 0 ? nothingPublished(input.releases) : lines.join("\n"))
})

const findEntries = Effect.fnUntraced(function* (
  text: string,
  history: ReleaseHistory,
  { format, releases, texts }: HistoryInput
) {
  if (history.releases.size === 0) return yield* commandRefused(nothingPublished(releases))
  const newest = newestOf(history)
  const labelOf = labelIn(newest)
  const items = everyItem(history).map((item) => ({ item, label: labelOf(item) }))
  const { item, label } = yield* resolveItem(items, text, newest?.taxonomy)
  const name = formatItem(item)
  const since = texts ? definitionSince(history, name) : undefined
  return {
    item: name,
    head: [
      ...(label === undefined ? [] : [visibleText(formatItemText(item, label))]),
      ...(since === undefined ? [] : [since])
    ],
    entries: timelineEntries(history, name, { hasTexts: texts, isFolded: format === "pretty" && !texts }),
    tail:
      item._tag === "Dimension"
        ? [`These are its changes. Run \`taxonomy export csv --dimension ${name}\` to see its values.`]
        : []
  }
})

const formatEntry = (
  { date, event, texts = [], version, waivers = [] }: HistoryEntry,
  width: number | undefined,
  colour: boolean
): string => {
  const first = `${version.padEnd(8)} ${date.slice(0, "YYYY-MM-DD".length)}  `
  const rest = " ".repeat(first.length)
  return [
    wrapText(visibleText(event), width, { first, rest: `${rest}  ` }),
    ...waivers.map(({ approved_by, reason, rule, subject }) =>
      wrapText(visibleText(`${subject} is exempt from ${rule}. Approved by ${approved_by}. Reason: ${reason}`), width, {
        first: `${rest}waiver: `,
        rest: `${rest}  `
      })
    ),
    ...texts.map((detail) => wrapText(formatDetail(detail, colour), width, { first: `${rest}  `, rest: `${rest}    ` }))
  ].join("\n")
}

/** An entry of `taxonomy history`. */
interface HistoryEntry {
  readonly version: string
  readonly date: string
  readonly event: string
  /** The exceptions that the release records, for the item if one is asked for. */
  readonly waivers?: ReadonlyArray<Waiver>
  /** The texts of the item before and after the change, if they are asked for. */
  readonly texts?: ReadonlyArray<ChangeDetail>
}

/** Publications, withdrawals and ends of majors by date. */
const releaseEntries = (history: ReleaseHistory, now: Timestamp): ReadonlyArray<HistoryEntry> => {
  const { endedMajors, releases, withdrawn } = history
  return [
    ...[...releases.values()].map(({ base, changes, published_at, version, waivers }) => {
      const bump = largestBump(changes.map((change) => change.bump))
      const how = base === null ? ", the first release" : ` on ${base}${bump === undefined ? "" : `, ${bump}`}`
      const event = `published${how}: ${formatCount(changes.length, "change")}${formatWithdrawn(history, version)}`
      return { version, date: published_at, event, ...withWaivers(waivers) }
    }),
    ...[...withdrawn].map(([version, { date, reason }]) => ({ version, date, event: `withdrawn: ${reason}` })),
    ...[...endedMajors].map(([major, { date, reason }]) => ({
      version: `v${major}`,
      date,
      // An end is announced in advance.
      event: date > now ? `will end on ${dayOf(date)}: ${reason}` : `ended on ${dayOf(date)}: ${reason}`
    }))
  ].toSorted((left, right) => byCodeUnits(left.date, right.date))
}

/**
 * The changes of one item, with the earliest removal if its deprecation still runs. Folded, the changes of a dimension's
 * values are one entry for each release and kind, but for those that a contract has to follow.
 */
export const timelineEntries = (
  history: ReleaseHistory,
  subject: string,
  { hasTexts = false, isFolded = false }: { readonly hasTexts?: boolean; readonly isFolded?: boolean } = {}
): ReadonlyArray<HistoryEntry> => {
  const newest = newestStanding(history)
  const forecast = newest && forecastStanding(history, newest, newest.published_at)
  const groups = Map.groupBy(itemTimeline(history, subject), ({ change, version }, index) =>
    isFolded && "value" in change && foldedAspects.has(kindFacts[change.kind].aspect)
      ? `${version} ${formatEvent(change)} ${change.bump} ${formatChangedItem(change) === subject}`
      : index
  )
  return Array.from(groups.values()).flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { change, date, version } = first
    const item = changedItem(change)
    const isRunning =
      item !== undefined && isDeprecation(change) && newest?.clocks.get(toItemId(item))?.version === version
    const until = isRunning && forecast !== undefined ? `; can be removed ${formatRemoval(forecast(item))}` : ""
    const name = formatChangedItem(change)
    // The history of a dimension includes that of its values.
    const codes = [first, ...others].flatMap((each) => ("value" in each.change ? [each.change.value] : []))
    const count = others.length === 0 ? "" : `${codes.length} values, `
    const value = codes.length > 0 && name !== subject ? `${count}${listSome(codes, 5)}: ` : ""
    const release = history.releases.get(version)
    // Everything is new in a first release, so its changes require no bump.
    const bump = release?.base === null ? "" : ` (${change.bump})`
    const what = describeChange(change, item && release?.removed.get(toItemId(item))?.deprecation, labelIn(newest))
    const event = `${value}${what}${bump}${until}${formatWithdrawn(history, version)}`
    const waivers = release?.waivers.filter((waiver) => waiver.subject === name) ?? []
    const texts = hasTexts && release !== undefined ? { texts: textsOf(history, release, change, subject) } : {}
    return [{ version, date, event, ...withWaivers(waivers), ...texts }]
  })
}

const foldedAspects: ReadonlySet<Aspect> = new Set(["added", "structure", "text", "translation"])

/** The texts of a change before and after; of an added or removed dimension, those of the value that is asked for. */
const textsOf = (
  { releases }: ReleaseHistory,
  { base, taxonomy }: PublishedRelease,
  change: Change,
  subject: string
): ReadonlyArray<ChangeDetail> => {
  const facts = makeItemFacts(base === null ? undefined : releases.get(base)?.taxonomy, taxonomy)
  return describeTexts(changeOfValue(change, subject), facts).details
}

const changeOfValue = (change: Change, subject: string): Change => {
  if (change.kind !== "dimension-added" && change.kind !== "dimension-removed") return change
  const { bump, dimension } = change
  if (!subject.startsWith(`${dimension}/`)) return change
  const value = subject.slice(dimension.length + 1)
  if (change.kind === "dimension-removed") return { kind: "value-removed", bump, dimension, value }
  const index = change.after.values.findIndex(({ code }) => code === value)
  const after = change.after.values[index]
  return after === undefined ? change : { kind: "value-added", bump, dimension, value, index, after }
}

/**
 * Since when the definition of an item holds, by the releases that stand: "Definition: since 1.2.1, corrected from 1.1.0".
 * A withdrawn release with another definition is named, too.
 */
export const definitionSince = (history: ReleaseHistory, subject: string): string | undefined => {
  const [last, before] = definitionsIn(standingHistory(history), subject).toReversed()
  if (last?.definition === undefined) return undefined
  const from = before?.definition === undefined ? "" : `, ${last.how} from ${before.version}`
  const others = definitionsIn(history, subject).filter(
    ({ definition, version }) =>
      history.withdrawn.has(version) && definition !== undefined && definition !== last.definition
  )
  const withdrawn = others.map(({ version }) => version)
  const other =
    withdrawn.length === 0
      ? ""
      : `; ${listNames(withdrawn)}, which ${withdrawn.length === 1 ? "was" : "were"} withdrawn, had another wording`
  return `Definition: since ${last.version}${from}${other}`
}

/** The releases that gave an item its definition, changed it or removed it. */
const definitionsIn = (history: ReleaseHistory, subject: string) =>
  itemTimeline(history, subject).flatMap(({ change, version }) => {
    const own = changeOfValue(change, subject)
    if (formatChangedItem(own) !== subject) return []
    const how = isCorrection(own) ? "corrected" : "changed"
    const changed = changedFields(own).find(({ name }) => name === "definition")
    if (changed !== undefined) return [{ version, how, definition: textOrNone(changed.after) }]
    const after = kindFacts[own.kind].aspect === "added" ? sidesOf(own).after : undefined
    return typeof after === "object" && after !== null
      ? [{ version, how, definition: textOrNone(Reflect.get(after, "definition")) }]
      : []
  })

const textOrNone = (content: unknown): string | undefined => (typeof content === "string" ? content : undefined)

/** The label of an item as of a release, also if the item was removed before. */
const labelIn =
  (release: PublishedRelease | undefined): LabelOf =>
  (item) =>
    release && (snapshotOf(release.taxonomy).labelOf(item) ?? release.removed.get(toItemId(item))?.label)

const withWaivers = (waivers: ReadonlyArray<Waiver>): Pick<HistoryEntry, "waivers"> =>
  waivers.length === 0 ? {} : { waivers }

const formatWithdrawn = ({ withdrawn }: ReleaseHistory, version: Version): string => {
  const withdrawal = withdrawn.get(version)
  return withdrawal === undefined ? "" : `; ${version} was withdrawn on ${dayOf(withdrawal.date)}`
}

const describeChange = (change: Change, deprecation: Deprecation | undefined, labelOf: LabelOf): string => {
  const what = formatEvent(change)
  const item = changedItem(change)
  const isRemoval = kindFacts[change.kind].aspect === "removed"
  const announced = isDeprecation(change) ? change.after : isRemoval ? deprecation : undefined
  return item === undefined || announced === undefined ? what : what + describeDeprecation(item, announced, labelOf)
}

type LabelOf = ItemFacts["labelOf"]

const describeDeprecation = (item: ItemRef, deprecation: Deprecation, labelOf: LabelOf): string => {
  const instead = formatInstead(item, deprecation, { labelOf })
  const reason = deprecation.reason === undefined ? "" : `: ${deprecation.reason}`
  return `${instead === "" ? "" : `, ${instead}`}${reason}`
}
