import * as Effect from "effect/Effect"
import { endMajor } from "../../domain/release/commands/EndMajor.ts"
import { dayOf } from "../../domain/release/removal/DeprecationClock.ts"
import { appendConfirmed } from "./ConfirmEvent.ts"
import type { EndOfLifeInput } from "./EndOfLife.ts"
import { endConsequences } from "./LifecycleConsequences.ts"

/** Appends the end of a major to the ledger, after a confirmation. */
export const runEndOfLife = Effect.fnUntraced(function* (input: EndOfLifeInput) {
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
