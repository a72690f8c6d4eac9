import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { formatItem } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { parseHistoryQuery, parseTaxonomyQuery } from "../../../../src/server/request/TaxonomyQuery.ts"
import { catalogAfter, categories, release } from "../../../support/server/histories.ts"

const both = ["QSR", "QSR_FAST_FOOD"]
const inFavourOfQsr = { QSR_FAST_FOOD: { replaced_by: ["QSR"] } }
const catalog = catalogAfter(
  release("1.0.0", "2026-01-01", categories(both)),
  release("1.1.0", "2026-02-01", categories(both, inFavourOfQsr)),
  release("1.2.0", "2026-03-01", categories(both, { ...inFavourOfQsr, PLAIN: { replaced_by: [], reason: "Ünused." } })),
  release("2.0.0", "2026-10-01", categories(["QSR"], { media: { replaced_by: [], reason: "No." } })),
  release("3.0.0", "2027-10-01", { ...categories(["QSR"]), dimensions: categories(["QSR"]).dimensions.slice(0, 1) })
)

describe("parseTaxonomyQuery", () => {
  const problem = (version: string, query: string, hasFilter = true) => {
    const apiVersion = catalog.apiVersions.get(`v${version[0]}`)
    if (apiVersion === undefined) throw new Error(version)
    const parsed = parseTaxonomyQuery(catalog, apiVersion, `version=${version}&${query}`, {
      hasFilter,
      parameters: ["version", "envelope"]
    })
    if (Result.isSuccess(parsed)) return "valid"
    const { code, message, removedItem } = parsed.failure
    return removedItem === undefined
      ? [code, message]
      : [code, message, removedItem.replacements.map(formatItem).join()]
  }
  it.each([
    ["1.1.0", "exclusive_categories=QSR_FAST_FOOD", "valid"],
    [
      "2.0.0",
      "exclusive_categories=QSR_FAST_FOOD",
      [
        "value-removed",
        "The value 'QSR_FAST_FOOD' of exclusive_categories was removed in v2.0. Use 'QSR' instead.",
        "exclusive_categories/QSR"
      ]
    ],
    [
      "3.0.0",
      "exclusive_categories=QSR&exclusive_categories=QSR_FAST_FOOD",
      [
        "value-removed",
        "The value 'QSR_FAST_FOOD' of exclusive_categories was removed in v2.0. Use 'QSR' instead.",
        "exclusive_categories/QSR"
      ]
    ],
    [
      "3.0.0",
      "media=print",
      ["dimension-removed", "The dimension 'media' was removed in v3.0. Nothing replaces it: No.", ""]
    ],
    ["2.0.0", "media=print", "valid"],
    [
      "2.0.0",
      "exclusive_categories=QSR_FAST",
      ["value-unknown", "Unknown value 'QSR_FAST' of exclusive_categories. See the values in /v2/dimensions"]
    ],
    [
      "1.0.0",
      "exclusive_categories=qsr",
      ["value-unknown", `Unknown value 'qsr' of exclusive_categories. Did you mean 'QSR'?`]
    ],
    ["1.0.0", "meda=print", ["parameter-unknown", `Unknown query parameter 'meda'. Did you mean 'media'?`]],
    ["1.0.0", "envelop=true", ["parameter-unknown", `Unknown query parameter 'envelop'. Did you mean 'envelope'?`]],
    ["1.0.0", "envelope=yes", ["parameter-malformed", "The query parameter 'envelope' must be true or false"]],
    [
      "1.0.0",
      "envelope=true&envelope=true",
      ["parameter-malformed", "The query parameter 'envelope' is given more than once"]
    ],
    ["1.0.0", "__proto__=x", ["parameter-unknown", "Unknown query parameter '__proto__'"]],
    ["1.0.0", "constructor=x", ["parameter-unknown", "Unknown query parameter 'constructor'"]],
    [
      "1.0.0",
      "media=",
      ["value-unknown", "Unknown value '' of media. See the values in /v1/dimensions?version=v1.0.0"]
    ],
    [
      "1.0.0",
      "media=print|web",
      ["value-unknown", "Unknown value 'print|web' of media. See the values in /v1/dimensions?version=v1.0.0"]
    ],
    [
      "1.0.0",
      `media=${"x".repeat(10_000)}`,
      ["value-unknown", `Unknown value '${"x".repeat(64)}…' of media. See the values in /v1/dimensions?version=v1.0.0`]
    ]
  ])("parses the query of %s with its facts: %s", (version, query, expected) => {
    assert.deepStrictEqual(problem(version, query), expected)
  })

  it.each(["QSR,nothing", "QSR|QSR_FAST_FOOD", "QSR QSR_FAST_FOOD", "QSR; QSR_FAST_FOOD"])(
    "tells how to give several values: %s",
    (list) => {
      assert.deepStrictEqual(problem("1.1.0", `exclusive_categories=${list}`), [
        "value-unknown",
        `Unknown value '${list}' of exclusive_categories. Repeat the parameter for several values`
      ])
    }
  )

  it("names the last removal of a code and the replacement that still exists", () => {
    const gone = (...codes: ReadonlyArray<string>) => categories(codes, {})
    const steps = catalogAfter(
      release("1.0.0", "2026-01-01", categories(["A", "B", "C"], { A: { replaced_by: ["B"] } })),
      release("2.0.0", "2027-01-01", categories(["B", "C"], { B: { replaced_by: ["C"] } })),
      release("3.0.0", "2028-01-01", gone("C")),
      release("4.0.0", "2029-01-01", gone("A", "C"))
    )
    const answer = (version: string) => {
      const apiVersion = steps.apiVersions.get(`v${version[0]}`)
      if (apiVersion === undefined) throw new Error(version)
      const parsed = parseTaxonomyQuery(steps, apiVersion, "exclusive_categories=A", {
        hasFilter: true,
        parameters: []
      })
      return Result.isSuccess(parsed) ? "valid" : parsed.failure.message
    }
    assert.strictEqual(answer("1.0.0"), "valid")
    const removedIn2 = "The value 'A' of exclusive_categories was removed in v2.0."
    assert.strictEqual(answer("2.0.0"), `${removedIn2} Use 'B' instead.`)
    assert.strictEqual(answer("3.0.0"), `${removedIn2} Use 'C' instead.`)
    assert.strictEqual(answer("4.0.0"), "valid")
  })

  it("rejects filters for an endpoint without them", () => {
    assert.deepStrictEqual(problem("1.0.0", "media=print", false), [
      "parameter-unknown",
      "Unknown query parameter 'media'"
    ])
  })
})

