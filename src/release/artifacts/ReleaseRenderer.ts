import type { Change } from "../../domain/change/Change.ts"
import { canonicalJson } from "../../domain/ledger/CanonicalJson.ts"
import type { Digest } from "../../domain/ledger/Timestamp.ts"
import { Change1 } from "../../domain/release/PublishedReleaseEvents.ts"
import type { Release } from "../../domain/release/ReleaseHistory.ts"
import type { License } from "../../domain/taxonomy/Taxonomy.ts"
import { derivedNumbers } from "../../domain/vocabulary/Since.ts"
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

/** Follows the vocabulary. The numbers differ only in which fields a release may have, so that older programs know what they lack. */
const derivedFormat: FormatParts<Release> = {
  ...bodies3,
  configSchema: configSchema3,
  releaseNotes: renderReleaseNotes
}

/** Every format, by number. */
const renderers: ReadonlyMap<number, (release: Release) => Artifacts> = new Map([
  [1, (release: Release) => renderIn(format1, toRelease1(release))],
  ...derivedNumbers.map((number) => [number, (release: Release) => renderIn(derivedFormat, release)] as const)
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

/** A release as it is on disk: the bytes of its files by path, its manifest among them, and the manifest's digest. */
export interface RenderedRelease {
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly digest: Digest
}

/** Renders a release to bytes, or returns `undefined` if a newer version chose a format that this one does not know. */
export const renderRelease = (release: Release): RenderedRelease | undefined => {
  const artifacts = render(release)
  if (artifacts === undefined) return undefined
  const texts = [...artifacts.files, [manifestFile, artifacts.manifest] as const]
  return {
    files: new Map(texts.map(([path, text]) => [path, Buffer.from(text)])),
    digest: `sha256:${sha256(artifacts.manifest)}`
  }
}

/** The functions of a format that render a release. */
interface FormatParts<R extends Release> {
  readonly schemaBody: (release: R) => object
  readonly dimensionsBody: (release: R) => object
  readonly licensesBody: (release: R) => object
  readonly licenseBody: (release: R, license: License) => object
  readonly configSchema: (release: R) => object
  readonly releaseNotes: (release: R) => string
}
