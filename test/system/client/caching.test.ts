import { readFile } from "node:fs/promises"
import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { licenseExample, licensesExample } from "../../../src/api/openapi/Examples.ts"
import {
  KeyRevoked,
  NetworkError,
  NotFound,
  RateLimitExceeded,
  ServerError,
  TaxonomyClient,
  type ClientOptions,
  type Fetch,
  type StaleNotice,
  type Store
} from "../../../src/client/Package.ts"
import { rejected } from "./rejected.ts"

const apiKey = "nil_0123456789abcdefABCDEF0123456789"
const baseUrl = "https://licensing.example/api/taxonomy"
const start = Date.parse("2026-11-22T10:00:00Z")

type Answer = () => Response | Promise<Response>

const license = (headers: Readonly<Record<string, string>> = {}): Response =>
  Response.json(licenseExample, { headers: { "Cache-Control": "public, max-age=3600", ETag: '"1"', ...headers } })

const error = (status: number, code: string): Response =>
  Response.json({ error: "Error", message: code }, { status, headers: { "X-Error-Code": code } })

/** A service that a test reprograms, and a clock that it sets. */
const makeService = () => {
  const sent: Array<{ readonly url: string; readonly headers: Headers; readonly signal: AbortSignal }> = []
  const service = { answer: (): Response | Promise<Response> => license(), seconds: 0 }
  const fetch: Fetch = async (url, { headers, signal }) => {
    sent.push({ url, headers: new Headers(headers), signal })
    return service.answer()
  }
  const clientOf = (options: Partial<ClientOptions> = {}) =>
    new TaxonomyClient({ baseUrl, apiKey, fetch, retries: 0, now: () => start + service.seconds * 1000, ...options })
  return { sent, clientOf, service }
}

const memoryStore = (values = new Map<string, string>()) => ({
  values,
  get: (key: string) => values.get(key),
  set: (key: string, value: string) => values.set(key, value),
  delete: (key: string) => values.delete(key)
})

const down: Answer = () => Promise.reject(new TypeError("fetch failed"))
const confirmed: Answer = () =>
  new Response(null, { status: 304, headers: { "Cache-Control": "max-age=60", ETag: '"1"' } })

describe("a fresh body", () => {
  it("makes no request until its max-age is over, and then is revalidated", async () => {
    const { clientOf, sent, service } = makeService()
    const client = clientOf()
    const first = await client.license("A")
    service.seconds = 3599
    const second = await client.license("A")
    assert.deepStrictEqual(second, first)
    assert.notStrictEqual(second, first)
    assert.lengthOf(sent, 1)
    service.seconds = 3600
    service.answer = confirmed
    assert.deepStrictEqual(await client.license("A"), first)
    assert.deepStrictEqual(
      sent.map(({ headers }) => headers.get("if-none-match")),
      [null, '"1"']
    )
    service.seconds = 3659
    await client.license("A")
    assert.lengthOf(sent, 2)
    service.seconds = 3660
    await client.license("A")
    assert.lengthOf(sent, 3)
  })

  it("keeps its own tag when a confirmation has another one, or none", async () => {
    const { clientOf, sent, service } = makeService()
    const client = clientOf({ cache: "no-cache" })
    await client.license("A")
    for (const headers of [{ ETag: '"2"' }, {}]) {
      service.answer = () => new Response(null, { status: 304, headers })
      await client.license("A")
    }
    await client.license("A")
    assert.deepStrictEqual(
      sent.map((request) => request.headers.get("if-none-match")),
      [null, '"1"', '"1"', '"1"']
    )
  })

  it("is used or not as the client or the call says", async () => {
    const { clientOf, sent, service } = makeService()
    const client = clientOf()
    await client.license("A")
    service.answer = confirmed
    await client.license("A", { cache: "no-cache" })
    assert.lengthOf(sent, 2)
    service.seconds = 1_000_000
    await client.license("A", { cache: "force-cache" })
    assert.lengthOf(sent, 2)
    await client.license("B", { cache: "force-cache" }).catch(() => undefined)
    assert.lengthOf(sent, 3)
    const careful = clientOf({ cache: "no-cache" })
    service.answer = () => license()
    await careful.license("A")
    await careful.license("A")
    await careful.license("A", { cache: "default" })
    assert.lengthOf(sent, 5)
  })

  it("is old if the clock was set back", async () => {
    const { clientOf, sent, service } = makeService()
    const client = clientOf()
    await client.license("A")
    service.seconds = -1
    await client.license("A")
    assert.lengthOf(sent, 2)
  })

  it("is not kept against the will of the service, and is replaced by a newer one", async () => {
    const { clientOf, sent, service } = makeService()
    const client = clientOf()
    service.answer = () => license({ "Cache-Control": "no-store" })
    await client.license("A")
    await client.license("A")
    assert.deepStrictEqual([sent.length, sent[1]?.headers.get("if-none-match")], [2, null])
    service.answer = () => license()
    await client.license("A")
    service.seconds = 3600
    service.answer = () => Response.json({ ...licenseExample, name: "New" }, { headers: { ETag: '"2"' } })
    assert.strictEqual((await client.license("A")).name, "New")
    service.answer = confirmed
    assert.strictEqual((await client.license("A")).name, "New")
    assert.strictEqual(sent.at(-1)?.headers.get("if-none-match"), '"2"')
  })
})

