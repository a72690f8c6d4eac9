import { assert, describe, it } from "@effect/vitest"
import { ageInDays, isDueForRotation } from "../../../../src/domain/keys/KeyRotation.ts"
import { date, holder, newKey } from "../../../support/arbitrary/keyStories.ts"

const key = { ...newKey("nil_AAAAAAAA"), ...holder, date }

describe("the age of a key", () => {
  it("counts whole days, and none for a clock that is behind", () => {
    assert.strictEqual(ageInDays(key, "2026-01-01T23:59:59Z"), 0)
    assert.strictEqual(ageInDays(key, "2026-01-02T00:00:00Z"), 1)
    assert.strictEqual(ageInDays(key, "2025-12-30T00:00:00Z"), 0)
  })

  it("makes an active key due for rotation after 90 days, and no revoked one", () => {
    assert.isFalse(isDueForRotation(key, "2026-04-01T00:00:00Z"))
    assert.isTrue(isDueForRotation(key, "2026-04-01T00:00:01Z"))
    assert.isFalse(isDueForRotation({ ...key, revoked: { date, reason: "Lost." } }, "2027-01-01T00:00:00Z"))
  })
})
