import { quotas, type Quota, type Tier } from "../domain/Tier.ts"

/**
 * Counts requests by key and tier (service spec, section 8). Windows are constant: the first counted request opens the
 * hour and the day, and each stays put until it closes. Both are checked and charged in one step, and a refusal
 * charges neither. Time is that of the caller, in epoch milliseconds.
 */
export interface Limiter {
  /** Counts one request, or refuses it. */
  readonly charge: (identifier: string, tier: Tier, now: number) => Verdict
  /** What `charge` would say of a further request, without counting one and without opening a window. */
  readonly peek: (identifier: string, tier: Tier, now: number) => Verdict
  /** How many keys have a window. */
  readonly size: () => number
}

export type Verdict = Allowed | Refused

interface Allowed {
  readonly allowed: true
  /** Requests an hour. */
  readonly limit: number | "unlimited"
  /** Requests that are left before one is refused, by the hour or by the day. */
  readonly remaining: number | "unlimited"
  /** When the hour closes, in Unix seconds. */
  readonly reset: number
}

export interface Refused {
  readonly allowed: false
  /** The window that is exhausted; where both are, the one that closes last. */
  readonly exceeded: "hour" | "day"
  /** Requests in that window. */
  readonly limit: number
  readonly remaining: 0
  /** When that window closes, in Unix seconds. */
  readonly reset: number
  readonly retryAfterSeconds: number
}

/**
 * Keeps the windows in memory; they start anew with the process. Closed ones are swept as others open. Past
 * `maximumKeys` (100,000) the ones opened first are forgotten.
 */
export const makeLimiter = ({ maximumKeys = 100_000 }: { readonly maximumKeys?: number } = {}): Limiter => {
  // In the order in which their days opened, so that those to be swept come first.
  const usages = new Map<string, Usage>()

  const openAt = (identifier: string, now: number): Usage => {
    const usage = usages.get(identifier)
    const hour = usage !== undefined && isOpen(usage, "hour", now) ? usage.hour : { start: now, used: 0 }
    const day = usage !== undefined && isOpen(usage, "day", now) ? usage.day : { start: now, used: 0 }
    return { hour, day }
  }

  const makeRoom = (now: number): void => {
    for (const [identifier, usage] of usages) {
      const counts = isOpen(usage, "day", now) || isOpen(usage, "hour", now)
      if (counts && usages.size < maximumKeys) return
      usages.delete(identifier)
    }
  }

  const keep = (identifier: string, usage: Usage, now: number): void => {
    if (usages.get(identifier)?.day !== usage.day) {
      usages.delete(identifier)
      makeRoom(now)
    }
    usages.set(identifier, usage)
  }

  return {
    charge: (identifier, tier, now) => {
      const usage = openAt(identifier, now)
      const quota = quotas[tier]
      const refusal = refusalOf(usage, quota, now)
      if (refusal !== undefined) return refusal
      usage.hour.used++
      usage.day.used++
      keep(identifier, usage, now)
      return allowance(usage, quota)
    },
    peek: (identifier, tier, now) => {
      const usage = openAt(identifier, now)
      const quota = quotas[tier]
      return refusalOf(usage, quota, now) ?? allowance(usage, quota)
    },
    size: () => usages.size
  }
}

interface Window {
  readonly start: number
  used: number
}

interface Usage {
  readonly hour: Window
  readonly day: Window
}

const millis = { hour: 3_600_000, day: 86_400_000 } as const

// A clock that was set back by more than a window closes it too, or its key would wait for longer than any window.
const isOpen = (usage: Usage, name: "hour" | "day", now: number): boolean =>
  Math.abs(now - usage[name].start) < millis[name]

const endOf = (usage: Usage, name: "hour" | "day"): number => usage[name].start + millis[name]

const refusalOf = (usage: Usage, quota: Quota, now: number): Refused | undefined => {
  const hourExceeded = usage.hour.used >= quota.hour
  const dayExceeded = usage.day.used >= quota.day
  if (!hourExceeded && !dayExceeded) return undefined
  const both = hourExceeded && dayExceeded
  const exceeded = both ? (endOf(usage, "day") > endOf(usage, "hour") ? "day" : "hour") : hourExceeded ? "hour" : "day"
  const end = endOf(usage, exceeded)
  return {
    allowed: false,
    exceeded,
    limit: quota[exceeded],
    remaining: 0,
    reset: Math.ceil(end / 1000),
    retryAfterSeconds: Math.max(1, Math.ceil((end - now) / 1000))
  }
}

const allowance = (usage: Usage, quota: Quota): Allowed => ({
  allowed: true,
  limit: orUnlimited(quota.hour),
  remaining: orUnlimited(Math.min(quota.hour - usage.hour.used, quota.day - usage.day.used)),
  reset: Math.ceil(endOf(usage, "hour") / 1000)
})

const orUnlimited = (count: number): number | "unlimited" => (count === Infinity ? "unlimited" : count)
