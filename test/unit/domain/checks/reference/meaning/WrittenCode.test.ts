import { assert, describe, it } from "@effect/vitest"
import { parse } from "yaml"
import { writeCode } from "../../../../../../src/domain/checks/reference/meaning/WrittenCode.ts"

describe("a code in the sources", () => {
  it.each(["US", "TV", "7", "7X", "2026", "1E5", "0X1F", "-1", "TRUE", "NULL", "NO", "A7"])("%s is a text", (code) => {
    assert.strictEqual(parse(writeCode(code)), code)
  })

  it("has quotes only if it needs them", () => {
    assert.deepStrictEqual(["US", "7", "TRUE"].map(writeCode), ["US", '"7"', '"TRUE"'])
  })
})
