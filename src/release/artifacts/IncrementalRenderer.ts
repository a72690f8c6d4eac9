import { canonicalJson } from "../../domain/ledger/CanonicalJson.ts"
import type { Release } from "../../domain/release/ReleaseHistory.ts"
import type { Dimension, License, Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { encodeArray, encodeJson, encodeMembers, encodeObject, encodeWith, type EncodedJson } from "./EncodedJson.ts"
import { makeItemMemo } from "./ItemMemo.ts"

/** The functions of a format that render a release, or as much of it as its snapshot holds. */
export interface FormatParts<R extends Release> {
  readonly schemaBody: (release: R) => { readonly validation_rules: object }
  readonly dimensionsBody: (release: R) => { readonly dimensions: { readonly [name: string]: unknown } }
  readonly licensesBody: (release: R) => { readonly licenses: ReadonlyArray<{ readonly code: string }> }
  readonly licenseBody: (release: R, license: License) => object
  readonly configSchema: (release: R) => { readonly [keyword: string]: unknown }
  readonly releaseNotes: (release: R) => string
}

/**
 * Makes a renderer of the files of releases that follow each other. It renders an item again only if it has changed,
 * since most releases change few, and assembles the pieces as every format has done so far. Another format may do
 * otherwise, so the files count only if their manifest has the expected digest.
 */
export const makeIncrementalRenderer = <R extends Release>(format: FormatParts<R>) => {
  const renderDimensions = makeItemMemo<Dimension, Uint8Array>()
  const renderSettings = makeItemMemo<Dimension, Uint8Array>()
  const renderLicenses = makeItemMemo<License, Uint8Array>()

  return (release: R): ReadonlyMap<string, Uint8Array> => {
    const { changes, taxonomy, version } = release
    const { dimensions, licenses } = taxonomy
    const having = (items: Partial<Taxonomy>): R => ({ ...release, taxonomy: { ...taxonomy, ...items } })

    const outline = having(outlineOf(taxonomy))
    const schema = format.schemaBody(outline)
    const dimensionList = format.dimensionsBody(outline)
    const licenseList = format.licensesBody(outline)
    const deprecatedLicenses = new Map(licenseList.licenses.map((entry) => [entry.code, JSON.stringify(entry)]))

    const dimensionMembers = renderDimensions(
      dimensions,
      ({ name }) => JSON.stringify(dimensionList.dimensions[name]),
      (dimension) => encodeMembers(format.dimensionsBody(having({ dimensions: [dimension] })).dimensions)
    )
    const settingMembers = renderSettings(
      dimensions,
      () => undefined,
      (dimension) => encodeMembers(format.configSchema(having({ dimensions: [dimension], rules: [] }))["properties"])
    )
    const licenseEntries = renderLicenses(
      licenses,
      ({ code }) => deprecatedLicenses.get(code),
      (license) => encodeJson(format.licensesBody(having({ licenses: [license] })).licenses[0])
    )

    const allDimensions = encodeObject(dimensionMembers)
    const allLicenses = encodeArray(licenseEntries)
    const configSchema = encodeWith(format.configSchema(outline), {
      properties: encodeObject(settingMembers)
    })
    // The file of a license is its entry with further members, which are the same for all licenses.
    const licenseFiles = licenseEntries.map((entry) => entry.subarray(0, -1))
    const restOfFile = licenses
      .slice(0, 1)
      .map((license) => encodeJson(format.licenseBody(release, license)).subarray(licenseFiles[0]?.length))
    const files: ReadonlyArray<readonly [path: string, json: EncodedJson]> = [
      [
        "schema.json",
        encodeWith(schema, {
          dimensions: allDimensions,
          base_licenses: allLicenses,
          validation_rules: encodeWith(schema.validation_rules, { config_schema: configSchema })
        })
      ],
      ["licenses.json", encodeWith(licenseList, { licenses: allLicenses, count: [encodeJson(licenses.length)] })],
      ...licenseFiles.map(
        (entry, index) => [`licenses/${licenses[index]?.code}.json`, [entry, ...restOfFile]] as const
      ),
      ["dimensions.json", encodeWith(dimensionList, { dimensions: allDimensions })],
      ["config.schema.json", configSchema],
      ["changes.json", [Buffer.from(canonicalJson({ release: version, base: release.base, changes }))]]
    ]
    return new Map([
      ...files.map(([path, json]) => [path, Buffer.concat([...json, lineFeed])] as const),
      ["CHANGES.md", Buffer.from(format.releaseNotes(release))]
    ])
  }
}

const lineFeed = Buffer.from("\n")

/** The snapshot without most items. It keeps the deprecated ones: when they may be removed depends on the release. */
const outlineOf = ({ dimensions, licenses }: Taxonomy): Pick<Taxonomy, "dimensions" | "licenses"> => ({
  dimensions: dimensions.map((dimension) => ({ ...dimension, values: dimension.values.filter(isDeprecated) })),
  licenses: licenses.filter(isDeprecated)
})

const isDeprecated = ({ deprecated }: { readonly deprecated?: object }): boolean => deprecated !== undefined
