// @effect-diagnostics globalDate:off
import { assert, describe, it } from "@effect/vitest"
import { licenseExample, schemaExample } from "../../../../src/api/openapi/Examples.ts"
import {
  InvalidArgument,
  TaxonomyClient,
  type ClientOptions,
  type DeprecationNotice,
  type Store
} from "../../../../src/client/Package.ts"

const apiKey = "nil_0123456789abcdefABCDEF0123456789"

/** A client of a service whose responses have these headers, in this order. */
const clientOf = (
  headers: ReadonlyArray<Readonly<Record<string, string>>>,
  options: Partial<ClientOptions> = {}
): {
  readonly client: TaxonomyClient
  readonly texts: ReadonlyArray<string>
  readonly paths: ReadonlyArray<string>
} => {
  const texts: Array<string> = []
  const paths: Array<string> = []
  const client = new TaxonomyClient({
    baseUrl: "https://licensing.example/api/taxonomy",
    apiKey,
    retries: 0,
    onDeprecation: ({ text }: DeprecationNotice) => void texts.push(text),
    fetch: async (url) => {
      const request = paths.push(new URL(url).pathname.slice("/api/taxonomy/v1/".length)) - 1
      return Response.json(url.includes("schema") ? schemaExample : licenseExample, { headers: headers[request] ?? {} })
    },
    ...options
  })
  return { client, texts, paths }
}

const memoryStore = (): Store => {
  const values = new Map<string, string>()
  return {
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    delete: (key) => void values.delete(key)
  }
}

const kept = { "Cache-Control": "max-age=3600", ETag: '"1"' }
const old = { "X-Taxonomy-Version": "v1.0", "X-Latest-Version": "v2.0", "X-Upgrade-Available": "true" }
const newer = { "X-Taxonomy-Version": "v1.1", "X-Latest-Compatible-Version": "v1.1" }

describe("the response of a call", () => {
  const limits = { "X-RateLimit-Limit": "10", "X-RateLimit-Remaining": "9", "X-RateLimit-Reset": "60" }
  const older = { taxonomy: "v1.0", latest: "v2.0", latestCompatible: undefined, upgradeAvailable: true }

  it("has its status, release, rate limit, id and headers, each of parallel calls its own", async () => {
    const { client } = clientOf([{ ...old, ...limits, "X-Request-ID": "1" }, newer])
    const [first, second] = await Promise.all(["A", "B"].map((code) => client.license(code).withResponse()))
    assert.deepStrictEqual<unknown>(first?.data, licenseExample)
    assert.deepStrictEqual(first?.response, {
      status: 200,
      requestId: "1",
      version: older,
      rateLimit: { limit: 10, remaining: 9, reset: new Date(60_000) },
      staleness: undefined,
      headers: {
        "content-type": "application/json",
        "x-latest-version": "v2.0",
        "x-ratelimit-limit": "10",
        "x-ratelimit-remaining": "9",
        "x-ratelimit-reset": "60",
        "x-request-id": "1",
        "x-taxonomy-version": "v1.0",
        "x-upgrade-available": "true"
      }
    })
    assert.deepInclude(second?.response, {
      version: { taxonomy: "v1.1", latest: undefined, latestCompatible: "v1.1", upgradeAvailable: false },
      rateLimit: undefined
    })
    assert.match(second?.response.requestId ?? "", /^[0-9a-f-]{36}$/)
  })

  it("of a copy has the release, also of a copy of an earlier process", async () => {
    const store = memoryStore()
    const first = clientOf([{ ...kept, ...old, ...limits }], { store })
    await first.client.license("A")
    for (const { client, paths } of [first, clientOf([], { store })]) {
      const { response } = await client.license("A").withResponse()
      assert.deepInclude(response, { status: undefined, requestId: undefined, version: older, rateLimit: undefined })
      assert.deepStrictEqual(response.headers, {
        "x-latest-version": "v2.0",
        "x-taxonomy-version": "v1.0",
        "x-upgrade-available": "true"
      })
      assert.isAtMost(paths.length, 1)
    }
  })

  it("masks the API key", async () => {
    const { client } = clientOf([{ "X-Taxonomy-Version": apiKey, "X-Echo": `Bearer ${apiKey}` }])
    const { response } = await client.license("A").withResponse()
    assert.strictEqual(response.version?.taxonomy, "<API key>")
    assert.strictEqual(response.headers["x-echo"], "Bearer <API key>")
  })
})

describe("a derived client", () => {
  it("shares the copies and the reported warnings of the client, and has its key", async () => {
    const warning = { "X-Deprecation-Warning": "A is deprecated" }
    const { client, paths, texts } = clientOf([{ ...kept, ...warning }, warning, warning])
    await client.license("A")
    const derived = client.withOptions({ locale: "fr-CA" })
    assert.strictEqual((await derived.license("A")).name, "Balado commandit\u00e9")
    assert.deepStrictEqual(paths, ["licenses/A"])
    await derived.withOptions({ version: "v1.0" }).license("A")
    assert.deepStrictEqual(paths, ["licenses/A", "licenses/A"])
    assert.deepStrictEqual(texts, ["A is deprecated"])
    assert.instanceOf(derived, TaxonomyClient)
  })

  it("sends its own headers, and those of a call", async () => {
    const sent: Array<Readonly<Record<string, string>>> = []
    const { client } = clientOf([], {
      headers: { "X-Tenant": "a" },
      fetch: async (_, { headers }) => {
        sent.push(headers)
        return Response.json(licenseExample)
      }
    })
    await client.license("A")
    await client.withOptions({ headers: { traceparent: "00-1" } }).license("A", { headers: { "x-call": "b" } })
    assert.deepInclude(sent[0], { "x-tenant": "a" })
    assert.deepInclude(sent[1], { traceparent: "00-1", "x-call": "b", authorization: `Bearer ${apiKey}` })
    assert.notProperty(sent[1], "x-tenant")
  })

  it("is not made of an invalid option", () => {
    const { client } = clientOf([])
    assert.throws(() => client.withOptions({ timeout: 0 }), InvalidArgument, "timeout")
  })
})

describe("a warning of a copy of an earlier process", () => {
  it("is reported once", async () => {
    const store = memoryStore()
    const warning = { "X-Deprecation-Warning": "A is deprecated" }
    await clientOf([{ ...kept, ...warning }], { store }).client.license("A")
    const { client, paths, texts } = clientOf([], { store })
    await client.license("A")
    await client.license("A")
    assert.deepStrictEqual([paths, texts], [[], ["A is deprecated"]])
  })
})
