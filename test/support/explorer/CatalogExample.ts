import type { CatalogItem, ReleaseEntry } from "../../../src/explorer/data/DataSource.ts"
import { makeCatalog } from "../../../src/explorer/model/Catalog.ts"

/** A release of a catalog, with what a test changes of it. */
export const releaseEntry = (
  release: string,
  base: string | null,
  day: string,
  changed: Partial<ReleaseEntry> = {}
): ReleaseEntry => ({
  version: `v${release.split(".").slice(0, 2).join(".")}`,
  release,
  published_at: `${day}T12:00:00Z`,
  bump: base === null ? null : "minor",
  base,
  api_version: `v${release.split(".")[0]}`,
  status: "current",
  changes: {},
  waivers: [],
  ...changed
})

export const valueEntry = (item: string, changed: Partial<CatalogItem> = {}): CatalogItem => ({
  item,
  kind: "value",
  label: `Label of ${item}`,
  added_in: "1.0.0",
  ...changed
})

/** 1.1.0 deprecates `use_type/EDITORIAL`, which 2.0.0 removes; 2.1.0 deprecates `use_type/WATER` and adds `use_type/LATE`. */
export const catalogExample = makeCatalog(
  {
    releases: [
      releaseEntry("2.1.0", "2.0.0", "2025-10-10"),
      releaseEntry("2.0.0", "1.3.0", "2025-08-20", { status: "superseded", bump: "major" }),
      releaseEntry("1.3.0", "1.2.0", "2025-05-10"),
      releaseEntry("1.2.0", "1.1.0", "2025-04-10", { status: "superseded" }),
      releaseEntry("1.1.0", "1.0.0", "2025-02-10", { status: "superseded" }),
      releaseEntry("1.0.0", null, "2025-01-10", { status: "superseded" })
    ]
  },
  {
    items: [
      valueEntry("use_type/WATER", {
        deprecated_in: "2.1.0",
        deprecation: {
          since: { version: "v2.1", date: "2025-10-10T12:00:00Z" },
          replaced_by: [],
          earliest_removal: { version: "v3.0", date: "2026-04-10", after: ["v2.2", "v2.3"] }
        }
      }),
      valueEntry("use_type/EDITORIAL", {
        label: "Editorial",
        deprecated_in: "1.1.0",
        removed_in: "2.0.0",
        removed_on: "2025-08-20",
        replacement: { mode: "all_of", items: ["use_type/WATER", "use_type/LATE"] },
        reason: "Nobody prints any more"
      }),
      valueEntry("use_type/LATE", { added_in: "2.1.0" }),
      { item: "use_type", kind: "dimension", label: "Use type", added_in: "1.0.0" }
    ]
  }
)
