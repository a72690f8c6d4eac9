import { assert, describe, it } from "@effect/vitest"
import { contractFields as fields, makeReadContract } from "../../../../src/domain/contracts/ReadContract.ts"

const read = makeReadContract(fields)

const terms = { licensor: undefined, licensee: undefined, from: undefined, until: undefined, license: undefined }

describe("makeReadContract", () => {
  it("reads the id, the version with or without a v, and the config", () => {
    assert.deepStrictEqual(read('{"id":"a","version":"1.2.0","config":{"use":["A"]},"more":1}'), {
      ...terms,
      id: "a",
      version: "1.2.0",
      config: { use: ["A"] }
    })
    assert.deepStrictEqual(read('{"id":7,"version":"v1.2.0","config":null}\r'), {
      ...terms,
      id: 7,
      version: "1.2.0",
      config: null
    })
    assert.deepStrictEqual(read('{"id":{},"version":"1.2.0","config":1}'), {
      ...terms,
      id: undefined,
      version: "1.2.0",
      config: 1
    })
  })

  it("reads a version as responses show it, and no major version", () => {
    for (const [written, version] of [
      ["v1.2", "1.2"],
      ["1.2", "1.2"],
      ["v1.2.0", "1.2.0"],
      ["1.2.0", "1.2.0"]
    ] as const) {
      const contract = { ...terms, id: "a", version, config: {} }
      assert.deepStrictEqual(read(JSON.stringify({ id: "a", version: written, config: {} })), contract)
    }
    for (const version of ["v1", "1.", "v1.2.", "1.2.3.4", "vv1.2"]) {
      assert.strictEqual(read(JSON.stringify({ id: "a", version, config: {} })), "no-version")
    }
  })

  it("reads fields with other names, by a path, and with dots in their names", () => {
    const readTerms = makeReadContract({ ...fields, id: "number", version: "terms.version", config: "terms.config" })
    const contract = { ...terms, id: "x", version: "1.0.0", config: {} }
    assert.deepStrictEqual(readTerms('{"number":"x","terms":{"version":"1.0.0","config":{}}}'), contract)
    assert.deepStrictEqual(readTerms('{"number":"x","terms.version":"1.0.0","terms":{"config":{}}}'), contract)
    assert.strictEqual(readTerms('{"number":"x","terms":[]}'), "no-version")
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

  it("reads who grants to whom and for which days, and a base license in place of a config", () => {
    const contract = { ...terms, id: "a", version: "1.0.0", config: undefined, license: "BASE" }
    assert.deepStrictEqual(
      read(
        '{"id":"a","version":"1.0.0","licensor":7,"licensee":"X","from":"2026-01-01","until":null,"license":"BASE"}'
      ),
      { ...contract, licensor: "7", licensee: "X", from: "2026-01-01" }
    )
    assert.deepStrictEqual(read('{"id":"a","version":"1.0.0","config":null,"license":"BASE","from":20260101}'), {
      ...contract,
      from: ""
    })
    assert.deepStrictEqual(read('{"id":"a","version":"working-tree","config":{},"license":"BASE","licensee":{}}'), {
      ...contract,
      version: "working-tree",
      config: {}
    })
  })
})
