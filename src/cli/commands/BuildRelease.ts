import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { toggleOption } from "../options/EnvironmentOption.ts"
import { formatOption, releasesOption, sourcesOption } from "../options/Options.ts"

const dryRunOption = toggleOption("dry-run", "Report only, without writing anything")
const commitOption = toggleOption("commit", "Git commit of the releases folder after publishing")
const tagOption = toggleOption(
  "tag",
  "Git tag vX.Y.Z on the release commit, with the ledger's head hash in its message"
)

const buildReleaseOptions = {
  src: sourcesOption,
  releases: releasesOption,
  format: formatOption,
  dryRun: dryRunOption,
  commit: commitOption,
  tag: tagOption
}

export type BuildReleaseInput = Command.Command.Config.Infer<typeof buildReleaseOptions>

/** `build-release`: publishes the sources of the current commit as the release that they declare. */
export const buildReleaseCommand = Command.make(
  "build-release",
  buildReleaseOptions,
  lazyHandler(async () => (await import("../handlers/RunBuildRelease.ts")).runBuildRelease)
).pipe(
  Command.withDescription("Publish the committed sources as the release that they declare"),
  Command.withExamples([
    { command: "build-release --dry-run", description: "Show what would be published" },
    { command: "build-release --commit --tag", description: "Publish, commit releases/ and tag the commit" }
  ])
)
