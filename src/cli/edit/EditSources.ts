import * as Flag from "effect/cli/Flag"
import * as Prompt from "effect/cli/Prompt"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { compile } from "../../build/Compile.ts"
import { withBaseLocations } from "../../build/diagnostics/BaseLocations.ts"
import { locate } from "../../build/diagnostics/SourceLocation.ts"
import { decideFromSources } from "../../build/Pipeline.ts"
import {
  applyDraft,
  editText,
  textOf,
  withWrites,
  type FileNotEdited,
  makeDraft
} from "../../build/sources/ApplyDraft.ts"
import { readSource } from "../../build/sources/SourceReader.ts"
import { joinRoot, type SourceTree } from "../../build/sources/SourceTree.ts"
import { readWorkingTree } from "../../build/sources/WorkingTree.ts"
import { writeSources, type SourceWrite } from "../../build/sources/WriteSources.ts"
import { formatChangedItem } from "../../domain/change/Change.ts"
import { getCheck } from "../../domain/checks/CheckRegistry.ts"
import { isError, type Finding } from "../../domain/Finding.ts"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import type { Decision } from "../../domain/release/PublishRelease.ts"
import { listSome } from "../../domain/Sentence.ts"
import { formatItem, toItemId } from "../../domain/taxonomy/ItemRef.ts"
import { Code, Text } from "../../domain/taxonomy/Scalars.ts"
import { majorOf } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { Draft, DraftChange } from "../../edit/draft/Draft.ts"
import { parseAssignment } from "../../edit/draft/NewItems.ts"
import { setAt } from "../../edit/Edit.ts"
import { currentTime } from "../../platform/CurrentTime.ts"
import { toPublication } from "../../release/Preview.ts"
import { kindTexts } from "../../report/changes/ChangeKinds.ts"
import { makePublicationReport, makeUnreadableReport } from "../../report/Report.ts"
import { usageError, commandRefused } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { formatFileChanges } from "../terminal/ChangedLines.ts"
import { printReport } from "../terminal/Output.ts"
import { draftContext, readHistory } from "../Workspace.ts"

/** The options of every command that changes the sources. */
export const editOptions = {
  dryRun: Options.toggleOption("dry-run", "Show the changes and the verdict of the check, and write nothing"),
  bump: Options.toggleOption("bump", "Raise the declared version if the changes require it", true),
  major: Options.toggleOption("major", "Allow a change that requires a new major version"),
  ...Options.reportOptions
}

type EditInput = Options.InputOf<typeof editOptions>

/** A required text, with a prompt if it is missing on a terminal. */
export const requiredText = (name: string, description: string, question: string) =>
  Options.textOption(name, description, Options.promptNote).pipe(
    Flag.withFallbackPrompt(
      Prompt.String({
        message: question,
        validate: (text) =>
          Effect.fromResult(Result.mapError(Schema.decodeResult(Line)(text.trim()), (error) => error.message))
      })
    ),
    asLine
  )

/** A text that may be missing. */
export const optionalText = (name: string, description: string, shownDefault = "none") =>
  asLine(Options.textOption(name, description, Options.defaultNote(shownDefault))).pipe(Options.optional)

/** A text that may be given several times, once for each of several values. */
export const repeatedText = (name: string, description: string) =>
  asLine(Flag.String(name)).pipe(
    Flag.atLeast(1),
    Options.withEnvironment(name, (variable) =>
      Config.map(Config.String(variable), (text): ReadonlyArray<string> => [text])
    ),
    Options.withNotes(description, Options.envNote(name), Options.defaultNote("none")),
    Flag.withDefault([])
  )

/** One line: the sources fold long texts themselves. */
const Line = Text.check(Schema.isPattern(/^[^\n\t\u2028\u2029]*$/u, { expected: "one line of text" }))

const asLine = (flag: Flag.Flag<string>) =>
  flag.pipe(
    Flag.map((text) => text.trim()),
    Flag.withSchema(Line)
  )

export const definitionOption = optionalText(
  "definition",
  "Meaning for contracts; changing it later requires a major release"
)

