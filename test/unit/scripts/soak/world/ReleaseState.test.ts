import { assert, describe, it } from "vitest"
import { expectedOutcome, newestMinor, type Selection } from "../../../../../scripts/soak/world/ReleaseState.ts"

const state = { published: 4, withdrawn: [4, 3] }

describe("the releases of the soak test", () => {
  it("answer by default with the newest that was not withdrawn", () => {
    assert.strictEqual(newestMinor(state), 2)
    assert.strictEqual(newestMinor({ ...state, withdrawn: [] }), 4)
  })

  it.each<[Selection, string]>([
    [{ release: "newest" }, "v1.2"],
    [{ release: 4 }, "v1.4"],
    [{ release: 5 }, "version-not-found"],
    [{ release: "newest", license: 2 }, "v1.2"],
    [{ release: "newest", license: 3 }, "license-not-found"]
  ])("answer %o with %s", (selection, outcome) => {
    assert.strictEqual(expectedOutcome(state, selection), outcome)
  })
})
