import { join } from "node:path"
import * as CliError from "effect/cli/CliError"
import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { containsApiKey, maskApiKeys } from "../../domain/keys/ApiKeyMasking.ts"
import { Timestamp, timestampOf } from "../../domain/ledger/Timestamp.ts"
import { Version } from "../../domain/taxonomy/Version.ts"
import { reportFormats, type ReportFormat } from "../../report/Reporters.ts"
import { defaultNote, described, envNote, fromEnvironment, option, optionOr } from "./EnvironmentOption.ts"
import { projectFolder } from "./ProjectFolder.ts"
import { Line } from "./SingleLineText.ts"

/** A place in the project, found from any folder in it. */
export const projectPath = (name: string) => Effect.sync(() => join(projectFolder(process.cwd()), name))

/** A folder of the project. */
const folder = (name: string, description: string, usual: string) =>
  optionOr(name, description, projectPath(usual), `${usual} of the project`).pipe(Flag.withMetavar("folder"))

export const src = folder("src", "Folder of the sources", "taxonomy-src")

export const releases = folder("releases", "Folder of the releases", "releases")

/** Why something is done, for the records. */
export const reason = (description: string): Flag.Flag<string> => line("reason", option("reason", description))

/** A flag for a line of text for the records, which keep no key. Space around it is left out. */
export const line = (name: string, flag: Flag.Flag<string>): Flag.Flag<string> =>
  flag.pipe(
    Flag.map((text) => text.trim()),
    Flag.mapEffect((text) =>
      containsApiKey(text)
        ? new CliError.InvalidValue({ option: name, value: maskApiKeys(text), expected: withoutKey, kind: "flag" })
        : Effect.succeed(text)
    ),
    Flag.withSchema(Line)
  )

export const withoutKey = "no more of a key than its first 12 characters"

/**
 * How a command prints. What the environment says is meant for all commands, so one that does not have that format
 * prints as it would without.
 */
export const formatOption = <const Format extends ReportFormat>(
  formats: ReadonlyArray<Format | "pretty">,
  description: string
): Flag.Flag<Format | "pretty"> => {
  const own = (format: ReportFormat) => formats.find((known) => known === format) ?? "pretty"
  return Flag.Literals("format", formats).pipe(
    fromEnvironment("format", (variable) => Config.map(Config.Literals(reportFormats, variable), own)),
    described(description, envNote("format"), defaultNote("pretty")),
    Flag.withDefault("pretty")
  )
}

export const format = formatOption(reportFormats, "How to report")

/** For commands whose answer is not a report. */
export const plainFormat = formatOption(["pretty", "json"], "How to print")

/** An instant that there is: a pattern alone would let the 30th of February through. */
const Instant = Timestamp.check(
  Schema.makeFilter((text) => Option.exists(DateTime.make(text), (instant) => timestampOf(instant) === text), {
    expected: "a day that there is, such as 2027-03-01"
  })
)

/** A day means its beginning, in UTC. */
const DateOption = Schema.Union([
  Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\d$/, { expected: "a day such as 2027-03-01" })).pipe(
    Schema.decodeTo(
      Instant,
      SchemaTransformation.transform({
        decode: (day) => `${day}T00:00:00Z`,
        encode: (timestamp) => timestamp.slice(0, "YYYY-MM-DD".length)
      })
    )
  ),
  Instant
])

/** The day, or the moment, that something is done on. */
const dateOption = (description: string) =>
  option("date", `${description}, a day or time in UTC such as 2027-03-01`, defaultNote("now")).pipe(
    Flag.withMetavar("date"),
    Flag.withSchema(DateOption),
    Flag.optional
  )

export const date = dateOption("Decide as of then")

/** The time of the command unless `--date` says another. */
export const dateOrNow = (description: string) =>
  Flag.map(dateOption(description), (given) =>
    Option.match(given, {
      onSome: Effect.succeed,
      onNone: () => Effect.map(DateTime.now, timestampOf)
    })
  )

/** A full version, with or without the v that people write before it. */
export const VersionWithV = Schema.String.check(
  Schema.makeFilter((text) => isVersion(withoutV(text)), { expected: "a full version such as v1.2.0" })
).pipe(Schema.decodeTo(Version, SchemaTransformation.transform({ decode: withoutV, encode: (version) => version })))

function isVersion(text: string): boolean {
  return Schema.is(Version)(text)
}

function withoutV(text: string): string {
  return text.replace(/^v/, "")
}
