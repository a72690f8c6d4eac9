import type * as Effect from "effect/Effect"
import type { Tier } from "../domain/keys/Tier.ts"
import type { Instant } from "./Instant.ts"

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

export type LimitDecision = Verdict | Undecided

export type Verdict = Allowance | LimitRefusal

/** The limits cannot be checked. */
export interface Undecided {
  readonly allowed: undefined
}

export const undecided: Undecided = { allowed: undefined }

export interface Allowance {
  readonly allowed: true
  /** The hourly quota. */
  readonly limit: number | "unlimited"
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
