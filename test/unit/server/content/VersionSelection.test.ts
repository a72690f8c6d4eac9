import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { selectAsOf, selectVersion } from "../../../../src/server/content/VersionSelection.ts"
import { catalogAfter, categories, release, withdrawn } from "../../../support/server/histories.ts"

const sample = categories(["QSR"])
const all = [
  "0.9.0",
  "1.0.0",
  "1.0.1",
  "1.1.0",
  "1.2.0",
  "1.2.1",
  "1.4.0",
  "1.4.1",
  "1.10.0",
  "2.0.0",
  "2.1.0",
  "3.0.0"
]
const catalog = catalogAfter(
  ...all.map((version) => release(version, "2026-01-01", sample)),
  withdrawn("1.2.1", "2026-02-01", "Wrong."),
  withdrawn("1.4.1", "2026-02-01", "Wrong."),
  withdrawn("1.4.0", "2026-02-02", "Wrong, too."),
  withdrawn("2.1.0", "2026-02-01", "Wrong."),
  withdrawn("3.0.0", "2026-02-01", "Wrong.")
)

const chosen = (apiVersion: string, named: string | undefined) => {
  const api = catalog.apiVersions.get(apiVersion)
  if (api === undefined) return "no such API version"
  const selected = selectVersion(catalog, api, named)
  return Result.isSuccess(selected) ? selected.success.release.version : selected.failure
}

describe("selectVersion", () => {
  it.each([
    ["v1", undefined, "1.10.0"],
    ["v1", "latest", "1.10.0"],
    ["v1", "v1", "1.10.0"],
    ["v1", "1", "1.10.0"],
    ["v1", "v1.0", "1.0.1"],
    ["v1", "1.0", "1.0.1"],
    ["v1", "v1.0.0", "1.0.0"],
    ["v1", "1.0.0", "1.0.0"],
    ["v1", "v1.1", "1.1.0"],
    ["v2", undefined, "2.0.0"]
  ])("selects for /%s and ?version=%s the newest release of that name: %s", (apiVersion, named, version) => {
    assert.strictEqual(chosen(apiVersion, named), version)
  })

  it.each([
    ["v1", "v1.2", "1.2.0"],
    ["v1", "v1.2.1", "1.2.1"],
    ["v1", "v1.4", "1.4.1"],
    ["v1", "1.4", "1.4.1"],
    ["v1", "v1.4.0", "1.4.0"],
    ["v2", "v2.1", "2.1.0"],
    ["v3", "v3.0", "3.0.0"],
    ["v2", "v2.1.0", "2.1.0"],
    ["v3", "3.0.0", "3.0.0"]
  ])(
    "selects for /%s and ?version=%s a withdrawn release by its full version, or by its minor version without another one: %s",
    (apiVersion, named, version) => {
      assert.strictEqual(chosen(apiVersion, named), version)
    }
  )

  it.each([
    ["v1", "v1.3", "Taxonomy version v1.3 not found"],
    ["v1", "v1.0.7", "Taxonomy version v1.0.7 not found"],
    ["v1", "v4", "Taxonomy version v4 not found"],
    ["v1", "v2.7", "Taxonomy version v2.7 not found"],
    ["v1", "v0.9.0", "Taxonomy version v0.9.0 not found"],
    ["v3", undefined, "Every release of v3 was withdrawn; name one by its full version"],
    ["v3", "v3", "Every release of v3 was withdrawn; name one by its full version"]
  ])("selects nothing for /%s and ?version=%s: 404", (apiVersion, named, message) => {
    assert.deepStrictEqual(chosen(apiVersion, named), {
      code: "version-not-found",
      message,
      selector: named
    })
  })

  it.each([
    ["v1", "v2", "Taxonomy version v2 is served by API version v2, not v1"],
    ["v1", "2.0.0", "Taxonomy version v2.0.0 is served by API version v2, not v1"],
    ["v2", "v1.0", "Taxonomy version v1.0 is served by API version v1, not v2"]
  ])("rejects for /%s ?version=%s of another API version: 400", (apiVersion, named, message) => {
    assert.deepStrictEqual(chosen(apiVersion, named), {
      code: "version-not-served-here",
      message,
      selector: named
    })
  })

  it.each(["", "v", "V1", "v01", "v1.00", "v1.0.0.0", "v1.", "1.x", "v1.0-beta", " v1", "v1.0 ", "LATEST", "1e3"])(
    "rejects the malformed version '%s': 400",
    (named) => {
      assert.deepStrictEqual(chosen("v1", named), {
        code: "version-malformed",
        message: "The version must be 'latest' or have the form v1, v1.0 or v1.0.0",
        selector: named
      })
    }
  )

  it("names in headers the release and the newest one that is not withdrawn", () => {
    assert.deepStrictEqual(catalog.apiVersions.get("v1")?.named.get("1.0.0")?.headers, {
      "X-API-Version": "v1",
      "X-Taxonomy-Version": "v1.0",
      "X-Your-Version": "v1.0",
      "X-Latest-Version": "v2.0",
      "X-Latest-Compatible-Version": "v1.10",
      "X-Upgrade-Available": "true"
    })
    assert.strictEqual(catalog.apiVersions.get("v2")?.newest?.headers["X-Upgrade-Available"], "false")
    assert.deepStrictEqual(
      catalog.defaults.map(({ version }) => String(version)),
      ["1.10.0", "2.0.0"]
    )
    assert.deepStrictEqual([...catalog.apiVersions.keys()], ["v1", "v2", "v3"])
  })
})

