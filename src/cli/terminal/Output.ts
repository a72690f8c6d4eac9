import { resolve } from "node:path"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { concernsPublished } from "../../domain/checks/Check.ts"
import { getCheck } from "../../domain/checks/CheckRegistry.ts"
import { isError } from "../../domain/Finding.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import type { Report } from "../../report/Report.ts"
import { reporters, type ReportFormat } from "../../report/Reporters.ts"
import { terminalWidth } from "./Terminal.ts"

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

/** Prints pieces of text one after another, no faster than they are read, so that a long output needs no memory. */
export const printPieces = Effect.fnUntraced(function* (pieces: Iterable<string>) {
  const stdio = yield* Stdio.Stdio
  const chunks = Stream.map(Stream.chunks(Stream.fromIterable(pieces, { chunkSize: 500 })), (chunk) => chunk.join(""))
  // Nobody reads on, as with `head`: the program ends as after any other output.
  yield* Effect.ignore(Stream.run(chunks, stdio.stdout()))
})

/** The message for a missing or empty ledger. */
export const nothingPublished = (releases: string): string =>
  `No release is published in ${resolve(releases)}. Publish one with build-release, or select another folder with --releases.`

/**
 * The address of the repository's files, from `TAXONOMY_LINK_BASE`: that of a commit, so that lines stay where they are.
 * `undefined` without it.
 */
const linkBaseOfEnvironment: Effect.Effect<string | undefined> = Config.option(
  Config.String("TAXONOMY_LINK_BASE")
).pipe(
  Effect.orElseSucceed(Option.none<string>),
  Effect.map((given) => parseLinkBase(Option.getOrElse(given, () => "")))
)

/** An address without what would end a link in Markdown. */
const parseLinkBase = (text: string): string | undefined =>
  /^https?:\/\/[\w.:-]+(?:\/[\w.~%+@-]+)*\/?$/.test(text) ? text.replace(/\/$/, "") : undefined
