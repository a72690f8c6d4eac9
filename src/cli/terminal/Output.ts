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
import { linkBaseOfEnvironment } from "./LinkBase.ts"
import { terminalWidth } from "./TerminalWidth.ts"

/** A failure that the report on stdout explains. It carries the exit code. */
export class RunFailed extends Schema.TaggedError<RunFailed>()("RunFailed", { exitCode: Schema.Natural }) {
  override readonly [Runtime.errorExitCode] = this.exitCode
  override readonly [Runtime.errorReported] = false
}

/** Prints a report on stdout. Fails if the report has errors. */
export const printReport = Effect.fnUntraced(function* (report: Report, format: ReportFormat) {
  yield* Console.log(yield* renderReport(report, format))
  const broken = report.findings.some((finding) => isError(finding) && concernsPublished(getCheck(finding.rule)))
  if (!report.ok) return yield* new RunFailed({ exitCode: broken ? ExitCode.broken : ExitCode.findings })
})

export const renderReport = Effect.fnUntraced(function* (report: Report, format: ReportFormat) {
  const { canColor } = yield* TerminalCapabilities
  const width = yield* terminalWidth
  const linkBase = yield* linkBaseOfEnvironment
  return yield* Effect.promise(async () => (await reporters[format]())(report, { colour: canColor, width, linkBase }))
})

/** Renders JSON on one line. */
export const jsonLine = (value: unknown): string => JSON.stringify(value)

/** The message for a missing or empty ledger. */
export const nothingPublished = (releases: string): string =>
  `No release is published in ${resolve(releases)}. Publish one with build-release, or select another folder with --releases.`
