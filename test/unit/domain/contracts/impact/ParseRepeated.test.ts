import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import { makeParseRepeated } from "../../../../../src/domain/contracts/impact/ParseRepeated.ts"
import { pick } from "../../../../support/arbitrary/pick.ts"

const parsed = (parse: (line: string) => unknown, line: string): unknown => {
  try {
    return parse(line)
  } catch {
    return "not JSON"
  }
}

/** Pieces of lines, so that the key stands wherever it can: as a key, in a text, in an object, twice, in broken JSON. */
const pieces = pick(
  "{",
  "}",
  '"config":',
  '"config":{"a":[1]}',
  '"config":{"a":[1]}}',
  '"id":"c"',
  '"id":"\\"',
  '"config',
  '"__proto__":1',
  "\\",
  '"',
  ",",
  "[",
  "]",
  ":",
  " ",
  "\r"
)

describe("makeParseRepeated", () => {
  it.prop(
    "parses any line as JSON.parse does, if its end is known",
    [Arbitrary.array(pieces, { maxLength: 6 }), Arbitrary.array(pieces, { maxLength: 3 })],
    ([before, after]) => {
      const parse = makeParseRepeated("config")
      const known = '"config":{"a":[1]},"b":"config"}'
      for (let times = 0; times < 20; times += 1) parse(`{"id":${times},${known}`)
      for (const end of [known, `${known} `, after.join("")]) {
        for (const line of [`{${before.join("")}${end}`, `{"id":1,${before.join("")}${end}`, before.join("") + end]) {
          const expected = parsed(JSON.parse, line)
          for (let times = 0; times < 2; times += 1) {
            assert.deepStrictEqual(
              parsed((text) => parse(text).value, line),
              expected
            )
          }
        }
      }
    },
    { arbitrary: { runs: 200 } }
  )

  it("knows that a text repeats, in every line but some of the first", () => {
    const parse = makeParseRepeated("config")
    const isRepeated = Array.from({ length: 50 }, (_, id) => parse(`{"id":${id},"config":{"use":["A"]}}`).isRepeated)
    assert.deepStrictEqual(isRepeated.slice(16), Array<boolean>(34).fill(true))
    assert.isFalse(parse('{"id":1,"config":{"use":["B"]}}').isRepeated)
  })

  it("leaves keys within texts and objects alone, and lines that are longer than others", () => {
    const parse = makeParseRepeated("config")
    for (const line of [
      String.raw`{"x\"config":1,"id":2}`,
      '{"in":{"config":1},"config":2}',
      `{"id":"${"x".repeat(20_000)}","config":1}`
    ]) {
      for (let times = 0; times < 40; times += 1) {
        assert.deepStrictEqual(parse(line), { value: JSON.parse(line), isRepeated: false })
      }
    }
  })
})
