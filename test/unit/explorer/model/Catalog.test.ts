import { assert, describe, it } from "@effect/vitest"
import type { ReleaseEntry } from "../../../../src/explorer/data/DataSource.ts"
import { makeCatalog } from "../../../../src/explorer/model/Catalog.ts"
import { releaseEntry } from "../../../support/explorer/CatalogExample.ts"

describe("makeCatalog", () => {
  const latestOf = (...entries: ReadonlyArray<[release: string, status: ReleaseEntry["status"]]>) =>
    makeCatalog(
      { releases: entries.map(([release, status]) => releaseEntry(release, null, "2025-01-10", { status })) },
      { items: [] }
    ).latest?.release

  it("takes the newest current release as the latest", () => {
    assert.strictEqual(latestOf(["2.0.0", "withdrawn"], ["1.1.0", "current"], ["1.0.0", "superseded"]), "1.1.0")
  })

  it("takes an ended release rather than a withdrawn one, and that rather than none", () => {
    assert.strictEqual(latestOf(["0.2.0", "withdrawn"], ["0.1.0", "end-of-life"]), "0.1.0")
    assert.strictEqual(latestOf(["0.1.0", "withdrawn"]), "0.1.0")
    assert.isUndefined(latestOf())
  })
})
