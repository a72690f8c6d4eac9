import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { isUnlimited, quotas, type Quota, type Tier } from "../domain/keys/Tier.ts"

/**
 * Counts what requests cost by API key and tier (service spec, section 8). Windows are fixed: the first counted request
 * opens the hour and the day. Both are checked and charged in one step, and a refusal charges neither. They are measured by the
 * monotonic clock and advertised in Unix seconds. Counting begins with the call, at the given time; the effect is an
 * `Exit` if nothing has to be waited for, so callers use it once.
 */
export interface Limiter {
  /** Counts a request, which costs as much as that many plain ones, or refuses it if not that many remain. */
  readonly charge: (keyPrefix: string, tier: Tier, now: Instant, cost?: number) => Effect.Effect<LimitDecision>
  /** Returns what `charge` would return for a plain request, without counting it or opening a window. */
  readonly peek: (keyPrefix: string, tier: Tier, now: Instant) => Effect.Effect<LimitDecision>
  /** The number of keys with a window in memory. */
  readonly size: () => number
  /** How many keys with an open window left the memory for lack of room. If they are counted nowhere else, they begin again. */
  readonly forgotten: () => number
}

export type LimitDecision = Verdict | typeof undecided

export type Verdict = Allowance | LimitRefusal

/** The limits cannot be checked. */
export const undecided = { allowed: undefined } as const

export interface Allowance {
  readonly allowed: true
  /** The requests that remain before one is refused, by the hour or by the day. */
  readonly remaining: number | "unlimited"
  /** When that window resets, in Unix seconds. */
  readonly reset: number
  /** That window; `undefined` without limits. */
  readonly window: WindowName | undefined
}

/** The windows in which requests are counted. */
export type WindowName = "hour" | "day"

export interface LimitRefusal {
  readonly allowed: false
  /** The window in which too few requests remain; if that is so in both, the one that resets last. */
  readonly exceeded: WindowName
  /** The quota of that window. */
  readonly limit: number
  /** What remains of it: 0 unless the request costs more than that. */
  readonly remaining: number
  /** When that window resets, in Unix seconds. */
  readonly reset: number
  readonly retryAfterSeconds: number
}

/** The usage of a quota since a request opened the window. */
export interface Window {
  /** The end by the monotonic clock. */
  readonly endMillis: number
  /** The end in milliseconds since the epoch, by the clock of the server that opened the window. Identifies it. */
  readonly resetAt: number
  /** The same as clients are told, computed once so that it stays constant. */
  advertisedResetAt: number
  used: number
  /** The part of `used` that all servers know; 0 if one counts alone. */
  shared: number
  /** The part of `used` that this server has counted alone, and has told no other. */
  alone: number
}

export type Usage = Readonly<Record<WindowName, Window>>

export const windowMillis: Readonly<Record<WindowName, number>> = { hour: 3_600_000, day: 86_400_000 }

/** How far two clocks may differ, in milliseconds, before one is assumed to have been set. */
export const clockTolerance = 30_000

/** Returns the usage with new windows in place of missing or closed ones. */
export const currentUsage = (usage: Usage | undefined, now: Instant): Usage => {
  if (usage !== undefined && isOpen(usage.hour, now) && isOpen(usage.day, now)) return usage
  const windowOf = (name: WindowName): Window =>
    usage !== undefined && isOpen(usage[name], now) ? usage[name] : openWindow(name, now)
  return { hour: windowOf("hour"), day: windowOf("day") }
}

/** A window with no counted requests is not open; peeking never opens one. */
export const isOpen = (window: Window, now: Instant): boolean =>
  window.used > 0 && window.endMillis > now.monotonicMillis

/** Milliseconds until the window resets. */
export const remainingMillis = (window: Window, now: Instant): number => window.endMillis - now.monotonicMillis

/** The verdict on one more request of a cost: its refusal, or the allowance without it. */
export const toVerdict = (usage: Usage, quota: Quota, now: Instant, cost = 1): Verdict =>
  findRefusal(usage, quota, now, cost) ?? toAllowance(usage, quota, now)

