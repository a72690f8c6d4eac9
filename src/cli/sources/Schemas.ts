import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { toggleOption } from "../options/EnvironmentOption.ts"
import { folderOption, releasesOption, sourcesOption } from "../options/Options.ts"

const schemasOptions = {
  src: sourcesOption,
  releases: releasesOption,
  out: folderOption("out", "Folder of the schemas", ".taxonomy/schemas"),
  watch: toggleOption("watch", "Write the schemas again after each save, until interrupted")
}

export type SchemasInput = Command.Command.Config.Infer<typeof schemasOptions>

/** `taxonomy schemas`: JSON Schemas of the sources with which text editors complete and verify codes. */
export const schemasCommand = Command.make(
  "schemas",
  schemasOptions,
  lazyHandler(async () => (await import("./RunSchemas.ts")).runSchemas)
).pipe(
  Command.withDescription("Write JSON Schemas of the sources, with which text editors complete and verify codes"),
  Command.withExamples([
    { command: "taxonomy schemas", description: "Write the schemas to .taxonomy/schemas" },
    { command: "taxonomy schemas --watch", description: "Write them again after each save" }
  ])
)
