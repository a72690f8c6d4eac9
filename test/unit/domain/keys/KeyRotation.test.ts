import { assert, describe, it } from "@effect/vitest"
import { ageInDays, isDueForRotation } from "../../../../src/domain/keys/KeyRotation.ts"
import { date, holder } from "../../../support/arbitrary/keyStories.ts"

const key = { identifier: "nil_AAAAAAAA", sha256: "0".repeat(64), ...holder, date }

describe("KeyRotation", () => {
  it("counts whole days, and 0 if the clock is behind", () => {
    assert.strictEqual(ageInDays(key, "2026-01-01T23:59:59Z"), 0)
    assert.strictEqual(ageInDays(key, "2026-01-02T00:00:00Z"), 1)
    assert.strictEqual(ageInDays(key, "2025-12-30T00:00:00Z"), 0)
  })

  it("makes an active key due for rotation after 90 days, and never a revoked one", () => {
    assert.isFalse(isDueForRotation(key, "2026-04-01T00:00:00Z"))
    assert.isTrue(isDueForRotation(key, "2026-04-01T00:00:01Z"))
    assert.isFalse(isDueForRotation({ ...key, revoked: { date, reason: "Lost." } }, "2027-01-01T00:00:00Z"))
  })
})
