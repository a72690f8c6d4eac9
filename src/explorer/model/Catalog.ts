import type { Items, Releases } from "../../client/model/Model.generated.ts"
import { byCodeUnits } from "../../domain/taxonomy/Names.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import { compare } from "../../domain/taxonomy/VersionArithmetic.ts"
import type { CatalogItem, ReleaseEntry } from "../data/DataSource.ts"

/** All releases and every item that they ever had. */
export interface Catalog {
  /** Newest first. */
  readonly releases: ReadonlyArray<ReleaseEntry>
  /** By full version, such as `1.2.0`. */
  readonly releaseOf: ReadonlyMap<string, ReleaseEntry>
  /** The release that the address `latest` means; `undefined` if nothing is published. */
  readonly latest: ReleaseEntry | undefined
  /** Sorted by name. */
  readonly items: ReadonlyArray<CatalogItem>
  /** By name, as `formatItem` formats it. */
  readonly itemOf: ReadonlyMap<string, CatalogItem>
}

export const makeCatalog = ({ releases }: Pick<Releases, "releases">, { items }: Pick<Items, "items">): Catalog => ({
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

/** A version as bodies write it. The server has checked its form. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Bodies hold versions of releases alone
export const toVersion = (text: string): Version => text as Version

export const compareVersions = (left: string, right: string): number => compare(toVersion(left), toVersion(right))

/** A date in words, such as `10 February 2025`, in UTC like all dates of releases. */
export const formatDate = (date: string): string => dateFormat.format(Date.parse(date))

const dateFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC"
})

/** What the life cycle of a release is called: "in force" if its major version has no newer one. */
export const formatStatus = ({ status }: ReleaseEntry): string =>
  status === "current" ? "in force" : status.replaceAll("-", " ")
