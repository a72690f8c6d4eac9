import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { createClient } from "redis"
import { parseRedisAddress } from "../../../../src/cli/serve/RedisAddress.ts"
import { reasonOf, redisClientOptions } from "../../../../src/limits/redis/RedisConnection.ts"

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

describe("redisClientOptions", () => {
  it.each([
    ["redis://cache", { host: "cache", tls: false }, {}],
    ["redis://:secret@cache", { host: "cache", tls: false }, { password: "secret" }],
    ["redis://limits@cache", { host: "cache", tls: false }, { username: "limits" }],
    [
      "rediss://limits:p%40ss@[::1]:7000/3",
      { host: "::1", port: 7000, tls: true },
      { database: 3, username: "limits", password: "p@ss" }
    ]
  ])("lets the client connect to %s once, within the time", (address, target, account) => {
    const { options } = createClient(redisClientOptions(Result.getOrThrow(parseRedisAddress(address)).url, 2000))
    const { database, password, socket, username } = options
    const defined: unknown = JSON.parse(JSON.stringify({ database, password, socket, username }))
    const expected = { ...account, socket: { connectTimeout: 2000, reconnectStrategy: false, ...target } }
    assert.deepStrictEqual(defined, expected)
  })
})
