import { assert, describe, it } from "@effect/vitest"
import { withDefinedMembers } from "../../../../src/client/config/DefinedMembers.ts"

describe("withDefinedMembers", () => {
  it("leaves out members that are undefined, at both levels and nowhere else", () => {
    const deep = { more: undefined }
    assert.deepStrictEqual(
      withDefinedMembers({ one: undefined, two: { three: undefined, four: deep }, five: [undefined] }),
      { two: { four: deep }, five: [undefined] }
    )
  })

  it("keeps an object without such members, and whatever is not an object", () => {
    for (const config of [{ one: { two: null } }, {}, [undefined], null, undefined, "x", 7]) {
      assert.strictEqual(withDefinedMembers(config), config)
    }
  })

  it("keeps names that objects inherit as their own", () => {
    const config = JSON.parse('{ "__proto__": { "constructor": true } }')
    const kept = withDefinedMembers({ ...JSON.parse("{}"), toString: undefined, ...config })
    assert.isFalse(Object.hasOwn(Object(kept), "toString"))
    const proto = withDefinedMembers(Object.defineProperty(config, "left", { value: undefined, enumerable: true }))
    assert.deepStrictEqual(Object.keys(Object(proto)), ["__proto__"])
  })
})
