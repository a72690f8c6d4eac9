import { assert, describe, it } from "@effect/vitest"
import canonicalize from "canonicalize"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { canonicalJson } from "../../../../src/domain/ledger/CanonicalJson.ts"
import { either } from "../../../support/arbitrary/pick.ts"

describe("canonicalJson", () => {
  it.prop(
    "formats values as the reference implementation of RFC 8785 does",
    [json(4)],
    ([value]) => {
      assert.strictEqual(canonicalJson(value), canonicalize(value))
    },
    { arbitrary: { runs: 300 } }
  )

  it.prop("keeps the value when it is parsed again", [json(4)], ([value]) => {
    assert.deepStrictEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)))
  })

  it("formats the example of RFC 8785, section 3.2.2", () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "€$\u000F\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false]
    }
    assert.strictEqual(
      canonicalJson(value),
      `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA'B\\"\\\\\\\\\\"/"}`
    )
  })

  it("sorts keys by UTF-16 code units, so that a surrogate pair comes before U+FB33", () => {
    assert.strictEqual(canonicalJson({ "\ufb33": 1, "😀": 2, "\r": 3, "1": 4 }), `{"\\r":3,"1":4,"😀":2,"\ufb33":1}`)
  })

  it("sorts keys that look like numbers as text, unlike objects do", () => {
    assert.strictEqual(
      canonicalJson([{ 9: 1, 10: 2 }, { a: { 1: true, 2: false } }]),
      `[{"10":2,"9":1},{"a":{"1":true,"2":false}}]`
    )
  })

  it("keeps keys with the names of inherited members", () => {
    const value: unknown = JSON.parse(`{"__proto__":1,"constructor":2}`)
    assert.strictEqual(canonicalJson(value), `{"__proto__":1,"constructor":2}`)
  })

  it("omits keys without a value, and formats minus zero as zero", () => {
    assert.strictEqual(canonicalJson({ a: undefined, b: -0 }), `{"b":0}`)
  })

  it("refuses infinite numbers, NaN, and lone surrogates in texts and keys", () => {
    for (const value of [Infinity, NaN, "\ud800", { "\udc00": 1 }, [{ deep: ["\ud800"] }]]) {
      assert.throws(() => canonicalJson(value), RangeError)
    }
  })
})

const texts = Arbitrary.schema(Schema.String).pipe(Arbitrary.filter((text) => text.isWellFormed()))

function json(depth: number): Arbitrary.Arbitrary<unknown> {
  const leaf = either<unknown>(
    texts,
    Arbitrary.schema(Schema.Finite),
    Arbitrary.schema(Schema.Int),
    Arbitrary.schema(Schema.Boolean),
    Arbitrary.Constant(null)
  )
  if (depth === 0) return leaf
  const inner = json(depth - 1)
  const entries = Arbitrary.array(Arbitrary.all([texts, inner]), { maxLength: 4 })
  return either<unknown>(leaf, Arbitrary.array(inner, { maxLength: 4 }), Arbitrary.map(entries, Object.fromEntries))
}
