import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { endMajor } from "../../domain/release/EndMajor.ts"
import { appendEvent } from "../../release/AppendEvent.ts"
import { commandRefused } from "../CommandRefused.ts"
import type { EndOfLifeInput } from "../commands/EndOfLife.ts"

/** Appends the end of a major to the ledger. */
export const runEndOfLife = Effect.fnUntraced(function* (input: EndOfLifeInput) {
  const number = Number(input.major.replace("v", ""))
  const date = yield* input.date
  yield* appendEvent(input.releases, (history) =>
    endMajor(history, { major: number, date, reason: input.reason })
  ).pipe(Effect.catchTag("CommandRejected", ({ message }) => commandRefused(message)))
  yield* Console.log(`v${number} ends on ${date}: ${input.reason}`)
})
