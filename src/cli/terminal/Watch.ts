import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { watchSources } from "../../build/sources/WorkingTree.ts"
import { formatError } from "./ErrorMessage.ts"

/**
 * Prints a text now and after each save of the sources, until interrupted. During a save or a merge a file may be
 * unreadable: the error is printed, and the next save triggers another attempt. Programs read a text in other formats, so
 * heading and footer go to standard error then.
 */
export const printAfterSaves = <E, R>(src: string, text: Effect.Effect<string, E, R>, isForPeople = true) => {
  const printBetween = isForPeople ? Console.log : Console.error
  return Stream.runForEach(watchSources(src), () =>
    Effect.gen(function* () {
      yield* printBetween(yield* watchHeading)
      yield* Console.log(yield* Effect.catch(text, (error) => Effect.succeed(formatError(error))))
      yield* printBetween(`${watchFooter(src)}\n`)
    })
  )
}

/** The line above each result of a command with `--watch`, with the local time. */
export const watchHeading = Effect.map(DateTime.now, (now) => `--- ${formatClock(DateTime.toDateUtc(now))} ---`)

/** The line below each result. Problem matchers of text editors take it as the end. */
export const watchFooter = (folder: string): string => `Watching ${folder}. Press Ctrl+C to stop.`

const formatClock = (date: Date): string =>
  [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, "0")).join(":")
