import { assert, describe, it } from "@effect/vitest"
import { formatRoute, parseRoute, type Route } from "../../../../src/explorer/routing/Route.ts"

describe("parseRoute", () => {
  it("reads the release, the segments and the parameters of an address", () => {
    assert.deepStrictEqual(parseRoute("#/v1.2.0/dimensions/use_type?language=fr&q=a%20b"), {
      release: "1.2.0",
      segments: ["dimensions", "use_type"],
      parameters: { language: "fr", q: "a b" }
    })
    assert.strictEqual(parseRoute("#/draft/rules").release, "draft")
  })

  it("means the newest release if an address names none", () => {
    for (const hash of ["", "#", "#/", "#/latest", "#//latest/"]) {
      assert.deepStrictEqual(parseRoute(hash), { release: "latest", segments: [], parameters: {} })
    }
    assert.deepStrictEqual(parseRoute("#/rules").segments, ["rules"])
    assert.deepStrictEqual(parseRoute("#/v1.2/rules").segments, ["v1.2", "rules"])
  })

  it("reads back every address that is formatted", () => {
    const segments = ["dimensions", "a/b?c#d%", "ü 漢", "%zz"]
    const routes: ReadonlyArray<Route> = [
      { release: "1.2.0", segments, parameters: { q: "?&=#/ü", text: "" } },
      { release: "latest", segments: [], parameters: {} },
      { release: "draft", segments: ["draft"], parameters: { language: "fr" } }
    ]
    for (const route of routes) assert.deepStrictEqual(parseRoute(formatRoute(route)), route)
  })

  it("takes an address with a broken escape as it is", () => {
    assert.deepStrictEqual(parseRoute("#/v1.2.0/%zz").segments, ["%zz"])
  })
})
