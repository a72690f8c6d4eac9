import { join } from "node:path"
import * as Prompt from "effect/cli/Prompt"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { addedItem, removedItem } from "../../domain/change/Change.ts"
import { removedWithoutDeprecation } from "../../domain/checks/deprecation/RemovedWithoutDeprecation.ts"
import { withdraw, endMajor, type CommandRejected } from "../../domain/release/LifecycleCommands.ts"
import type { ReleaseWithdrawn, MajorEnded, ReleaseEvent } from "../../domain/release/ReleaseEvent.ts"
import { evolve, type PublishedRelease, type ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { changedNames, type NameChange } from "../../domain/release/ReleaseLines.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { lastUndoDay, newestStanding, standingHistory } from "../../domain/release/StandingReleases.ts"
import { majorOf } from "../../domain/taxonomy/VersionArithmetic.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { checkLedgerSinceHead } from "../../git/LedgerBase.ts"
import { quoteShellWord } from "../../platform/CommandLine.ts"
import { ledgerFile, readWithLedger } from "../../release/Ledger.ts"
import { checkpointFile, readCheckpoint, makeLogTree } from "../../release/log/CheckpointFile.ts"
import { logKeyVariable, checkLogKeys } from "../../release/log/SignedLedger.ts"
import { appendEvent } from "../../release/Publish.ts"
import { withReleasesLock } from "../../release/ReleasesLock.ts"
import { formatCheckpoint } from "../../report/LogText.ts"
import { makeFindingsReport } from "../../report/Report.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { readSigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { printReport } from "../terminal/Output.ts"
import { printLines } from "../terminal/PrintLines.ts"
import { locatePublished } from "../Workspace.ts"

/** The options of a command that cannot be undone. */
const confirmationOptions = {
  dryRun: Options.toggleOption("dry-run", "Show what it means, without writing anything"),
  yes: Options.toggleOption("yes", "Skip the confirmation"),
  releases: Options.releasesOption
}

const withdrawOptions = {
  version: Options.schemaArgument("version", "Release, such as v1.2.0", Options.PrefixedVersion),
  date: Options.dateOption("Date of the withdrawal"),
  reason: Options.reasonOption("Reason for clients, part of every response of this release"),
  ...confirmationOptions
}

/**
 * `taxonomy withdraw`: excludes a wrong release from defaults, after a confirmation. It stays on disk and answers to
 * its full version.
 */
export const withdrawCommand = Options.makeCommand("withdraw", withdrawOptions, {
  'taxonomy withdraw v1.2.0 --reason "Wrong country list" --dry-run': "Show what clients get instead",
  'taxonomy withdraw v1.2.0 --reason "Wrong country list"':
    "Exclude 1.2.0 from latest, v1 and v1.2, after a confirmation"
})(function* (input) {
  const { reason, version } = input
  const date = yield* input.date
  yield* appendConfirmed(
    {
      decide: (history) => withdraw(history, { version, date, reason }),
      consequences: withdrawalConsequences,
      command: "withdraw",
      action: `Withdraw ${version}`,
      done: `${version} is withdrawn: ${reason}`
    },
    input
  )
})

/** What a withdrawal means for clients, a sentence per line. */
const withdrawalConsequences = (history: ReleaseHistory, event: ReleaseWithdrawn): ReadonlyArray<string> => {
  const { version } = event
  const changes = changedNames(history, evolve(history, event))
  const major = `v${majorOf(version)}`
  const isLost = changes.some(({ after, name }) => name === major && after === undefined)
  const isNewest = majorOf(newestStanding(history)?.version ?? version) === majorOf(version)
  return [
    ...(isLost
      ? [
          `warning: no other release of ${major} is available. Clients of ${major} get 404 unless they request v${version}${
            isNewest ? `, until a corrected release of ${major} is published` : ""
          }.`
        ]
      : []),
    ...changes.map(formatNameChange),
    ...lostItems(history, version, changes),
    ...undoing(history, event),
    `v${version} itself is still served, with the reason in X-Deprecation-Warning. Its number stays reserved.`
  ]
}

/** What an editor can do next. */
const undoing = (history: ReleaseHistory, { date, version }: ReleaseWithdrawn): ReadonlyArray<string> => {
  const release = history.releases.get(version)
  if (release === undefined) return []
  const others = [...standingHistory(history).releases.values()].filter((other) => other.version !== version)
  const added = release.changes
    .flatMap((change) => addedItem(change) ?? [])
    .filter((item) => others.every(({ taxonomy }) => snapshotOf(taxonomy).labelOf(item) === undefined))
  const removed = release.changes.some((change) => removedItem(change) !== undefined)
  const lastDay = lastUndoDay(release)
  const gone =
    dayOf(date) <= lastDay
      ? `A withdrawal until ${lastDay} lets the next release remove what only ${version} added, without grace and without a major version. Its codes stay reserved.`
      : `What only ${version} added can be removed with a waiver of ${removedWithoutDeprecation.id}: ${lastDay} was the last day for a withdrawal without one.`
  return [
    ...(added.length > 0 ? [gone] : []),
    ...(removed ? [`What ${version} removed can come back with the same meaning.`] : [])
  ]
}

const formatNameChange = ({ after, before, name }: NameChange): string =>
  after === undefined
    ? `${name} means no release any more, instead of ${before}.`
    : `${name} means ${after} instead of ${before}.`

/** What clients miss that do not request a full version. */
const lostItems = (
  history: ReleaseHistory,
  version: ReleaseWithdrawn["version"],
  changes: ReadonlyArray<NameChange>
): ReadonlyArray<string> => {
  const successor = changes.find(({ name }) => name === `v${majorOf(version)}`)?.after
  const old = history.releases.get(version)
  const now = successor && history.releases.get(successor)
  if (old === undefined || now === undefined) return []
  const [before, after] = [namesIn(old), namesIn(now)]
  const lost = (["licenses", "values"] as const).flatMap((kind) => {
    const { size } = before[kind].difference(after[kind])
    return size === 0 ? [] : [formatCount(size, kind.slice(0, -1))]
  })
  return lost.length === 0
    ? []
    : [
        `${lost.join(" and ")} of ${version} ${lost.length === 1 && lost[0]?.startsWith("1 ") ? "is" : "are"} not in ${now.version}.`
      ]
}

const namesIn = ({ taxonomy }: PublishedRelease) => ({
  licenses: new Set(taxonomy.licenses.map(({ code }) => code)),
  values: new Set(taxonomy.dimensions.flatMap(({ name, values }) => values.map(({ code }) => `${name}/${code}`)))
})

const endOfLifeOptions = {
  major: Options.schemaArgument(
    "major",
    "Major version, such as v1",
    Schema.String.check(Schema.isPattern(/^v?(?:0|[1-9]\d{0,8})$/, { expected: "a major version such as v1" }))
  ),
  date: Options.dateOption("First day without further releases"),
  reason: Options.reasonOption("Reason for clients, part of every response of this major"),
  ...confirmationOptions
}

/** `taxonomy end-of-life`: ends a major that has a successor, after a confirmation. Its releases are still served. */
export const endOfLifeCommand = Options.makeCommand("end-of-life", endOfLifeOptions, {
  'taxonomy end-of-life v1 --date 2027-06-30 --reason "v2 has replaced it"': "End v1, after a confirmation",
  'taxonomy end-of-life v1 --reason "v2 has replaced it" --yes': "End v1 today, without confirmation"
})(function* (input) {
  const major = Number(input.major.replace("v", ""))
  const date = yield* input.date
  yield* appendConfirmed(
    {
      decide: (history) => endMajor(history, { major, date, reason: input.reason }),
      consequences: endConsequences,
      command: "end-of-life",
      action: `End v${major}`,
      done: `The end of v${major} on ${dayOf(date)} is recorded: ${input.reason}`
    },
    input
  )
})

/** What the end of a major means, a sentence per line. */
const endConsequences = (history: ReleaseHistory, { date, major }: MajorEnded): ReadonlyArray<string> => {
  const releases = [...history.releases.keys()].filter((version) => majorOf(version) === major)
  const newest = newestStanding(history)
  return [
    `From ${dayOf(date)} on, no release of v${major} can be published, not even a correction.`,
    `${formatCount(releases.length, "release")} of v${major} ${releases.length === 1 ? "is" : "are"} still served, with Deprecation and Sunset in every response.`,
    ...(newest === undefined ? [] : [`Clients are referred to v${majorOf(newest.version)}, now ${newest.version}.`])
  ]
}

/** An event that cannot be undone. */
interface PermanentEvent<E extends ReleaseEvent> {
  readonly decide: (history: ReleaseHistory) => Result.Result<E, CommandRejected>
  /** What the event means for clients, a sentence per line. */
  readonly consequences: (history: ReleaseHistory, event: E) => ReadonlyArray<string>
  /** Such as `Withdraw 1.2.0`: the question, and the message of the commit. */
  readonly action: string
  /** The name of the command. */
  readonly command: string
  /** What has happened, in one line. */
  readonly done: string
}

/** Appends a permanent event to the ledger after a confirmation, and says what follows from it. */
const appendConfirmed = Effect.fnUntraced(function* <E extends ReleaseEvent>(
  { action, command, consequences, decide, done }: PermanentEvent<E>,
  { dryRun, releases, yes }: Options.InputOf<typeof confirmationOptions>
) {
  const keys = dryRun ? undefined : yield* readSigningKeys(logKeyVariable)
  yield* refuseRewritten(command, releases)
  const { events, history, stored } = yield* withReleasesLock(releases)(readState(releases))
  const event = yield* Effect.fromResult(decide(history))
  const lines = consequences(history, event)
  if (dryRun) return yield* printLines([`${action}:`, ...indent(lines), "Dry run: nothing was written."])
  // Before the question, since the answer could not be carried out.
  yield* checkLogKeys(stored, keys, events)
  if (!yes) {
    const { canPrompt } = yield* TerminalCapabilities
    if (!canPrompt)
      return yield* usageError(
        `${action}: this cannot be undone. Pass --yes to confirm it, or --dry-run to see what it means`
      )
    yield* printLines([`${action}:`, ...indent(lines)])
    if (!(yield* Prompt.run(Prompt.Confirm({ message: `${action}? This cannot be undone.` })))) {
      return yield* commandRefused("Nothing was written")
    }
  }
  const { checkpoint } = yield* appendEvent(releases, decide, keys)
  const signed = checkpoint === undefined ? [] : [formatCheckpoint(checkpoint)]
  yield* printLines([done, ...(yes ? indent(lines) : []), ...signed])
  // Not wrapped, so that the commands can be copied.
  yield* Console.log(nextStep(releases, action, checkpoint !== undefined))
})

const indent = (lines: ReadonlyArray<string>): ReadonlyArray<string> => lines.map((line) => `  ${line}`)

const readState = Effect.fnUntraced(function* (releases: string) {
  const { ledger, value: stored } = yield* readWithLedger(releases, ({ leaves }) =>
    readCheckpoint(releases, makeLogTree(leaves))
  )
  return { history: ledger.history, events: ledger.leaves.length, stored }
})

const nextStep = (releases: string, action: string, isSigned: boolean): string => {
  const commit = commitCommand(releases, action, isSigned ? [ledgerFile, checkpointFile] : [ledgerFile])
  return `Servers that read this folder follow within 2 seconds. Next: ${commit}, then git push`
}

/**
 * Prints a report and fails if the ledger or its checkpoint was rewritten since the last commit: an event, or a signature,
 * would confirm the new history.
 */
export const refuseRewritten = Effect.fnUntraced(function* (command: string, releases: string) {
  const findings = yield* checkLedgerSinceHead(releases)
  if (findings.length === 0) return
  yield* printReport(makeFindingsReport(command, locatePublished(releases, findings)), "pretty")
})

/** The command that commits files of the releases. The checkpoint is added, because its first commit needs that. */
export const commitCommand = (releases: string, message: string, files: ReadonlyArray<string>): string => {
  const pathOf = (file: string) => quoteShellWord(join(releases, file))
  const stage = files.includes(checkpointFile) ? `git add ${pathOf(checkpointFile)} && ` : ""
  return `${stage}git commit --message "${message}" -- ${files.map(pathOf).join(" ")}`
}
