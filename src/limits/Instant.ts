import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** A point in time, in milliseconds, by two clocks. */
export interface Moment {
  /** Since the epoch. Steps when the machine's clock is set. */
  readonly unix: number
  /** Goes forward only, whatever is done to the other. Its origin means nothing. */
  readonly steady: number
}

export const currentMoment: Effect.Effect<Moment> = Clock.clockWith((clock) =>
  Effect.sync(() => momentSince(clock, clock.monotonicTimeNanosUnsafe()))
)

/** The moment for whoever has just read the clock that goes forward, in nanoseconds. */
export const momentSince = (clock: Clock.Clock, steadyNanos: bigint): Moment => ({
  unix: clock.currentTimeMillisUnsafe(),
  steady: Number(steadyNanos) / 1e6
})
