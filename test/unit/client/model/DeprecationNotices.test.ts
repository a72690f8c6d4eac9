// @effect-diagnostics globalDate:off
import { assert, describe, it } from "@effect/vitest"
import {
  deprecatedDimensions,
  deprecatedLicenses,
  makeNotices,
  itemsOfDimensions,
  itemsOfLicenses,
  makeDeduplicator
} from "../../../../src/client/model/DeprecationNotices.ts"
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

describe("the deprecated items of a body", () => {
  it("are dimensions and values, or licenses", () => {
    assert.deepStrictEqual(deprecatedDimensions(dimensions), [
      { item: "use_type/EDITORIAL", ...deprecation },
      { item: "placement", ...deprecation }
    ])
    assert.deepStrictEqual(deprecatedLicenses(licenses), [{ item: "NIL-A", ...deprecation }])
  })
})

describe("the used items of a body", () => {
  it("are dimensions and their values", () => {
    assert.deepStrictEqual(itemsOfDimensions(dimensions), [
      "use_type",
      "use_type/GAMES",
      "use_type/EDITORIAL",
      "placement",
      "placement/WEB"
    ])
  })

  it("are licenses, and what their configs name", () => {
    assert.deepStrictEqual(itemsOfLicenses(licenses), [
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
    ])
  })
})

describe("makeNotices", () => {
  const none = { warning: undefined, deprecatedAt: undefined, sunset: undefined }
  const request = { url: "https://licensing.example/v1/schema", requestId: "1" }
  const date = new Date(0)
  const items = ["NIL-A", "NIL-B"].map((item) => ({ item, ...deprecation }))

  it.each([
    [{ ...none, warning: "A is deprecated" }, items, "A is deprecated"],
    [{ ...none, warning: "A is deprecated" }, [], "A is deprecated"],
    [none, items, "The response uses deprecated items: NIL-A, NIL-B"],
    [{ ...none, deprecatedAt: date }, [], "This resource is deprecated"],
    [{ ...none, sunset: date }, [], "This resource is deprecated"]
  ])("words %j", (headers, used, text) => {
    const { deprecatedAt, sunset } = headers
    const notice = { text, items: used, deprecatedAt, sunset, ...request }
    assert.deepStrictEqual(makeNotices()(headers, used, request), notice)
  })

  it("says nothing without a deprecation", () => {
    assert.isUndefined(makeNotices()(none, [], request))
  })

  it("reports each warning once, and each address without a warning once", () => {
    const toNotice = makeNotices()
    const other = { ...request, url: "https://licensing.example/v1/dimensions" }
    const texts = [
      toNotice({ ...none, warning: "A" }, [], request),
      toNotice({ ...none, warning: "A" }, [], other),
      toNotice({ ...none, warning: "B" }, [], request),
      toNotice({ ...none, sunset: date }, [], request),
      toNotice({ ...none, deprecatedAt: date }, [], request),
      toNotice({ ...none, sunset: date }, [], other)
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
