import { assert, describe, it } from "@effect/vitest"
import { reasonOf } from "../../../../src/limits/redis/RedisConnection.ts"

describe("reasonOf", () => {
  it.each([
    ["the message of an error", new Error("READONLY"), "READONLY"],
    // Node reports a host with several addresses like this.
    [
      "the code of an error without a message",
      Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }),
      "ECONNREFUSED"
    ],
    ["the name of an error with neither", new TypeError(), "TypeError"],
    ["any other value as text", "closed", "closed"],
    ["a missing value", undefined, "undefined"]
  ])("is %s", (_, error, expected) => {
    assert.strictEqual(reasonOf(error), expected)
  })
})
