import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { withdraw as decideWithdrawal } from "../domain/Lifecycle.ts"
import { Version } from "../domain/Version.ts"
import { record } from "../release/Record.ts"
import { refusedBecause } from "./CommandRefused.ts"
import { dateOrNow, option, releases, VersionWithV } from "./Options.ts"

const version = Argument.String("version").pipe(
  Argument.withDescription("The release, such as v1.2.0"),
  Argument.withSchema(VersionWithV)
)

/** `taxonomy withdraw`: a release that turned out wrong is passed over; it stays on disk and answers to its own version. */
export const withdraw = Command.make(
  "withdraw",
  { version, date: dateOrNow, reason: option("reason", "What is wrong with it"), releases },
  Effect.fnUntraced(function* (input) {
    const wrong = Version.make(input.version.replace("v", ""))
    const date = yield* input.date
    yield* record(input.releases, (history) =>
      decideWithdrawal(history, { version: wrong, date, reason: input.reason })
    ).pipe(Effect.catchTag("NotPossible", refusedBecause))
    yield* Console.log(`${wrong} is withdrawn: ${input.reason}`)
  })
).pipe(
  Command.withDescription("Withdraw a release that turned out wrong; nothing is deleted"),
  Command.withExamples([
    { command: 'taxonomy withdraw v1.2.0 --reason "Wrong country list"', description: "Pass over 1.2.0" }
  ])
)
