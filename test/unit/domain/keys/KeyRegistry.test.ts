import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { change, issue, revoke, rotate } from "../../../../src/domain/keys/KeyCommands.ts"
import {
  evolve,
  isActive,
  emptyKeyRegistry,
  newestDate,
  replay,
  isExpiringSoon,
  keyStatus,
  parseExpiry,
  resolveExpiry,
  ageInDays,
  isDueForRotation
} from "../../../../src/domain/keys/KeyRegistry.ts"
import { attempt, date, holder, keyAttempts, fingerprint, foldAttempts } from "../../../support/arbitrary/keyStories.ts"

const first = "nil_AAAAAAAA"
const issued = Result.getOrThrow(issue(emptyKeyRegistry, { key: fingerprint(first), holder, date }))
const revoked = Result.getOrThrow(revoke(evolve(emptyKeyRegistry, issued), { keyPrefix: first, reason: "Lost.", date }))

describe("KeyRegistry", () => {
  it.prop("never makes a revoked key active again", [keyAttempts], ([tried]) => {
    let keys = emptyKeyRegistry
    const gone = new Set<string>()
    for (const one of tried) {
      const decided = attempt(keys, one)
      if (Result.isSuccess(decided)) keys = evolve(keys, decided.success)
      for (const key of keys.values()) if (!isActive(key)) gone.add(key.identifier)
      for (const keyPrefix of gone) assert.isDefined(keys.get(keyPrefix)?.revoked)
    }
  })

  it.prop("never issues a key prefix twice", [keyAttempts], ([tried]) => {
    const issues = foldAttempts(tried).events.filter(({ _tag }) => _tag === "KeyIssued")
    assert.strictEqual(new Set(issues.map(({ identifier }) => identifier)).size, issues.length)
  })

  it.prop("has as active keys those that were issued and not revoked", [keyAttempts], ([tried]) => {
    const { events, keys } = foldAttempts(tried)
    const expected = new Set<string>()
    for (const { _tag, identifier } of events) {
      if (_tag === "KeyIssued") expected.add(identifier)
      if (_tag === "KeyRevoked") expected.delete(identifier)
    }
    const active = [...keys.values()].filter(isActive).map(({ identifier }) => identifier)
    assert.sameMembers(active, [...expected])
  })

  it.prop("contains all earlier keys and the successor after a rotation", [keyAttempts], ([tried]) => {
    const { keys } = foldAttempts(tried)
    for (const old of keys.values()) {
      const rotated = rotate(keys, { keyPrefix: old.identifier, key: fingerprint("nil_ZZZZZZZZ"), date })
      assert.strictEqual(Result.isSuccess(rotated), isActive(old))
      if (Result.isFailure(rotated)) continue
      const after = evolve(keys, rotated.success)
      assert.deepStrictEqual(new Map([...after].slice(0, -1)), keys)
      const { date: _, identifier, replaces, ...rest } = after.get("nil_ZZZZZZZZ") ?? assert.fail("no successor")
      assert.deepStrictEqual([identifier, replaces], ["nil_ZZZZZZZZ", old.identifier])
      assert.deepStrictEqual(rest, { ...holder, tier: old.tier, sha256: fingerprint("").sha256 })
    }
  })

  it.prop("equals the replay of its events", [keyAttempts], ([tried]) => {
    const { events, keys } = foldAttempts(tried)
    assert.deepStrictEqual(replay(events), Result.succeed(keys))
  })

  it.prop("rejects a replay in which an event occurs twice", [keyAttempts], ([tried]) => {
    const { events } = foldAttempts(tried)
    for (const [index, event] of events.entries()) {
      if (event._tag === "KeyChanged") continue
      const violation = Result.flip(replay(events.toSpliced(index, 0, event)))
      assert.strictEqual(Result.getOrThrow(violation).index, index + 1)
    }
  })
})

describe("replay", () => {
  it("rejects the revocation of a key that was never issued", () => {
    assert.isTrue(Result.isFailure(replay([revoked])))
  })

  it("rejects the successor of a key that was never issued", () => {
    const successor = Result.getOrThrow(issue(emptyKeyRegistry, { key: fingerprint("nil_AAAAAAAA"), holder, date }))
    const refused = Result.flip(replay([{ ...successor, replaces: "nil_BBBBBBBB" }]))
    assert.deepStrictEqual(Result.getOrThrow(refused).violation, {
      event: "KeyIssued",
      subject: "nil_AAAAAAAA",
      reason: "unknown-reference",
      reference: "nil_BBBBBBBB"
    })
  })

  it("rejects a change of a key that was never issued, or was revoked", () => {
    const changed = Result.getOrThrow(
      change(evolve(emptyKeyRegistry, issued), { keyPrefix: first, terms: { tier: "enterprise" }, date })
    )
    const reasons = [[changed], [issued, revoked, changed]].map(
      (events) => Result.getOrThrow(Result.flip(replay(events))).violation.reason
    )
    assert.deepStrictEqual(reasons, ["unknown-subject", "ended-subject"])
  })
})

describe("newestDate", () => {
  it("is the date of the newest event, whatever it did", () => {
    assert.isUndefined(newestDate(emptyKeyRegistry))
    const [later, latest] = ["2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z"]
    const changed = { _tag: "KeyChanged", identifier: first, tier: "free", date: later } as const
    const keys = Result.getOrThrow(replay([issued, changed]))
    assert.strictEqual(newestDate(keys), later)
    assert.strictEqual(newestDate(evolve(keys, { ...revoked, date: latest })), latest)
  })
})

const key = { identifier: "nil_AAAAAAAA", sha256: "0".repeat(64), ...holder, date }
const expiring = { ...key, expiry: { at: "2026-02-01T00:00:00Z", since: date } }
const revocation = { date, reason: "Lost." }

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
    assert.strictEqual(keyStatus({ ...expiring, revoked: revocation }, "2026-02-01T00:00:00Z"), "revoked")
  })
})

describe("isExpiringSoon", () => {
  it("is true for an active key in the last 14 days", () => {
    assert.isFalse(isExpiringSoon(expiring, "2026-01-17T23:59:59Z"))
    assert.isTrue(isExpiringSoon(expiring, "2026-01-18T00:00:00Z"))
    assert.isFalse(isExpiringSoon(expiring, "2026-02-01T00:00:00Z"))
    assert.isFalse(isExpiringSoon({ ...expiring, revoked: revocation }, "2026-01-31T00:00:00Z"))
    assert.isFalse(isExpiringSoon(key, "2026-01-31T00:00:00Z"))
  })
})

describe("KeyRotation", () => {
  const key = { identifier: "nil_AAAAAAAA", sha256: "0".repeat(64), ...holder, date }

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
