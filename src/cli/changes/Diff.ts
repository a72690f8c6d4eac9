import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { formatOption, releasesOption, sourcesOption } from "../options/Options.ts"

const fromArgument = Argument.String("from").pipe(
  Argument.withDescription("Version, git revision, or . for the working tree [default: newest release]"),
  Argument.optional
)
const toArgument = Argument.String("to").pipe(
  Argument.withDescription("Version, git revision, or . for the working tree [default: .]"),
  Argument.optional
)

const diffOptions = {
  from: fromArgument,
  to: toArgument,
  src: sourcesOption,
  releases: releasesOption,
  format: formatOption
}

export type DiffInput = Command.Command.Config.Infer<typeof diffOptions>

/** `taxonomy diff`: the changes between two states of the taxonomy. */
export const diffCommand = Command.make(
  "diff",
  diffOptions,
  lazyHandler(async () => (await import("./RunDiff.ts")).runDiff)
).pipe(
  Command.withDescription("Show the changes between two versions, git revisions or the working tree"),
  Command.withExamples([
    { command: "taxonomy diff", description: "Changes in the working tree since the newest release" },
    { command: "taxonomy diff 1.0.0 1.1.0", description: "Changes from 1.0.0 to 1.1.0" },
    { command: "taxonomy diff main .", description: "Changes of the current branch" }
  ])
)
