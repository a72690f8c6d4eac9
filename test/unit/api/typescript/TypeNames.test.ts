import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { propertyName, stringLiteral, valueTypeName } from "../../../../src/api/typescript/TypeNames.ts"
import { DimensionName } from "../../../../src/domain/taxonomy/Scalars.ts"
import { pick } from "../../../support/arbitrary/pick.ts"

// Names that differ in little: underscores, digits, and what no dimension can contain.
const nearNames = Arbitrary.map(
  Arbitrary.array(pick("a", "b", "A", "_", "1", "$", "-", "é", "\u{1F600}"), { maxLength: 4 }),
  (characters) => characters.join("")
)

describe("valueTypeName", () => {
  it("follows the name of the dimension", () => {
    const names = ["use_type", "x", "a1", "a_1", "a__b", "a_", "class", "1a", "Ab", "a b"]
    assert.deepStrictEqual(names.map(valueTypeName), [
      "UseTypeValue",
      "XValue",
      "A1Value",
      "A_1Value",
      "A_BValue",
      "A_Value",
      "ClassValue",
      "$31$aValue",
      "$41$bValue",
      "A$20$bValue"
    ])
  })

  it.prop(
    "differs for different names, and is an identifier",
    [Arbitrary.array(nearNames, { maxLength: 20 }), Arbitrary.schema(DimensionName)],
    ([near, name]) => {
      const names = new Set([...near, name])
      const types = new Set([...names].map(valueTypeName))
      assert.strictEqual(types.size, names.size)
      for (const type of types) assert.match(type, /^(?:[A-Za-z_$][\w$]*)?Value$/)
    },
    { arbitrary: { runs: 300 } }
  )
})

describe("stringLiteral", () => {
  it.prop(
    "is the text for JavaScript, in visible ASCII where it matters",
    [Arbitrary.schema(Schema.String)],
    ([text]) => {
      const literal = stringLiteral(`${text}\u2028\u202E\u007F"\\`)
      assert.strictEqual(JSON.parse(literal), `${text}\u2028\u202E\u007F"\\`)
      assert.notMatch(literal, /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u)
    }
  )
})

describe("propertyName", () => {
  it("quotes names that are no identifiers", () => {
    assert.deepStrictEqual(["QSR", "_a", "class", "1", "a-b", "a.b+c", ""].map(propertyName), [
      "QSR",
      "_a",
      "class",
      '"1"',
      '"a-b"',
      '"a.b+c"',
      '""'
    ])
  })
})
