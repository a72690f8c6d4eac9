import * as Effect from "effect/Effect"
import { withdraw } from "../../domain/release/commands/WithdrawRelease.ts"
import { appendConfirmed } from "./ConfirmEvent.ts"
import { withdrawalConsequences } from "./LifecycleConsequences.ts"
import type { WithdrawInput } from "./Withdraw.ts"

/** Appends the withdrawal of a release to the ledger, after a confirmation. */
export const runWithdraw = Effect.fnUntraced(function* (input: WithdrawInput) {
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
