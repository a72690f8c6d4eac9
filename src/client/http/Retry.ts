// @effect-diagnostics globalRandom:off
import { NetworkError, ServerError } from "../model/ClientErrors.ts"
import type { Signal } from "../options/ClientOptions.ts"
import type { ClientSettings } from "../options/ClientSettings.ts"

type RetrySettings = Pick<ClientSettings, "maxRetryDelay" | "retries" | "retryDelay">

/** Attempts something again while it may succeed: after network errors and 5xx alone (service spec, 8.6). */
export const retry = async <A>(
  settings: RetrySettings,
  signal: Signal,
  attempt: (number: number) => Promise<A>
): Promise<A> => {
  for (let number = 1; ; number += 1) {
    try {
      return await attempt(number)
    } catch (problem) {
      const delay = number > settings.retries ? undefined : retryDelayAfter(problem, settings, Math.random())
      if (delay === undefined) throw problem
      await wait(delay, signal)
    }
  }
}

/**
 * The milliseconds to wait before a retry, or `undefined` if none can help. `random` is from 0 to 1: clients that failed
 * together do not come back together.
 */
export const retryDelayAfter = (
  problem: unknown,
  { maxRetryDelay, retryDelay }: Pick<RetrySettings, "maxRetryDelay" | "retryDelay">,
  random: number
): number | undefined => {
  if (!(problem instanceof NetworkError || problem instanceof ServerError)) return undefined
  const ownDelay = Math.min(retryDelay * (1 + random / 2), maxTimerMillis)
  const seconds = problem instanceof ServerError ? problem.retryAfter : undefined
  if (seconds === undefined) return ownDelay
  return seconds * 1000 > maxRetryDelay ? undefined : Math.max(ownDelay, seconds * 1000)
}

/** A longer timer would end at once. */
const maxTimerMillis = 2 ** 31 - 1

/** Waits. Rejects with the reason of the signal if it aborts. */
const wait = (millis: number, signal: Signal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort)
      resolve()
    }, millis)
    signal.addEventListener("abort", abort, { once: true })
  })
