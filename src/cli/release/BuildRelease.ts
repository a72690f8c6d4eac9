import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { contractsOption } from "../contracts/ContractsOption.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { defaultNote, literalOption, textOption, toggleOption } from "../options/EnvironmentOption.ts"
import { formatOption, releasesOption, sourcesOption } from "../options/Options.ts"

const dryRunOption = toggleOption("dry-run", "Report only, without writing anything")
const commitOption = toggleOption("commit", "Git commit of the releases folder after publishing")
const tagOption = toggleOption(
  "tag",
  "Git tag vX.Y.Z on the release commit, with the ledger's head hash in its message"
)
const defaultBranchOption = textOption(
  "default-branch",
  "Branch on which releases belong",
  defaultNote("that of the remote origin, main or master")
).pipe(Flag.withMetavar("branch"), Flag.optional)
const artifactFormatOption = literalOption(
  "artifact-format",
  ["lowest", "newest"],
  "Format of the release: the lowest that has a place for all it contains, which older servers can serve, or the newest, with release notes in words",
  defaultNote("lowest")
).pipe(Flag.withDefault("lowest"))

const buildReleaseOptions = {
  src: sourcesOption,
  releases: releasesOption,
  format: formatOption,
  contracts: contractsOption,
  dryRun: dryRunOption,
  commit: commitOption,
  tag: tagOption,
  artifactFormat: artifactFormatOption,
  defaultBranch: defaultBranchOption
}

export type BuildReleaseInput = Command.Command.Config.Infer<typeof buildReleaseOptions>

/** `build-release`: publishes the sources of the current commit as the release that they declare. */
export const buildReleaseCommand = Command.make(
  "build-release",
  buildReleaseOptions,
  lazyHandler(async () => (await import("./RunBuildRelease.ts")).runBuildRelease)
).pipe(
  Command.withDescription(
    "Publish the committed sources as the release that they declare. With a key in TAXONOMY_LOG_KEY, sign the log"
  ),
  Command.withExamples([
    { command: "build-release --dry-run", description: "Show what would be published" },
    { command: "build-release --commit --tag", description: "Publish, commit releases/ and tag the commit" }
  ])
)
