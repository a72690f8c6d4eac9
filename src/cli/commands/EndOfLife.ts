import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { endMajor } from "../../domain/release/EndMajor.ts"
import { appendEvent } from "../../release/AppendEvent.ts"
import { commandRefused } from "../CommandRefused.ts"
import { dateOrNowOption, reasonOption, releasesOption } from "../options/Options.ts"

const majorArgument = Argument.String("major").pipe(
  Argument.withDescription("Major version, such as v1"),
  Argument.withSchema(
    Schema.String.check(Schema.isPattern(/^v?(?:0|[1-9]\d{0,8})$/, { expected: "a major version such as v1" }))
  )
)

/** `taxonomy end-of-life`: ends a major that has a successor. Its releases are still served. */
export const endOfLifeCommand = Command.make(
  "end-of-life",
  {
    major: majorArgument,
    date: dateOrNowOption("First day without further releases"),
    reason: reasonOption("Reason for clients, part of every response of this major"),
    releases: releasesOption
  },
  Effect.fnUntraced(function* (input) {
    const number = Number(input.major.replace("v", ""))
    const date = yield* input.date
    yield* appendEvent(input.releases, (history) =>
      endMajor(history, { major: number, date, reason: input.reason })
    ).pipe(Effect.catchTag("CommandRejected", ({ message }) => commandRefused(message)))
    yield* Console.log(`v${number} ends on ${date}: ${input.reason}`)
  })
).pipe(
  Command.withDescription("End a major version that has a newer one. Its releases are still served"),
  Command.withExamples([
    { command: 'taxonomy end-of-life v1 --date 2027-06-30 --reason "v2 has replaced it"', description: "End v1" }
  ])
)
