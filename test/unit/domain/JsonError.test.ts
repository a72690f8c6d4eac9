import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { parseJson } from "../../../src/domain/Json.ts"
import { findJsonError } from "../../../src/domain/JsonError.ts"

const literals = [
  ..."{ } [ ] : ,".split(" "),
  '"',
  '"a"',
  String.raw`"\u00e9"`,
  String.raw`\u`,
  "0",
  "-1",
  "1.",
  "e5",
  "true",
  "nul",
  " ",
  "\n"
]

/** Texts of which some are JSON. */
const pieces: Arbitrary.Arbitrary<string> = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Schema.Union([Schema.Literals(literals), Schema.String])), {
    minLength: 0,
    maxLength: 8
  }),
  (all) => all.join("")
)

describe("findJsonError", () => {
  it("names the line, the column and what is expected there", () => {
    for (const [text, line, column, expected] of [
      ["", 1, 1, "a value"],
      ["use_type: x", 1, 1, "a value"],
      ['{ "a": [1, ] }', 1, 12, "a value"],
      ['{\n  "a": 1\n  "b": 2\n}', 3, 3, '"," or "}"'],
      ['{ "a": 1, }', 1, 11, "a name in double quotes"],
      ["{ a: 1 }", 1, 3, 'a name in double quotes or "}"'],
      ['{ "a" 1 }', 1, 7, '":"'],
      ["[1 2]", 1, 4, '"," or "]"'],
      ["[}", 1, 2, 'a value or "]"'],
      ["[1}", 1, 3, '"," or "]"'],
      ["{} x", 1, 4, "the end of the text"],
      ['{ "a": "b\n" }', 1, 10, "the rest of a string"],
      [String.raw`["\x"]`, 1, 3, "the rest of a string"],
      ['["a', 1, 4, "the rest of a string"],
      ["[01]", 1, 3, '"," or "]"'],
      ["[-]", 1, 2, 'a value or "]"'],
      ["\uFEFF{}", 1, 1, "a value"],
      ["[".repeat(1_000_000), 1, 1_000_001, 'a value or "]"']
    ] as const) {
      assert.deepStrictEqual(findJsonError(text), { line, column, expected }, text.slice(0, 40))
    }
  })

  it.prop("finds an error in just the texts that the engine refuses", [pieces, pieces], ([before, after]) => {
    const json = JSON.stringify({ list: [1.5e9, { before }, [], {}, null], after }, undefined, before.length % 3)
    const place = (before.length * 7) % json.length
    const texts = [before, json, json.slice(0, place), `${json.slice(0, place)}${after}${json.slice(place)}`]
    for (const text of texts) assert.strictEqual(findJsonError(text) === undefined, parseJson(text) !== undefined, text)
  })
})
