import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { releasesOption, PrefixedVersion } from "../options/Options.ts"

const versionArgument = Argument.String("version").pipe(
  Argument.withDescription("Release, such as v1.2.0 [default: all]"),
  Argument.withSchema(PrefixedVersion),
  Argument.optional
)

const rebuildOptions = { version: versionArgument, releases: releasesOption }

export type RebuildInput = Command.Command.Config.Infer<typeof rebuildOptions>

/** `taxonomy rebuild`: writes missing artifacts from the ledger and keeps existing files. */
export const rebuildCommand = Command.make(
  "rebuild",
  rebuildOptions,
  lazyHandler(async () => (await import("./RunRebuild.ts")).runRebuild)
).pipe(
  Command.withDescription("Write missing artifacts from the ledger"),
  Command.withExamples([
    { command: "taxonomy rebuild", description: "Restore every file that is missing" },
    { command: "taxonomy rebuild v1.0.0", description: "Restore one release" }
  ])
)
