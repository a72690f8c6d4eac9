import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ExitCode } from "../../platform/ExitCode.ts"
import { toImpactJson } from "../../report/ImpactJson.ts"
import { type ImpactReport, describeImpact, makeLabels } from "../../report/ImpactText.ts"
import { plainMarkdown, sectionLines, sectionMarkdown } from "../../report/text/MarkdownText.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { commandRefused } from "../CommandRefused.ts"
import { jsonLine, RunFailed } from "../terminal/Output.ts"
import { printLines } from "../terminal/PrintLines.ts"
import { withAffectedFile } from "./AffectedFile.ts"
import { assessFiles } from "./AssessFiles.ts"
import type { ImpactInput } from "./Impact.ts"
import { readImpactTarget } from "./ImpactTarget.ts"

/**
 * Prints what the working tree or a release does to contracts. Fails if `--fail-on` says so, and if there are lines and
 * none could be assessed: most likely, another field has the version or the config.
 */
export const runImpact = Effect.fnUntraced(function* (input: ImpactInput) {
  const { contracts, history, isDraft, release } = yield* readImpactTarget(input)
  const fields = { id: input.idField, version: input.versionField, config: input.configField }
  const { files } = input
  const assessed = yield* withAffectedFile(Option.getOrUndefined(input.ids), files, (writeAffected) =>
    assessFiles({ files, fields, history, target: contracts, writeAffected })
  )
  const report: ImpactReport = {
    ...assessed,
    target: { version: release.version, isDraft },
    labelOf: makeLabels(history, release.taxonomy)
  }
  yield* printImpact(report, input.format)
  const lines = report.reading.unreadable + report.reading.unknown
  if (report.impact.contracts === 0 && lines > 0) return yield* commandRefused(nothingAssessed(lines))
  if (isFailure(report, Option.getOrUndefined(input.failOn))) {
    return yield* new RunFailed({ exitCode: ExitCode.findings })
  }
})

const nothingAssessed = (lines: number): string =>
  `No contract in ${formatCount(lines, "line")} could be assessed. Correct what is listed, or name the fields with --version-field and --config-field.`

const printImpact = (report: ImpactReport, format: ImpactInput["format"]): Effect.Effect<void> => {
  if (format === "json") return Console.log(jsonLine(toImpactJson(report)))
  const { sections, summary } = describeImpact(report)
  return format === "markdown"
    ? Console.log([summary.map(plainMarkdown).join("\\\n"), ...sections.map(sectionMarkdown)].join("\n\n"))
    : printLines([...summary, ...sections.flatMap(sectionLines)])
}

/** A gate must not pass because it could not read the contracts. */
const isFailure = (
  { impact: { verdicts }, reading }: ImpactReport,
  failOn: "broken" | "deprecated" | undefined
): boolean =>
  failOn !== undefined &&
  verdicts.broken + reading.unreadable + reading.unknown + (failOn === "deprecated" ? verdicts.deprecated : 0) > 0
