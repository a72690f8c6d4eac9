import type { Change } from "../../domain/change/Change.ts"
import type { Digest } from "../../domain/ledger/Digest.ts"
import { Change1 } from "../../domain/release/events/Change1.ts"
import type { Release } from "../../domain/release/ReleaseHistory.ts"
import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { canExpress1 } from "../format1/CanExpress.ts"
import { format1 } from "../format1/Format1.ts"
import { canExpress2 } from "../format2/CanExpress.ts"
import { format2 } from "../format2/Format2.ts"

/** The files of a release by their path in its folder, and its `manifest.json`, which lists them. */
export interface Artifacts {
  readonly files: ReadonlyMap<string, string>
  readonly manifest: string
}

interface Renderer {
  readonly render: (release: Release) => Artifacts
  /** True if the format has a place for everything in the snapshot. */
  readonly canExpress: (taxonomy: Taxonomy) => boolean
}

/** Every published format. A new one is one folder and one line here; older releases keep theirs. */
const renderers: ReadonlyMap<number, Renderer> = new Map([
  [
    1,
    {
      render: (release) => format1({ ...release, changes: release.changes.filter(isChange1) }),
      canExpress: canExpress1
    }
  ],
  [2, { render: format2, canExpress: canExpress2 }]
])

// A release in format 1 has no other changes: it and its base have only fields that format 1 knows.
const isChange1 = (change: Change): change is typeof Change1.Type => kinds1.has(change.kind)

const kinds1: ReadonlySet<string> = new Set(Change1.members.map(({ fields }) => fields.kind.literal))

/**
 * The format of a new release: the lowest that can express its snapshot, and never lower than that of its base. So a
 * release that uses nothing new can be served by older programs.
 */
export const chooseFormat = (base: Pick<Release, "format"> | undefined, taxonomy: Taxonomy): number => {
  for (const [format, { canExpress }] of renderers) {
    if (format >= (base?.format ?? 0) && canExpress(taxonomy)) return format
  }
  throw new RangeError("No artifact format can express this taxonomy")
}

/** Renders a release, or returns `undefined` if a newer version chose a format that this one does not know. */
export const render = (release: Release): Artifacts | undefined => renderers.get(release.format)?.render(release)

/** The name of a release's folder. */
export const folderOf = ({ version }: Pick<Release, "version">): string => `v${version}`

export const manifestFile = "manifest.json"

export const digestOf = (text: string): Digest => `sha256:${sha256(text)}`
