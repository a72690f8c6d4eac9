import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import { reportFormats } from "../build/Reporters.ts"

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

function environmentName(name: string): string {
  return `TAXONOMY_${name.toUpperCase().replaceAll("-", "_")}`
}
