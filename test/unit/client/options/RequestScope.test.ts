import { assert, describe, it } from "@effect/vitest"
import { hasRequestScope } from "../../../../src/client/options/RequestScope.ts"

describe("hasRequestScope", () => {
  it.each([
    [{ navigator: { userAgent: "Cloudflare-Workers" } }, true],
    [{ navigator: { userAgent: "Node.js/24" } }, false],
    [{ navigator: undefined }, false],
    [{}, false]
  ])("recognizes the globals of a Worker: %j", (globals, expected) => {
    assert.strictEqual(hasRequestScope(globals), expected)
  })
})
