// @effect-diagnostics globalDate:off
import { assert, describe, it } from "@effect/vitest"
import {
  formatStored,
  makeCopies,
  makeMemoryCache,
  makePersistentCopies,
  parseStored
} from "../../../../src/client/cache/Copies.ts"
import { findStaleness } from "../../../../src/client/cache/Staleness.ts"
import type { Store } from "../../../../src/client/cache/Store.ts"
import { ageOf, isFresh, type StoredResponse } from "../../../../src/client/cache/StoredResponse.ts"
import type { BodyType } from "../../../../src/client/model/BodyType.ts"
import {
  BadRequest,
  KeyRevoked,
  NetworkError,
  RateLimitExceeded,
  RequestTimedOut,
  ServerError,
  Unauthorized
} from "../../../../src/client/model/ClientErrors.ts"
import { parseOptions } from "../../../../src/client/options/ClientSettings.ts"

const apiKey = "nil_0123456789abcdefABCDEF0123456789"
const url = "https://licensing.example/v1/schema"
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

const response = (body: string, facts: Partial<StoredResponse> = {}): StoredResponse => ({
  body: encode(body),
  tag: undefined,
  headers: {},
  confirmedAt: 1000,
  maxAge: 60,
  ...facts
})

describe("the age of a copy", () => {
  it.each([
    [1000, 0, true],
    [31_000, 30, true],
    [60_999, 59.999, true],
    [61_000, 60, false],
    // The clock was set back.
    [999, 61, false]
  ])("at %d is %d seconds, fresh: %s", (now, age, isFreshYet) => {
    const copy = response("{}")
    assert.deepStrictEqual([ageOf(copy, now), isFresh(copy, now)], [age, isFreshYet])
  })
})

describe("findStaleness", () => {
  const cause = new NetworkError("no connection", undefined, { attempts: 1, code: undefined })
  const facts = { status: 503, attempts: 1, retryAfter: undefined }

  it.each([
    cause,
    new RequestTimedOut("too late", undefined, 1),
    new ServerError("draining", undefined, facts),
    new RateLimitExceeded("used up", undefined, { retryAfter: 1, upgradeUrl: undefined })
  ])("lets a copy of any age stand in after a $name", (problem) => {
    const expected = { age: 1000, confirmedAt: new Date(1000), cause: problem }
    assert.deepStrictEqual(findStaleness(response("{}"), problem, true, 1_001_000), expected)
    assert.isUndefined(findStaleness(response("{}"), problem, false, 1_001_000))
  })

  it.each([new Unauthorized("", undefined), new KeyRevoked("", undefined), new BadRequest("", undefined), "aborted"])(
    "lets no copy stand in after %s",
    (problem) => {
      assert.isUndefined(findStaleness(response("{}"), problem, true, 2000))
    }
  )

  it("limits the seconds since the copy was fresh", () => {
    assert.strictEqual(findStaleness(response("{}"), cause, 40, 101_000)?.age, 100)
    assert.isUndefined(findStaleness(response("{}"), cause, 39, 101_000))
    assert.strictEqual(findStaleness(response("{}"), cause, 0, 2000)?.age, 1)
  })
})

describe("makeMemoryCache", () => {
  /** 10 bytes of body, and 2 characters of address. */
  const copy = (facts: Partial<StoredResponse> = {}) => response("0123456789", facts)

  it("removes the least recently used copies when it is full", () => {
    const cache = makeMemoryCache(30)
    const [a, b, c] = [copy(), copy(), copy()]
    cache.set("/a", a)
    cache.set("/b", b)
    assert.strictEqual(cache.get("/a"), a)
    cache.set("/c", c)
    assert.deepStrictEqual([cache.get("/a"), cache.get("/b"), cache.get("/c")], [a, undefined, c])
  })

  it("counts addresses, tags and headers with two bytes for each character", () => {
    const whole = copy({ tag: '"1"', headers: { sunset: "x" } })
    const sizes = [copy(), copy({ tag: '"1"' }), whole]
    const fits = (maxBytes: number) =>
      sizes.map((each) => {
        const cache = makeMemoryCache(maxBytes)
        cache.set("/a", each)
        return cache.get("/a") === each
      })
    assert.deepStrictEqual([13, 14, 19, 20, 33, 34].map(fits), [
      [false, false, false],
      [true, false, false],
      [true, false, false],
      [true, true, false],
      [true, true, false],
      [true, true, true]
    ])
  })

  it("replaces a copy, also by nothing if the new one is too large", () => {
    const cache = makeMemoryCache(28)
    const [a, b] = [copy(), copy()]
    cache.set("/a", copy())
    cache.set("/a", a)
    cache.set("/b", b)
    assert.deepStrictEqual([cache.get("/a"), cache.get("/b")], [a, b])
    cache.set("/a", response("x".repeat(25)))
    assert.deepStrictEqual([cache.get("/a"), cache.get("/b")], [undefined, b])
  })

  it("has room again after copies are deleted", () => {
    const cache = makeMemoryCache(28)
    const [a, b] = [copy(), copy()]
    cache.set("/a", copy())
    cache.set("/b", copy())
    cache.delete("/a")
    cache.delete("/unknown")
    assert.isUndefined(cache.get("/a"))
    cache.clear()
    assert.isUndefined(cache.get("/b"))
    cache.set("/a", a)
    cache.set("/b", b)
    assert.deepStrictEqual([cache.get("/a"), cache.get("/b")], [a, b])
  })
})

