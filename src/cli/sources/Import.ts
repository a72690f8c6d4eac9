import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { importFormats } from "../../import/Importers.ts"
import { editOptions } from "../edit/EditOptions.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { defaultNote, textOption, toggleOption } from "../options/EnvironmentOption.ts"
import { isPath, pathForm } from "../options/Options.ts"

const importOptions = {
  kind: Argument.Literals("format", importFormats).pipe(Argument.withDescription("Format of the file")),
  file: Argument.String("file").pipe(
    Argument.withDescription("File to import, such as an edited export"),
    Argument.filter(isPath, pathForm)
  ),
  dimension: textOption(
    "dimension",
    "Name of the dimension to which all rows belong",
    defaultNote("the column dimension of the file")
  ).pipe(Flag.withMetavar("name"), Flag.optional),
  overwrite: toggleOption(
    "overwrite",
    "Take every cell that differs, without merging it with changes of the sources since the export"
  ),
  ...editOptions
}

export type ImportInput = Command.Command.Config.Infer<typeof importOptions>

/** `taxonomy import`: the values of a table, written to the sources. */
export const importCommand = Command.make(
  "import",
  importOptions,
  lazyHandler(async () => (await import("./RunImport.ts")).runImport)
).pipe(
  Command.withDescription(
    "Add and change values as they were edited in an exported table. Other values stay, and so do newer texts of the sources"
  ),
  Command.withExamples([
    { command: "taxonomy import csv values.csv --dry-run", description: "Show what would change" },
    { command: "taxonomy import csv values.csv", description: "Write the changes to the sources, then check" }
  ])
)
