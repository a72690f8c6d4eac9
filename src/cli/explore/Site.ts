import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { textOption, toggleOption } from "../options/EnvironmentOption.ts"
import { dateOption, releasesOption, sourcesOption, withFolder } from "../options/Options.ts"

const siteOptions = {
  out: textOption("out", "Folder of the site. One that holds anything but a site is refused").pipe(withFolder),
  workingTree: toggleOption("working-tree", "Show the working tree too: its changes, and what taxonomy check finds"),
  src: sourcesOption,
  releases: releasesOption,
  date: dateOption("With --working-tree, date of the check")
}

export type SiteInput = Command.Command.Config.Infer<typeof siteOptions>

/** `taxonomy site`: the Explorer as static files. */
export const siteCommand = Command.make(
  "site",
  siteOptions,
  lazyHandler(async () => (await import("./RunSite.ts")).runSite)
).pipe(
  Command.withDescription("Write a static site that shows every release in a browser"),
  Command.withExamples([
    { command: "taxonomy site --out site", description: "Write the site, then open site/index.html" },
    {
      command: "taxonomy site --out site --working-tree",
      description: "Show the working tree against the newest release"
    }
  ])
)
