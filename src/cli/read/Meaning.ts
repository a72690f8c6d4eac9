import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { type AnswerContext, describeCovers, describePermits } from "../../client/config/DescribeAnswer.ts"
import { describeProblem, formatProblem } from "../../client/config/DescribeProblem.ts"
import { releaseOfHistory } from "../../domain/contracts/ReleaseOfHistory.ts"
import { parseJson } from "../../domain/Json.ts"
import { describeJsonError } from "../../domain/JsonError.ts"
import { compileConfig, compileUse, useProblems } from "../../domain/reasoning/CompileConfig.ts"
import { explainCovers } from "../../domain/reasoning/ExplainCovers.ts"
import { hasRoles } from "../../domain/reasoning/Model.ts"
import { explainPermits } from "../../domain/reasoning/Permits.ts"
import type { Config } from "../../domain/taxonomy/Config.ts"
import { configProblems, vocabularyOf, type ConfigViolation } from "../../domain/taxonomy/ConfigValidation.ts"
import { isConfig } from "../../domain/taxonomy/Settings.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { ExitCode } from "../../platform/ExitCode.ts"
import { usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { jsonLine, RunFailed } from "../terminal/Output.ts"
import { printLines } from "../terminal/PrintLines.ts"
import { readReleaseOrDraft, workingTree } from "../Workspace.ts"

export const questionOptions = {
  in: Options.optionalOption(
    "in",
    "Release by which the codes are read, such as v1.2.0, v1.2 or v1",
    workingTree,
    "version"
  ),
  ...Options.draftOptions
}

const permitsOptions = {
  license: Options.fileArgument("license", "code of a base license, or JSON file with a config"),
  use: Options.fileArgument("use", "JSON file with the use, written like a config"),
  ...questionOptions
}

/** `taxonomy permits`: prints whether a license permits a use, and why. Fails unless it does. */
export const permitsCommand = Options.makeCommand("permits", permitsOptions, {
  "taxonomy permits NIL-EDU-IMAGE use.json": "Whether a base license permits the use in a file",
  "taxonomy permits agreement.json use.json --format json": "The same for a config, for programs"
})(function* (input) {
  const target = yield* readQuestionTarget("permits", input)
  const config = yield* readLicense(target, input.license)
  const use = yield* readConfig(target, input.use, (snapshot, value) => useProblems(snapshot, value))
  const answer = explainPermits(compileConfig(target.snapshot, config), compileUse(target.snapshot, use))
  yield* printAnswer(input, "permits", target, answer, () =>
    describePermits(input.license, `the use in ${input.use}`, answer, contextOf(target, config))
  )
})

const coversOptions = {
  a: Options.fileArgument("a", "license that gives: code of a base license, or JSON file with a config"),
  b: Options.fileArgument("b", "license that is given under it, such as a sublicense: a code or a file"),
  ...questionOptions
}

/** `taxonomy covers`: prints whether all that one license allows may be done under another, and why. Fails unless it may. */
export const coversCommand = Options.makeCommand("covers", coversOptions, {
  "taxonomy covers NIL-EDU-IMAGE sublicense.json": "Whether a sublicense stays within its license",
  "taxonomy covers agreement.json sublicense.json --format json": "The same for programs"
})(function* (input) {
  const target = yield* readQuestionTarget("covers", input)
  const [a, b] = [yield* readLicense(target, input.a), yield* readLicense(target, input.b)]
  const answer = explainCovers(compileConfig(target.snapshot, a), compileConfig(target.snapshot, b))
  yield* printAnswer(input, "covers", target, answer, () =>
    describeCovers(input.a, input.b, answer, contextOf(target, a))
  )
})

/** Prints an answer. An answer other than `yes` has exit code 1. */
const printAnswer = Effect.fnUntraced(function* (
  { format }: { readonly format: "pretty" | "json" },
  question: string,
  { name }: Target,
  answer: { readonly verdict: string },
  describe: () => ReadonlyArray<string>
) {
  yield* format === "json" ? Console.log(jsonLine({ question, release: name, ...answer })) : printLines(describe())
  if (answer.verdict !== "yes") return yield* new RunFailed({ exitCode: ExitCode.findings })
})

const contextOf = ({ name, snapshot }: Target, before: Config): AnswerContext => ({ release: name, snapshot, before })

/** Reads the release by which a question is answered. It must have roles. */
export const readQuestionTarget = (command: string, input: Options.InputOf<typeof questionOptions>) =>
  Effect.flatMap(readTarget(command, input), requireRoles)

/** Reads the release by which codes are read. Exit code 1 would look like an answer, so errors have exit code 2. */
export const readTarget = Effect.fnUntraced(function* (
  command: string,
  input: Options.InputOf<typeof questionOptions>
) {
  const { history, isDraft, release } = yield* readReleaseOrDraft(command, input.in, input).pipe(
    Effect.catchTags({
      RunFailed: () => new RunFailed({ exitCode: ExitCode.usage }),
      CommandRefused: ({ reason }) => usageError(reason)
    })
  )
  const name: string = isDraft ? workingTree : release.version
  return { history, release, snapshot: snapshotOf(release.taxonomy), name }
})

/** What `readTarget` reads. The name is the version, or `working-tree`. */
export type Target = Effect.Success<ReturnType<typeof readTarget>>

/** Without roles, every code describes, and each license would permit each use. */
const requireRoles = (target: Target) =>
  hasRoles(target.snapshot.taxonomy)
    ? Effect.succeed(target)
    : usageError(
        `No dimension of ${whereIn(target)} has a role, so its codes do not say what a license permits. Give the dimensions roles, or name a release that has them with --in.`
      )

/** The config of a base license, or that of a file. `refuse` makes the error for one with problems. */
export const readLicense = Effect.fnUntraced(function* (target: Target, argument: string, refuse = usageError) {
  const { licenses } = target.snapshot.taxonomy
  const license = licenses.find(({ code }) => code === argument)
  if (license !== undefined) return yield* requireSound(target, argument, license.config, licenseProblems, refuse)
  const fs = yield* FileSystem.FileSystem
  if (!(yield* fs.exists(argument))) {
    const hint = didYouMean(
      argument,
      licenses.map(({ code }) => code)
    )
    const advice = hint ?? "Name a base license, or a JSON file with a config."
    return yield* usageError(`No base license of ${whereIn(target)} and no file is called "${argument}". ${advice}`)
  }
  return yield* readConfig(target, argument, licenseProblems, refuse)
})

/** The config of a contract. */
export const requireConfig = (target: Target, place: string, config: unknown, refuse: typeof usageError) =>
  requireSound(target, place, config, licenseProblems, refuse)

type FindProblems = (snapshot: Target["snapshot"], config: unknown) => ReadonlyArray<ConfigViolation>

const licenseProblems: FindProblems = ({ taxonomy }, config) =>
  configProblems(vocabularyOf(taxonomy.dimensions, taxonomy.rules), config)

const readConfig = Effect.fnUntraced(function* (
  target: Target,
  file: string,
  findProblems: FindProblems,
  refuse = usageError
) {
  const fs = yield* FileSystem.FileSystem
  if (!(yield* fs.exists(file))) return yield* usageError(`There is no file ${file}. Name a JSON file with a config.`)
  const text = yield* fs.readFileString(file)
  const value = parseJson(text)
  if (value === undefined) return yield* usageError(describeJsonError(file, text))
  return yield* requireSound(target, file, value, findProblems, refuse)
})

/** Returns a config without problems. Fails with each problem, its place and a suggestion. */
const requireSound = (
  target: Target,
  place: string,
  config: unknown,
  findProblems: FindProblems,
  refuse: typeof usageError
) => {
  const problems = findProblems(target.snapshot, config)
  if (problems.length === 0 && isConfig(config)) return Effect.succeed(config)
  const release = releaseOfHistory(target.history, target.release)
  const lines = problems
    .slice(0, maxProblems)
    .map((violation) => `  ${formatProblem(describeProblem({ from: release, to: release }, violation))}`)
  const more = problems.length > maxProblems ? [`  and ${problems.length - maxProblems} more`] : []
  return refuse([`${place} is not valid in ${whereIn(target)}. Correct it:`, ...lines, ...more].join("\n"))
}

const maxProblems = 20

export const whereIn = ({ name }: Target): string => (name === workingTree ? "the working tree" : `release ${name}`)
