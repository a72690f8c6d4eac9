import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { withdraw as decideWithdrawal } from "../../domain/release/Lifecycle.ts"
import { record } from "../../release/AppendEvent.ts"
import { refusedBecause } from "../CommandRefused.ts"
import { dateOrNow, reason, releases, VersionWithV } from "../options/Options.ts"

const version = Argument.String("version").pipe(
  Argument.withDescription("The release, such as v1.2.0"),
  Argument.withSchema(VersionWithV)
)

/** `taxonomy withdraw`: a release that turned out wrong is passed over; it stays on disk and answers to its own version. */
export const withdraw = Command.make(
  "withdraw",
  { version, date: dateOrNow("When it was withdrawn"), reason: reason("What is wrong with it"), releases },
  Effect.fnUntraced(function* (input) {
    const date = yield* input.date
    yield* record(input.releases, (history) =>
      decideWithdrawal(history, { version: input.version, date, reason: input.reason })
    ).pipe(Effect.catchTag("NotPossible", refusedBecause))
    yield* Console.log(`${input.version} is withdrawn: ${input.reason}`)
  })
).pipe(
  Command.withDescription("Withdraw a release that turned out wrong; nothing is deleted"),
  Command.withExamples([
    { command: 'taxonomy withdraw v1.2.0 --reason "Wrong country list"', description: "Pass over 1.2.0" }
  ])
)
