import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { toggleOption } from "../options/EnvironmentOption.ts"
import { sourcesOption } from "../options/Options.ts"

const formatOptions = {
  src: sourcesOption,
  check: toggleOption("check", "List the files that are not formatted, without writing anything")
}

export type FormatInput = Command.Command.Config.Infer<typeof formatOptions>

/** `taxonomy format`: one way of writing for all sources. */
export const formatCommand = Command.make(
  "format",
  formatOptions,
  lazyHandler(async () => (await import("./RunFormat.ts")).runFormat)
).pipe(
  Command.withDescription("Format the sources: indentation, quotes, spaces, blank lines, line ends, order of keys"),
  Command.withExamples([
    { command: "taxonomy format", description: "Format all sources" },
    { command: "taxonomy format --check", description: "Fail if a source is not formatted" }
  ])
)
