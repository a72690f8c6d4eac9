import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import type { Report } from "../build/Report.ts"
import { reporters, type ReportFormat } from "../build/Reporters.ts"

/** The run is over and has reported why; only the exit code is left to say. */
export class RunFailed extends Schema.TaggedError<RunFailed>()("RunFailed", { exitCode: Schema.Natural }) {
  override readonly [Runtime.errorExitCode] = this.exitCode
  override readonly [Runtime.errorReported] = false
}

/** Prints a report on stdout, and fails with the exit code where it is not good. */
export const printReport = Effect.fnUntraced(function* (report: Report, format: ReportFormat, failureCode: number) {
  yield* Console.log(reportText(report, format))
  if (!report.ok) return yield* new RunFailed({ exitCode: failureCode })
})

export const reportText = (report: Report, format: ReportFormat): string =>
  reporters[format](report, { colour: hasColour() })

/** One JSON value on one line. */
export const jsonLine = (value: unknown): string => JSON.stringify(value)

const hasColour = (): boolean => process.stdout.isTTY && process.stdout.hasColors()
