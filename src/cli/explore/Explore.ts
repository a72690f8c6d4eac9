import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { releasesOption, sourcesOption } from "../options/Options.ts"
import { portOption } from "../serve/ServeOptions.ts"

const exploreOptions = {
  port: portOption("0"),
  src: sourcesOption,
  releases: releasesOption
}

export type ExploreInput = Command.Command.Config.Infer<typeof exploreOptions>

/** `taxonomy explore`: the working tree and the releases in a browser, up to date after each save. */
export const exploreCommand = Command.make(
  "explore",
  exploreOptions,
  lazyHandler(async () => (await import("./RunExplore.ts")).runExplore)
).pipe(
  Command.withDescription("Show the working tree and the releases in a browser on this machine, and follow each save"),
  Command.withExamples([
    { command: "taxonomy explore", description: "Print an address to open in a browser" },
    { command: "taxonomy explore --port 7000", description: "Use the same address each time" }
  ])
)
