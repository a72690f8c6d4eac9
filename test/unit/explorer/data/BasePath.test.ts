import { assert, describe, it } from "@effect/vitest"
import { basePathOf } from "../../../../src/explorer/data/BasePath.ts"

describe("basePathOf", () => {
  it("is the path above the page", () => {
    assert.deepStrictEqual(
      ["/api/taxonomy/explore", "/api/taxonomy/explore/", "/explore", "/proxy//explore", "/explore/explore"].map(
        basePathOf
      ),
      ["/api/taxonomy", "/api/taxonomy", "", "/proxy", "/explore"]
    )
  })

  it("never names another server, which the key would be sent to", () => {
    assert.strictEqual(basePathOf("//other.example/explore"), "/other.example")
  })
})
