import { assert, describe, it } from "vitest"
import {
  beginChange,
  newestValue,
  settle,
  startTimeline,
  valuesBetween
} from "../../../../../scripts/soak/world/Timeline.ts"

describe("a timeline", () => {
  const begun = beginChange(startTimeline("old"), "new", 10)
  const settled = settle(begun, 20)

  it.each([
    ["before a change", 0, 9, ["old"]],
    ["across its begin", 5, 12, ["old", "new"]],
    ["while it is under way", 12, 15, ["old", "new"]],
    ["across its end", 15, 30, ["old", "new"]],
    ["from the moment at which it is in force", 20, 30, ["new"]]
  ])("knows the possible values %s", (_, start, end, values) => {
    assert.deepStrictEqual(valuesBetween(settled, start, end), values)
  })

  it("knows both values for ever, if nobody says that a change is in force", () => {
    assert.deepStrictEqual(valuesBetween(begun, 1e9, 1e9), ["old", "new"])
    assert.strictEqual(newestValue(begun), "new")
  })

  it("settles changes that follow each other together", () => {
    const timeline = settle(beginChange(begun, "newest", 15), 20)
    assert.deepStrictEqual(valuesBetween(timeline, 16, 17), ["old", "new", "newest"])
    assert.deepStrictEqual(valuesBetween(timeline, 21, 22), ["newest"])
  })

  it("does not settle a change later that was in force before", () => {
    assert.deepStrictEqual(valuesBetween(settle(settled, 50), 30, 31), ["new"])
  })
})
