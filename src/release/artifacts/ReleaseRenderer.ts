import type { Change } from "../../domain/change/Change.ts"
import { canonicalJson } from "../../domain/ledger/CanonicalJson.ts"
import type { Digest } from "../../domain/ledger/Timestamp.ts"
import { Change1 } from "../../domain/release/PublishedReleaseEvents.ts"
import type { Release, PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import type { Dimension, License, Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { renderReleaseNotes } from "../../report/formats/ReleaseNotes.ts"
import * as bodies1 from "../format1/Bodies.ts"
import type { Release1 } from "../format1/Bodies.ts"
import { configSchema as configSchema1 } from "../format1/ConfigSchema.ts"
import { releaseNotes as releaseNotes1 } from "../format1/ReleaseNotes.ts"
import * as bodies3 from "../format3/Bodies.ts"
import { configSchema as configSchema3 } from "../format3/ConfigSchema.ts"
import { manifestFile, renderManifest } from "./Manifest.ts"

/** The files of a release by their path in its folder, and its `manifest.json`, which lists them. */
export interface Artifacts {
  readonly files: ReadonlyMap<string, string>
  readonly manifest: string
}

const format1: FormatParts<Release1> = {
  ...bodies1,
  configSchema: ({ taxonomy }) => configSchema1(taxonomy),
  releaseNotes: releaseNotes1
}

/** Until a release is published in it, the format follows the vocabulary; after that, the digests of releases hold it. */
const format3: FormatParts<Release> = { ...bodies3, configSchema: configSchema3, releaseNotes: renderReleaseNotes }

/** Every format, by number. The number 2 was that of unreleased versions of this program. */
const renderers: ReadonlyMap<number, (release: Release) => Artifacts> = new Map([
  [1, (release: Release) => renderIn(format1, toRelease1(release))],
  [3, (release: Release) => renderIn(format3, release)],
  // The same for what came after format 3, so that older programs know that they lack it.
  [4, (release: Release) => renderIn(format3, release)]
])

/** Renders a release in a format: its files by path, and the manifest that lists them. */
const renderIn = <R extends Release>(format: FormatParts<R>, release: R): Artifacts => {
  const { base, changes, taxonomy, version } = release
  const files = new Map<string, string>([
    ["schema.json", json(format.schemaBody(release))],
    ["licenses.json", json(format.licensesBody(release))],
    ...taxonomy.licenses.map(
      (license) => [`licenses/${license.code}.json`, json(format.licenseBody(release, license))] as const
    ),
    ["dimensions.json", json(format.dimensionsBody(release))],
    ["config.schema.json", json(format.configSchema(release))],
    // Canonical, so that it is the same whether the changes come from a diff or from the ledger.
    ["changes.json", `${canonicalJson({ release: version, base, changes })}\n`],
    ["CHANGES.md", format.releaseNotes(release)]
  ])
  return { files, manifest: renderManifest(release, files) }
}

// These bytes are sent as they are, so they hold no white space. They end in a line break for readers in a terminal.
const json = (value: unknown): string => `${JSON.stringify(value)}\n`

/** The release as format 1 takes it. */
export const toRelease1 = (release: Release): Release1 => ({ ...release, changes: release.changes.filter(isChange1) })

const isChange1 = (change: Change): change is typeof Change1.Type => kinds1.has(change.kind)

const kinds1: ReadonlySet<string> = new Set(Change1.members.map(({ fields }) => fields.kind.literal))

/** Renders a release, or returns `undefined` if a newer version chose a format that this one does not know. */
export const render = (release: Release): Artifacts | undefined => renderers.get(release.format)?.(release)

export const digestOf = (text: string): Digest => `sha256:${sha256(text)}`

/** A release as it is on disk: the bytes of its files by path, its manifest among them, and the manifest's digest. */
export interface RenderedRelease {
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly digest: Digest
}

/**
 * Makes a renderer of published releases, which is fastest if they come in the order of the ledger. Returns `undefined`
 * if a newer version chose a format that this one does not know.
 */
export const makeReleaseRenderer = () => {
  const incremental = makeIncrementalRenderers()
  return (release: PublishedRelease): RenderedRelease | undefined => {
    const rendered = incremental.get(release.format)?.(release)
    // The manifest contains the digest of every file. If any is another one, the format itself decides.
    if (rendered?.digest === release.manifest) return rendered
    const artifacts = render(release)
    return artifacts && encodeRelease(artifacts)
  }
}

/** Makes the incremental renderer of every format. */
export const makeIncrementalRenderers = (): ReadonlyMap<number, (release: Release) => RenderedRelease> =>
  new Map([
    [1, incrementalRenderer(toRelease1, format1)],
    [3, incrementalRenderer(identity, format3)],
    [4, incrementalRenderer(identity, format3)]
  ])

/** Encodes what a format rendered. */
export const encodeRelease = ({ files, manifest }: Artifacts): RenderedRelease => {
  const encoded = new Map(
    [...files, [manifestFile, manifest] as const].map(([path, text]) => [path, Buffer.from(text)])
  )
  return { files: encoded, digest: digestOf(manifest) }
}

const identity = (release: Release): Release => release

const incrementalRenderer = <R extends Release>(toRelease: (release: Release) => R, parts: FormatParts<R>) => {
  const renderFiles = makeIncrementalRenderer(parts)
  return (published: Release): RenderedRelease => {
    const release = toRelease(published)
    const files = renderFiles(release)
    // A format lists texts, which would have to be decoded and encoded again.
    const empty: object = JSON.parse(renderManifest(release, new Map()))
    const digests = Object.fromEntries(
      Array.from(files, ([path, bytes]) => [path, { bytes: bytes.length, sha256: sha256(bytes) }])
    )
    const text = `${JSON.stringify({ ...empty, files: digests }, null, 2)}\n`
    return { files: new Map(files).set(manifestFile, Buffer.from(text)), digest: digestOf(text) }
  }
}

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

/** JSON in UTF-8 as pieces, so that a piece that several files contain is encoded once. */
export type EncodedJson = ReadonlyArray<Uint8Array>

export const encodeJson = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

/** Encodes an object as `JSON.stringify` does, with some of its members encoded already. */
export const encodeWith = (value: object, encoded: Readonly<Record<string, EncodedJson>>): EncodedJson => {
  const members = Object.entries(value).flatMap(([name, member], index) => [
    Buffer.from(`${index === 0 ? "" : ","}${JSON.stringify(name)}:`),
    ...(encoded[name] ?? [encodeJson(member)])
  ])
  return [openBrace, ...members, closeBrace]
}

/** Encodes an array of encoded items. */
export const encodeArray = (items: ReadonlyArray<Uint8Array>): EncodedJson => [
  openBracket,
  ...separate(items),
  closeBracket
]

/** Encodes an object of members that `encodeMembers` encoded. */
export const encodeObject = (members: ReadonlyArray<Uint8Array>): EncodedJson => [
  openBrace,
  ...separate(members),
  closeBrace
]

/** Encodes the members of an object without its braces. */
export const encodeMembers = (value: unknown): Uint8Array => encodeJson(value).subarray(1, -1)

const separate = (pieces: ReadonlyArray<Uint8Array>): ReadonlyArray<Uint8Array> =>
  pieces.flatMap((piece, index) => (index === 0 ? [piece] : [comma, piece]))

const openBrace = Buffer.from("{")
const closeBrace = Buffer.from("}")
const openBracket = Buffer.from("[")
const closeBracket = Buffer.from("]")
const comma = Buffer.from(",")

/**
 * Makes a function that renders lists of items, each list after the other. It renders an item only if the list before
 * did not contain it in the same context, a text that stands for all that the rendering reads beside the item.
 */
export const makeItemMemo = <Item extends object, A>() => {
  let before: ReadonlyMap<Item, Memo<A>> = new Map()
  return (
    items: ReadonlyArray<Item>,
    contextOf: (item: Item) => string | undefined,
    render: (item: Item) => A
  ): ReadonlyArray<A> => {
    const memos = new Map<Item, Memo<A>>()
    for (const item of items) {
      const context = contextOf(item)
      const known = before.get(item)
      memos.set(item, known !== undefined && known.context === context ? known : { context, result: render(item) })
    }
    before = memos
    return Array.from(memos.values(), ({ result }) => result)
  }
}

interface Memo<A> {
  readonly context: string | undefined
  readonly result: A
}
