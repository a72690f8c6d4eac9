import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { makeUsageCounter, type UsageCounter } from "./UsageCounter.ts"
import type { UsageDeltas, Use } from "./UsageDeltas.ts"
import type { KeyUse, Period, UsageReport } from "./UsageReport.ts"

/** Keeps the usage of keys for the servers that share it. */
export interface UsageStore {
  readonly add: (deltas: UsageDeltas) => Effect.Effect<void, UsageUnavailable>
  /** The usage of one key, or of all keys that were used. */
  readonly read: (keyPrefix: string | undefined) => Effect.Effect<UsageReport, UsageUnavailable>
  /** The releases and deprecated items that keys used in a period, of at most the last `keptDays`. */
  readonly readUses: (period: Period) => Effect.Effect<ReadonlyArray<KeyUse>, UsageUnavailable>
}

/** Keys, and uses, that go into one call of a store, so that it is not busy for long. */
export const usageBatchSize = 1000

export class UsageUnavailable extends Schema.TaggedError<UsageUnavailable>()("UsageUnavailable", {
  location: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The usage of API keys in ${this.location} is unavailable: ${this.reason}`
  }
}

/** Keeps the usage in this process, with which it ends. */
export const makeMemoryUsageStore = Effect.map(DateTime.now, (start): UsageStore & Pick<UsageCounter, "forgotten"> => {
  const counter = makeUsageCounter()
  const since = DateTime.formatIso(start)
  return {
    add: (deltas) => Effect.sync(() => counter.add(deltas)),
    read: (keyPrefix) =>
      Effect.sync(() => {
        const all = counter.read().keys
        const usages = keyPrefix === undefined ? all : all.filter(([known]) => known === keyPrefix)
        return { since, keys: usages.map(([identifier, usage]) => toReportedUsage(identifier, usage)) }
      }),
    readUses: ({ since, until }) =>
      Effect.sync(() => sumUses(counter.read().uses.filter(({ day }) => day >= since && day <= until))),
    forgotten: counter.forgotten
  }
})

export const toReportedUsage = (
  identifier: string,
  { lastUsedMillis, refused, requests }: UsageCounts
): UsageReport["keys"][number] => ({
  identifier,
  requests,
  refused,
  last_used_at: DateTime.formatIso(DateTime.makeUnsafe(lastUsedMillis))
})

interface UsageCounts {
  readonly requests: number
  readonly refused: number
  readonly lastUsedMillis: number
}

/** Adds up the uses of all days. */
export const sumUses = (uses: Iterable<Use>): ReadonlyArray<KeyUse> => {
  const sums = new Map<string, KeyUse>()
  for (const { day, keyPrefix: identifier, kind, name, requests } of uses) {
    const id = `${identifier} ${kind} ${name}`
    const known = sums.get(id) ?? { identifier, kind, name, requests: 0, first_used_on: day, last_used_on: day }
    sums.set(id, {
      ...known,
      requests: known.requests + requests,
      first_used_on: day < known.first_used_on ? day : known.first_used_on,
      last_used_on: day > known.last_used_on ? day : known.last_used_on
    })
  }
  return [...sums.values()]
}
