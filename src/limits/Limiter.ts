import type * as Effect from "effect/Effect"
import type { Tier } from "../domain/keys/Tier.ts"
import type { Moment } from "./Instant.ts"

/**
 * Counts requests by key and tier (service spec, section 8). Windows are constant: the first counted request opens the
 * hour and the day, and each stays put until it closes. Both are checked and charged in one step, and a refusal
 * charges neither. They are measured by the monotonic clock and advertised in Unix seconds. Counting begins with the
 * call, at the given time; the effect is an `Exit` if nothing has to be waited for, so callers use it once.
 */
export interface Limiter {
  /** Counts one request, or refuses it. */
  readonly charge: (identifier: string, tier: Tier, now: Moment) => Effect.Effect<Verdict>
  /** What `charge` would say of a further request, without counting one and without opening a window. */
  readonly peek: (identifier: string, tier: Tier, now: Moment) => Effect.Effect<Verdict>
  /** How many keys have a window. */
  readonly size: () => number
}

export type Verdict = Allowed | Refused

export interface Allowed {
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
