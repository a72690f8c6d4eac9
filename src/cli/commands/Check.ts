import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { toggleOption } from "../options/EnvironmentOption.ts"
import { dateOption, formatOption, releasesOption, sourcesOption } from "../options/Options.ts"

const watchOption = toggleOption("watch", "Repeat the check after each save, until interrupted")

const checkOptions = {
  src: sourcesOption,
  releases: releasesOption,
  format: formatOption,
  date: dateOption("Date of the decision"),
  watch: watchOption
}

export type CheckInput = Command.Command.Config.Infer<typeof checkOptions>

/** `taxonomy check`: decides like `build-release`, on the working tree and without writing anything. */
export const checkCommand = Command.make(
  "check",
  checkOptions,
  lazyHandler(async () => (await import("../handlers/RunCheck.ts")).runCheck)
).pipe(
  Command.withDescription("Check the working tree: changes, required version bump and findings. Writes nothing"),
  Command.withExamples([
    { command: "taxonomy check", description: "Check taxonomy-src before committing it" },
    { command: "taxonomy check --watch", description: "Check after each save" },
    { command: "taxonomy check --date 2027-06-01", description: "Check as of that day" }
  ])
)
