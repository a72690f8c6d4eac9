import * as Effect from "effect/Effect"
import { isUnlimited, quotas, type Tier } from "../domain/keys/Tier.ts"
import type { Instant } from "./Instant.ts"
import type { Limiter, Verdict } from "./Limiter.ts"
import { findRefusal, toAllowance, toVerdict, unlimitedAllowance } from "./Windows.ts"
import { makeWindowStore, type WindowStore } from "./WindowStore.ts"

/** Decides like a `Limiter`, but synchronously. */
export interface MemoryLimiter {
  readonly charge: (keyPrefix: string, tier: Tier, now: Instant) => Verdict
  readonly peek: (keyPrefix: string, tier: Tier, now: Instant) => Verdict
  readonly size: Limiter["size"]
  readonly forgotten: Limiter["forgotten"]
}

export const toLimiter = ({ charge, forgotten, peek, size }: MemoryLimiter): Limiter => ({
  charge: (keyPrefix, tier, now) => Effect.succeed(charge(keyPrefix, tier, now)),
  peek: (keyPrefix, tier, now) => Effect.succeed(peek(keyPrefix, tier, now)),
  size,
  forgotten
})

/** Keeps the windows in memory, none for keys without limits. They start again with the process. */
export const makeMemoryLimiter = (store: WindowStore = makeWindowStore()): MemoryLimiter => ({
  charge: (keyPrefix, tier, now) => {
    const quota = quotas[tier]
    if (isUnlimited(quota)) return unlimitedAllowance(now)
    const usage = store.get(keyPrefix, now)
    const refusal = findRefusal(usage, quota, now)
    if (refusal !== undefined) return refusal
    const isNew = usage.hour.used === 0 || usage.day.used === 0
    usage.hour.used++
    usage.day.used++
    if (isNew) store.set(keyPrefix, usage, now)
    return toAllowance(usage, quota, now)
  },
  peek: (keyPrefix, tier, now) => {
    const quota = quotas[tier]
    return isUnlimited(quota) ? unlimitedAllowance(now) : toVerdict(store.get(keyPrefix, now), quota, now)
  },
  size: store.size,
  forgotten: store.forgotten
})
