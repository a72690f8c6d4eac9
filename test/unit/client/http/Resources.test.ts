import { assert, describe, it } from "@effect/vitest"
import { optionsIndexOf, toResource } from "../../../../src/client/http/Resources.ts"
import { endpoints } from "../../../../src/client/model/BodyTypes.generated.ts"
import { InvalidArgument } from "../../../../src/client/model/ClientErrors.ts"
import type { LicenseFilter } from "../../../../src/client/options/ClientOptions.ts"

const settings = { apiVersion: "v1", baseUrl: "https://licensing.example", version: "v1.2" }

const urlOf = (name: keyof typeof endpoints, ...methodArguments: ReadonlyArray<unknown>): string =>
  toResource(settings, endpoints[name], methodArguments).url

/** The message with which arguments are rejected. */
const rejectionOf = (name: keyof typeof endpoints, ...methodArguments: ReadonlyArray<unknown>): string => {
  try {
    return `accepted: ${urlOf(name, ...methodArguments)}`
  } catch (problem) {
    if (problem instanceof InvalidArgument) return problem.message
    throw problem
  }
}

describe("the resource of the licenses", () => {
  it.each([
    [{}, "version=v1.2"],
    [{ use_type: undefined }, "version=v1.2"],
    [
      { use_type: ["games", "editorial"], territory: "US" },
      "use_type=games&use_type=editorial&territory=US&version=v1.2"
    ]
  ] satisfies ReadonlyArray<readonly [LicenseFilter, string]>)(
    "has the filter and the version of the client in its address: %j",
    (filter, query) => {
      assert.strictEqual(urlOf("licenses", filter), `https://licensing.example/v1/licenses?${query}`)
    }
  )

  it.each([null, 7, true, "editorial", ["editorial"], () => ({})])("has no filter such as %o", (filter) => {
    const problem = "filter: must be an object of texts, or lists of texts, by the parameter's name."
    assert.strictEqual(rejectionOf("licenses", filter), problem)
  })

  it.each([[[]], [null], [[undefined]], [["a b"]], [""], [{ global: true }]])(
    "has no dimension filtered by %j",
    (codes) => {
      const problem = "filter: use_type takes a code or a list of codes, with at least one."
      assert.strictEqual(rejectionOf("licenses", { use_type: codes }), problem)
    }
  )

  it("has no dimension with an invalid name", () => {
    assert.strictEqual(
      rejectionOf("licenses", { "Use type": "games" }),
      'filter: "Use type" is not a valid dimension name.'
    )
  })
})

describe("the resource of an endpoint", () => {
  it("has the arguments of the method in its path and its query", () => {
    assert.strictEqual(urlOf("license", "A.B+C"), "https://licensing.example/v1/licenses/A.B%2BC?version=v1.2")
    assert.strictEqual(
      urlOf("changes", { from: "v1", to: undefined, kind: ["a", "b"], dimension: [] }),
      "https://licensing.example/v1/changes?from=v1&kind=a&kind=b"
    )
    assert.strictEqual(urlOf("health"), "https://licensing.example/health")
  })

  it.each([
    ["license", [".."], "code: must be a code or a name, such as NIL-EDU-IMAGE."],
    ["license", [undefined], "code: must be a code or a name, such as NIL-EDU-IMAGE."],
    ["changes", [], "query: must be an object of texts, or lists of texts, by the parameter's name."],
    ["changes", [{}], "query: from is missing."],
    ["changes", [{ from: "v1", form: "v2" }], 'query: "form" is not a valid parameter.'],
    ["changes", [{ from: "v1", to: "" }], "query: to takes a text or a list of texts."],
    ["changes", [{ from: "v1", kind: [""] }], "query: kind takes a text or a list of texts."],
    ["changes", [{ from: [] }], "query: from is missing."]
  ] as const)("of %s is not one of the arguments %j", (name, methodArguments, problem) => {
    assert.strictEqual(rejectionOf(name, ...methodArguments), problem)
  })

  it("is followed by the options of the call", () => {
    const indexes = Object.entries(endpoints).map(([name, endpoint]) => [name, optionsIndexOf(endpoint)])
    assert.deepInclude(Object.fromEntries(indexes), { licenses: 1, license: 1, schema: 0, changes: 1, health: 0 })
  })
})
