import { assert, describe, it } from "@effect/vitest"
import { splitTarget } from "../../../../src/server/app/Exchange.ts"

describe("splitTarget", () => {
  it.each([
    ["/v1/schema", "/v1/schema", ""],
    ["/v1/schema?", "/v1/schema", ""],
    ["/v1/schema?a=b", "/v1/schema", "a=b"],
    ["/v1/schema?a=b?c", "/v1/schema", "a=b?c"],
    ["http://a/v1/schema?b", "/v1/schema", "b"],
    ["HTTPS://user@a:443/v1/schema", "/v1/schema", ""],
    ["http://a", "", ""],
    ["http://a?b", "", "b"],
    ["/http://a/v1/schema", "/http://a/v1/schema", ""],
    ["*", "*", ""]
  ])("splits %s", (target, path, query) => {
    assert.deepStrictEqual(splitTarget(target), { path, query })
  })

  it("takes nothing from an absolute form without a host, which is invalid (RFC 9110, 4.2.1)", () => {
    assert.deepStrictEqual(splitTarget("http:///v1/schema"), { path: "http:///v1/schema", query: "" })
  })
})
