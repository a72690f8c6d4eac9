/** What decides when an origin is read again. */
export interface PollFacts {
  readonly intervalMillis: number
  /** Attempts in a row that failed. */
  readonly failures: number
  /** How long the origin asks to wait. */
  readonly retryAfterMillis: number | undefined
  /** From 0 to 1, so that many mirrors do not ask at the same moment. */
  readonly random: number
}

/**
 * The milliseconds until the next attempt: about the interval, and after failures twice as long each time, up to five
 * minutes. Never less than the origin asks for.
 */
export const pollDelay = ({ failures, intervalMillis, random, retryAfterMillis = 0 }: PollFacts): number => {
  const longest = Math.max(intervalMillis, maxBackoffMillis)
  const delay = Math.min(intervalMillis * 2 ** Math.max(0, failures - 1), longest)
  return Math.max(Math.round(delay * (0.8 + 0.2 * random)), retryAfterMillis)
}

const maxBackoffMillis = 300_000