describe("the text of a copy", () => {
  const whole = response('{"a":"\u00e9"}', {
    tag: 'W/"1"',
    headers: { "x-taxonomy-version": "v1.0", sunset: "Mon, 02 Mar 2026 10:00:00 GMT" }
  })
  const json = {
    format: "nil-licensing-client 1",
    url,
    tag: 'W/"1"',
    headers: { "x-taxonomy-version": "v1.0", sunset: "Mon, 02 Mar 2026 10:00:00 GMT" },
    confirmedAt: 1000,
    maxAge: 60,
    body: '{"a":"\u00e9"}'
  }

  it("contains everything of it", () => {
    assert.deepStrictEqual(JSON.parse(formatStored(url, whole)), json)
    assert.deepStrictEqual(parseStored(url, formatStored(url, whole)), whole)
    const untagged = response("{}")
    assert.deepStrictEqual(parseStored(url, formatStored(url, untagged)), untagged)
    assert.notProperty(JSON.parse(formatStored(url, untagged)), "tag")
  })

  it("has no other headers than those that are kept", () => {
    const more = { ...json, headers: { ...json.headers, "x-request-id": "1" } }
    assert.deepStrictEqual(parseStored(url, JSON.stringify(more)), whole)
  })

  it.each([
    { format: "nil-licensing-client 2" },
    { url: `${url}?version=v2` },
    { url: 7 },
    { tag: "1" },
    { tag: 7 },
    { headers: [] },
    { headers: { sunset: 7 } },
    { headers: { sunset: "a\nb" } },
    { headers: { sunset: "\u20ac" } },
    { confirmedAt: -1 },
    { confirmedAt: "1000" },
    { maxAge: 0.5 },
    { body: {} },
    { body: undefined }
  ])("is invalid with %j", (member) => {
    assert.isUndefined(parseStored(url, JSON.stringify({ ...json, ...member })))
  })

  it.each(["", "[]", "null", "{"])("is invalid if it is %j", (text) => {
    assert.isUndefined(parseStored(url, text))
  })
})

/** A store in memory, which can be looked into. */
const makeStore = () => {
  const values = new Map<string, string>()
  const store: Store = {
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    delete: (key) => void values.delete(key)
  }
  return { store, values }
}

const type: BodyType = { count: "whole number" }

/** Copies in a store, and the warnings about it. */
const persistentOf = (store: Store, { key = apiKey, timeout = 60_000 } = {}) => {
  const warnings: Array<string> = []
  const { mask } = parseOptions({ baseUrl: "https://licensing.example", apiKey: key })
  return {
    warnings,
    copies: makePersistentCopies(store, { apiKey: key, mask, timeout, warn: (text) => void warnings.push(text) })
  }
}

