// @effect-diagnostics globalDate:off
import { assert, describe, it } from "@effect/vitest"
import { itemsExample } from "../../../../src/api/openapi/Examples.ts"
import { itemsIn, makeDeduplicator, toNotice } from "../../../../src/client/model/DeprecationNotices.ts"
import type { Dimension, LicenseEntry } from "../../../../src/client/model/Model.generated.ts"

const deprecation = {
  since: { version: "v1.1", date: "2026-03-02" },
  replaced_by: [],
  earliest_removal: { version: "v2.0", date: "2027-03-02" }
}

const dimension = (name: string, values: ReadonlyArray<string>, deprecated: ReadonlyArray<string> = []): Dimension => ({
  name,
  description: "",
  shape: "single",
  required: false,
  values,
  value_details: Object.fromEntries(
    values.map((code) => [
      code,
      { label: code, description: "", ...(deprecated.includes(code) ? { deprecation } : {}) }
    ])
  ),
  ...(deprecated.includes(name) ? { deprecation } : {})
})

const dimensions = {
  use_type: dimension("use_type", ["GAMES", "EDITORIAL"], ["EDITORIAL"]),
  placement: dimension("placement", ["WEB"], ["placement"])
}

const licenses: ReadonlyArray<LicenseEntry> = [
  {
    code: "NIL-A",
    name: "A",
    description: "",
    config: { use_type: "GAMES", placement: ["WEB", "PRINT"], territory: { global: false, countries: ["FR", "DE"] } },
    deprecation
  },
  {
    code: "NIL-B",
    name: "B",
    description: "",
    config: { territory: { global: true, countries: [] }, flags: { ai: false } }
  }
]

describe("the items of a body", () => {
  it("are dimensions and their values, with their deprecations", () => {
    assert.deepStrictEqual(itemsIn({ dimensions }), [
      { item: "use_type", deprecation: undefined },
      { item: "use_type/GAMES", deprecation: undefined },
      { item: "use_type/EDITORIAL", deprecation },
      { item: "placement", deprecation },
      { item: "placement/WEB", deprecation: undefined }
    ])
  })

  it("are licenses, and what their configs name", () => {
    const references = [
      "NIL-A",
      "use_type",
      "use_type/GAMES",
      "placement",
      "placement/WEB",
      "placement/PRINT",
      "territory",
      "territory/FR",
      "territory/DE",
      "NIL-B",
      "territory",
      "flags",
      "flags/ai"
    ]
    const used = itemsIn({ licenses })
    assert.deepStrictEqual(
      used.map(({ item }) => item),
      references
    )
    assert.deepStrictEqual(
      used.filter((item) => item.deprecation !== undefined),
      [{ item: "NIL-A", deprecation }]
    )
    assert.deepStrictEqual(itemsIn({ base_licenses: licenses }), used)
    assert.deepStrictEqual(licenses.flatMap(itemsIn), used)
  })

  it("are none of another body", () => {
    assert.deepStrictEqual(itemsIn({ status: "ok" }), [])
  })
})

describe("toNotice", () => {
  const none = { warning: undefined, deprecatedAt: undefined, sunset: undefined }
  const request = { url: "https://licensing.example/v1/schema", requestId: "1" }
  const readItems = () => Promise.resolve(itemsExample)
  const context = { ...request, parameters: [], readItems }
  const date = new Date(0)
  const deprecated = licenses.map((license) => ({ ...license, deprecation }))
  const items = ["NIL-A", "NIL-B"].map((item) => ({ item, ...deprecation }))

  it.each([
    [{ ...none, warning: "A is deprecated" }, deprecated, items, "A is deprecated"],
    [{ ...none, warning: "A is deprecated" }, [], [], "A is deprecated"],
    [none, deprecated, items, "The response uses deprecated items: NIL-A, NIL-B"],
    [{ ...none, deprecatedAt: date }, [], [], "This resource is deprecated"],
    [{ ...none, sunset: date }, [], [], "This resource is deprecated"]
  ])("words %j", (headers, licenses, items, text) => {
    const { deprecatedAt, sunset } = headers
    const { readItems: _, ...notice } =
      toNotice(headers, { licenses }, makeDeduplicator(), context) ?? assert.fail("none")
    assert.deepStrictEqual(notice, { text, items, deprecatedAt, sunset, ...request })
  })

  it("says nothing without a deprecation", () => {
    assert.isUndefined(toNotice(none, {}, makeDeduplicator(), context))
    assert.isUndefined(toNotice(none, undefined, makeDeduplicator(), context))
  })

  it("reports each warning once, and each address without a warning once", () => {
    const isNew = makeDeduplicator()
    const other = { ...context, url: "https://licensing.example/v1/dimensions" }
    const texts = [
      toNotice({ ...none, warning: "A" }, {}, isNew, context),
      toNotice({ ...none, warning: "A" }, {}, isNew, other),
      toNotice({ ...none, warning: "B" }, undefined, isNew, context),
      toNotice({ ...none, sunset: date }, {}, isNew, context),
      toNotice({ ...none, deprecatedAt: date }, {}, isNew, context),
      toNotice({ ...none, sunset: date }, {}, isNew, other)
    ].map((notice) => notice?.text)
    const resource = "This resource is deprecated"
    assert.deepStrictEqual(texts, ["A", undefined, "B", resource, undefined, resource])
  })
})

describe("makeDeduplicator", () => {
  it("remembers 1000 keys, then starts over", () => {
    const isNew = makeDeduplicator()
    for (let key = 0; key < 1000; key++) assert.isTrue(isNew(`${key}`))
    assert.deepStrictEqual([isNew("0"), isNew("999")], [false, false])
    assert.isTrue(isNew("1000"))
    assert.deepStrictEqual([isNew("0"), isNew("1000")], [true, false])
  })
})
