import * as DateTime from "effect/DateTime"

/** A time in epoch milliseconds as ISO 8601 has it, in UTC. */
export const isoTime = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))
