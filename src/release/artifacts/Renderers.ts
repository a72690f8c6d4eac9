import type { Digest } from "../../domain/ledger/Digest.ts"
import type { Release } from "../../domain/release/ReleaseHistory.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { format1 } from "../format1/Format1.ts"

/** The files of a release by their path in its folder, and its `manifest.json`, which lists them. */
export interface Artifacts {
  readonly files: ReadonlyMap<string, string>
  readonly manifest: string
}

/** One renderer for each format that was ever published: old releases are verified and rebuilt with their own. */
const renderers: ReadonlyMap<number, (release: Release) => Artifacts> = new Map([[1, format1]])

/** The format of new releases. */
export const currentFormat = 1

/** A release's artifacts; nothing where a newer version chose a format that this one does not know. */
export const render = (release: Release): Artifacts | undefined => renderers.get(release.format)?.(release)

/** The name of a release's folder. */
export const folderOf = ({ version }: Pick<Release, "version">): string => `v${version}`

export const manifestFile = "manifest.json"

export const digestOf = (text: string): Digest => `sha256:${sha256(text)}`
