import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { BaseIri } from "../../domain/taxonomy/Identifiers.ts"
import { syntaxes } from "../../export/ExportContent.ts"
import { exportFormats } from "../../export/Exporters.ts"
import { lazyHandler } from "../LazyHandler.ts"
import { defaultNote, literalOption, textOption, textOptionOr, toggleOption } from "../options/EnvironmentOption.ts"
import { CanonicalLanguageTag } from "../options/LanguageTag.ts"
import { releasesOption, sourcesOption, VersionSelector, withFile } from "../options/Options.ts"
import { separatorNames } from "../options/Separators.ts"

const exportOptions = {
  format: Argument.Literals("format", exportFormats).pipe(
    Argument.withDescription(`Format of the export: ${exportFormats.join(", ")}`)
  ),
  dimension: textOption("dimension", "Name of the only dimension to export", defaultNote("all dimensions")).pipe(
    Flag.withMetavar("name"),
    Flag.optional
  ),
  version: textOption("version", "Release to export, such as v1.2.0, v1.2 or v1", defaultNote("the working tree")).pipe(
    Flag.withMetavar("version"),
    Flag.withSchema(VersionSelector),
    Flag.optional
  ),
  out: textOption("out", "File to write", defaultNote("standard output")).pipe(withFile, Flag.optional),
  separator: literalOption(
    "separator",
    separatorNames,
    "Character between two cells. Excel expects a semicolon where the comma is the decimal separator",
    defaultNote("comma")
  ).pipe(Flag.withDefault("comma")),
  bom: toggleOption("bom", "Start with a byte order mark, by which Excel recognizes UTF-8", true),
  syntax: literalOption("syntax", syntaxes, "Syntax of linked data", defaultNote("turtle")).pipe(
    Flag.withDefault("turtle")
  ),
  iri: textOption("iri", "IRI with which the IRIs of items begin", defaultNote("the IRI of the taxonomy")).pipe(
    Flag.withMetavar("iri"),
    Flag.withSchema(BaseIri),
    Flag.optional
  ),
  language: textOptionOr("language", "Language of the untranslated texts in linked data", "en").pipe(
    Flag.withMetavar("tag"),
    Flag.withSchema(CanonicalLanguageTag)
  ),
  src: sourcesOption,
  releases: releasesOption
}

export type ExportInput = Command.Command.Config.Infer<typeof exportOptions>

/** `taxonomy export`: the taxonomy for other programs. */
export const exportCommand = Command.make(
  "export",
  exportOptions,
  lazyHandler(async () => (await import("./RunExport.ts")).runExport)
).pipe(
  Command.withDescription(
    "Write the taxonomy in another format: its values as a table, a reference in Markdown, types, linked data, or an OpenAPI document"
  ),
  Command.withExamples([
    { command: "taxonomy export csv --out values.csv", description: "Write all values to a file for a spreadsheet" },
    { command: "taxonomy export typescript --version v1.0.0", description: "Print the types of a release" },
    { command: "taxonomy export skos --version v1.0.0", description: "Print a release as linked data" }
  ])
)
