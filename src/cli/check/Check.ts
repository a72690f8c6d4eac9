import * as Command from "effect/cli/Command"
import { contractsOption } from "../contracts/ContractsOption.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { toggleOption } from "../options/EnvironmentOption.ts"
import { dateOption, formatOption, releasesOption, sourcesOption } from "../options/Options.ts"

const watchOption = toggleOption("watch", "Repeat the check after each save, until interrupted")

const checkOptions = {
  src: sourcesOption,
  releases: releasesOption,
  format: formatOption,
  date: dateOption("Date of the decision"),
  contracts: contractsOption,
  watch: watchOption,
  fix: toggleOption(
    "fix",
    "Apply the edits that cannot change a meaning, and declare the version that the changes require within its major"
  ),
  dryRun: toggleOption("dry-run", "With --fix, show what it would do without writing anything")
}

export type CheckInput = Command.Command.Config.Infer<typeof checkOptions>

/** `taxonomy check`: decides like `build-release`, on the working tree. Only `--fix` writes, and only sources. */
export const checkCommand = Command.make(
  "check",
  checkOptions,
  lazyHandler(async () => (await import("./RunCheck.ts")).runCheck)
).pipe(
  Command.withDescription(
    "Check the working tree: changes, required version bump and findings. Writes nothing without --fix"
  ),
  Command.withExamples([
    { command: "taxonomy check", description: "Check taxonomy-src before committing it" },
    { command: "taxonomy check --watch", description: "Check after each save" },
    { command: "taxonomy check --fix", description: "Fix what needs no decision, then check" }
  ])
)
