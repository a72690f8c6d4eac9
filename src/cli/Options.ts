import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { reportFormats } from "../build/Reporters.ts"
import { Timestamp } from "../domain/Event.ts"

/** A flag whose value can also come from `TAXONOMY_<OPTION>`. */
export const option = (name: string, description: string): Flag.Flag<string> =>
  Flag.String(name).pipe(
    Flag.withDescription(`${description} [env: ${environmentName(name)}]`),
    Flag.withFallbackConfig(Config.String(environmentName(name)))
  )

export const src = option("src", "Folder of the sources").pipe(Flag.withDefault("taxonomy-src"))

export const releases = option("releases", "Folder of the releases").pipe(Flag.withDefault("releases"))

export const format = Flag.Literals("format", reportFormats).pipe(
  Flag.withDescription("How to report [env: TAXONOMY_FORMAT]"),
  Flag.withFallbackConfig(Config.Literals(reportFormats, "TAXONOMY_FORMAT")),
  Flag.withDefault("pretty")
)

/** A day means its beginning, in UTC. */
const DateOption = Schema.Union([
  Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\d$/)).pipe(
    Schema.decodeTo(
      Timestamp,
      SchemaTransformation.transform({
        decode: (day) => `${day}T00:00:00Z`,
        encode: (timestamp) => timestamp.slice(0, "YYYY-MM-DD".length)
      })
    )
  ),
  Timestamp
])

export const date = option("date", "Decide as of this day or time in UTC, such as 2027-03-01").pipe(
  Flag.withSchema(DateOption),
  Flag.optional
)

function environmentName(name: string): string {
  return `TAXONOMY_${name.toUpperCase().replaceAll("-", "_")}`
}
