import * as Effect from "effect/Effect"
import { quotas, type Tier } from "../domain/keys/Tier.ts"
import type { Moment } from "./Instant.ts"
import type { Limiter, Verdict } from "./Limiter.ts"
import { allowanceOf, refusalOf, verdictOf } from "./Windows.ts"
import { makeWindowStore, type WindowStore } from "./WindowStore.ts"

/** Decides like a `Limiter`, but synchronously. */
export interface MemoryLimiter {
  readonly charge: (identifier: string, tier: Tier, now: Moment) => Verdict
  readonly peek: (identifier: string, tier: Tier, now: Moment) => Verdict
  readonly size: Limiter["size"]
}

export const toLimiter = ({ charge, peek, size }: MemoryLimiter): Limiter => ({
  charge: (identifier, tier, now) => Effect.succeed(charge(identifier, tier, now)),
  peek: (identifier, tier, now) => Effect.succeed(peek(identifier, tier, now)),
  size
})

/** Keeps the windows in memory; they start anew with the process. */
export const makeMemoryLimiter = (store: WindowStore = makeWindowStore()): MemoryLimiter => ({
  charge: (identifier, tier, now) => {
    const usage = store.at(identifier, now)
    const quota = quotas[tier]
    const refusal = refusalOf(usage, quota, now)
    if (refusal !== undefined) return refusal
    const isNew = usage.hour.used === 0 || usage.day.used === 0
    usage.hour.used++
    usage.day.used++
    if (isNew) store.keep(identifier, usage, now)
    return allowanceOf(usage, quota, now)
  },
  peek: (identifier, tier, now) => verdictOf(store.at(identifier, now), quotas[tier], now),
  size: store.size
})
