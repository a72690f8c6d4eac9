import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { closingLine, describeClash } from "../../client/config/DescribeAnswer.ts"
import { contractFields } from "../../domain/contracts/ReadContract.ts"
import type { ClashVerdict } from "../../domain/reasoning/Clash.ts"
import { comparePairs, explainPair, type GrantPair } from "../../domain/reasoning/FindClashes.ts"
import type { Snapshot } from "../../domain/vocabulary/Snapshot.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { noProgress, Progress } from "../../platform/Progress.ts"
import { toReadingJson } from "../../report/ImpactJson.ts"
import { contractsOf, describeReading, formatNumber } from "../../report/ImpactText.ts"
import { sectionLines, type Section } from "../../report/text/MarkdownText.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { questionOptions, readQuestionTarget } from "../read/Meaning.ts"
import { jsonLine, RunFailed } from "../terminal/Output.ts"
import { printLines } from "../terminal/PrintLines.ts"
import { workingTree } from "../Workspace.ts"
import { makeContractReader, readContractGroups, type GroupsOutcome, type NamedContract } from "./ClashFiles.ts"
import { fieldOption, fieldOptions } from "./ContractFiles.ts"

const clashOptions = {
  file: Options.fileArgument("file", "File with a contract in JSON per line, sorted by group, or - for standard input"),
  group: Options.textOptionOr(
    "group",
    "Field by which the contracts are sorted, and in which those have the same that are compared. Dots lead into objects",
    contractFields.licensor
  ).pipe(Flag.withMetavar("field")),
  all: Options.explicitToggle("all", "Also print the pairs that do not clash, and why not"),
  fields: {
    ...fieldOptions,
    licensee: fieldOption("licensee", "licensee-field", "the licensee. Contracts with the same licensee do not clash"),
    from: fieldOption("from", "from-field", "the first day, such as 2026-03-01"),
    until: fieldOption("until", "until-field", "the last day, such as 2027-02-28")
  },
  ...questionOptions
}

type ClashInput = Options.InputOf<typeof clashOptions>

/**
 * `taxonomy clash`: compares each two contracts of a licensor. Fails if two clash, if that is unknown, and if a contract
 * could not be compared.
 */
export const clashCommand = Options.makeCommand("clash", clashOptions, {
  "taxonomy clash contracts.ndjson": "Which contracts of a licensor clash, and why",
  "taxonomy clash contracts.ndjson --group athlete.id --all": "Every two contracts of an athlete",
  "taxonomy clash contracts.ndjson --in working-tree --format json": "The same by the codes of a release, for programs"
})(function* (input) {
  const { history, name, release, snapshot } = yield* readQuestionTarget("clash", input)
  const reader = makeContractReader(history, release, name === workingTree ? snapshot.taxonomy : undefined)
  const pairs = makePairPrinter(input, name, reader.snapshot)
  const outcome = yield* readContractGroups({
    reader,
    file: input.file,
    fields: { ...input.fields, licensor: input.group },
    onGroup: (group, grants) => pairs.print(group, comparePairs(grants))
  }).pipe(
    process.stdout.isTTY ? Effect.provideService(Progress, noProgress) : (effect) => effect,
    Effect.catchTag("NotSorted", ({ file, line }) => usageError(sortAdvice(file, line, input.group)))
  )
  const rest = uncomparedIn(outcome)
  if (outcome.contracts === 0 && rest > 0) {
    yield* printUncompared(outcome)
    return yield* usageError(
      `No contract in ${formatCount(rest, "line")} could be compared. Correct what is listed, or name the fields with --group, --version-field and --config-field.`
    )
  }
  const summary = { ...outcome, verdicts: pairs.verdicts, release: name }
  yield* input.format === "json" ? Console.log(jsonLine(toSummaryJson(summary))) : printLines(describeSummary(summary))
  if (pairs.verdicts.clash + pairs.verdicts.unknown + rest > 0)
    return yield* new RunFailed({ exitCode: ExitCode.findings })
})

