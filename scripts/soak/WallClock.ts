import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** The time of the machine, in milliseconds since the epoch. */
export const unixMillis = (): number => Effect.runSync(Clock.currentTimeMillis)
