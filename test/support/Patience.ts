import * as Duration from "effect/Duration"

/**
 * How long a test waits for an event before it fails. It only keeps a broken test from waiting for the limit of the whole
 * run: no behaviour is judged by it, so a loaded machine changes no verdict. Speed is measured in `bench/`.
 */
export const patience = Duration.seconds(100)
