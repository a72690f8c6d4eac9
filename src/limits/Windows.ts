import type { Quota } from "../domain/keys/Tier.ts"
import type { Moment } from "./Instant.ts"
import type { Allowed, Refused, Verdict } from "./Limiter.ts"

export type WindowName = "hour" | "day"

/** What of a quota is used since a request opened the window. */
export interface Window {
  /** When it closes, by the clock that goes forward. */
  readonly end: number
  /** The same in milliseconds since the epoch, by the clock of whoever opened it: by this one window is known. */
  readonly closes: number
  /** The same as callers are told: found once, so that it stays put. */
  shown: number
  used: number
  /** How many of those all servers know of; 0 where one counts alone. */
  shared: number
}

export interface Usage {
  readonly hour: Window
  readonly day: Window
}

export const lengths: Readonly<Record<WindowName, number>> = { hour: 3_600_000, day: 86_400_000 }

/** How far two clocks may be apart, in milliseconds, before one is taken to have been set. */
export const clockSlack = 30_000

/** The usage with both windows open: those that are not, or are closed, begin now. */
export const usageAt = (usage: Usage | undefined, now: Moment): Usage => {
  if (usage === undefined) return { hour: opened("hour", now), day: opened("day", now) }
  const { day, hour } = usage
  const hourOpen = isOpen(hour, now)
  const dayOpen = isOpen(day, now)
  if (hourOpen && dayOpen) return usage
  return { hour: hourOpen ? hour : opened("hour", now), day: dayOpen ? day : opened("day", now) }
}

/** One that nothing was counted in is not: looking opens no window. */
export const isOpen = (window: Window, now: Moment): boolean => window.used > 0 && window.end > now.steady

/** Milliseconds until the window closes. */
export const leftOf = (window: Window, now: Moment): number => window.end - now.steady

/** What one request more would be told: its refusal, or what is left without it. */
export const verdictOf = (usage: Usage, quota: Quota, now: Moment): Verdict =>
  refusalOf(usage, quota, now) ?? allowanceOf(usage, quota, now)

export const refusalOf = (usage: Usage, quota: Quota, now: Moment): Refused | undefined => {
  const hourExceeded = usage.hour.used >= quota.hour
  const dayExceeded = usage.day.used >= quota.day
  if (!hourExceeded && !dayExceeded) return undefined
  const exceeded = dayExceeded && (!hourExceeded || usage.day.end > usage.hour.end) ? "day" : "hour"
  return {
    allowed: false,
    exceeded,
    limit: quota[exceeded],
    remaining: 0,
    reset: resetOf(usage[exceeded], now),
    retryAfterSeconds: Math.max(1, Math.ceil(leftOf(usage[exceeded], now) / 1000))
  }
}

/**
 * What is left is the hour's, or the day's where less is left of that, and the reset is of the same window. Both go down
 * together, so it is the same one until the hour closes.
 */
export const allowanceOf = ({ day, hour }: Usage, quota: Quota, now: Moment): Allowed => {
  const [leftOfHour, leftOfDay] = [quota.hour - hour.used, quota.day - day.used]
  return {
    allowed: true,
    limit: orUnlimited(quota.hour),
    remaining: orUnlimited(Math.min(leftOfHour, leftOfDay)),
    reset: resetOf(leftOfDay < leftOfHour ? day : hour, now)
  }
}

const opened = (name: WindowName, now: Moment): Window => ({
  end: now.steady + lengths[name],
  closes: now.unix + lengths[name],
  shown: now.unix + lengths[name],
  used: 0,
  shared: 0
})

/**
 * When the window closes, in Unix seconds. Where the clock was set since it opened, or is not that of whoever opened it,
 * that is told anew, or callers would be sent away until the day before.
 */
const resetOf = (window: Window, now: Moment): number => {
  const closes = now.unix + leftOf(window, now)
  if (Math.abs(closes - window.shown) > clockSlack) window.shown = Math.round(closes)
  return Math.ceil(window.shown / 1000)
}

const orUnlimited = (count: number): number | "unlimited" => (count === Infinity ? "unlimited" : count)
