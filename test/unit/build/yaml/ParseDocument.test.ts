import { assert, describe, it } from "@effect/vitest"
import { parseDocument } from "../../../../src/build/yaml/ParseDocument.ts"

const hasTrace = ({ stack = "" }: Error): boolean => /^ +at /m.test(stack)

describe("parseDocument", () => {
  it("reports every error of a text, without stack traces", () => {
    const { errors } = parseDocument('k: }\n- "\n'.repeat(20))
    assert.isAtLeast(errors.length, 20)
    assert.deepStrictEqual(errors.filter(hasTrace), [])
  })

  it("leaves other errors their stack traces", () => {
    parseDocument("k: }")
    assert.isTrue(hasTrace(new Error("later")))
  })

  it("leaves other errors their stack traces after nesting that exhausts the stack", () => {
    try {
      parseDocument("[".repeat(200_000))
    } catch (error) {
      assert.instanceOf(error, RangeError)
    }
    assert.isTrue(hasTrace(new Error("later")))
  })
})
