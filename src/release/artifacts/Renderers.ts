import type { Change } from "../../domain/change/Change.ts"
import type { Digest } from "../../domain/ledger/Timestamp.ts"
import { Change1 } from "../../domain/release/events/Change1.ts"
import type { Release } from "../../domain/release/ReleaseHistory.ts"
import { sha256 } from "../../platform/Sha256.ts"
import { format1 } from "../format1/Format1.ts"
import { format3 } from "../format3/Format3.ts"

/** The files of a release by their path in its folder, and its `manifest.json`, which lists them. */
export interface Artifacts {
  readonly files: ReadonlyMap<string, string>
  readonly manifest: string
}

/** Every format, by number. The number 2 was that of unreleased versions of this program. */
const renderers: ReadonlyMap<number, (release: Release) => Artifacts> = new Map([
  [1, (release: Release) => format1(toRelease1(release))],
  [3, format3]
])

/** The release as format 1 takes it. It has no other changes: it and its base have only fields that format 1 knows. */
export const toRelease1 = (release: Release) => ({ ...release, changes: release.changes.filter(isChange1) })

const isChange1 = (change: Change): change is typeof Change1.Type => kinds1.has(change.kind)

const kinds1: ReadonlySet<string> = new Set(Change1.members.map(({ fields }) => fields.kind.literal))

/** Renders a release, or returns `undefined` if a newer version chose a format that this one does not know. */
export const render = (release: Release): Artifacts | undefined => renderers.get(release.format)?.(release)

export const digestOf = (text: string): Digest => `sha256:${sha256(text)}`
