import { assert, describe, it } from "@effect/vitest"
import { dimensionsExample, licenseExample, licensesExample, schemaExample } from "../../../src/api/openapi/Examples.ts"
import {
  TaxonomyClient,
  type ClientOptions,
  type Deprecation,
  type DeprecationNotice
} from "../../../src/client/Package.ts"
import { warningHeader } from "../../../src/server/catalog/Catalog.ts"

const options: ClientOptions = {
  baseUrl: "https://licensing.example/api/taxonomy",
  apiKey: "nil_0123456789abcdefABCDEF0123456789"
}

const item = (name: string) =>
  `${name} is deprecated since v1.1, use X instead, removal in v2.0 at the earliest, and not before 2026-08-15`
const withdrawn = "Release v1.0.0 was withdrawn on 2026-03-01, use v1.1.0 instead: a text was wrong; so was another"
const ended = "Taxonomy v1 has its end of life on 2026-09-01, use v2 instead: it is old"

const dates = { Deprecation: "@1771149600", Sunset: "Sat, 15 Aug 2026 00:00:00 GMT" }
const deprecation: Deprecation = {
  since: { version: "v1.1", date: "2026-02-15T10:00:00Z" },
  replaced_by: [],
  earliest_removal: { version: "v2.0", date: "2026-08-15" }
}

/** The notices of responses with these headers. */
const noticesOf = async (code: string, ...headers: ReadonlyArray<Readonly<Record<string, string>>>) => {
  const notices: Array<DeprecationNotice> = []
  let request = 0
  const client = new TaxonomyClient({
    ...options,
    onDeprecation: (notice) => notices.push(notice),
    fetch: () => Promise.resolve(Response.json(licenseExample, { headers: headers[request++] ?? {} }))
  })
  for (const _ of headers) await client.license(code)
  return notices
}

const textsOf = async (...headers: ReadonlyArray<Readonly<Record<string, string>>>) =>
  (await noticesOf("SAMPLE-PODCAST", ...headers)).map(({ text }) => text)

describe("onDeprecation", () => {
  it("gets each distinct warning once, as a whole", async () => {
    const first = warningHeader([item("A"), item("use_type/B")])
    const second = warningHeader([withdrawn, ended, item("A")])
    assert.deepStrictEqual(await textsOf(first, second, first, {}), [
      `${item("A")}; ${item("use_type/B")}`,
      `${withdrawn}; ${ended}; ${item("A")}`
    ])
  })

  it("gets the dates of the resource itself", async () => {
    const [notice] = await noticesOf("SAMPLE", { ...warningHeader([item("SAMPLE"), item("use_type/B")]), ...dates })
    assert.deepStrictEqual(
      [notice?.deprecatedAt?.toISOString(), notice?.sunset?.toISOString()],
      ["2026-02-15T10:00:00.000Z", "2026-08-15T00:00:00.000Z"]
    )
  })

  it("gets a text of the client if only the dates are there, once for each address", async () => {
    const [notice, ...more] = await noticesOf("OTHER", dates, dates)
    assert.deepStrictEqual([notice?.text, more], ["This resource is deprecated", []])
    assert.strictEqual(notice?.sunset?.getTime(), Date.parse("2026-08-15"))
  })

  it("gets the deprecated items of each kind of body as data", async () => {
    const notices: Array<DeprecationNotice> = []
    const bodies: Readonly<Record<string, unknown>> = {
      "licenses/SAMPLE": { ...licenseExample, deprecation },
      licenses: { ...licensesExample, licenses: [{ ...licenseExample, deprecation }] },
      dimensions: dimensionsExample,
      schema: schemaExample
    }
    const client = new TaxonomyClient({
      ...options,
      onDeprecation: (notice) => notices.push(notice),
      fetch: (url) => Promise.resolve(Response.json(bodies[new URL(url).pathname.slice("/api/taxonomy/v1/".length)]))
    })
    await client.license("SAMPLE")
    await client.licenses()
    await client.dimensions()
    await client.schema()
    const license = { item: licenseExample.code, ...deprecation }
    assert.deepStrictEqual(
      notices.map(({ items }) => items),
      [[license], [license], schemaExample.deprecations, schemaExample.deprecations]
    )
    assert.deepStrictEqual(notices[2]?.text, "The response uses deprecated items: campaign_kind/seasonal_sale")
  })
})

describe("a warning", () => {
  it("never contains the API key, even if a body has it", async () => {
    const warnings: Array<string> = []
    const client = new TaxonomyClient({
      ...options,
      warn: (text) => warnings.push(text),
      fetch: async () => Response.json({ ...licenseExample, code: options.apiKey, deprecation })
    })
    await client.license("A")
    assert.deepStrictEqual(warnings, ["Deprecation: The response uses deprecated items: <API key>"])
  })
})

describe("a callback", () => {
  const gone = { "X-Deprecation-Warning": item("A") }
  const fetch = () => Promise.resolve(Response.json(licenseExample, { headers: gone }))
  const failing: ReadonlyArray<readonly [name: string, callback: () => unknown]> = [
    [
      "throws",
      () => {
        throw new Error("no room")
      }
    ],
    ["rejects", () => Promise.reject(new Error("no room"))],
    [
      "throws a value without text",
      () => {
        throw Object.create(null)
      }
    ]
  ]

  it.each(failing)("that %s breaks no call, and is reported", async (_, onDeprecation) => {
    const warnings: Array<string> = []
    const client = new TaxonomyClient({ ...options, fetch, onDeprecation, warn: (text) => warnings.push(text) })
    assert.strictEqual((await client.license("A")).code, licenseExample.code)
    await new Promise(setImmediate)
    assert.lengthOf(warnings, 1)
    assert.match(warnings[0] ?? "", /^onDeprecation failed: /)
  })

  it.each(failing)("for warnings that %s breaks nothing", async (_, warn) => {
    const client = new TaxonomyClient({ ...options, version: "latest", fetch, warn, onDeprecation: warn })
    assert.strictEqual((await client.license("A")).code, licenseExample.code)
    // An unhandled rejection would fail the run.
    await new Promise(setImmediate)
  })
})
