import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { watchSources } from "../../build/sources/SourceWatcher.ts"
import { timestampOf } from "../../domain/ledger/Timestamp.ts"
import { usageError } from "../CommandRefused.ts"
import { formatError } from "../terminal/ErrorMessage.ts"
import { printReport, renderReport } from "../terminal/Output.ts"
import { watchFooter, watchHeading } from "../terminal/WatchLines.ts"
import type { CheckInput } from "./Check.ts"
import { checkWorkingTree, type CheckTarget } from "./CheckReport.ts"

/** Prints the decision on the working tree, with `--fix` after mending it, with `--watch` after each save. */
export const runCheck = Effect.fnUntraced(function* (input: CheckInput) {
  const target = Effect.map(DateTime.now, (now): CheckTarget => ({
    src: input.src,
    releases: input.releases,
    contracts: input.contracts,
    now: Option.getOrElse(input.date, () => timestampOf(now))
  }))
  if (input.fix && input.watch) {
    return yield* usageError("--fix would change files while they are edited. Leave out --watch, or --fix.")
  }
  if (input.fix) {
    const { runFix } = yield* Effect.promise(() => import("./RunFix.ts"))
    return yield* runFix(yield* target, input.format, input.dryRun)
  }
  const checked = Effect.flatMap(target, checkWorkingTree)
  if (!input.watch) return yield* printReport(yield* checked, input.format)
  const text = checked.pipe(
    Effect.flatMap((current) => renderReport(current, input.format)),
    // During a save or a merge a file may be unreadable. The next save triggers another check.
    Effect.catch((error) => Effect.succeed(formatError(error)))
  )
  // Programs read reports in other formats.
  const isText = input.format === "pretty" || input.format === "lines"
  const printBetween = isText ? Console.log : Console.error
  const printCheck = Effect.gen(function* () {
    yield* printBetween(yield* watchHeading)
    yield* Console.log(yield* text)
    yield* printBetween(`${watchFooter(input.src)}\n`)
  })
  yield* Stream.runForEach(watchSources(input.src), () => printCheck)
})
