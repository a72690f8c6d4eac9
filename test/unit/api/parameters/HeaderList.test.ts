import { assert, describe, it } from "@effect/vitest"
import { listElements, tokenWeights } from "../../../../src/api/parameters/HeaderList.ts"

describe("listElements", () => {
  it.each([
    ["", []],
    [" , ,\t,", []],
    ["a", ["a"]],
    [" a ,\tb,,c , ", ["a", "b", "c"]],
    ["a b", ["a b"]]
  ])("ignores empty elements and the space around others: %j", (header, elements) => {
    for (const form of ["quoted", "tags"] as const) assert.deepStrictEqual(listElements(header, form), elements)
  })

  it.each([
    ['"a,b", c', ['"a,b"', "c"], ['"a,b"', "c"]],
    ['x="a\\",b", c', ['x="a\\",b"', "c"], ['x="a\\"', 'b", c']],
    ['"a\\", "b"', ['"a\\", "b"'], ['"a\\"', '"b"']],
    ['a, "b, c', ["a", '"b, c'], ["a", '"b, c']]
  ])("keeps the commas in quotation marks: %j", (header, quoted, tags) => {
    assert.deepStrictEqual(listElements(header, "quoted"), quoted)
    assert.deepStrictEqual(listElements(header, "tags"), tags)
  })

  it("takes time that is proportional to the header", () => {
    const header = `"${"\\".repeat(8000)}, ${"a ".repeat(4000)}`
    for (const form of ["quoted", "tags"] as const) assert.isNotEmpty(listElements(header, form))
  })
})

describe("tokenWeights", () => {
  it("reads weights, without regard to case, and leaves out what is none", () => {
    assert.deepStrictEqual(
      [...tokenWeights('gzip;q=0.5 , BR ; Q=1.0,, identity;q=0, *;q=0.001, a;q=2, b;q=0.1234, c;x="1,2", "d"')],
      [
        ["gzip", 0.5],
        ["br", 1],
        ["identity", 0],
        ["*", 0.001]
      ]
    )
  })
})
