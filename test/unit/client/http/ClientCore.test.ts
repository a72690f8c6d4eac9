import { assert, describe, it } from "@effect/vitest"
import { licenseExample, schemaExample } from "../../../../src/api/openapi/Examples.ts"
import {
  TaxonomyClient,
  type ClientOptions,
  type DeprecationNotice,
  type Store
} from "../../../../src/client/Package.ts"

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
    apiKey: "nil_0123456789abcdefABCDEF0123456789",
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

describe("the served version", () => {
  it("is that of the last response, with what it says of newer ones", async () => {
    const { client } = clientOf([old, newer, {}])
    assert.isUndefined(client.servedVersion)
    await client.license("A")
    assert.deepStrictEqual(client.servedVersion, {
      taxonomy: "v1.0",
      latest: "v2.0",
      latestCompatible: undefined,
      upgradeAvailable: true
    })
    const last = { taxonomy: "v1.1", latest: undefined, latestCompatible: "v1.1", upgradeAvailable: false }
    await client.license("B")
    assert.deepStrictEqual(client.servedVersion, last)
    await client.license("C")
    assert.deepStrictEqual(client.servedVersion, last)
  })

  it("does not go back when a call reads a copy of an older response", async () => {
    const { client, paths } = clientOf([{ ...kept, ...old }, newer])
    await client.license("A")
    await client.license("B")
    await client.license("A")
    assert.deepStrictEqual(paths, ["licenses/A", "licenses/B"])
    assert.strictEqual(client.servedVersion?.taxonomy, "v1.1")
  })

  it("of a copy of an earlier process is known, until a response says something newer", async () => {
    const store = memoryStore()
    await clientOf([{ ...kept, ...old }], { store }).client.license("A")
    const { client, paths } = clientOf([newer], { store })
    await client.license("A")
    assert.strictEqual(client.servedVersion?.taxonomy, "v1.0")
    await client.license("B")
    await client.license("A")
    assert.strictEqual(client.servedVersion?.taxonomy, "v1.1")
    assert.deepStrictEqual(paths, ["licenses/B"])
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
