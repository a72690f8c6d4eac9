import { assert, describe, it } from "@effect/vitest"
import { inTheWay } from "../../../../../src/domain/checks/artifact/InTheWay.ts"

describe("artifact/in-the-way", () => {
  const differs = "releases/v1.1.0 exists, is not in the ledger, and differs from this release in"

  it.each([
    [[""], "releases/v1.1.0 exists and is not a folder"],
    [["schema.json"], `${differs} schema.json`],
    [["schema.json", "dimensions.json"], `${differs} schema.json and 1 more file`],
    [["schema.json", "dimensions.json", "CHANGES.md"], `${differs} schema.json and 2 more files`]
  ])("names the first of the paths %j and counts the others", (differing, message) => {
    assert.strictEqual(inTheWay.message({ folder: "releases/v1.1.0", differing }), message)
  })
})
