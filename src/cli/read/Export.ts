import { isDeepStrictEqual } from "node:util"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { SchemaBody } from "../../api/bodies/SchemaBody.ts"
import type { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { proposedRelease } from "../../domain/release/PublishRelease.ts"
import type { PublishedRelease, ReleaseHistory, Release } from "../../domain/release/ReleaseHistory.ts"
import { baseOf } from "../../domain/release/ReleaseLines.ts"
import { findRemovedItems } from "../../domain/release/removal/RemovedItems.ts"
import { forecastStanding, newestStanding } from "../../domain/release/StandingReleases.ts"
import { toItemId } from "../../domain/taxonomy/ItemRef.ts"
import { BaseIri } from "../../domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { syntaxes, type ExportContent, type Exporter, type ExportedSchema } from "../../export/ExportContent.ts"
import { exportFormats, exporters, releaseFormats } from "../../export/Exporters.ts"
import { placeholderBase } from "../../export/ItemIris.ts"
import { currentTime } from "../../platform/CurrentTime.ts"
import { render } from "../../release/artifacts/ReleaseRenderer.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { CommandRefused, commandRefused, usageError } from "../CommandRefused.ts"
import * as Options from "../options/Options.ts"
import { decideDraft, readHistory, selectRelease, unknownDimension, readDraft } from "../Workspace.ts"

/** The characters that can stand between two cells, by the names of the option. */
const separators = { comma: ",", semicolon: ";", tab: "\t" } as const

const separatorNames = Struct.keys(separators)

const exportOptions = {
  format: Argument.Literals("format", exportFormats).pipe(
    Argument.withDescription(`Format of the export: ${exportFormats.join(", ")}`)
  ),
  dimension: Options.optionalOption("dimension", "Name of the only dimension to export", "all dimensions", "name"),
  version: Options.versionOption(
    "Release to export, such as v1.2.0, v1.2 or v1",
    "the working tree",
    Options.VersionSelector
  ),
  out: Options.fileOption("out", "File to write", "standard output"),
  table: Options.tableOption,
  separator: Options.literalOptionOr(
    "separator",
    separatorNames,
    "Character between two cells. Excel expects a semicolon where the comma is the decimal separator",
    "comma"
  ),
  bom: Options.toggleOption("bom", "Start with a byte order mark, by which Excel recognizes UTF-8", true),
  syntax: Options.literalOptionOr("syntax", syntaxes, "Syntax of linked data", "turtle"),
  iri: Options.textOption(
    "iri",
    "IRI with which the IRIs of items begin",
    Options.defaultNote("the IRI of the taxonomy")
  ).pipe(Flag.withMetavar("iri"), Flag.withSchema(BaseIri), Options.optional),
  language: Options.textOptionOr("language", "Language of the untranslated texts in linked data", "en").pipe(
    Flag.withMetavar("tag"),
    Flag.withSchema(Options.CanonicalLanguageTag)
  ),
  ...Options.folderOptions
}

type ExportInput = Options.InputOf<typeof exportOptions>

/** `taxonomy export`: prints or writes the working tree or a release for other programs. */
export const exportCommand = Options.makeCommand("export", exportOptions, {
  "taxonomy export csv --out values.csv": "Write all values to a file for a spreadsheet",
  "taxonomy export csv --table licenses --out licenses.csv": "Write the base licenses with their settings",
  "taxonomy export skos --version v1.0.0": "Print a release as linked data"
})(function* (input) {
  if (input.dimension !== undefined && releaseFormats.has(input.format)) {
    return yield* usageError(`An export as ${input.format} contains all dimensions. Remove --dimension.`)
  }
  if (input.table !== "values" && (input.format !== "csv" || input.dimension !== undefined)) {
    return yield* usageError("--table selects a table of csv, of all dimensions. Remove --table, or --dimension.")
  }
  const content = yield* readContent(input)
  const refusal = input.dimension === undefined ? undefined : unknownDimension(content.taxonomy, input.dimension)
  if (refusal !== undefined) return yield* refusal
  const dimensions = content.taxonomy.dimensions.filter(({ name }) => name === input.dimension)
  const taxonomy = input.dimension === undefined ? content.taxonomy : { ...content.taxonomy, dimensions }
  const loadExporter: () => Promise<Exporter> = exporters[input.format]
  const exporter = yield* Effect.promise(loadExporter)
  const { bom, language, syntax, table } = input
  const base = yield* selectBase(input, taxonomy)
  const options = { bom, table, separator: separators[input.separator], syntax, base, language }
  const text = yield* Effect.promise(async () => exporter({ ...content, taxonomy }, options)).pipe(
    Effect.catchDefect((problem) => (isRefused(problem) ? Effect.fail(problem) : Effect.die(problem)))
  )
  if (input.out === undefined) {
    // The console ends each text with a line feed.
    return yield* Console.log(text.replace(/\n$/, ""))
  }
  const fs = yield* FileSystem.FileSystem
  yield* fs.writeFileString(input.out, text)
  yield* Console.log(
    `Wrote ${releaseFormats.has(input.format) ? "" : `${countRows(taxonomy, table)} to `}${input.out}.`
  )
})

const countRows = (taxonomy: Taxonomy, table: ExportInput["table"]): string => {
  const rows = table === "values" ? snapshotOf(taxonomy).valuesInOrder() : taxonomy[table]
  return formatCount(rows.length, table.replace(/s$/, ""))
}

const isRefused = Schema.is(CommandRefused)

const readContent = Effect.fnUntraced(function* ({ format, releases, src, version: selector }: ExportInput) {
  const today = yield* currentTime
  if (selector !== undefined) {
    const history = yield* readHistory(releases)
    const release = yield* selectRelease(selector, { history, releases })
    return { ...contentOf(release.taxonomy, history, release, today), makeSchema: () => schemaOf(release, false) }
  }
  const { history, sources } = yield* readDraft("export", { src, releases, format: "pretty" })
  const { taxonomy, version } = sources
  const base = history.releases.get(version) ?? baseOf(history, version)
  const draft = format === "csv" ? yield* draftName(src) : "draft"
  return {
    ...contentOf(taxonomy, history, base, today, draft),
    release: undefined,
    makeSchema: () => {
      const decision = decideDraft(history, sources, today)
      return schemaOf(proposedRelease(history, decision), decision.outcome._tag !== "AlreadyReleased")
    }
  }
})

/** A taxonomy with what a release and all later ones say of its deprecated items. */
const contentOf = (
  taxonomy: Taxonomy,
  history: ReleaseHistory,
  release: PublishedRelease | undefined,
  today: Timestamp,
  draft = "draft"
): Omit<ExportContent, "makeSchema"> => {
  const newest = newestStanding(history)
  const forecastOf = newest && forecastStanding(history, newest, today)
  return {
    taxonomy,
    release,
    originOf: (item, value) =>
      release !== undefined && isDeepStrictEqual(snapshotOf(release.taxonomy).get(item), value)
        ? release.version
        : draft,
    removedItems: () => (release === undefined ? [] : findRemovedItems(history, release, taxonomy)),
    removalOf: (item) => {
      const since = release?.clocks.get(toItemId(item))
      return since === undefined || forecastOf === undefined ? undefined : { since, forecast: forecastOf(item) }
    }
  }
}

/** The name of the working tree in a table: with the newest commit, if git has one. */
const draftName = Effect.fnUntraced(
  function* (src: string) {
    const { openRepository, runGit } = yield* Effect.promise(() => import("../../git/Git.ts"))
    const commit = yield* runGit(yield* openRepository(src, "--src"), ["rev-parse", "--short=12", "HEAD"])
    return `draft:${commit.trim()}`
  },
  Effect.orElseSucceed(() => "draft")
)

/**
 * Selects the IRI with which the IRIs of items begin. The IRI that a taxonomy has was published with it, so an option
 * cannot replace it: the same item would have two names.
 */
const selectBase = Effect.fnUntraced(function* (
  { format, iri: given }: Pick<ExportInput, "format" | "iri">,
  taxonomy: Taxonomy
) {
  if (format !== "skos") return undefined
  if (taxonomy.iri !== undefined) {
    return given === undefined || given === taxonomy.iri
      ? taxonomy.iri
      : yield* commandRefused(`The taxonomy has the IRI ${taxonomy.iri}, which items keep. Remove --iri.`)
  }
  if (given !== undefined) return given
  const placeholder = placeholderBase(taxonomy.namespace)
  yield* Console.error(
    `note: The taxonomy has no IRI, so the items have placeholders that begin with ${placeholder}. Add iri to taxonomy.yaml, or set --iri.`
  )
  return placeholder
})

/** The body as the read server sends it. Throws `CommandRefused` for a release of a newer version of this program. */
const schemaOf = (release: Release, isDraft: boolean): ExportedSchema => {
  const text = render(release)?.files.get("schema.json")
  if (text === undefined) throw commandRefused(`Release ${release.version} has a newer format. Update this program.`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Every format renders this body
  return { body: JSON.parse(text) as SchemaBody, isDraft }
}
