// Part of artifact format 1: the corpus in test/corpus pins every byte that it writes.
import type { ReleasePublished1 } from "../../domain/release/events/ReleasePublished1.ts"
import type {
  ConflictRule1,
  Deprecation1,
  Dimension1,
  License1,
  Value1
} from "../../domain/release/events/Taxonomy1.ts"

export type Value = typeof Value1.Type
export type Dimension = typeof Dimension1.Type
export type License = typeof License1.Type
export type ConflictRule = typeof ConflictRule1.Type
export type Deprecation = typeof Deprecation1.Type
export type Change = (typeof ReleasePublished1.Type)["changes"][number]
export type Version = (typeof ReleasePublished1.Type)["version"]

export interface Taxonomy {
  readonly namespace: string
  readonly title: string
  readonly description: string
  readonly dimensions: ReadonlyArray<Dimension>
  readonly licenses: ReadonlyArray<License>
  readonly rules: ReadonlyArray<ConflictRule>
}

/** A release as format 1 renders it. */
export interface Release extends Omit<typeof ReleasePublished1.Type, "_tag" | "manifest"> {
  readonly taxonomy: Taxonomy
  /** The release that deprecated each deprecated item. */
  readonly clocks: Lookup<{ readonly version: Version; readonly date: string }>
  /** The earliest version that may remove each deprecated item, as of this release. */
  readonly removals: Lookup<Version>
}

interface Lookup<A> {
  readonly get: (id: ItemId) => A | undefined
}

export type ItemId = `dimension ${string}` | `value ${string}/${string}` | `license ${string}`
