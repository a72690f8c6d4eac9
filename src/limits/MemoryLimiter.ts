import * as Effect from "effect/Effect"
import { isUnlimited, quotas } from "../domain/keys/Tier.ts"
import type { Instant } from "./Instant.ts"
import type { Limiter } from "./Limiter.ts"
import { currentUsage, findRefusal, isOpen, toAllowance, toVerdict, unlimitedAllowance, type Usage } from "./Windows.ts"

/** Keeps the windows in memory, none for keys without limits. They start again with the process. */
export const makeMemoryLimiter = (store: WindowStore = makeWindowStore()): Limiter => ({
  charge: (keyPrefix, tier, now, cost = 1) => {
    const quota = quotas[tier]
    if (isUnlimited(quota)) return Effect.succeed(unlimitedAllowance(now))
    const usage = store.get(keyPrefix, now)
    const refusal = findRefusal(usage, quota, now, cost)
    if (refusal !== undefined) return Effect.succeed(refusal)
    const isNew = usage.hour.used === 0 || usage.day.used === 0
    usage.hour.used += cost
    usage.day.used += cost
    if (isNew) store.set(keyPrefix, usage, now)
    return Effect.succeed(toAllowance(usage, quota, now))
  },
  peek: (keyPrefix, tier, now) => {
    const quota = quotas[tier]
    return Effect.succeed(
      isUnlimited(quota) ? unlimitedAllowance(now) : toVerdict(store.get(keyPrefix, now), quota, now)
    )
  },
  size: store.size,
  forgotten: store.forgotten
})

/** The windows of every key that has an open one, and closed ones that are not visited yet. */
export interface WindowStore {
  /** Returns the usage of a key, with new windows in place of closed ones. New windows are lost without `set`. */
  readonly get: (keyPrefix: string, now: Instant) => Usage
  readonly set: (keyPrefix: string, usage: Usage, now: Instant) => void
  readonly size: () => number
  /** How many keys were forgotten although a window was open. */
  readonly forgotten: () => number
}

/**
 * Sweeps closed windows when others open, a few at a time, so that no request pays for many. Beyond `maxKeys`, the keys
 * whose days opened first are forgotten.
 */
export const makeWindowStore = (maxKeys = 100_000): WindowStore => {
  // In the order in which their days opened.
  const usages = new Map<string, Usage>()
  // Kept, since an iterator from the start would pass over everything that is deleted.
  let unvisited = usages.entries()
  let oldest: readonly [string, Usage] | undefined
  let forgotten = 0

  const next = (): typeof oldest => {
    const { value } = unvisited.next()
    // It ends for good once everything was removed.
    if (value === undefined) unvisited = usages.entries()
    return value
  }

  const removeExpired = (now: Instant): void => {
    for (let visited = 0; visited < sweepBatchSize; visited++) {
      oldest ??= next()
      if (oldest === undefined) return
      const [keyPrefix, { day }] = oldest
      const usage = usages.get(keyPrefix)
      // Otherwise a later day was opened, by which it is visited again.
      if (usage?.day.resetAt === day.resetAt) {
        const isUsed = isOpen(usage.day, now) || isOpen(usage.hour, now)
        if (isUsed && usages.size < maxKeys) return
        usages.delete(keyPrefix)
        if (isUsed) forgotten += 1
      }
      oldest = undefined
    }
  }

  return {
    get: (keyPrefix, now) => currentUsage(usages.get(keyPrefix), now),
    set: (keyPrefix, usage, now) => {
      if (usages.get(keyPrefix)?.day.resetAt !== usage.day.resetAt) {
        usages.delete(keyPrefix)
        removeExpired(now)
      }
      usages.set(keyPrefix, usage)
    },
    size: () => usages.size,
    forgotten: () => forgotten
  }
}

const sweepBatchSize = 64
