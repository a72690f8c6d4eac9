import { join } from "node:path"
import * as Prompt from "effect/cli/Prompt"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type { CommandRejected } from "../../domain/release/LifecycleCommands.ts"
import type { ReleaseEvent } from "../../domain/release/ReleaseEvent.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { checkLedgerSinceHead } from "../../git/LedgerBase.ts"
import { quoteShellWord } from "../../platform/CommandLine.ts"
import { ledgerFile, readWithLedger } from "../../release/Ledger.ts"
import { checkpointFile, readCheckpoint, makeLogTree } from "../../release/log/CheckpointFile.ts"
import { logKeyVariable, checkLogKeys } from "../../release/log/SignedLedger.ts"
import { appendEvent } from "../../release/Publish.ts"
import { withReleasesLock } from "../../release/ReleasesLock.ts"
import { formatCheckpoint } from "../../report/LogText.ts"
import { makeFindingsReport } from "../../report/Report.ts"
import { readSigningKeys } from "../../transparency/SigningKeyConfig.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"
import { printReport } from "../terminal/Output.ts"
import { printLines } from "../terminal/PrintLines.ts"
import { locatePublished } from "../Workspace.ts"

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
export const appendConfirmed = Effect.fnUntraced(function* <E extends ReleaseEvent>(
  { action, command, consequences, decide, done }: PermanentEvent<E>,
  { dryRun, releases, yes }: { readonly dryRun: boolean; readonly releases: string; readonly yes: boolean }
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
