import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { importFormats } from "../../import/Importers.ts"
import { editOptions } from "../edit/EditOptions.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { defaultNote, textOption } from "../options/EnvironmentOption.ts"

const importOptions = {
  kind: Argument.Literals("format", importFormats).pipe(Argument.withDescription("Format of the file")),
  file: Argument.String("file").pipe(Argument.withDescription("File to import, such as an edited export")),
  dimension: textOption(
    "dimension",
    "Name of the dimension to which all rows belong",
    defaultNote("the column dimension of the file")
  ).pipe(Flag.withMetavar("name"), Flag.optional),
  ...editOptions
}

export type ImportInput = Command.Command.Config.Infer<typeof importOptions>

/** `taxonomy import`: the values of a table, written to the sources. */
export const importCommand = Command.make(
  "import",
  importOptions,
  lazyHandler(async () => (await import("./RunImport.ts")).runImport)
).pipe(
  Command.withDescription("Add and change values as a table says. Values that it does not contain stay"),
  Command.withExamples([
    { command: "taxonomy import csv values.csv --dry-run", description: "Show what would change" },
    { command: "taxonomy import csv values.csv", description: "Write the changes to the sources, then check" }
  ])
)
