import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import {
  evolve,
  isActive,
  issue,
  KeyAlreadyRevoked,
  KeyPrefixTaken,
  KeyUnknown,
  emptyKeyRegistry,
  replay,
  revoke,
  rotate
} from "../../../../src/domain/keys/KeyRegistry.ts"
import { attempt, date, holder, keyAttempts, fingerprint, foldAttempts } from "../../../support/arbitrary/keyStories.ts"

const [first, second] = ["nil_AAAAAAAA", "nil_BBBBBBBB"]
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
      else expected.delete(identifier)
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
      assert.deepStrictEqual(rest, { ...holder, sha256: fingerprint("").sha256 })
    }
  })

  it.prop("equals the replay of its events", [keyAttempts], ([tried]) => {
    const { events, keys } = foldAttempts(tried)
    assert.deepStrictEqual(replay(events), Result.succeed(keys))
  })

  it.prop("rejects a replay in which an event occurs twice", [keyAttempts], ([tried]) => {
    const { events } = foldAttempts(tried)
    for (const [index, event] of events.entries()) {
      const violation = Result.flip(replay(events.toSpliced(index, 0, event)))
      assert.strictEqual(Result.getOrThrow(violation).index, index + 1)
    }
  })
})

describe("issue, rotate and revoke", () => {
  it("reject a key prefix that exists, also if that key was revoked", () => {
    const taken = Result.fail(new KeyPrefixTaken({ keyPrefix: first }))
    const keys = Result.getOrThrow(replay([issued, revoked]))
    assert.deepStrictEqual(issue(keys, { key: fingerprint(first), holder, date }), taken)
    assert.deepStrictEqual(
      rotate(evolve(emptyKeyRegistry, issued), { keyPrefix: first, key: fingerprint(first), date }),
      taken
    )
  })

  it("reject an unknown key", () => {
    const unknown = Result.fail(new KeyUnknown({ keyPrefix: second }))
    assert.deepStrictEqual(revoke(emptyKeyRegistry, { keyPrefix: second, reason: "Lost.", date }), unknown)
    assert.deepStrictEqual(rotate(emptyKeyRegistry, { keyPrefix: second, key: fingerprint(first), date }), unknown)
  })

  it("reject a revoked key", () => {
    const keys = Result.getOrThrow(replay([issued, revoked]))
    const already = Result.fail(new KeyAlreadyRevoked({ keyPrefix: first, date }))
    assert.deepStrictEqual(revoke(keys, { keyPrefix: first, reason: "Again.", date }), already)
    assert.deepStrictEqual(rotate(keys, { keyPrefix: first, key: fingerprint(second), date }), already)
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
})
