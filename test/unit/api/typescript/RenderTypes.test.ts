import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { propertyName, renderTypes, stringLiteral, valueTypeName } from "../../../../src/api/typescript/RenderTypes.ts"
import { DimensionName } from "../../../../src/domain/taxonomy/Scalars.ts"
import { pick } from "../../../support/arbitrary/pick.ts"
import { typesBody } from "../../../support/types/TypesBody.ts"

const deprecation = {
  since: { version: "v1.1", date: "2026-02-10T12:00:00Z" },
  replaced_by: ["event_access/GUEST", "B"],
  replacement: { mode: "all_of", items: ["event_access/GUEST", "use/B"] },
  reason: "It was split",
  earliest_removal: { version: "v2.0", date: "2026-08-10" }
} as const

const body = typesBody(
  [
    { name: "use", shape: "multiple", required: true, values: [{ code: "10" }, { code: "2" }, { code: "B" }] },
    { name: "rights", shape: "flags", required: false, values: [{ code: "a-b" }, { code: "toString" }] }
  ],
  { base_licenses: [{ code: "NIL-1", name: "One", description: "The first.", config: {}, deprecation }] }
)

describe("renderTypes", () => {
  it("renders the names and codes of a release in the editors' order, and its configs by shape", () => {
    const text = renderTypes(body)
    assert.include(text, `types of sample 1.0.0 (v1.0), published 2026-01-10T12:00:00Z.`)
    assert.deepStrictEqual(
      text.split("\n").filter((line) => /^(?! *\/?\*)./.test(line)),
      `export type Release = "1.0.0"
export type TaxonomyVersion = "v1.0"
export type DimensionName =
  | "use"
  | "rights"
export type UseValue =
  | "10"
  | "2"
  | "B"
export type RightsValue =
  | "a-b"
  | "toString"
export type Values = {
  readonly use: UseValue
  readonly rights: RightsValue
}
export type LicenseCode =
  | "NIL-1"
export type RuleId = never
export type Config = {
  readonly use: ReadonlyArray<UseValue>
  readonly rights?: {
    readonly "a-b"?: boolean
    readonly toString?: boolean | Object["toString"]
    readonly [Symbol.iterator]?: never
    readonly [Symbol.hasInstance]?: never
  }
}
export type Taxonomy = {
  readonly release: Release
  readonly version: TaxonomyVersion
  readonly values: Values
  readonly license: LicenseCode
  readonly rule: RuleId
  readonly config: Config
}`.split("\n")
    )
  })

  it("says since when an item is deprecated, what replaces it, and when it can be removed at the earliest", () => {
    assert.include(
      renderTypes(body),
      `  /**
   * One: The first.
   * @deprecated Since v1.1. Use GUEST of event_access and B. It was split. Removal in v2.0 at the earliest, not before
   * 2026-08-10.
   */
  | "NIL-1"`
    )
  })

  it("says that a draft is not published, and nothing of its day", () => {
    const text = renderTypes(body, { isDraft: true })
    assert.include(text, "types of sample 1.0.0 (v1.0), a draft that is not published.")
    assert.notInclude(text, body.published_at)
  })
})

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
