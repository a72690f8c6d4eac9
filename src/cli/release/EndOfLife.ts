import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Schema from "effect/Schema"
import { lazyHandler } from "../LazyHandler.ts"
import { toggleOption } from "../options/EnvironmentOption.ts"
import { dateOrNowOption, reasonOption, releasesOption } from "../options/Options.ts"

const majorArgument = Argument.String("major").pipe(
  Argument.withDescription("Major version, such as v1"),
  Argument.withSchema(
    Schema.String.check(Schema.isPattern(/^v?(?:0|[1-9]\d{0,8})$/, { expected: "a major version such as v1" }))
  )
)

const endOfLifeOptions = {
  major: majorArgument,
  date: dateOrNowOption("First day without further releases"),
  reason: reasonOption("Reason for clients, part of every response of this major"),
  dryRun: toggleOption("dry-run", "Show what it means, without writing anything"),
  yes: toggleOption("yes", "Skip the confirmation"),
  releases: releasesOption
}

export type EndOfLifeInput = Command.Command.Config.Infer<typeof endOfLifeOptions>

/** `taxonomy end-of-life`: ends a major that has a successor. Its releases are still served. */
export const endOfLifeCommand = Command.make(
  "end-of-life",
  endOfLifeOptions,
  lazyHandler(async () => (await import("./RunEndOfLife.ts")).runEndOfLife)
).pipe(
  Command.withDescription("End a major version that has a newer one. Its releases are still served"),
  Command.withExamples([
    {
      command: 'taxonomy end-of-life v1 --date 2027-06-30 --reason "v2 has replaced it"',
      description: "End v1, after a confirmation"
    },
    {
      command: 'taxonomy end-of-life v1 --reason "v2 has replaced it" --yes',
      description: "End v1 today, without confirmation"
    }
  ])
)
