import type { ItemsBody } from "../../api/bodies/ItemsBody.ts"
import type { ReleasesBody } from "../../api/bodies/ReleasesBody.ts"
import { byCodeUnits } from "../../domain/taxonomy/Names.ts"
import type { ItemEntry, ReleaseEntry } from "../data/Bodies.ts"

/** All releases and every item that they ever had. */
export interface Catalog {
  /** Newest first. */
  readonly releases: ReadonlyArray<ReleaseEntry>
  /** By full version, such as `1.2.0`. */
  readonly releaseOf: ReadonlyMap<string, ReleaseEntry>
  /** The release that the address `latest` means; `undefined` if nothing is published. */
  readonly latest: ReleaseEntry | undefined
  /** Sorted by name. */
  readonly items: ReadonlyArray<ItemEntry>
  /** By name, as `formatItem` formats it. */
  readonly itemOf: ReadonlyMap<string, ItemEntry>
}

export const makeCatalog = (
  { releases }: Pick<ReleasesBody, "releases">,
  { items }: Pick<ItemsBody, "items">
): Catalog => ({
  releases,
  releaseOf: new Map(releases.map((release) => [release.release, release])),
  // Releases of an ended major are served, but nobody should begin with one.
  latest:
    releases.find(({ status }) => status === "current") ??
    releases.find(({ status }) => status !== "withdrawn") ??
    releases[0],
  items: items.toSorted((left, right) => byCodeUnits(left.item, right.item)),
  itemOf: new Map(items.map((entry) => [entry.item, entry]))
})
