import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { toggleOption } from "../options/EnvironmentOption.ts"
import { dateOrNowOption, reasonOption, releasesOption, PrefixedVersion } from "../options/Options.ts"

const versionArgument = Argument.String("version").pipe(
  Argument.withDescription("Release, such as v1.2.0"),
  Argument.withSchema(PrefixedVersion)
)

const withdrawOptions = {
  version: versionArgument,
  date: dateOrNowOption("Date of the withdrawal"),
  reason: reasonOption("Reason for clients, part of every response of this release"),
  dryRun: toggleOption("dry-run", "Show what it means, without writing anything"),
  yes: toggleOption("yes", "Skip the confirmation"),
  releases: releasesOption
}

export type WithdrawInput = Command.Command.Config.Infer<typeof withdrawOptions>

/** `taxonomy withdraw`: excludes a wrong release from defaults. It stays on disk and answers to its full version. */
export const withdrawCommand = Command.make(
  "withdraw",
  withdrawOptions,
  lazyHandler(async () => (await import("./RunWithdraw.ts")).runWithdraw)
).pipe(
  Command.withDescription("Withdraw a release that turned out wrong. Nothing is deleted"),
  Command.withExamples([
    {
      command: 'taxonomy withdraw v1.2.0 --reason "Wrong country list" --dry-run',
      description: "Show what clients get instead"
    },
    {
      command: 'taxonomy withdraw v1.2.0 --reason "Wrong country list"',
      description: "Exclude 1.2.0 from latest, v1 and v1.2, after a confirmation"
    }
  ])
)
