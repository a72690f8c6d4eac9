import { assert, describe, it } from "@effect/vitest"
import { isExpiringSoon, keyStatus, parseExpiry, resolveExpiry } from "../../../../src/domain/keys/KeyExpiry.ts"
import { date, holder } from "../../../support/arbitrary/keyStories.ts"

const key = { identifier: "nil_AAAAAAAA", sha256: "0".repeat(64), ...holder, date }
const expiring = { ...key, expiry: { at: "2026-02-01T00:00:00Z", since: date } }
const revoked = { date, reason: "Lost." }

describe("parseExpiry", () => {
  it.each([
    ["2027-01-31", "2027-01-31T00:00:00Z"],
    ["2027-01-31T12:00:00Z", "2027-01-31T12:00:00Z"],
    ["90d", "2026-04-01T00:00:00Z"],
    ["36h", "2026-01-02T12:00:00Z"],
    ["never", undefined]
  ])("reads %s", (text, expected) => {
    const choice = parseExpiry(text) ?? assert.fail("no expiry")
    assert.strictEqual(resolveExpiry(choice, date), expected)
  })

  it.each([
    "",
    "2027",
    "2027-02-30",
    "2027-01-31T12:00:00+01:00",
    "0d",
    "-1d",
    "1.5d",
    "90",
    "d",
    "100000d",
    "6m",
    "soon"
  ])("rejects %j", (text) => {
    assert.isUndefined(parseExpiry(text))
  })
})

describe("keyStatus", () => {
  it("is expired from the very instant on, without any event", () => {
    assert.strictEqual(keyStatus(expiring, "2026-01-31T23:59:59Z"), "active")
    assert.strictEqual(keyStatus(expiring, "2026-02-01T00:00:00Z"), "expired")
    assert.strictEqual(keyStatus(key, "2126-02-01T00:00:00Z"), "active")
  })

  it("is revoked for a revoked key, also if it has expired", () => {
    assert.strictEqual(keyStatus({ ...expiring, revoked }, "2026-02-01T00:00:00Z"), "revoked")
  })
})

describe("isExpiringSoon", () => {
  it("is true for an active key in the last 14 days", () => {
    assert.isFalse(isExpiringSoon(expiring, "2026-01-17T23:59:59Z"))
    assert.isTrue(isExpiringSoon(expiring, "2026-01-18T00:00:00Z"))
    assert.isFalse(isExpiringSoon(expiring, "2026-02-01T00:00:00Z"))
    assert.isFalse(isExpiringSoon({ ...expiring, revoked }, "2026-01-31T00:00:00Z"))
    assert.isFalse(isExpiringSoon(key, "2026-01-31T00:00:00Z"))
  })
})
