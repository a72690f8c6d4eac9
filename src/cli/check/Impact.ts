import { closeSync, openSync, statSync, writeFileSync } from "node:fs"
import * as Argument from "effect/cli/Argument"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"
import type { Assessment } from "../../domain/contracts/Assess.ts"
import { contractFields } from "../../domain/contracts/ReadContract.ts"
import { releaseOfHistory } from "../../domain/contracts/ReleaseOfHistory.ts"
import { formatItem, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { toPlatformError } from "../../platform/RegularFiles.ts"
import { toImpactJson } from "../../report/ImpactJson.ts"
import { type ImpactReport, describeImpact, makeLabels } from "../../report/ImpactText.ts"
import { plainMarkdown, sectionLines, sectionMarkdown } from "../../report/text/MarkdownText.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { commandRefused, usageError, type CommandRefused } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { jsonLine, RunFailed } from "../terminal/Output.ts"
import { printLines } from "../terminal/PrintLines.ts"
import { readReleaseOrDraft } from "../Workspace.ts"
import { assessFiles } from "./AssessFiles.ts"
import { fieldOptions, type PlacedContract } from "./ContractFiles.ts"

const impactOptions = {
  files: Options.fileArgument("file", "Files with a contract in JSON per line, or - for standard input").pipe(
    Argument.variadic({ min: 1 })
  ),
  to: Options.optionalOption(
    "to",
    "Release to assess the contracts by, such as v1.2.0, v1.2 or v1",
    "working-tree",
    "version"
  ),
  fields: fieldOptions,
  ids: Options.fileOption(
    "ids",
    "File to write with a line of JSON for each contract that is deprecated, broken or invalid",
    "none"
  ),
  failOn: Options.optionalLiteral(
    "fail-on",
    ["broken", "deprecated"],
    "Exit with code 1 if a contract is broken or could not be assessed, or for deprecated also if it names a deprecated item",
    "never"
  ),
  ...Options.folderOptions,
  format: Options.makeFormatOption(["pretty", "json", "markdown"], "Format of the output")
}

type ImpactInput = Options.InputOf<typeof impactOptions>

/**
 * `taxonomy impact`: prints what the working tree or a release does to contracts. Fails if `--fail-on` says so, and if
 * there are lines and none could be assessed: most likely, another field has the version or the config.
 */
export const impactCommand = Options.makeCommand("impact", impactOptions, {
  "taxonomy impact contracts.ndjson": "What the working tree does to contracts",
  "taxonomy impact contracts.ndjson --to v1.0.0 --ids affected.ndjson":
    "What a release does to them, with the ids in a file",
  "taxonomy impact - --config-field terms.config --fail-on broken":
    "Read standard input with another layout, and fail if a contract is broken"
})(function* (input) {
  const { history, isDraft, release } = yield* readReleaseOrDraft("impact", input.to, input)
  const { files } = input
  const fields = { ...contractFields, ...input.fields }
  const assessed = yield* withAffectedFile(input.ids, files, (writeAffected) =>
    assessFiles({ files, fields, history, target: releaseOfHistory(history, release), writeAffected })
  )
  const report: ImpactReport = {
    ...assessed,
    target: { version: release.version, isDraft },
    labelOf: makeLabels(history, release.taxonomy)
  }
  yield* printImpact(report, input.format)
  const lines = report.reading.unreadable + report.reading.unknown
  if (report.impact.contracts === 0 && lines > 0) {
    return yield* commandRefused(
      `No contract in ${formatCount(lines, "line")} could be assessed. Correct what is listed, or name the fields with --version-field and --config-field.`
    )
  }
  // A gate must not pass because it could not read the contracts.
  const { broken, deprecated } = report.impact.verdicts
  const failures = broken + lines + (input.failOn === "deprecated" ? deprecated : 0)
  if (input.failOn !== undefined && failures > 0) return yield* new RunFailed({ exitCode: ExitCode.findings })
})

const printImpact = (report: ImpactReport, format: ImpactInput["format"]): Effect.Effect<void> => {
  if (format === "json") return Console.log(jsonLine(toImpactJson(report)))
  const { sections, summary } = describeImpact(report)
  return format === "markdown"
    ? Console.log([summary.map(plainMarkdown).join("\\\n"), ...sections.map(sectionMarkdown)].join("\n\n"))
    : printLines([...summary, ...sections.flatMap(sectionLines)])
}

export type WriteAffected = (contract: PlacedContract, assessment: Assessment) => void

/** Runs work that writes the affected contracts to a file, a line of JSON each. Without a path, nothing is written. */
const withAffectedFile = <A, E, R>(
  path: string | undefined,
  inputs: ReadonlyArray<string>,
  work: (write: WriteAffected) => Effect.Effect<A, E, R>
): Effect.Effect<A, E | PlatformError | CommandRefused, R> => {
  if (path === undefined) return work(() => undefined)
  if (inputs.some((input) => isSameFile(input, path))) {
    return usageError(`${path} is one of the files to read. Name another file with --ids.`)
  }
  return Effect.acquireUseRelease(
    Effect.try({ try: () => openSync(path, "w"), catch: toPlatformError(path) }),
    (file) => {
      let lines = ""
      const flush = (): void => {
        writeFileSync(file, lines)
        lines = ""
      }
      return Effect.flatMap(
        work((contract, assessment) => {
          if (assessment.verdict === "valid") return
          lines += `${JSON.stringify(toAffected(contract, assessment))}\n`
          if (lines.length > batchLength) flush()
        }),
        (result) => Effect.as(Effect.try({ try: flush, catch: toPlatformError(path) }), result)
      )
    },
    (file) => Effect.sync(() => closeSync(file))
  )
}

const batchLength = 65_536

const toAffected = (
  { contract: { id, version }, file, line }: PlacedContract,
  { broken, deprecated, migration, verdict }: Assessment
) => ({
  id: id ?? null,
  version,
  file,
  line,
  verdict,
  broken: namesOf(broken),
  deprecated: namesOf(deprecated),
  migratable: verdict === "broken" && migration?.config !== undefined
})

const namesOf = (facts: ReadonlyArray<{ readonly item: ItemRef }>): ReadonlyArray<string> => [
  ...new Set(facts.map(({ item }) => formatItem(item)))
]

const isSameFile = (input: string, path: string): boolean => {
  const [left, right] = [input, path].map((each) => statSync(each, { throwIfNoEntry: false }))
  return left !== undefined && right !== undefined && left.ino === right.ino && left.dev === right.dev
}
