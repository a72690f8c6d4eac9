import { join } from "node:path"
import * as Prompt from "effect/cli/Prompt"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import type * as Result from "effect/Result"
import type { CommandRejected } from "../../domain/release/commands/CommandRejected.ts"
import type { ReleaseEvent } from "../../domain/release/ReleaseEvent.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { quoteShellWord } from "../../platform/CommandLine.ts"
import { appendEvent } from "../../release/AppendEvent.ts"
import { ledgerFile, readLedger } from "../../release/ledger/Ledger.ts"
import { withReleasesLock } from "../../release/ReleasesLock.ts"
import { commandRefused, usageError } from "../CommandRefused.ts"
import { printLines } from "../terminal/PrintLines.ts"

/** An event that cannot be undone. */
export interface PermanentEvent<E extends ReleaseEvent> {
  readonly decide: (history: ReleaseHistory) => Result.Result<E, CommandRejected>
  /** What the event means for clients, a sentence per line. */
  readonly consequences: (history: ReleaseHistory, event: E) => ReadonlyArray<string>
  /** Such as `Withdraw 1.2.0`: the question, and the message of the commit. */
  readonly action: string
  /** What has happened, in one line. */
  readonly done: string
}

/** Appends a permanent event to the ledger after a confirmation, and says what follows from it. */
export const appendConfirmed = Effect.fnUntraced(function* <E extends ReleaseEvent>(
  { action, consequences, decide, done }: PermanentEvent<E>,
  { dryRun, releases, yes }: { readonly dryRun: boolean; readonly releases: string; readonly yes: boolean }
) {
  const { history } = yield* withReleasesLock(releases)(readLedger(releases))
  const event = yield* Effect.fromResult(decide(history)).pipe(
    Effect.catchTag("CommandRejected", ({ message }) => commandRefused(message))
  )
  const lines = consequences(history, event)
  if (dryRun) return yield* printLines([`${action}:`, ...indent(lines), "Dry run: nothing was written."])
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
  yield* appendEvent(releases, decide).pipe(
    Effect.catchTag("CommandRejected", ({ message }) => commandRefused(message))
  )
  yield* printLines([done, ...(yes ? indent(lines) : [])])
  // Not wrapped, so that the commands can be copied.
  yield* Console.log(nextStep(releases, action))
})

const indent = (lines: ReadonlyArray<string>): ReadonlyArray<string> => lines.map((line) => `  ${line}`)

const nextStep = (releases: string, action: string): string =>
  `Servers that read this folder follow within 2 seconds. Next: git commit --message "${action}" -- ${quoteShellWord(join(releases, ledgerFile))}, then git push`
