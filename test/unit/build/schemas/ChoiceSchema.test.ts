import { assert, describe, it } from "@effect/vitest"
import { choiceSchema, choiceSnippets, patternOf } from "../../../../src/build/schemas/ChoiceSchema.ts"
import type { SchemaItem } from "../../../../src/build/schemas/items/SchemaItems.ts"
import { schemaAt } from "../../../../src/build/schemas/JsonSchema.ts"

const film: SchemaItem = { code: "film", label: "Film" }
const old: SchemaItem = { code: "old.x", label: "Old", deprecated: { replaced_by: [] } }
const numbered = (count: number): ReadonlyArray<SchemaItem> =>
  Array.from({ length: count }, (_, index) => ({ code: `V${index}`, label: `Value ${index}` }))

describe("choiceSchema", () => {
  it("validates by a pattern, explains each item, and offers the codes for any other text", () => {
    const pattern = String.raw`^(?:film|old\.x)$`
    assert.deepStrictEqual(choiceSchema("Use", "a code of use", [film, old]), {
      type: "string",
      title: "Use",
      errorMessage: "Write a code of use.",
      defaultSnippets: choiceSnippets([film, old]),
      if: { type: "string", pattern },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: {
        anyOf: [
          { const: "film", markdownDescription: "**Film**\n\n`film`" },
          { const: "old.x", markdownDescription: "**Old**\n\n`old.x`\n\n**Deprecated.**" }
        ]
      },
      else: { enum: ["film", "old.x"], errorMessage: "This is not a code of use. Write one of film." }
    })
  })

  it("lists up to eight codes in its message, and none that is deprecated", () => {
    const messageOf = (items: ReadonlyArray<SchemaItem>) => {
      const schema = choiceSchema("Use", "a code", items)
      return schema["patternErrorMessage"] ?? schemaAt(schema, "else")["errorMessage"]
    }
    assert.strictEqual(messageOf([]), "This is not a code. There are none yet.")
    assert.strictEqual(messageOf([old]), "This is not a code. There are none yet.")
    assert.strictEqual(
      messageOf([...numbered(8), old]),
      "This is not a code. Write one of V0, V1, V2, V3, V4, V5, V6, V7."
    )
    assert.strictEqual(messageOf(numbered(9)), "This is not a code. Completion lists all 9.")
  })

  it("matches nothing and has no hover if there are no items", () => {
    const schema = choiceSchema("Use", "a code", [], "What for.")
    assert.deepStrictEqual([schema["pattern"], schema["markdownDescription"]], ["(?!)", "What for."])
    assert.notProperty(schema, "if")
  })

  it("has only labels for thousands of items", () => {
    const [most, more] = [numbered(2000), numbered(2001)]
    assert.property(choiceSchema("Use", "a code", most), "if")
    assert.notProperty(choiceSchema("Use", "a code", more), "if")
    assert.strictEqual(choiceSnippets(most)[1]?.["markdownDescription"], "**Value 1**\n\n`V1`")
    assert.strictEqual(choiceSnippets(more)[1]?.["markdownDescription"], "Value 1")
  })
})

describe("choiceSnippets", () => {
  it("complete codes as YAML needs them, those that are deprecated last", () => {
    assert.deepStrictEqual(
      choiceSnippets([old, film, { code: "007", label: "Bond" }]).map(({ bodyText, label, sortText }) => [
        label,
        bodyText,
        sortText
      ]),
      [
        ["old.x", "old.x", "1old.x"],
        ["film", "film", "0film"],
        ["007", '"007"', "0007"]
      ]
    )
  })
})

describe("patternOf", () => {
  it("matches the codes whole and as they are", () => {
    const pattern = new RegExp(
      patternOf(["a.b", "c+", "d/e", "(x)", "y|z", "$", "^", "[", "]", "{", "}", "*", "?"]),
      "u"
    )
    for (const code of ["a.b", "c+", "d/e", "(x)", "y|z", "$", "^", "[", "]", "{", "}", "*", "?"])
      assert.match(code, pattern)
    for (const other of ["axb", "a.bc", "xa.b", "cc", "y", "z", "", "x"]) assert.notMatch(other, pattern)
    assert.notMatch("", new RegExp(patternOf([]), "u"))
  })
})