describe("copies in a store", () => {
  it("are found by address and API key, until they are deleted", async () => {
    const { store, values } = makeStore()
    const { copies, warnings } = persistentOf(store)
    const copy = response('{"count":1}')
    assert.isUndefined(await copies.get(url, type))
    await copies.set(url, copy)
    assert.deepStrictEqual(await copies.get(url, type), copy)
    assert.isUndefined(await copies.get(`${url}?a`, type))
    assert.isUndefined(await persistentOf(store, { key: apiKey.replace("nil", "vil") }).copies.get(url, type))
    const [key = ""] = values.keys()
    assert.match(key, /^taxonomy-[0-9a-f]{64}$/)
    assert.deepStrictEqual([...values], [[key, formatStored(url, copy)]])
    await copies.delete(url)
    assert.deepStrictEqual([values.size, warnings], [0, []])
  })

  it("are not found if the store says null", async () => {
    const { copies, warnings } = persistentOf({ get: () => null, set: () => {}, delete: () => {} })
    assert.isUndefined(await copies.get(url, type))
    assert.deepStrictEqual(warnings, [])
  })

  it("never contain the API key", async () => {
    const { store, values } = makeStore()
    await persistentOf(store).copies.set(url, response(`{"count":1,"key":"${apiKey}"}`))
    assert.strictEqual(values.size, 0)
  })

  it.each(["{", '{"count":"1"}'])("are deleted if their body is %s", async (body) => {
    const { store, values } = makeStore()
    const { copies, warnings } = persistentOf(store)
    await copies.set(url, response(body))
    assert.strictEqual(values.size, 1)
    assert.isUndefined(await copies.get(url, type))
    assert.strictEqual(values.size, 0)
    assert.deepStrictEqual(warnings, [`The store has an invalid copy of ${url}. It is ignored, and deleted.`])
  })

  it("are deleted if the store gives something else than a text", async () => {
    const deleted: Array<string> = []
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain JavaScript may return any value
    const store = { get: () => 7, set: () => {}, delete: (key: string) => deleted.push(key) } as unknown as Store
    const { copies, warnings } = persistentOf(store)
    assert.isUndefined(await copies.get(url, type))
    assert.deepStrictEqual(
      [deleted.length, warnings],
      [1, [`The store has an invalid copy of ${url}. It is ignored, and deleted.`]]
    )
  })

  it("break no call if the store fails", async () => {
    const fail = () => Promise.reject(new Error("disk full"))
    const { copies, warnings } = persistentOf({ get: fail, set: fail, delete: fail })
    assert.isUndefined(await copies.get(url, type))
    await copies.set(url, response("{}"))
    await copies.delete(url)
    assert.deepStrictEqual(warnings, [
      "The store cannot get a copy: disk full",
      "The store cannot set a copy: disk full",
      "The store cannot delete a copy: disk full"
    ])
  })

  it("break no call if the store does not answer", async () => {
    const { copies, warnings } = persistentOf(
      { get: () => new Promise(() => {}), set: () => {}, delete: () => {} },
      { timeout: 1 }
    )
    assert.isUndefined(await copies.get(url, type))
    assert.deepStrictEqual(warnings, ["The store cannot get a copy: no answer within 1 ms"])
  })
})

describe("makeCopies", () => {
  const settingsOf = (store?: Store, rememberBytes = 1000) =>
    parseOptions({ baseUrl: "https://licensing.example", apiKey, rememberBytes, store })
  const copy = response('{"count":1}')

  it("keeps copies in memory without a store", async () => {
    const copies = makeCopies(settingsOf())
    assert.isUndefined(await copies.find(url, type))
    await copies.keep(url, copy)
    await copies.keep("/other", copy)
    assert.strictEqual(await copies.find(url, type), copy)
    await copies.forget(url)
    assert.isUndefined(await copies.find(url, type))
    assert.strictEqual(await copies.find("/other", type), copy)
    await copies.forgetAll(url)
    assert.isUndefined(await copies.find("/other", type))
  })

  it("reads a copy from the store once", async () => {
    const { store, values } = makeStore()
    await makeCopies(settingsOf(store)).keep(url, copy)
    const copies = makeCopies(settingsOf(store))
    assert.deepStrictEqual(await copies.find(url, type), copy)
    values.clear()
    assert.deepStrictEqual(await copies.find(url, type), copy)
  })

  it("prefers the copy that a parallel call has got in the meantime", async () => {
    const { store } = makeStore()
    await makeCopies(settingsOf(store)).keep(url, copy)
    const copies = makeCopies(settingsOf(store))
    const finding = copies.find(url, type)
    const newer = response('{"count":2}')
    await copies.keep(url, newer)
    assert.deepStrictEqual(await finding, newer)
    assert.deepStrictEqual(await copies.find(url, type), newer)
  })

  it("forgets copies in the store, too", async () => {
    const { store, values } = makeStore()
    const copies = makeCopies(settingsOf(store, 0))
    for (const forget of [copies.forget, copies.forgetAll]) {
      await copies.keep(url, copy)
      assert.strictEqual(values.size, 1)
      await forget(url)
      assert.strictEqual(values.size, 0)
    }
  })
})
