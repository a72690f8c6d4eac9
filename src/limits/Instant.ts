import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** A point in time by two clocks, in milliseconds. */
export interface Instant {
  /** Since the epoch. Jumps when the clock of the machine is set. */
  readonly unixMillis: number
  /** Never goes back. Its origin is arbitrary. */
  readonly monotonicMillis: number
}

export const currentInstant: Effect.Effect<Instant> = Clock.clockWith((clock) =>
  Effect.sync(() => toInstant(clock, clock.monotonicTimeNanosUnsafe()))
)

/** The current instant for a caller that has just read the monotonic clock, in nanoseconds. */
export const toInstant = (clock: Clock.Clock, monotonicNanos: bigint): Instant => ({
  unixMillis: clock.currentTimeMillisUnsafe(),
  monotonicMillis: Number(monotonicNanos) / 1e6
})