/** A command that puts the groups in order, whatever texts or numbers name them. */
const sortAdvice = (file: string, line: number, group: string): string =>
  `${file}:${line}: The contracts are not sorted by ${group}, so that no group is whole before the end. Sort them in the order of bytes: jq -r '"\\(.${group})\\t\\(tojson)"' FILE | LC_ALL=C sort | cut -f 2-`

/** Prints pairs as they are compared, so that none are kept. */
const makePairPrinter = ({ all, format }: ClashInput, release: string, snapshot: Snapshot) => {
  const verdicts: Record<ClashVerdict, number> = { clash: 0, unknown: 0, none: 0 }
  return {
    verdicts,
    print: Effect.fnUntraced(function* (group: string, pairs: Iterable<GrantPair<NamedContract>>) {
      let lines: Array<string> = []
      let length = 0
      const flush = Effect.suspend(() => {
        const printed = lines
        lines = []
        length = 0
        if (printed.length === 0) return Effect.void
        return format === "json" ? Console.log(printed.join("\n")) : printLines(printed)
      })
      for (const { a, b, verdict } of pairs) {
        verdicts[verdict] += 1
        if (verdict === "none" && !all) continue
        const answer = explainPair({ a, b })
        const [idA, idB] = [a.contract.id, b.contract.id]
        const told =
          format === "json"
            ? [jsonLine({ question: "clash", release, group, a: idA, b: idB, ...answer })]
            : [...describeClash(String(idA), String(idB), answer, { snapshot }), ""]
        lines.push(...told)
        length += told.reduce((sum, line) => sum + line.length, 0)
        if (length > batchLength) yield* flush
      }
      yield* flush
    })
  }
}

const batchLength = 65_536

interface Summary extends GroupsOutcome {
  readonly verdicts: Readonly<Record<ClashVerdict, number>>
  readonly release: string
}

const uncomparedIn = ({ invalid, reading }: GroupsOutcome): number => invalid + reading.unknown + reading.unreadable

const toSummaryJson = ({ contracts, firstInvalid, groups, invalid, reading, release, verdicts }: Summary) => ({
  question: "clash",
  release,
  summary: {
    contracts,
    groups,
    pairs: verdicts,
    invalid,
    invalid_contracts: firstInvalid.map(({ file, id, line, problems }) => ({ id, file, line, problems })),
    ...toReadingJson(reading)
  }
})

const describeSummary = (summary: Summary): ReadonlyArray<string> => {
  const { contracts, groups, verdicts } = summary
  const rest = uncomparedIn(summary)
  const line = (count: number, text: string): ReadonlyArray<string> =>
    count === 0 ? [] : [`  ${formatNumber(count)} ${text}`]
  return [
    `${contractsOf(contracts)} in ${formatNumber(groups)} ${groups === 1 ? "group" : "groups"} compared.`,
    ...line(verdicts.clash, verdicts.clash === 1 ? "pair clashes" : "pairs clash"),
    ...line(verdicts.unknown, verdicts.unknown === 1 ? "pair is unknown" : "pairs are unknown"),
    ...line(verdicts.none, verdicts.none === 1 ? "pair does not clash" : "pairs do not clash"),
    ...(rest === 0 ? [] : [`${contractsOf(rest)} could not be compared. Correct what is listed below, and run again.`]),
    closingLine(summary),
    ...uncomparedSections(summary).flatMap(sectionLines)
  ]
}

const uncomparedSections = ({ firstInvalid, invalid, reading }: GroupsOutcome): ReadonlyArray<Section> => {
  const more = invalid - firstInvalid.length
  return [
    {
      title: "Invalid configs",
      paragraphs: [
        ...firstInvalid.map(({ file, id, line, problems }) => ({ name: `${file}:${line}: ${id}`, lines: problems })),
        ...(more === 0 ? [] : [{ name: `and ${formatNumber(more)} more`, lines: [] }])
      ]
    },
    ...describeReading(reading)
  ].filter(({ paragraphs }) => paragraphs.length > 0)
}

const printUncompared = (outcome: GroupsOutcome) => printLines(uncomparedSections(outcome).flatMap(sectionLines))
