import * as Flag from "effect/cli/Flag"
import * as Clock from "effect/Clock"
import * as Config from "effect/Config"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { timestamp } from "../build/ReleaseDate.ts"
import { reportFormats } from "../build/Reporters.ts"
import { Timestamp } from "../domain/Event.ts"
import { timestampOf } from "../domain/Instant.ts"
import { Version } from "../domain/Version.ts"
import { Line } from "./Line.ts"

/** A flag whose value can also come from `TAXONOMY_<OPTION>`. */
export const option = (name: string, description: string): Flag.Flag<string> =>
  Flag.String(name).pipe(
    Flag.withDescription(`${description} [env: ${environmentName(name)}]`),
    Flag.withFallbackConfig(Config.String(environmentName(name)))
  )

export const src = option("src", "Folder of the sources").pipe(Flag.withDefault("taxonomy-src"))

export const releases = option("releases", "Folder of the releases").pipe(Flag.withDefault("releases"))

/** Why something is done, for the records. */
export const reason = (description: string): Flag.Flag<string> =>
  option("reason", description).pipe(Flag.withSchema(Line))

export const format = Flag.Literals("format", reportFormats).pipe(
  Flag.withDescription("How to report [env: TAXONOMY_FORMAT]"),
  Flag.withFallbackConfig(Config.Literals(reportFormats, "TAXONOMY_FORMAT")),
  Flag.withDefault("pretty")
)

/** An instant that there is: a pattern alone would let the 30th of February through. */
const Instant = Timestamp.check(
  Schema.makeFilter((text) => Option.exists(DateTime.make(text), (instant) => timestampOf(instant) === text), {
    expected: "a day that there is, such as 2027-03-01"
  })
)

/** A day means its beginning, in UTC. */
const DateOption = Schema.Union([
  Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\d$/)).pipe(
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

export const date = option("date", "Decide as of this day or time in UTC, such as 2027-03-01").pipe(
  Flag.withSchema(DateOption),
  Flag.optional
)

/** The time of the command unless `--date` says another. */
export const dateOrNow = Flag.map(date, (given) =>
  Option.match(given, {
    onSome: Effect.succeed,
    onNone: () => Effect.map(Clock.currentTimeMillis, (millis) => timestamp(millis / 1000))
  })
)

/** A full version, with or without the v that people write before it. */
export const VersionWithV = Schema.String.check(
  Schema.makeFilter((text) => isVersion(withoutV(text)), { expected: "a full version such as v1.2.0" })
).pipe(Schema.decodeTo(Version, SchemaTransformation.transform({ decode: withoutV, encode: (version) => version })))

/** For commands whose answer is not a report. */
export const plainFormat = Flag.Literals("format", ["pretty", "json"]).pipe(
  Flag.withDescription("How to print"),
  Flag.withDefault("pretty")
)

function environmentName(name: string): string {
  return `TAXONOMY_${name.toUpperCase().replaceAll("-", "_")}`
}

function isVersion(text: string): boolean {
  return Schema.is(Version)(text)
}

function withoutV(text: string): string {
  return text.replace(/^v/, "")
}
