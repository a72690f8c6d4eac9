import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { parseRedisAddress } from "../../../../src/limits/redis/RedisAddress.ts"
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

const optionsOf = (address: string) => redisClientOptions(Result.getOrThrow(parseRedisAddress(address)), 2000)

describe("redisClientOptions", () => {
  it.each([
    ["redis://cache", {}],
    ["redis://:secret@cache", { password: "secret" }],
    ["redis://limits@cache", { username: "limits" }],
    ["redis://limits:secret@cache", { username: "limits", password: "secret" }]
  ])("logs in as %s says", (address, credentials) => {
    const { password, username }: { password?: string; username?: string } = optionsOf(address)
    assert.deepStrictEqual({ ...(username && { username }), ...(password && { password }) }, credentials)
  })

  it.each([
    ["redis://cache", { host: "cache", port: 6379, tls: undefined, database: 0 }],
    ["rediss://[::1]:7000/3", { host: "::1", port: 7000, tls: true, database: 3 }]
  ])("connects to %s", (address, { database, ...socket }) => {
    const options = optionsOf(address)
    const { host, port, tls }: { host: string; port: number; tls?: boolean } = options.socket
    assert.deepStrictEqual([{ host, port, tls }, options.database], [socket, database])
  })
})