export const itemText = "dimension, dimension/value or license, or its bare code or label"

/** `dimension/CODE`. */
export const ValueName = Schema.String.check(
  Schema.makeFilter(
    (text) => {
      const [, code, ...rest] = text.split("/")
      return rest.length === 0 && Schema.is(Code)(code)
    },
    { expected: "a value such as exclusive_categories/QSR, whose code has letters, digits and . _ + -" }
  )
)

/** Names separated by commas. */
export const namesOf = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")

/** The parts of `dimension/CODE`. */
export const splitName = (name: string): readonly [dimension: string, code: string | undefined] => {
  const [dimension = "", code] = name.split("/")
  return [dimension, code]
}

/** Parses each `DIMENSION=CODES` of an option. */
export const parseAssignments = (option: string, texts: ReadonlyArray<string>) =>
  Effect.forEach(texts, (text) => {
    const assignment = parseAssignment(text)
    return assignment === undefined
      ? usageError(`Invalid --${option} "${text}". Write DIMENSION=CODE, such as use_type=editorial.`)
      : Effect.succeed(assignment)
  })

/**
 * Changes the sources as a plan says, prints the changed lines, and ends like `taxonomy check`. Nothing is written if the
 * plan is refused, if the sources have mistakes, or if the change would break a rule that they keep.
 */
export const editSources = Effect.fnUntraced(function* (
  input: EditInput,
  plan: (draft: Draft, decision: Decision) => Result.Result<ReadonlyArray<DraftChange>, { readonly message: string }>,
  summarize: () => ReadonlyArray<string> = () => []
) {
  const now = yield* currentTime
  const tree = yield* readWorkingTree(input.src)
  const readOnce = memoizeByIdentity(readSource)
  const roots = { sources: input.src, releases: input.releases }
  const print = (findings: ReadonlyArray<Finding>, read: SourceTree) =>
    printReport(makeUnreadableReport("check", locate(read, roots, findings)), input.format)

  const before = compile(tree, readOnce)
  if (Result.isFailure(before)) {
    yield* Console.error("Nothing was written: correct the sources first.")
    return yield* print(before.failure, tree)
  }
  const history = yield* readHistory(input.releases)
  const decide = (read: SourceTree) =>
    Result.map(decideFromSources(read, draftContext(now), readOnce), (of) => of(history))
  const earlier = yield* Effect.fromResult(Result.mapError(decide(tree), () => commandRefused("The sources changed.")))
  const planned = plan(makeDraft(tree, before.success.taxonomy, history, readOnce), earlier)
  if (Result.isFailure(planned)) return yield* commandRefused(planned.failure.message)
  const drafted = yield* orRefuse(applyDraft(tree, planned.success))
  const writes = input.bump ? yield* orRefuse(withVersion(tree, drafted, decide)) : drafted

  const after = withWrites(tree, writes)
  const decision = decide(after)
  if (Result.isFailure(decision)) {
    yield* Console.error("Nothing was written: the changed sources would have these mistakes.")
    return yield* print(decision.failure, after)
  }
  const findings = yield* withBaseLocations(
    input.src,
    decision.success.base,
    locate(after, roots, decision.success.findings)
  )
  const report = makePublicationReport("check", toPublication(decision.success), findings, input.releases)
  const known = errorsOf(earlier.findings.flatMap(withFollowUps))
  if (errorsOf(decision.success.findings).difference(known).size > 0) {
    yield* Console.error("Nothing was written: the changed sources would break these rules.")
    return yield* printReport(report, input.format)
  }
  const refusal = input.major ? undefined : majorRefusal(earlier, decision.success)
  if (refusal !== undefined) return yield* commandRefused(refusal)
  yield* printChanges(input, tree, writes, summarize())
  if (!input.dryRun) yield* writeSources(input.src, tree, writes)
  yield* printReport(report, input.format)
})

