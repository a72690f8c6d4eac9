import { quotas, type Tier } from "../../../src/domain/keys/Tier.ts"

/** What a client knows about the use of a key. The windows are longer than the key is used. */
export interface LimitAccount {
  /** Answers that were counted against the limit. */
  readonly charged: number
  /** The same by server. */
  readonly chargedBy: ReadonlyArray<number>
  /** Requests without an answer yet. */
  readonly inFlight: number
  /** Requests whose answer nobody has read, so that they may have been counted. */
  readonly unanswered: number
}

export const emptyAccount: LimitAccount = { charged: 0, chargedBy: [], inFlight: 0, unanswered: 0 }

/** What a rule about limits needs to know. */
export interface LimitView {
  /** The answers that were counted before the request was sent. */
  readonly chargedBefore: number
  /** Those of the same server, which cannot forget them. */
  readonly ownChargedBefore: number
  /** The same when the answer came, without it. */
  readonly charged: number
  /** The most that can have been counted then, with this request. */
  readonly maxCharged: number
  /** How many servers decide without Redis. */
  readonly counters: number
  /** True if every request was decided by Redis since the key is in use, which has lost no data. */
  readonly isExact: boolean
}

/** Hourly limits. The run is too short, or the key too young, to exhaust a day. */
export const hourlyLimits = (tiers: ReadonlyArray<Tier>): ReadonlyArray<number> =>
  tiers.map((tier) => quotas[tier].hour)
