import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { categories, ended, release, withdrawn } from "../../../support/server/histories.ts"
import { renderedCatalog } from "../../../support/server/RenderedCatalog.ts"
import { serveCatalog } from "../../../support/server/ServeCatalog.ts"

const both = ["QSR", "QSR_FAST_FOOD"]
const deprecated = { QSR_FAST_FOOD: { replaced_by: ["QSR"] } }
const catalog = renderedCatalog([
  release("1.0.0", "2026-01-01", categories(both)),
  release("1.1.0", "2026-02-01", categories(both, deprecated)),
  release("2.0.0", "2026-10-01", categories(["QSR"])),
  release("3.0.0", "2026-12-01", categories(["QSR"])),
  withdrawn("3.0.0", "2026-12-02", "Too early."),
  ended(1, "2027-06-01", "Two majors on.")
])

const base = "/api/taxonomy"
const links = (apiVersion: string, release: string, others: Readonly<Record<string, string>> = {}) => ({
  "service-desc": `${base}/${apiVersion}/openapi.json`,
  "service-doc": `${base}/docs`,
  describedby: `${base}/${apiVersion}/schema?version=v${release}`,
  ...others
})
const ending = { deprecation: `${base}/docs/upgrade`, sunset: `${base}/docs/upgrade` }
const value = "dimensions/exclusive_categories/values"

describe("the links of a response", () => {
  it.effect.each([
    ["/v2/schema", links("v2", "2.0.0")],
    ["/v2/schema?version=v2.0", links("v2", "2.0.0")],
    ["/v1/schema", links("v1", "1.1.0", { "successor-version": `${base}/v2/schema`, ...ending })],
    [
      "/v1/licenses/PLAIN?version=v1.0",
      links("v1", "1.0.0", {
        "latest-version": `${base}/v1/licenses/PLAIN`,
        "successor-version": `${base}/v2/licenses/PLAIN`,
        ...ending
      })
    ],
    [`/v1/${value}/QSR`, links("v1", "1.1.0", { "successor-version": `${base}/v2/${value}/QSR`, ...ending })],
    // The newer release has no such item, or a filter that may not apply to it.
    [`/v1/${value}/QSR_FAST_FOOD`, links("v1", "1.1.0", ending)],
    ["/v1/licenses?exclusive_categories=QSR_FAST_FOOD", links("v1", "1.1.0", ending)],
    // What was withdrawn has no older version as its successor.
    ["/v3/schema?version=v3.0.0", links("v3", "3.0.0")],
    ["/v2/releases", links("v2", "2.0.0")]
  ] as const)("lead to descriptions, to the schema, and to newer releases: %s", ([path, expected]) =>
    Effect.gen(function* () {
      const { linksOf } = yield* serveCatalog(catalog)
      assert.deepStrictEqual(yield* linksOf(path), expected)
    })
  )

  it.effect("come with 304, too", () =>
    Effect.gen(function* () {
      const { linksOf } = yield* serveCatalog(catalog)
      assert.deepStrictEqual(yield* linksOf("/v2/schema", { ifNoneMatch: "*" }), links("v2", "2.0.0"))
    })
  )
})