describe("parseHistoryQuery", () => {
  const served = catalog.apiVersions.get("v1")?.newest ?? assert.fail("v1 has no release")

  it.each([
    ["", false],
    ["envelope=true", true],
    ["envelope=false", false]
  ] as const)("reads the envelope of ?%s", (query, envelope) => {
    assert.deepStrictEqual(parseHistoryQuery(served, query, ["envelope"]), Result.succeed({ envelope }))
  })

  it.each([
    ["version=v1.0", "parameter-unknown", "Unknown query parameter 'version'. The response is about all releases"],
    ["envelop=true", "parameter-unknown", "Unknown query parameter 'envelop'. Did you mean 'envelope'?"],
    ["envelope=1", "parameter-malformed", "The query parameter 'envelope' must be true or false"],
    ["envelope=1&version=v1", "parameter-malformed", "The query parameter 'envelope' must be true or false"]
  ] as const)("refuses ?%s", (query, code, message) => {
    assert.deepStrictEqual(parseHistoryQuery(served, query, ["envelope"]), Result.fail({ code, message, served }))
  })

  it("refuses a repeated parameter", () => {
    const parsed = parseHistoryQuery(served, "envelope=true&envelope=true", ["envelope"])
    assert.strictEqual(Result.isFailure(parsed) ? parsed.failure.code : undefined, "parameter-malformed")
  })
})