describe("parallel calls of the same thing", () => {
  it("are one request, and each gets an object of its own, in its language", async () => {
    const { clientOf, sent } = makeService()
    const client = clientOf({ rememberBytes: 0 })
    const [first, second, french] = await Promise.all([
      client.license("A"),
      client.license("A"),
      client.license("A", { locale: "fr" })
    ])
    assert.lengthOf(sent, 1)
    assert.deepStrictEqual(second, first)
    assert.notStrictEqual(second, first)
    assert.strictEqual(french.name, licenseExample.translations?.["fr"]?.name)
    await client.license("A")
    assert.lengthOf(sent, 2)
  })

  it("are several requests if they have ids of their own, or if the clients have different keys", async () => {
    const { clientOf, sent } = makeService()
    const client = clientOf()
    await Promise.all([
      client.license("A", { requestId: "one" }),
      client.license("A", { requestId: "two" }),
      clientOf({ apiKey: `${apiKey.slice(0, -1)}0` }).license("A")
    ])
    assert.deepStrictEqual(sent.map(({ headers }) => headers.get("x-request-id")).slice(0, 2), ["one", "two"])
    assert.lengthOf(sent, 3)
  })

  it("each end with their own signal, and the request with the last of them", async () => {
    const { clientOf, sent, service } = makeService()
    service.answer = () => new Promise(() => undefined)
    const client = clientOf()
    const [first, second] = [new AbortController(), new AbortController()]
    const calls = [first, second].map(({ signal }) => rejected(client.license("A", { signal })))
    first.abort("first")
    assert.strictEqual(await calls[0], "first")
    assert.isFalse(sent[0]?.signal.aborted)
    second.abort("second")
    assert.strictEqual(await calls[1], "second")
    assert.deepStrictEqual(
      sent.map(({ signal }) => signal.aborted),
      [true]
    )
  })

  it("fail with errors of their own, which show their callers", async () => {
    const { clientOf, sent, service } = makeService()
    service.answer = () => error(404, "license-not-found")
    const client = clientOf()
    const oneCaller = async () => void (await client.license("A"))
    const otherCaller = async () => void (await client.license("A"))
    const [one, other] = await Promise.all([rejected(oneCaller()), rejected(otherCaller())])
    assert.lengthOf(sent, 1)
    assert.instanceOf(one, NotFound)
    assert.instanceOf(other, NotFound)
    assert.notStrictEqual(one, other)
    assert.deepStrictEqual([one.message, one._tag, one.requestId], [other.message, other._tag, other.requestId])
    assert.match(one.stack ?? "", /^NotFound: [^]*oneCaller/)
    assert.match(other.stack ?? "", /^NotFound: [^]*otherCaller/)
  })
})

