import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { everyItemName } from "../../domain/release/ItemTimeline.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import { findCacheFolder } from "../../platform/cache/CacheFolder.ts"
import { makeLedgerCache } from "../../release/ledger/LedgerCache.ts"
import { readHistory } from "../../release/ledger/ReadHistory.ts"
import { commandRefused } from "../CommandRefused.ts"
import type { HistoryInput } from "../commands/History.ts"
import { itemEntries, releaseEntries } from "../terminal/HistoryEntries.ts"
import { jsonLine, nothingPublished } from "../terminal/Output.ts"

/** Prints what the ledger records about all releases or about one item. */
export const runHistory = Effect.fnUntraced(function* (input: HistoryInput) {
  const history = yield* readHistory(input.releases, makeLedgerCache(yield* findCacheFolder))
  const entries = Option.isNone(input.item)
    ? releaseEntries(history)
    : yield* entriesOf(input.item.value, history, input.releases)
  if (input.format === "json") {
    return yield* Console.log(jsonLine({ command: "history", item: Option.getOrNull(input.item), events: entries }))
  }
  const lines = entries.map(({ date, event, version }) => `${version.padEnd(8)} ${date.slice(0, 10)}  ${event}`)
  yield* Console.log(lines.length === 0 ? nothingPublished(input.releases) : lines.join("\n"))
})

const entriesOf = Effect.fnUntraced(function* (item: string, history: ReleaseHistory, releases: string) {
  if (history.releases.size === 0) return yield* commandRefused(nothingPublished(releases))
  const entries = itemEntries(history, item)
  if (entries.length > 0) return entries
  const hint =
    didYouMean(item, everyItemName(history)) ?? "Write DIMENSION, DIMENSION/VALUE, a license code or rules/ID."
  return yield* commandRefused(`The ledger contains no item "${item}". ${hint}`)
})
