import * as Duration from "effect/Duration"
import * as Schedule from "effect/Schedule"

/**
 * How long a test waits for an event before it fails. It only keeps a broken test from waiting for the limit of the whole
 * run: no behaviour is judged by it, so a loaded machine changes no verdict. Speed is measured in `bench/`.
 */
export const patience = Duration.seconds(100)

/** Between two looks of a test at what it waits for. To look without a pause takes the time of the process that is to act. */
export const pause = Schedule.spaced("20 millis")
