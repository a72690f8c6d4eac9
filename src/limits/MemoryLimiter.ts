import * as Effect from "effect/Effect"
import { isUnlimited, quotas, type Tier } from "../domain/keys/Tier.ts"
import type { Instant } from "./Instant.ts"
import type { Limiter, Verdict } from "./Limiter.ts"
import { currentUsage, findRefusal, isOpen, toAllowance, toVerdict, unlimitedAllowance, type Usage } from "./Windows.ts"

/** Decides like a `Limiter`, but synchronously. */
export interface MemoryLimiter {
  readonly charge: (keyPrefix: string, tier: Tier, now: Instant, cost?: number) => Verdict
  readonly peek: (keyPrefix: string, tier: Tier, now: Instant) => Verdict
  readonly size: Limiter["size"]
  readonly forgotten: Limiter["forgotten"]
}

export const toLimiter = ({ charge, forgotten, peek, size }: MemoryLimiter): Limiter => ({
  charge: (keyPrefix, tier, now, cost) => Effect.succeed(charge(keyPrefix, tier, now, cost)),
  peek: (keyPrefix, tier, now) => Effect.succeed(peek(keyPrefix, tier, now)),
  size,
  forgotten
})

/** Keeps the windows in memory, none for keys without limits. They start again with the process. */
export const makeMemoryLimiter = (store: WindowStore = makeWindowStore()): MemoryLimiter => ({
  charge: (keyPrefix, tier, now, cost = 1) => {
    const quota = quotas[tier]
    if (isUnlimited(quota)) return unlimitedAllowance(now)
    const usage = store.get(keyPrefix, now)
    const refusal = findRefusal(usage, quota, now, cost)
    if (refusal !== undefined) return refusal
    const isNew = usage.hour.used === 0 || usage.day.used === 0
    usage.hour.used += cost
    usage.day.used += cost
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
  const entries = new Map<string, Entry>()
  // In the order in which their days opened. A map is ordered, too, but iterates over deleted entries.
  let first: Entry | undefined
  let last: Entry | undefined
  let forgotten = 0

  const append = (entry: Entry): void => {
    entry.dayEnd = entry.usage.day.endMillis
    entry.next = undefined
    if (last === undefined) first = entry
    else last.next = entry
    last = entry
  }

  const removeExpired = (now: Instant): void => {
    for (let visited = 0; visited < sweepBatchSize && first !== undefined; visited++) {
      const entry = first
      const { day, hour } = entry.usage
      const isUsed = isOpen(day, now) || isOpen(hour, now)
      const isLater = day.endMillis > entry.dayEnd
      if (isUsed && !isLater && entries.size < maxKeys) return
      first = entry.next
      if (first === undefined) last = undefined
      if (isUsed && isLater) append(entry)
      else {
        entries.delete(entry.keyPrefix)
        if (isUsed) forgotten += 1
      }
    }
  }

  return {
    get: (keyPrefix, now) => currentUsage(entries.get(keyPrefix)?.usage, now),
    set: (keyPrefix, usage, now) => {
      const entry = entries.get(keyPrefix)
      if (entry !== undefined) {
        entry.usage = usage
        return
      }
      removeExpired(now)
      const added = { keyPrefix, usage, dayEnd: 0, next: undefined }
      entries.set(keyPrefix, added)
      append(added)
    },
    size: () => entries.size,
    forgotten: () => forgotten
  }
}

interface Entry {
  readonly keyPrefix: string
  usage: Usage
  /** The end of the day by which the entry is ordered. A newer day may be open by now. */
  dayEnd: number
  next: Entry | undefined
}

const sweepBatchSize = 64