describe("selectAsOf", () => {
  const history = catalogAfter(
    release("1.0.0", "2026-01-10", sample),
    release("1.1.0", "2026-02-10", sample),
    release("1.0.1", "2026-03-10", sample),
    withdrawn("1.1.0", "2026-04-10", "Wrong."),
    release("2.0.0", "2026-05-10", sample),
    // Its date is before that of the release before it in the ledger, which nobody had then.
    release("1.2.0", "2026-05-09", sample),
    withdrawn("2.0.0", "2026-06-10", "Wrong, too.")
  )
  const asOf = (name: string, day: string, now = Date.UTC(2026, 6, 1)) => {
    const api = history.apiVersions.get(name)
    if (api === undefined) return "no such API version"
    const selected = selectAsOf(history, api, day, now)
    return Result.isSuccess(selected) ? String(selected.success.release.version) : selected.failure.code
  }

  it.each([
    ["v1", "2026-01-09", "version-not-found"],
    ["v1", "2026-01-10", "1.0.0"],
    ["v1", "2026-02-09", "1.0.0"],
    ["v1", "2026-02-10", "1.1.0"],
    ["v1", "2026-04-09", "1.1.0"],
    ["v1", "2026-04-10", "1.0.1"],
    ["v1", "2026-05-09", "1.0.1"],
    ["v1", "2026-05-10", "1.2.0"],
    ["v2", "2026-05-09", "version-not-found"],
    ["v2", "2026-05-10", "2.0.0"],
    ["v2", "2026-06-09", "2.0.0"],
    ["v2", "2026-06-10", "version-not-found"],
    ["v1", "2026-06-30", "1.2.0"],
    ["v1", "2026-07-01", "parameter-malformed"],
    ["v1", "2027-01-01", "parameter-malformed"]
  ])("selects for /%s what latest was at the end of %s: %s", (name, day, expected) => {
    assert.strictEqual(asOf(name, day), expected)
  })

  it("asks the clock whether a day is over in UTC", () => {
    assert.strictEqual(asOf("v1", "2026-03-10", Date.UTC(2026, 2, 10, 23, 59, 59, 999)), "parameter-malformed")
    assert.strictEqual(asOf("v1", "2026-03-10", Date.UTC(2026, 2, 11)), "1.1.0")
  })
})
