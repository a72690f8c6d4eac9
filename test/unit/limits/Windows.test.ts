import { assert, describe, it } from "@effect/vitest"
import { quotas } from "../../../src/domain/keys/Tier.ts"
import { currentUsage, findRefusal, isOpen, type Window } from "../../../src/limits/Limiter.ts"
import { at, day, hour, start } from "../../support/limits/contract.ts"

const window = (used: number, endsIn: number): Window => ({
  endMillis: at(start + endsIn).monotonicMillis,
  resetAt: start + endsIn,
  advertisedResetAt: start + endsIn,
  used,
  shared: 0,
  alone: 0
})

describe("isOpen", () => {
  it.each([
    ["is true until the window ends", 1, 1, true],
    ["is false from the moment on at which it ends", 1, 0, false],
    ["is false afterwards", 1, -1, false],
    ["is false for a window that no request was counted in", 0, hour, false]
  ])("%s", (_, used, endsIn, expected) => {
    assert.strictEqual(isOpen(window(used, endsIn), at(start)), expected)
  })
})

describe("currentUsage", () => {
  it("opens a window anew until a request is counted in it", () => {
    const known = { hour: window(0, hour / 2), day: window(3, day / 2) }
    const { day: currentDay, hour: currentHour } = currentUsage(known, at(start))
    assert.strictEqual(currentDay, known.day)
    assert.deepStrictEqual(currentHour, window(0, hour))
  })
})

describe("findRefusal", () => {
  it("leaves nothing, not less, of a quota that servers without Redis have exceeded", () => {
    const usage = { hour: window(quotas.free.hour + 20, hour), day: window(quotas.free.hour + 20, day) }
    assert.include(findRefusal(usage, quotas.free, at(start)), { exceeded: "hour", remaining: 0 })
  })
})
