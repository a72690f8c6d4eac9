import { assert, describe, it } from "vitest"
import { findUnknownPlaces } from "../../../../scripts/mutants/MutableFile.ts"

describe("findUnknownPlaces", () => {
  const files = ["src/limits/Memory.ts", "src/keys/Key.ts"]

  it("returns the places that no file is at or below", () => {
    assert.deepStrictEqual(findUnknownPlaces(["src/limits", "src/lim", "src/keys/Key.ts", "docs"], files), [
      "src/lim",
      "docs"
    ])
  })

  it("accepts a folder with a slash at its end, and a run without places", () => {
    assert.deepStrictEqual(findUnknownPlaces(["src/keys/"], files), [])
    assert.deepStrictEqual(findUnknownPlaces([], files), [])
  })
})
