import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { encodeInSteps, jsonParts } from "../../../../src/server/representation/EncodeInSteps.ts"

const Json = Schema.Record(Schema.String, Schema.Json)

describe("encodeInSteps", () => {
  it.prop("writes what JSON.stringify writes, whatever the depth of the parts", [Json], ([value]) => {
    for (const depth of [0, 1, 3, 9]) {
      assert.strictEqual([...jsonParts(value, depth)].join(""), JSON.stringify(value))
    }
  })

  it("leaves out members without a value", () => {
    const value = { a: undefined, b: { c: undefined }, d: [1] }
    assert.strictEqual([...jsonParts(value, 3)].join(""), '{"b":{},"d":[1]}')
  })

  it.effect("ends with a line break, and lets others run before it is done", () =>
    Effect.gen(function* () {
      const text = "x".repeat(10_000)
      const members = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`m${index}`, text]))
      let turns = 0
      let isDone = false
      const others = Effect.whileLoop({
        while: () => !isDone,
        body: () => Effect.yieldNow,
        step: () => void (turns += 1)
      })
      const encode = Effect.map(encodeInSteps({ components: { schemas: members } }), (bytes) => {
        isDone = true
        return bytes
      })
      const [bytes] = yield* Effect.all([encode, others], { concurrency: 2 })
      assert.strictEqual(bytes.toString(), `${[...jsonParts({ components: { schemas: members } }, 0)].join("")}\n`)
      assert.isAtLeast(turns, 5)
    })
  )
})
