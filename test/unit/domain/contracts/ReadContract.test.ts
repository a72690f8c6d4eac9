import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import { makeReadContract, makeParseRepeated } from "../../../../src/domain/contracts/ReadContract.ts"
import { pick } from "../../../support/arbitrary/pick.ts"

const fields = { id: "id", version: "version", config: "config" }
const read = makeReadContract(fields)
const isRepeated = false

describe("makeReadContract", () => {
  it("reads the id, the version with or without a v, and the config", () => {
    assert.deepStrictEqual(read('{"id":"a","version":"1.2.0","config":{"use":["A"]},"more":1}'), {
      id: "a",
      version: "1.2.0",
      config: { use: ["A"] },
      isRepeated
    })
    assert.deepStrictEqual(read('{"id":7,"version":"v1.2.0","config":null}\r'), {
      id: 7,
      version: "1.2.0",
      config: null,
      isRepeated
    })
    assert.deepStrictEqual(read('{"id":{},"version":"1.2.0","config":1}'), {
      id: undefined,
      version: "1.2.0",
      config: 1,
      isRepeated
    })
  })

  it("reads a version as responses show it, and no major version", () => {
    for (const [written, version] of [
      ["v1.2", "1.2"],
      ["1.2", "1.2"],
      ["v1.2.0", "1.2.0"],
      ["1.2.0", "1.2.0"]
    ] as const) {
      const contract = { id: "a", version, config: {}, isRepeated }
      assert.deepStrictEqual(read(JSON.stringify({ id: "a", version: written, config: {} })), contract)
    }
    for (const version of ["v1", "1.", "v1.2.", "1.2.3.4", "vv1.2"]) {
      assert.strictEqual(read(JSON.stringify({ id: "a", version, config: {} })), "no-version")
    }
  })

  it("reads fields with other names, by a path, and with dots in their names", () => {
    const readTerms = makeReadContract({ id: "number", version: "terms.version", config: "terms.config" })
    const contract = { id: "x", version: "1.0.0", config: {}, isRepeated }
    assert.deepStrictEqual(readTerms('{"number":"x","terms":{"version":"1.0.0","config":{}}}'), contract)
    assert.deepStrictEqual(readTerms('{"number":"x","terms.version":"1.0.0","terms":{"config":{}}}'), contract)
    assert.strictEqual(readTerms('{"number":"x","terms":[]}'), "no-version")
  })

  it("gives contracts with the same text the same config, and reads what stands before it in each", () => {
    const readSome = makeReadContract({ ...fields, config: "terms.config" })
    const contracts = Array.from({ length: 40 }, (_, index) =>
      readSome(`{"id":${index},"version":"1.${index % 3}.0","terms":{"config":{"use":["A"]}}}`)
    )
    const configs = contracts.map((contract, index) => {
      assert.isTrue(typeof contract === "object")
      if (typeof contract === "string") return undefined
      assert.deepStrictEqual([contract.id, contract.version], [index, `1.${index % 3}.0`])
      assert.deepStrictEqual(contract.config, { use: ["A"] })
      return contract.isRepeated ? contract.config : undefined
    })
    const repeated = configs.filter((config) => config !== undefined)
    assert.isAbove(repeated.length, 20)
    assert.strictEqual(new Set(repeated).size, 1)
  })

  it("tells why a line is no contract", () => {
    assert.strictEqual(read('{"id":'), "not-json")
    assert.strictEqual(read("[".repeat(1_000_000)), "not-json")
    for (const line of ["[]", "null", '"text"', "1"]) assert.strictEqual(read(line), "not-object")
    for (const version of ["1", "", "1.2.0-rc", "next\n1.2.0", 1, null]) {
      assert.strictEqual(read(JSON.stringify({ id: "a", version, config: {} })), "no-version")
    }
    assert.strictEqual(read('{"id":"a","config":{}}'), "no-version")
    assert.strictEqual(read('{"id":"a","version":"1.0.0"}'), "no-config")
    assert.strictEqual(makeReadContract({ ...fields, config: "toString" })('{"version":"1.0.0"}'), "no-config")
  })
})

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
