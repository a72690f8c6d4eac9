import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { withdraw } from "../../domain/release/WithdrawRelease.ts"
import { appendEvent } from "../../release/AppendEvent.ts"
import { commandRefused } from "../CommandRefused.ts"
import { dateOrNowOption, reasonOption, releasesOption, PrefixedVersion } from "../options/Options.ts"

const versionArgument = Argument.String("version").pipe(
  Argument.withDescription("Release, such as v1.2.0"),
  Argument.withSchema(PrefixedVersion)
)

/** `taxonomy withdraw`: excludes a wrong release from defaults. It stays on disk and answers to its full version. */
export const withdrawCommand = Command.make(
  "withdraw",
  {
    version: versionArgument,
    date: dateOrNowOption("Date of the withdrawal"),
    reason: reasonOption("Reason for clients, part of every response of this release"),
    releases: releasesOption
  },
  Effect.fnUntraced(function* (input) {
    const date = yield* input.date
    yield* appendEvent(input.releases, (history) =>
      withdraw(history, { version: input.version, date, reason: input.reason })
    ).pipe(Effect.catchTag("CommandRejected", ({ message }) => commandRefused(message)))
    yield* Console.log(`${input.version} is withdrawn: ${input.reason}`)
  })
).pipe(
  Command.withDescription("Withdraw a release that turned out wrong. Nothing is deleted"),
  Command.withExamples([
    {
      command: 'taxonomy withdraw v1.2.0 --reason "Wrong country list"',
      description: "Exclude 1.2.0 from latest, v1 and v1.2"
    }
  ])
)