describe("staleIfError", () => {
  const outages: ReadonlyArray<readonly [name: string, answer: Answer, tag: string]> = [
    ["the network fails", down, "NetworkError"],
    ["the service fails", () => error(500, "internal-error"), "ServerError"],
    ["a proxy cannot reach the service", () => new Response("<html>", { status: 502 }), "ServerError"],
    ["the limit is used up", () => error(429, "limit-exceeded"), "RateLimitExceeded"],
    ["nothing arrives in time", () => new Promise(() => undefined), "RequestTimedOut"]
  ]

  it.each(outages)("returns the last good body if %s, and says so", async (_, answer, tag) => {
    const { clientOf, service } = makeService()
    const notices: Array<StaleNotice> = []
    const client = clientOf({ staleIfError: true, timeout: 50, onStale: (notice) => notices.push(notice) })
    const first = await client.license("A")
    service.answer = answer
    service.seconds = 7200
    const { data: stale, response } = await client.license("A", { locale: "fr" }).withResponse()
    const { staleness } = response
    assert.strictEqual(stale.name, licenseExample.translations?.["fr"]?.name)
    assert.deepStrictEqual([staleness?.age, staleness?.cause._tag], [7200, tag])
    assert.strictEqual(staleness?.confirmedAt.getTime(), start)
    assert.deepStrictEqual(notices, [{ ...staleness, url: `${baseUrl}/v1/licenses/A?version=v1` }])
    assert.deepStrictEqual(await client.license("A"), first)
    service.answer = () => license()
    assert.isUndefined((await client.license("A").withResponse()).response.staleness)
  })

  it("limits for how long a copy may be out of date", async () => {
    const { clientOf, service } = makeService()
    const client = clientOf({ staleIfError: 600 })
    await client.license("A")
    service.answer = down
    service.seconds = 4200
    assert.strictEqual((await client.license("A").withResponse()).response.staleness?.age, 4200)
    service.seconds = 4201
    assert.instanceOf(await rejected(client.license("A")), NetworkError)
  })

  it("is off by default", async () => {
    const { clientOf, service } = makeService()
    const client = clientOf()
    await client.license("A")
    service.seconds = 3600
    service.answer = () => error(500, "internal-error")
    assert.instanceOf(await rejected(client.license("A")), ServerError)
    service.answer = () => error(429, "limit-exceeded")
    assert.instanceOf(await rejected(client.license("A")), RateLimitExceeded)
  })

  it.each([
    ["the API key was revoked", 403, "key-revoked", "KeyRevoked"],
    ["the API key is unknown", 401, "key-invalid", "Unauthorized"],
    ["the license is gone", 404, "license-not-found", "NotFound"]
  ] as const)("never hides that %s, and forgets the copy", async (_, status, code, tag) => {
    const { clientOf, service } = makeService()
    const store = memoryStore()
    const client = clientOf({ staleIfError: true, store })
    await client.license("A")
    assert.strictEqual(store.values.size, 1)
    service.seconds = 3600
    service.answer = () => error(status, code)
    assert.deepInclude(await rejected(client.license("A")), { _tag: tag })
    assert.strictEqual(store.values.size, 0)
    service.answer = down
    assert.instanceOf(await rejected(client.license("A")), NetworkError)
  })

  it("answers licenses and dimensions from a schema of the same release", async () => {
    const { clientOf, service } = makeService()
    const store = memoryStore()
    const headers = {
      "Cache-Control": "max-age=60",
      "X-Taxonomy-Version": "v1.0",
      "X-Deprecation-Warning": "All of it"
    }
    const client = clientOf({ staleIfError: true, store, warn: () => undefined })
    const published = async (path: string): Promise<unknown> =>
      JSON.parse(await readFile(new URL(`../../../releases/v1.0.0/${path}.json`, import.meta.url), "utf8"))
    const schema = await published("schema")
    service.answer = () => Response.json(schema, { headers })
    await client.schema()
    service.answer = down
    service.seconds = 7200
    const restarted = clientOf({ staleIfError: true, store })
    const { data, response } = await restarted.license("NIL-CHARITY").withResponse()
    assert.deepStrictEqual<unknown>(data, await published("licenses/NIL-CHARITY"))
    assert.deepStrictEqual([response.staleness?.age, response.status], [7200, undefined])
    assert.deepStrictEqual(response.headers, { "x-taxonomy-version": "v1.0" })
    assert.deepStrictEqual<unknown>(await restarted.dimensions(), await published("dimensions"))
    assert.deepStrictEqual<unknown>(await restarted.licenses(), await published("licenses"))
    // What the schema does not say is not guessed.
    for (const call of [
      () => restarted.license("NIL-NOTHING"),
      () => restarted.licenses({ use_type: "editorial" }),
      () => restarted.withOptions({ version: "v1.0" }).license("NIL-CHARITY"),
      () => clientOf({ store }).license("NIL-CHARITY")
    ]) {
      assert.instanceOf(await rejected(call()), NetworkError)
    }
    service.answer = () => error(403, "key-revoked")
    assert.instanceOf(await rejected(restarted.license("NIL-CHARITY")), KeyRevoked)
  })

  it("never shows a copy of another license once the API key is refused", async () => {
    const { clientOf, service } = makeService()
    const client = clientOf({ staleIfError: true })
    await client.license("A")
    service.answer = () => error(403, "key-revoked")
    assert.instanceOf(await rejected(client.license("B")), KeyRevoked)
    service.answer = down
    assert.instanceOf(await rejected(client.license("A")), NetworkError)
  })
})

