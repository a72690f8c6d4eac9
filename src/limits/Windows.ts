import type { Quota } from "../domain/keys/Tier.ts"
import type { Instant } from "./Instant.ts"
import type { Allowance, LimitRefusal, Verdict, WindowName } from "./Limiter.ts"

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
}

export interface Usage {
  readonly hour: Window
  readonly day: Window
}

export const windowMillis: Readonly<Record<WindowName, number>> = { hour: 3_600_000, day: 86_400_000 }

/** How far two clocks may differ, in milliseconds, before one is assumed to have been set. */
export const clockTolerance = 30_000

/** Returns the usage with new windows in place of missing or closed ones. */
export const currentUsage = (usage: Usage | undefined, now: Instant): Usage => {
  if (usage === undefined) return { hour: openWindow("hour", now), day: openWindow("day", now) }
  const { day, hour } = usage
  const isHourOpen = isOpen(hour, now)
  const isDayOpen = isOpen(day, now)
  if (isHourOpen && isDayOpen) return usage
  return { hour: isHourOpen ? hour : openWindow("hour", now), day: isDayOpen ? day : openWindow("day", now) }
}

/** A window with no counted requests is not open; peeking never opens one. */
export const isOpen = (window: Window, now: Instant): boolean =>
  window.used > 0 && window.endMillis > now.monotonicMillis

/** Milliseconds until the window resets. */
export const remainingMillis = (window: Window, now: Instant): number => window.endMillis - now.monotonicMillis

/** The verdict on one more request of a cost: its refusal, or the allowance without it. */
export const toVerdict = (usage: Usage, quota: Quota, now: Instant, cost = 1): Verdict =>
  findRefusal(usage, quota, now, cost) ?? toAllowance(usage, quota, now)

export const findRefusal = ({ day, hour }: Usage, quota: Quota, now: Instant, cost = 1): LimitRefusal | undefined => {
  const isHourExceeded = hour.used + cost > quota.hour
  const isDayExceeded = day.used + cost > quota.day
  if (!isHourExceeded && !isDayExceeded) return undefined
  const exceeded = isDayExceeded && (!isHourExceeded || day.endMillis > hour.endMillis) ? "day" : "hour"
  const window = exceeded === "day" ? day : hour
  return {
    allowed: false,
    exceeded,
    limit: quota[exceeded],
    remaining: quota[exceeded] - window.used,
    reset: advertiseReset(window, now),
    retryAfterSeconds: Math.max(1, Math.ceil(remainingMillis(window, now) / 1000))
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
    limit: orUnlimited(quota.hour),
    remaining: orUnlimited(Math.min(leftOfHour, leftOfDay)),
    reset: advertiseReset(isOfDay ? day : hour, now),
    window: isOfDay ? "day" : "hour"
  }
}

/** The allowance of a key without limits. It counts nothing, so its reset is the end of the hour by the clock. */
export const unlimitedAllowance = ({ unixMillis }: Instant): Allowance => ({
  allowed: true,
  limit: "unlimited",
  remaining: "unlimited",
  window: undefined,
  reset: ((Math.floor(unixMillis / windowMillis.hour) + 1) * windowMillis.hour) / 1000
})

const openWindow = (name: WindowName, now: Instant): Window => ({
  endMillis: now.monotonicMillis + windowMillis[name],
  resetAt: now.unixMillis + windowMillis[name],
  advertisedResetAt: now.unixMillis + windowMillis[name],
  used: 0,
  shared: 0
})

/**
 * The reset for clients, in Unix seconds. It changes only if the clock was set since the window opened, or differs from
 * that of the server that opened it. Otherwise clients could be sent away until the day before.
 */
const advertiseReset = (window: Window, now: Instant): number => {
  const resetAt = now.unixMillis + remainingMillis(window, now)
  if (Math.abs(resetAt - window.advertisedResetAt) > clockTolerance) window.advertisedResetAt = Math.round(resetAt)
  return Math.ceil(window.advertisedResetAt / 1000)
}

const orUnlimited = (count: number): number | "unlimited" => (count === Infinity ? "unlimited" : count)
