import { resolve } from "node:path"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { concernsPublished } from "../../domain/checks/Check.ts"
import { getCheck } from "../../domain/checks/CheckRegistry.ts"
import { isError } from "../../domain/diagnostic/Finding.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import type { Report } from "../../report/Report.ts"
import { reporters, type ReportFormat } from "../../report/Reporters.ts"

/** The run is over and has reported why; only the exit code is left to say. */
export class RunFailed extends Schema.TaggedError<RunFailed>()("RunFailed", { exitCode: Schema.Natural }) {
  override readonly [Runtime.errorExitCode] = this.exitCode
  override readonly [Runtime.errorReported] = false
}

/** Prints a report on stdout, and fails with the exit code where it is not good. */
export const printReport = Effect.fnUntraced(function* (report: Report, format: ReportFormat) {
  yield* Console.log(yield* reportText(report, format))
  const broken = report.findings.some((finding) => isError(finding) && concernsPublished(getCheck(finding.rule)))
  if (!report.ok) return yield* new RunFailed({ exitCode: broken ? ExitCode.broken : ExitCode.findings })
})

export const reportText = (report: Report, format: ReportFormat): Effect.Effect<string> =>
  Effect.zipWith(Effect.promise(reporters[format]), TerminalCapabilities, (reporter, { canColor }) =>
    reporter(report, { colour: canColor })
  )

/** One JSON value on one line. */
export const jsonLine = (value: unknown): string => JSON.stringify(value)

/** What there is to say where a ledger holds no release, or there is none. */
export const nothingPublished = (releases: string): string =>
  `Nothing is published in ${resolve(releases)} yet. Publish with build-release, or name another folder with --releases.`
