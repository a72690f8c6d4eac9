import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"

export interface FollowOptions<A, E, R> {
  /** Name of the span around reading and applying a change. */
  readonly name: string
  /** A token that differs whenever the source does, and is cheap to poll. */
  readonly revision: Effect.Effect<string | undefined, E, R>
  /** The revision that the caller has applied itself, if any. */
  readonly applied?: { readonly revision: string | undefined }
  readonly read: Effect.Effect<A, E, R>
  /** Puts what was read in force. Runs again at the next poll if it fails. */
  readonly apply: (value: A) => Effect.Effect<void, E, R>
  /** True if only another revision can cure the error: the same one is not read again. */
  readonly isPermanent: (error: E) => boolean
  /**
   * How long an error may last before it is reported, since it may pass by itself. None by default. Counted from the
   * first error of the outage, and once more from the first different one.
   */
  readonly gracePeriod?: (error: E) => Duration.Duration
  readonly interval: Duration.Duration
  /** Polls at once for each element. May miss changes: it only saves waiting for the interval. */
  readonly wakeups?: Stream.Stream<void>
  /** Polls at once for each element, and reads and applies the revision even if that was done or cannot succeed. */
  readonly reloads?: Stream.Stream<void> | undefined
  /** How long a step may take before the status says so. */
  readonly readTimeout?: Duration.Duration
  readonly applyTimeout?: Duration.Duration
  /** Errors with the same key are reported once per outage. The key is the message by default. */
  readonly reportOnce?: (error: E) => string
  /** Reports a failure. The last good state stays in force. */
  readonly onFailure: (message: string) => Effect.Effect<void>
  /** Reports the end of an outage, if a failure was reported. */
  readonly onRecovery: Effect.Effect<void>
}

export interface FollowStatus {
  /** Why the newest state of the source is not in force. */
  readonly failure: string | undefined
  /** The step that has exceeded its timeout: neither a value nor an error has come, or a poll has not begun. */
  readonly overdue: "read" | "apply" | undefined
  /** Failures reported since the start. */
  readonly failures: number
  readonly polls: number
  /** Milliseconds since the newest state was last known to be in force. */
  readonly ageMillis: number
}

/**
 * Follows a source that changes until the scope closes: polls its revision, reads and applies each new one once, and
 * tries again at each poll after a failure. Returns a function that gives the current status.
 *
 * A step over its timeout is reported by the status and not interrupted: on a disk that does not respond, each further
 * attempt would occupy another thread.
 */
export const follow = Effect.fnUntraced(function* <A, E extends { readonly message: string }, R>(
  options: FollowOptions<A, E, R>
) {
  const clock = yield* Clock.Clock
  // Not the time of day, which an operator may correct.
  const now = (): number => Number(clock.monotonicTimeNanosUnsafe()) / 1e6

  let { applied } = options
  let last: { readonly revision: string | undefined; readonly result: Result.Result<A, E> } | undefined
  let appliedAt = now()
  /** The current step, or the next one, which begins in the future. */
  let step: { readonly name: "read" | "apply"; readonly since: number } = { name: "read", since: appliedAt }
  let failures = 0
  let polls = 0
  let isReloading = false
  let failure: string | undefined
  let outage: { readonly message: string; readonly since: number; readonly isExtended: boolean } | undefined
  const reported = new Set<string | typeof defectKey>()

  const refresh = Effect.fn(options.name)(function* (revision: string | undefined) {
    if (last === undefined || last.revision !== revision) {
      last = { revision, result: yield* Effect.result(options.read) }
    }
    const { result } = last
    if (Result.isFailure(result) && !options.isPermanent(result.failure)) last = undefined
    const value = yield* Effect.fromResult(result)
    step = { name: "apply", since: now() }
    yield* options.apply(value)
    applied = { revision }
    last = undefined
  })

  const report = (message: string, key: string | typeof defectKey = message) =>
    Effect.suspend(() => {
      failure = message
      if (reported.has(key) || reported.size === maxReports) return Effect.void
      reported.add(key)
      failures += 1
      return options.onFailure(message)
    })

  const poll = Effect.gen(function* () {
    step = { name: "read", since: now() }
    const revision = yield* options.revision
    if (isReloading) last = undefined
    if (isReloading || applied === undefined || applied.revision !== revision) {
      isReloading = false
      yield* refresh(revision)
    }
    appliedAt = now()
    outage = undefined
    if (failure === undefined) return
    failure = undefined
    reported.clear()
    yield* options.onRecovery
  }).pipe(
    Effect.catch((error: E) => {
      const { message } = error
      // A second error is progress, so the period begins again. Only once, since errors may alternate forever.
      if (outage === undefined) outage = { message, since: now(), isExtended: false }
      else if (!outage.isExtended && outage.message !== message) outage = { message, since: now(), isExtended: true }
      const grace = options.gracePeriod?.(error) ?? Duration.zero
      return now() - outage.since < Duration.toMillis(grace)
        ? Effect.void
        : report(message, options.reportOnce?.(error))
    }),
    // A defect or an interrupt would end the fiber, and no change would be seen again. The close of the scope still
    // ends it: if the fiber itself is interrupted, handlers do not run.
    Effect.catchCause((cause) =>
      report(Cause.hasInterruptsOnly(cause) ? "It was interrupted" : String(Cause.squash(cause)), defectKey)
    ),
    Effect.ensuring(
      Effect.sync(() => {
        polls += 1
        step = { name: "read", since: now() + Duration.toMillis(options.interval) }
      })
    )
  )

  const wakeups = yield* Queue.sliding<void>(1)
  if (options.wakeups !== undefined) {
    yield* Effect.forkScoped(Stream.runForEach(options.wakeups, () => Queue.offer(wakeups, undefined)))
  }
  if (options.reloads !== undefined) {
    const reload = Effect.suspend(() => {
      isReloading = true
      return Queue.offer(wakeups, undefined)
    })
    yield* Effect.forkScoped(Stream.runForEach(options.reloads, () => reload))
  }
  yield* poll.pipe(
    Effect.andThen(Effect.timeoutOption(Queue.take(wakeups), options.interval)),
    Effect.forever,
    Effect.forkScoped
  )

  const timeouts = {
    read: Duration.toMillis(options.readTimeout ?? defaultTimeout),
    apply: Duration.toMillis(options.applyTimeout ?? defaultTimeout)
  }
  return (): FollowStatus => ({
    failure,
    overdue: now() - step.since > timeouts[step.name] ? step.name : undefined,
    failures,
    polls,
    ageMillis: now() - appliedAt
  })
})

/** All defects of an outage are reported once, since their texts may differ each time. */
const defectKey = Symbol("defect")

/** Further failures of an outage show in the status only. */
const maxReports = 100

const defaultTimeout = Duration.seconds(5)