export const findRefusal = (usage: Usage, quota: Quota, now: Instant, cost = 1): LimitRefusal | undefined => {
  const { day, hour } = usage
  const isHourExceeded = hour.used + cost > quota.hour
  const isDayExceeded = day.used + cost > quota.day
  if (!isHourExceeded && !isDayExceeded) return undefined
  const exceeded = isDayExceeded && (!isHourExceeded || day.endMillis > hour.endMillis) ? "day" : "hour"
  return {
    allowed: false,
    exceeded,
    limit: quota[exceeded],
    // Servers that counted alone may have allowed more than the quota.
    remaining: Math.max(0, quota[exceeded] - usage[exceeded].used),
    reset: advertiseReset(usage[exceeded], now),
    retryAfterSeconds: Math.max(1, Math.ceil(remainingMillis(usage[exceeded], now) / 1000))
  }
}

/**
 * The remaining requests of the hour, or of the day if fewer remain there, and the reset of the same window. Both go
 * down together, so the window stays the same until the hour resets.
 */
export const toAllowance = ({ day, hour }: Usage, quota: Quota, now: Instant): Allowance => {
  const [leftOfHour, leftOfDay] = [quota.hour - hour.used, quota.day - day.used]
  const isOfDay = leftOfDay < leftOfHour
  return {
    allowed: true,
    remaining: Math.min(leftOfHour, leftOfDay),
    reset: advertiseReset(isOfDay ? day : hour, now),
    window: isOfDay ? "day" : "hour"
  }
}

/** The allowance of a key without limits. It counts nothing, so its reset is the end of the hour by the clock. */
export const unlimitedAllowance = ({ unixMillis }: Instant): Allowance => ({
  allowed: true,
  remaining: "unlimited",
  window: undefined,
  reset: ((Math.floor(unixMillis / windowMillis.hour) + 1) * windowMillis.hour) / 1000
})

const openWindow = (name: WindowName, now: Instant): Window => {
  const resetAt = now.unixMillis + windowMillis[name]
  return {
    endMillis: now.monotonicMillis + windowMillis[name],
    resetAt,
    advertisedResetAt: resetAt,
    used: 0,
    shared: 0,
    alone: 0
  }
}

/**
 * The reset for clients, in Unix seconds. It changes only if the clock was set since the window opened, or differs from
 * that of the server that opened it. Otherwise clients could be sent away until the day before.
 */
const advertiseReset = (window: Window, now: Instant): number => {
  const resetAt = now.unixMillis + remainingMillis(window, now)
  if (Math.abs(resetAt - window.advertisedResetAt) > clockTolerance) window.advertisedResetAt = Math.round(resetAt)
  return Math.ceil(window.advertisedResetAt / 1000)
}

/** A point in time by two clocks, in milliseconds. */
export interface Instant {
  /** Since the epoch. Jumps when the clock of the machine is set. */
  readonly unixMillis: number
  /** Never goes back. Its origin is arbitrary. */
  readonly monotonicMillis: number
}

export const currentInstant: Effect.Effect<Instant> = Clock.clockWith((clock) =>
  Effect.sync(() => toInstant(clock, clock.monotonicTimeNanosUnsafe()))
)

/** The current instant for a caller that has just read the monotonic clock, in nanoseconds. */
export const toInstant = (clock: Clock.Clock, monotonicNanos: bigint): Instant => ({
  unixMillis: clock.currentTimeMillisUnsafe(),
  monotonicMillis: Number(monotonicNanos) / 1e6
})

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
export type WindowStore = ReturnType<typeof makeWindowStore>

/**
 * Sweeps closed windows when others open, a few at a time, so that no request pays for many. Beyond `maxKeys`, the keys
 * whose days opened first are forgotten.
 */
export const makeWindowStore = (maxKeys = 100_000) => {
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
    /** Returns the usage of a key, with new windows in place of closed ones. New windows are lost without `set`. */
    get: (keyPrefix: string, now: Instant): Usage => currentUsage(usages.get(keyPrefix), now),
    set: (keyPrefix: string, usage: Usage, now: Instant): void => {
      if (usages.get(keyPrefix)?.day.resetAt !== usage.day.resetAt) {
        usages.delete(keyPrefix)
        removeExpired(now)
      }
      usages.set(keyPrefix, usage)
    },
    size: () => usages.size,
    /** How many keys were forgotten although a window was open. */
    forgotten: () => forgotten
  }
}

const sweepBatchSize = 64
