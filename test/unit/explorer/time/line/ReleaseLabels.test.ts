import { assert, describe, it } from "@effect/vitest"
import { findLabelRoom } from "../../../../../src/explorer/time/line/ReleaseLabels.ts"

describe("findLabelRoom", () => {
  it("labels the newest release, and the others if they are far enough from the one before", () => {
    assert.deepStrictEqual(findLabelRoom([97, 95, 90, 80, 10]), ["always", "never", "wide", "always", "always"])
    assert.deepStrictEqual(findLabelRoom([]), [])
    assert.deepStrictEqual(findLabelRoom([50, 50]), ["always", "never"])
  })
})