/** The writes, and the version that they require unless the declared one is large enough and free. */
const withVersion = (
  tree: SourceTree,
  writes: ReadonlyArray<SourceWrite>,
  decide: (tree: SourceTree) => Result.Result<Decision, ReadonlyArray<Finding>>
): Result.Result<ReadonlyArray<SourceWrite>, FileNotEdited> => {
  const after = withWrites(tree, writes)
  const decision = decide(after)
  if (Result.isFailure(decision) || !decision.success.findings.some(({ rule }) => needsVersion.has(rule))) {
    return Result.succeed(writes)
  }
  const file = "taxonomy.yaml"
  return Result.map(
    editText(file, textOf(after, file), [setAt(["version"], decision.success.suggestedVersion)]),
    (write) => [...writes.filter(({ path }) => path !== file), write]
  )
}

/** Why a change needs a word of the editor: it raises the major, and what moves with it. */
const majorRefusal = (before: Decision, after: Decision): string | undefined => {
  if (majorOf(after.version) <= majorOf(before.version)) return undefined
  const removals = new Map(
    before.comingDue.flatMap((due) => (due.kind === "removal" ? [[toItemId(due.item), due]] : []))
  )
  const moved = after.comingDue.flatMap((due) => {
    const earlier = due.kind === "removal" ? removals.get(toItemId(due.item)) : undefined
    return due.kind === "removal" && earlier !== undefined && earlier.forecast.version !== due.forecast.version
      ? [`from ${earlier.forecast.version} to ${due.forecast.version}`]
      : []
  })
  const moves = [...Map.groupBy(moved, (move) => move)].map(
    ([move, { length }]) => ` ${length === 1 ? "1 removal moves" : `${length} removals move`} ${move}.`
  )
  const causes = after.changes.flatMap((change) => {
    if (change.bump !== "major") return []
    const kind = kindTexts[change.kind].one.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
    const name = formatChangedItem(change)
    return [name === undefined ? kind : `${kind} (${name})`]
  })
  const why = causes.length === 0 ? "" : `: ${listSome(causes, maxNamed)}`
  return `This requires a new major version, ${after.version}${why}.${moves.join("")} Nothing was written. Run it again with --major if that is meant.`
}

const maxNamed = 3

const needsVersion: ReadonlySet<string> = new Set(["semver/version-taken", "semver/bump-too-small"])

/** The errors among findings. Those of the version are left to the editor, who may have other changes in mind. */
const errorsOf = (findings: ReadonlyArray<Finding>): ReadonlySet<string> =>
  new Set(
    findings
      .filter((finding) => isError(finding) && getCheck(finding.rule).stage !== "version")
      .map(({ item, rule }) => `${rule} ${item === undefined ? "" : formatItem(item)}`)
  )

/** A finding, and those that a report leaves out because of it: a waiver of the one uncovers the others. */
const withFollowUps = (finding: Finding): ReadonlyArray<Finding> => [
  finding,
  ...(finding.follow_ups ?? []).flatMap(withFollowUps)
]

const printChanges = Effect.fnUntraced(function* (
  { dryRun, format, src }: EditInput,
  tree: SourceTree,
  writes: ReadonlyArray<SourceWrite>,
  summary: ReadonlyArray<string>
) {
  const { canColor } = yield* TerminalCapabilities
  const changes = writes
    .map(({ path, text }) => ({
      file: joinRoot(src, path),
      before: tree.some((entry) => entry.path === path) ? textOf(tree, path) : undefined,
      after: text
    }))
    .filter(({ after, before }) => before !== after)
  const lines = changes.length === 0 ? "Nothing to change." : formatFileChanges(changes, canColor)
  const text = [lines, ...(summary.length === 0 ? [] : ["", ...summary])].join("\n")
  const shown = dryRun ? `${text}\n\nDry run: nothing was written.\n` : `${text}\n`
  // Stdout is reserved for the report if a program reads it.
  yield* format === "pretty" ? Console.log(shown) : Console.error(shown)
})

const orRefuse = <A>(result: Result.Result<A, FileNotEdited>) =>
  Effect.fromResult(Result.mapError(result, ({ error, file }) => commandRefused(`${file}: ${error.message}`)))
