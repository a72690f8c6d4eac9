import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import { mirror, type MirrorOptions, type MirrorOutcome } from "./Mirror.ts"

interface FollowOriginOptions<E, R> {
  /** The options of the next attempt: credentials may change. */
  readonly options: Effect.Effect<MirrorOptions, E, R>
  readonly interval: Duration.Duration
  /** Reads the origin at once for each element. */
  readonly wakeups: Queue.Dequeue<void>
  /** What the log says of a failure. */
  readonly describe: (error: unknown) => string
  /** What the log says of a state that is new. */
  readonly report: (outcome: MirrorOutcome) => Effect.Effect<void>
}

/** Mirrors an origin again and again. Failures are logged, and leave what was mirrored in force. */
export const followOrigin = Effect.fnUntraced(function* <E extends MirrorFailure, R>({
  describe,
  interval,
  options,
  report,
  wakeups
}: FollowOriginOptions<E, R>) {
  let isReported = false
  for (let failures = 0; ;) {
    const result = yield* Effect.result(Effect.flatMap(options, mirror))
    if (Result.isSuccess(result)) {
      if (failures > 0) yield* Effect.logInfo("The origin server can be mirrored again")
      if (result.success.isChanged || !isReported) yield* report(result.success)
      isReported = true
      failures = 0
    } else {
      failures += 1
      yield* Effect.logError(`What was mirrored before stays in force: ${describe(result.failure)}`)
    }
    const failure: MirrorFailure | undefined = Result.isFailure(result) ? result.failure : undefined
    const delay = pollDelay({
      intervalMillis: Duration.toMillis(interval),
      failures,
      retryAfterMillis: failure?.retryAfterMillis,
      random: yield* Random.next
    })
    yield* Effect.timeoutOption(Queue.take(wakeups), Duration.millis(delay))
  }
})

interface MirrorFailure {
  readonly _tag: string
  /** How long the origin asks to wait, if it is unavailable. */
  readonly retryAfterMillis?: number
}

/** What decides when an origin is read again. */
interface PollFacts {
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
