import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { withdraw } from "../../domain/release/WithdrawRelease.ts"
import { appendEvent } from "../../release/AppendEvent.ts"
import { commandRefused } from "../CommandRefused.ts"
import type { WithdrawInput } from "../commands/Withdraw.ts"

/** Appends the withdrawal of a release to the ledger. */
export const runWithdraw = Effect.fnUntraced(function* (input: WithdrawInput) {
  const date = yield* input.date
  yield* appendEvent(input.releases, (history) =>
    withdraw(history, { version: input.version, date, reason: input.reason })
  ).pipe(Effect.catchTag("CommandRejected", ({ message }) => commandRefused(message)))
  yield* Console.log(`${input.version} is withdrawn: ${input.reason}`)
})
