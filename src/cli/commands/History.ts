import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Change } from "../../domain/change/Change.ts"
import { changedItem, formatChangedItem } from "../../domain/change/ChangedItems.ts"
import { earliestRemoval } from "../../domain/release/DeprecationClock.ts"
import { everyItemName, itemTimeline } from "../../domain/release/ItemTimeline.ts"
import { newestOf, type History, type PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import { toItemId } from "../../domain/taxonomy/ItemRef.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import type { Deprecation } from "../../domain/taxonomy/Taxonomy.ts"
import { largestBump, next } from "../../domain/taxonomy/Version.ts"
import { readLedger } from "../../release/ledger/Ledger.ts"
import { counted } from "../../report/Summary.ts"
import { refusedBecause } from "../CommandRefused.ts"
import { plainFormat, releases } from "../options/Options.ts"
import { jsonLine, nothingPublished } from "../terminal/Output.ts"

const item = Argument.String("item").pipe(
  Argument.withDescription("dimension, dimension/value, a license code, or rules/id [default: all releases]"),
  Argument.optional
)

/** `taxonomy history`: the life of the taxonomy, or of one item, as the ledger tells it. */
export const historyCommand = Command.make(
  "history",
  { item, releases, format: plainFormat },
  Effect.fnUntraced(function* (input) {
    const { history } = yield* readLedger(input.releases)
    const entries = Option.isNone(input.item)
      ? releaseEntries(history)
      : yield* itemEntries(input.releases, history, input.item.value)
    if (input.format === "json") {
      return yield* Console.log(jsonLine({ command: "history", item: Option.getOrNull(input.item), events: entries }))
    }
    const lines = entries.map(({ date, event, version }) => `${version.padEnd(8)} ${date.slice(0, 10)}  ${event}`)
    yield* Console.log(lines.length === 0 ? nothingPublished(input.releases) : lines.join("\n"))
  })
).pipe(
  Command.withDescription("Tell the life of the taxonomy, or of one item, from the ledger"),
  Command.withExamples([
    { command: "taxonomy history", description: "Every release" },
    {
      command: "taxonomy history exclusive_categories/QSR_FAST_FOOD",
      description: "Since when it is there, and until when"
    }
  ])
)

interface Entry {
  readonly version: string
  readonly date: string
  readonly event: string
}

const releaseEntries = ({ endedMajors, releases, withdrawn }: History): ReadonlyArray<Entry> =>
  [
    ...[...releases.values()].map(({ base, changes, published_at, version }) => {
      const bump = largestBump(changes.map((change) => change.bump))
      const how = base === null ? ", the first release" : ` on ${base}${bump === undefined ? "" : `, ${bump}`}`
      return { version, date: published_at, event: `published${how}: ${counted(changes.length, "change")}` }
    }),
    ...[...withdrawn].map(([version, { date, reason }]) => ({ version, date, event: `withdrawn: ${reason}` })),
    ...[...endedMajors].map(([major, { date, reason }]) => ({ version: `v${major}`, date, event: `ended: ${reason}` }))
  ].toSorted((left, right) => (left.date < right.date ? -1 : left.date > right.date ? 1 : 0))

const itemEntries = (folder: string, history: History, subject: string) =>
  Effect.gen(function* () {
    if (history.releases.size === 0) return yield* refusedBecause(new Error(nothingPublished(folder)))
    const life = itemTimeline(history, subject)
    if (life.length === 0) {
      const near = didYouMean(subject, everyItemName(history)) ?? "Write dimension, dimension/value, or a license code."
      return yield* refusedBecause(new Error(`Nothing in the ledger is called "${subject}". ${near}`))
    }
    const newest = newestOf(history)
    return life.map(({ change, date, version }): Entry => {
      const running = clockOf(newest, change)?.version === version
      // A deprecation that is over, by removal or otherwise, is not due any more.
      const due =
        running && newest !== undefined ? earliestRemoval({ version, date }, next(newest.version, "major")) : undefined
      const until = due === undefined ? "" : `; removed in ${due.version} at the earliest, not before ${due.date}`
      // Of a dimension's life, what befell its values says which.
      const which = "value" in change && formatChangedItem(change) !== subject ? `${change.value}: ` : ""
      return { version, date, event: `${which}${told(change)}${isDeprecation(change) ? until : ""}` }
    })
  })

type DeprecatingChange = Extract<Change, { readonly kind: `${string}-deprecated` }>

/** The running deprecation clock of the item that a change concerns. */
const clockOf = (newest: PublishedRelease | undefined, change: Change) => {
  const item = changedItem(change)
  return item === undefined ? undefined : newest?.clocks.get(toItemId(item))
}

const isDeprecation = (change: Change): change is DeprecatingChange => change.kind.endsWith("-deprecated")

const told = (change: Change): string => {
  const what = change.kind.slice(change.kind.indexOf("-") + 1).replaceAll("-", " ")
  const why = isDeprecation(change) ? instead(change.after) : ""
  return `${what}${why} (${change.bump})`
}

const instead = ({ reason, replaced_by }: Deprecation): string =>
  `${replaced_by.length === 0 ? "" : `, use ${replaced_by.join(" or ")}`}${reason === undefined ? "" : `: ${reason}`}`
