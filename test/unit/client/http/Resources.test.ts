import { assert, describe, it } from "@effect/vitest"
import { makeResources } from "../../../../src/client/http/Resources.ts"
import { InvalidArgument } from "../../../../src/client/model/ClientErrors.ts"
import type { LicenseFilter } from "../../../../src/client/options/ClientOptions.ts"

const resources = makeResources({ apiVersion: "v1", baseUrl: "https://licensing.example", version: "v1.2" })

/** The message with which a filter is rejected. */
const rejectionOf = (filter: unknown): string => {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a program without types may pass any value
    return `accepted: ${resources.licenses(filter as LicenseFilter).url}`
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
      assert.strictEqual(resources.licenses(filter).url, `https://licensing.example/v1/licenses?${query}`)
    }
  )

  it.each([null, undefined, 7, true, "editorial", ["editorial"], () => ({})])("has no filter such as %o", (filter) => {
    const problem = "filter: must be an object of codes, or lists of codes, by the dimension's name."
    assert.strictEqual(rejectionOf(filter), problem)
  })

  it.each([[[]], [null], [[undefined]], [["a b"]], [""], [{ global: true }]])(
    "has no dimension filtered by %j",
    (codes) => {
      const problem = "filter: use_type takes a code or a list of codes, with at least one."
      assert.strictEqual(rejectionOf({ use_type: codes }), problem)
    }
  )

  it("has no dimension with an invalid name", () => {
    assert.strictEqual(rejectionOf({ "Use type": "games" }), 'filter: "Use type" is not a valid dimension name.')
  })
})
