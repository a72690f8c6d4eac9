import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { parseRedisAddress } from "../../../../src/cli/serve/RedisAddress.ts"

describe("the address of a Redis", () => {
  it.for([
    ["redis://127.0.0.1", "redis://127.0.0.1:6379/0"],
    ["redis://127.0.0.1/", "redis://127.0.0.1:6379/0"],
    ["REDIS://127.0.0.1:6380/15", "redis://127.0.0.1:6380/15"],
    ["rediss://cache.example", "rediss://cache.example:6379/0"],
    ["redis://[::1]:7000", "redis://[::1]:7000/0"],
    ["redis://reader@127.0.0.1", "redis://127.0.0.1:6379/0"]
  ] as const)("is read from %s", ([text, shown]) => {
    const address = Result.getOrThrow(parseRedisAddress(text))
    assert.deepStrictEqual([Redacted.value(address.url), address.hasPassword, address.shown], [text, false, shown])
  })

  it.for([
    [
      "redis+sentinel://one,two:26380/limits",
      "redis+sentinel://one:26379,two:26380/limits",
      "redis://one:26379",
      false
    ],
    [
      "rediss+sentinel://user:se%2Fcret@[::1]:7000/limits/3",
      "rediss+sentinel://[::1]:7000/limits/3",
      "rediss://user:se%2Fcret@[::1]:7000/3",
      true
    ]
  ] as const)("names Sentinels in %s", ([text, shown, url, hasPassword]) => {
    const address = Result.getOrThrow(parseRedisAddress(text))
    assert.deepStrictEqual([address.shown, Redacted.value(address.url), address.hasPassword], [shown, url, hasPassword])
    assert.strictEqual(address.sentinel?.primary, "limits")
  })

  it.for([
    ["redis+cluster://one,two:7001", "redis+cluster://one:6379,two:7001", "redis://one:6379", false],
    [
      "rediss+cluster://user:se%2Fcret@[::1]:7000/",
      "rediss+cluster://[::1]:7000",
      "rediss://user:se%2Fcret@[::1]:7000",
      true
    ]
  ] as const)("names nodes of a cluster in %s", ([text, shown, url, hasPassword]) => {
    const address = Result.getOrThrow(parseRedisAddress(text))
    assert.deepStrictEqual([address.shown, Redacted.value(address.url), address.hasPassword], [shown, url, hasPassword])
    assert.strictEqual(address.cluster?.length, shown.split(",").length)
  })

  it("never shows its password", () => {
    const address = Result.getOrThrow(parseRedisAddress("rediss://limits:p%40ss%2Fw%C3%B6rd@cache.example:6390/2"))
    assert.isTrue(address.hasPassword)
    assert.notMatch(JSON.stringify(address), /p@ss|p%40ss/)
    assert.strictEqual(address.shown, "rediss://cache.example:6390/2")
  })

  it.for([
    ["", /does not start with redis:\/\//],
    ["127.0.0.1:6379", /does not start with redis:\/\//],
    ["http://127.0.0.1", /does not start with redis:\/\//],
    ["http://127.0.0.1/redis://", /does not start with redis:\/\//],
    ["redis:127.0.0.1", /does not start with redis:\/\//],
    ["redis://", /has no host/],
    ["redis://:secret@/0", /not a valid URL/],
    ["redis://127.0.0.1:99999", /not a valid URL. Check the port/],
    ["redis://127.0.0.1:0", /port must be from 1/],
    ["redis://:se/cret@127.0.0.1", /not a valid URL|database/],
    ["redis://:100%secret@127.0.0.1", /an invalid %/],
    ["redis://127.0.0.1/secret", /database is not a number/],
    ["redis://127.0.0.1/1/2", /database is not a number/],
    ["redis://127.0.0.1?password=secret", /after \? or #/],
    ["redis://127.0.0.1#secret", /after \? or #/],
    ["redis+sentinel://:secret@one/limits/secret", /database is not a number/],
    ["redis+sentinel://:secret@one", /does not start with redis/],
    ["redis+sentinel://:secret@one,/limits", /not a valid URL|has no host/],
    ["redis+cluster://:secret@one/0", /does not start with redis/],
    ["redis+cluster://:secret@one,", /not a valid URL|has no host/],
    ["redis://:sec#ret@127.0.0.1", /not a valid URL|after \? or #/]
  ] as const)("rejects an address without repeating it: %s", ([text, reason]) => {
    const told = Result.getOrThrow(Result.flip(parseRedisAddress(text)))
    assert.match(told, reason)
    assert.match(told, /Write redis:\/\/host/)
    assert.notMatch(told, /secret|cret@/)
  })
})