describe("a store", () => {
  const versions = { "X-Taxonomy-Version": "v1.1", "X-Latest-Version": "v2.0", "X-Upgrade-Available": "true" }

  it("lets a later client start during an outage, with the last good copy", async () => {
    const { clientOf, sent, service } = makeService()
    const store = memoryStore()
    service.answer = () => license(versions)
    const first = await clientOf({ store }).license("A")
    const later = clientOf({ store, staleIfError: true })
    service.answer = down
    assert.deepStrictEqual(await later.license("A"), first)
    const { response } = await later.license("A").withResponse()
    assert.deepInclude(response.version, { taxonomy: "v1.1", latest: "v2.0", upgradeAvailable: true })
    assert.lengthOf(sent, 1)
    service.seconds = 3600
    const stale = await clientOf({ store, staleIfError: true }).license("A").withResponse()
    assert.deepStrictEqual(stale.data, first)
    assert.strictEqual(stale.response.staleness?.age, 3600)
  })

  it("keeps the entity tag, and what a confirmation says", async () => {
    const { clientOf, sent, service } = makeService()
    const store = memoryStore()
    await clientOf({ store }).license("A")
    service.seconds = 3600
    service.answer = confirmed
    await clientOf({ store }).license("A")
    assert.strictEqual(sent[1]?.headers.get("if-none-match"), '"1"')
    service.seconds = 3659
    await clientOf({ store }).license("A")
    assert.lengthOf(sent, 2)
  })

  it("may be asynchronous", async () => {
    const { clientOf, sent } = makeService()
    const { values } = memoryStore()
    const store: Store = {
      get: async (key) => values.get(key) ?? null,
      set: async (key, value) => void values.set(key, value),
      delete: async (key) => void values.delete(key)
    }
    await clientOf({ store }).license("A")
    await clientOf({ store }).license("A")
    assert.lengthOf(sent, 1)
  })

  it("has other keys for another API key, and never holds an API key", async () => {
    const { clientOf, sent, service } = makeService()
    const store = memoryStore()
    const other = `${apiKey.slice(0, -1)}0`
    await clientOf({ store }).license("A")
    await clientOf({ store, apiKey: other }).license("A")
    assert.lengthOf(sent, 2)
    const kept = inspect([...store.values])
    assert.notInclude(kept, apiKey)
    assert.notInclude(kept, other)
    for (const key of store.values.keys()) assert.match(key, /^[a-z0-9-]{1,128}$/)
    service.answer = () => Response.json({ ...licenseExample, name: apiKey }, { headers: { ETag: '"1"' } })
    await clientOf({ store }).license("B")
    assert.strictEqual(store.values.size, 2)
  })

  const warningsWith = async (store: Store) => {
    const { clientOf, sent } = makeService()
    const warnings: Array<string> = []
    const { name } = await clientOf({ store, warn: (text) => warnings.push(text) }).license("A")
    return { name, requests: sent.length, warnings }
  }

  const changed: ReadonlyArray<readonly [name: string, change: (text: string) => string]> = [
    ["no JSON", (text) => text.slice(1)],
    ["half a text", (text) => text.slice(0, text.length / 2)],
    ["another JSON", () => '{"a":1}'],
    ["nothing", () => ""],
    ["an unknown form", (text) => text.replace("client 1", "client 2")],
    ["the body of another address", (text) => text.replace("/licenses/A?", "/licenses/B?")],
    ["a body of another kind", (text) => withBody(text, licensesExample)],
    ["a body that is no JSON", (text) => JSON.stringify({ ...parsed(text), body: "<html>" })],
    ["a body that breaks the contract", (text) => withBody(text, { ...licenseExample, config: { use_type: 7 } })],
    ["a time that is no number", (text) => JSON.stringify({ ...parsed(text), confirmedAt: "2026" })],
    ["an entity tag that is a header", (text) => JSON.stringify({ ...parsed(text), tag: '"1"\r\nX: 1' })],
    ["two lines in a header", (text) => JSON.stringify({ ...parsed(text), headers: { sunset: "a\r\nb" } })],
    ["a header beyond Latin-1", (text) => JSON.stringify({ ...parsed(text), headers: { sunset: "ключ" } })]
  ]
  const parsed = (text: string): object => JSON.parse(text)
  const withBody = (text: string, body: unknown) => JSON.stringify({ ...parsed(text), body: JSON.stringify(body) })

  it.each(changed)("whose copy was changed is ignored, with a warning: %s", async (_, change) => {
    const { clientOf } = makeService()
    const store = memoryStore()
    await clientOf({ store }).license("A")
    for (const [key, text] of store.values) store.values.set(key, change(text))
    const { name, requests, warnings } = await warningsWith(store)
    assert.deepStrictEqual([name, requests], [licenseExample.name, 1])
    assert.lengthOf(warnings, 1)
    assert.match(warnings[0] ?? "", /invalid copy of https:\/\/licensing\.example/)
  })

  it("that fails breaks no call, and is reported without the API key", async () => {
    const fail = () => {
      throw new Error(`no room for ${apiKey}`)
    }
    const { requests, warnings } = await warningsWith({ get: fail, set: () => Promise.reject(fail), delete: fail })
    assert.strictEqual(requests, 1)
    assert.lengthOf(warnings, 2)
    assert.match(warnings[0] ?? "", /^The store cannot get a copy: no room for <API key>$/)
    assert.match(warnings[1] ?? "", /^The store cannot set a copy: /)
  })

  it("that hangs delays a call up to the time-out, with a warning", async () => {
    const { clientOf } = makeService()
    const warnings: Array<string> = []
    const hang = () => new Promise<never>(() => {})
    const store: Store = { get: hang, set: hang, delete: hang }
    const client = clientOf({ store, timeout: 20, warn: (text) => warnings.push(text) })
    assert.strictEqual((await client.license("A")).name, licenseExample.name)
    assert.deepStrictEqual(warnings, [
      "The store cannot get a copy: no answer within 20 ms",
      "The store cannot set a copy: no answer within 20 ms"
    ])
  })

  it("does not bring back a copy that a parallel call has replaced", async () => {
    const { clientOf, sent } = makeService()
    const { set, values } = memoryStore()
    await clientOf({ store: { ...memoryStore(values), set } }).license("A")
    const [old] = values.values()
    let answerSlowly: (text: string | undefined) => void = () => {}
    const slow = new Promise<string | undefined>((resolve) => (answerSlowly = resolve))
    let reads = 0
    const client = clientOf({
      store: { ...memoryStore(), get: () => (reads++ === 0 ? slow : undefined) },
      fetch: async () => Response.json({ ...licenseExample, name: "Newer" }, { headers: { ETag: '"2"' } })
    })
    const waiting = client.license("A", { cache: "force-cache" })
    assert.strictEqual((await client.license("A", { cache: "no-cache" })).name, "Newer")
    answerSlowly(old)
    assert.strictEqual((await waiting).name, "Newer")
    assert.lengthOf(sent, 1)
  })
})

describe("a cause", () => {
  it("is the error of fetch", async () => {
    const { clientOf, service } = makeService()
    const cause = new TypeError("fetch failed", { cause: new Error("other side closed") })
    service.answer = () => Promise.reject(cause)
    const failure = await rejected(clientOf().license("A"))
    assert.instanceOf(failure, NetworkError)
    assert.strictEqual(failure.cause, cause)
  })
})
