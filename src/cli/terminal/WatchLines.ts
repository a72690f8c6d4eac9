import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

/** The line above each result of a command with `--watch`, with the local time. */
export const watchHeading = Effect.map(DateTime.now, (now) => `--- ${formatClock(DateTime.toDateUtc(now))} ---`)

/** The line below each result. Problem matchers of text editors take it as the end. */
export const watchFooter = (folder: string): string => `Watching ${folder}. Press Ctrl+C to stop.`

const formatClock = (date: Date): string =>
  [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":")
