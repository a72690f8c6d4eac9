import type { HookId } from "./HookEvent.ts"

/** How far the messages to a subscription are delivered. All times are in milliseconds since 1970. */
export interface DeliveryState {
  readonly hook: HookId
  /** The place of the last message that is settled. */
  readonly place: number
  /** Attempts in a row that failed for the next message. */
  readonly failures: number
  /** When the first of them failed; 0 without any. */
  readonly failingSince: number
  /** When the next attempt may begin. */
  readonly due: number
  /** What the last attempt led to, for operators: a status, or why there is none; empty before the first. */
  readonly last: string
}

/** What an attempt led to. */
export type Outcome =
  | { readonly _tag: "Answered"; readonly status: number; readonly retryAfterMillis?: number }
  /** No status came. */
  | { readonly _tag: "Unanswered"; readonly reason: FailureReason }

/** Why no status came. `address-refused` is an address to which nothing is sent. */
export type FailureReason = (typeof failureReasons)[number]
export const failureReasons = [
  "address-refused",
  "not-found",
  "not-connected",
  "tls-failed",
  "timeout",
  "too-large",
  "disconnected"
] as const

/** What follows an attempt. */
export interface Decision {
  readonly state: DeliveryState
  /** The message is settled, is tried again, or the subscription stops getting messages. */
  readonly verdict: "delivered" | "retry" | "paused" | "gone"
}

interface AttemptFacts {
  readonly state: DeliveryState
  /** The place of the message. */
  readonly place: number
  readonly now: number
  /** When the subscription was resumed last, which begins the three days again; 0 for never. */
  readonly resumedAt: number
  /** From 0 to 1, so that receivers that failed together are not tried together. */
  readonly random: number
}

/**
 * Decides what follows an attempt. Only 2xx delivers a message, and 410 ends the subscription (Standard Webhooks,
 * "Delivery success and failure"). Everything else, redirects too, is tried again, until it has failed for three days.
 */
export const decideDelivery = (outcome: Outcome, facts: AttemptFacts): Decision => {
  const { now, place, random, resumedAt, state } = facts
  const last = describeOutcome(outcome)
  if (outcome._tag === "Answered" && outcome.status >= 200 && outcome.status < 300) {
    return { verdict: "delivered", state: { ...state, place, failures: 0, failingSince: 0, due: 0, last } }
  }
  const isFirst = state.failures === 0 || state.failingSince < resumedAt
  const failures = isFirst ? 1 : state.failures + 1
  const failingSince = isFirst ? now : state.failingSince
  const wait = outcome._tag === "Answered" ? Math.min(outcome.retryAfterMillis ?? 0, maxRetryAfterMillis) : 0
  const due = now + Math.max(wait, Math.round(backoffMillis(failures) * (0.8 + 0.4 * random)))
  const next = { ...state, failures, failingSince, due, last }
  if (outcome._tag === "Answered" && outcome.status === 410) return { verdict: "gone", state: next }
  const isHopeless = now - failingSince >= patienceMillis && failures >= minFailures
  return { verdict: isHopeless ? "paused" : "retry", state: next }
}

/** A second, then four times as long after each failure, up to 8 hours. */
export const backoffMillis = (failures: number): number => Math.min(1000 * 4 ** (failures - 1), 28_800_000)

/** How long a message may fail before its subscription is paused. */
export const patienceMillis = 3 * 86_400_000

/** A notifier that was away for days has tried less often. */
const minFailures = 3

/** A receiver cannot delay its messages for longer. */
const maxRetryAfterMillis = 86_400_000

/** The status, or why there is none. */
export const describeOutcome = (outcome: Outcome): string =>
  outcome._tag === "Answered" ? String(outcome.status) : outcome.reason

/** Parses `Retry-After`: seconds or a date (RFC 9110, 10.2.3). Returns milliseconds, `undefined` for neither. */
export const parseRetryAfter = (text: string | undefined, now: number): number | undefined => {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
