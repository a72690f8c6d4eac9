import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { makeUsageCounter } from "./UsageCounter.ts"
import type { UsageDeltas } from "./UsageDeltas.ts"
import type { UsageReport } from "./UsageReport.ts"

/** Keeps the usage of keys for the servers that share it. */
export interface UsageStore {
  readonly add: (deltas: UsageDeltas) => Effect.Effect<void, UsageUnavailable>
  /** The usage of one key, or of all keys that were used. */
  readonly read: (keyPrefix: string | undefined) => Effect.Effect<UsageReport, UsageUnavailable>
}

export class UsageUnavailable extends Schema.TaggedError<UsageUnavailable>()("UsageUnavailable", {
  location: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `The usage of API keys in ${this.location} is unavailable: ${this.reason}`
  }
}

/** Keeps the usage in this process, with which it ends. */
export const makeMemoryUsageStore: Effect.Effect<UsageStore> = Effect.map(DateTime.now, (start) => {
  const counter = makeUsageCounter()
  const since = DateTime.formatIso(start)
  return {
    add: (deltas) => Effect.sync(() => counter.add(deltas)),
    read: (keyPrefix) =>
      Effect.sync(() => {
        const all = counter.take()
        counter.add(all)
        const usages = keyPrefix === undefined ? all : all.filter(([known]) => known === keyPrefix)
        return { since, keys: usages.map(([identifier, usage]) => toReportedUsage(identifier, usage)) }
      })
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
