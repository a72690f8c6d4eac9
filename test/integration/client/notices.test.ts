import { assert, describe, it } from "@effect/vitest"
import { licenseExample } from "../../../src/api/openapi/Examples.ts"
import { TaxonomyClient, type ClientOptions, type DeprecationNotice } from "../../../src/client/Package.ts"
import { warningHeader } from "../../../src/server/catalog/DeprecationHeaders.ts"

const options: ClientOptions = {
  baseUrl: "https://licensing.example/api/taxonomy",
  apiKey: "nil_0123456789abcdefABCDEF0123456789"
}

const item = (name: string) => `${name} is deprecated since v1.1, use X instead, removal in v2.0, not before 2026-08-15`
const withdrawn = "Release v1.0.0 was withdrawn on 2026-03-01, use v1.1.0 instead: a text was wrong; so was another"
const ended = "Taxonomy v1 has its end of life on 2026-09-01, use v2 instead: it is old"

/** What is told of answers with these headers. */
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

describe("what is going away", () => {
  it("is told one by one, each once, in whatever company it comes", async () => {
    assert.deepStrictEqual(
      await textsOf(
        warningHeader([item("A"), item("use_type/B")]),
        warningHeader([item("use_type/B"), item("C")]),
        warningHeader([item("A"), item("C")])
      ),
      [item("A"), item("use_type/B"), item("C")]
    )
  })

  it("is told whole where its reason has a semicolon", async () => {
    assert.deepStrictEqual(await textsOf(warningHeader([withdrawn, ended, item("A")])), [withdrawn, ended, item("A")])
  })

  it("is told once to be more than fits, however many more there are", async () => {
    const many = Array.from({ length: 40 }, (_, index) => item(`use_type/VALUE-${index}`))
    const texts = await textsOf(warningHeader(many), warningHeader(many.slice(1)), warningHeader(many))
    const counted = texts.filter((text) => text.includes("more"))
    assert.lengthOf(counted, 1)
    assert.match(counted[0] ?? "", /^\d+ more, see deprecations in the schema$/)
    assert.lengthOf(texts, new Set(texts).size)
  })

  it("is told as it is where the sentences are not the service's", async () => {
    const other = "Value A goes in v2; use B; thank you"
    assert.deepStrictEqual(await textsOf({ "X-Deprecation-Warning": other }), [other])
  })

  it("has the dates of the resource with the sentence on the resource alone", async () => {
    const dates = { Deprecation: "@1771149600", Sunset: "Sat, 15 Aug 2026 00:00:00 GMT" }
    const [license, value] = await noticesOf("SAMPLE", {
      ...warningHeader([item("SAMPLE"), item("use_type/B")]),
      ...dates
    })
    assert.deepStrictEqual(
      [license?.deprecatedAt?.toISOString(), license?.sunset?.toISOString()],
      ["2026-02-15T10:00:00.000Z", "2026-08-15T00:00:00.000Z"]
    )
    assert.deepStrictEqual([value?.deprecatedAt, value?.sunset], [undefined, undefined])
    const [release, major] = await noticesOf("OTHER", { ...warningHeader([withdrawn, ended]), ...dates })
    assert.deepStrictEqual([release?.sunset, major?.sunset?.getTime()], [undefined, Date.parse("2026-08-15")])
    const [alone] = await noticesOf("OTHER", dates)
    assert.strictEqual(alone?.sunset?.getTime(), Date.parse("2026-08-15"))
    const [first, second] = await noticesOf("OTHER", { ...warningHeader([item("A"), item("B")]), ...dates })
    assert.deepStrictEqual([first?.sunset, second?.sunset], [undefined, undefined])
  })
})

describe("a listener", () => {
  const gone = { "X-Deprecation-Warning": item("A") }
  const fetch = () => Promise.resolve(Response.json(licenseExample, { headers: gone }))
  const failing: ReadonlyArray<readonly [name: string, listener: () => unknown]> = [
    [
      "throws",
      () => {
        throw new Error("no room")
      }
    ],
    ["rejects", () => Promise.reject(new Error("no room"))],
    [
      "throws what has no words",
      () => {
        throw Object.create(null)
      }
    ]
  ]

  it.each(failing)("that %s breaks no call, and is told of", async (_, onDeprecation) => {
    const warnings: Array<string> = []
    const client = new TaxonomyClient({ ...options, fetch, onDeprecation, warn: (text) => warnings.push(text) })
    assert.strictEqual((await client.license("A")).code, licenseExample.code)
    await new Promise(setImmediate)
    assert.lengthOf(warnings, 1)
    assert.match(warnings[0] ?? "", /^onDeprecation has failed: /)
  })

  it.each(failing)("of warnings that %s breaks nothing", async (_, warn) => {
    const client = new TaxonomyClient({ ...options, version: "latest", fetch, warn, onDeprecation: warn })
    assert.strictEqual((await client.license("A")).code, licenseExample.code)
    // A rejection that nobody handles would fail the run.
    await new Promise(setImmediate)
  })
})
