import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import {
  evolve,
  isActive,
  issue,
  KeyAlreadyRevoked,
  KeyIdentifierTaken,
  KeyUnknown,
  noKeys,
  replay,
  revoke,
  rotate
} from "../../../../src/domain/keys/KeyRegistry.ts"
import { attempt, date, holder, keyAttempts, newKey, toldKeys } from "../../../support/arbitrary/keyStories.ts"

const [first, second] = ["nil_AAAAAAAA", "nil_BBBBBBBB"]
const issued = Result.getOrThrow(issue(noKeys, { key: newKey(first), holder, date }))
const revoked = Result.getOrThrow(revoke(evolve(noKeys, issued), { identifier: first, reason: "Lost.", date }))

describe("the keys", () => {
  it.prop("that were revoked never become active again", [keyAttempts], ([tried]) => {
    let keys = noKeys
    const gone = new Set<string>()
    for (const one of tried) {
      const decided = attempt(keys, one)
      if (Result.isSuccess(decided)) keys = evolve(keys, decided.success)
      for (const key of keys.values()) if (!isActive(key)) gone.add(key.identifier)
      for (const identifier of gone) assert.isDefined(keys.get(identifier)?.revoked)
    }
  })

  it.prop("never have an identifier that was issued before", [keyAttempts], ([tried]) => {
    const issues = toldKeys(tried).events.filter(({ _tag }) => _tag === "KeyIssued")
    assert.strictEqual(new Set(issues.map(({ identifier }) => identifier)).size, issues.length)
  })

  it.prop("are active when they were issued and not revoked, and no others are", [keyAttempts], ([tried]) => {
    const { events, keys } = toldKeys(tried)
    const expected = new Set<string>()
    for (const { _tag, identifier } of events) {
      if (_tag === "KeyIssued") expected.add(identifier)
      else expected.delete(identifier)
    }
    const active = [...keys.values()].filter(isActive).map(({ identifier }) => identifier)
    assert.sameMembers(active, [...expected])
  })

  it.prop("after a rotation are those before it and the successor", [keyAttempts], ([tried]) => {
    const { keys } = toldKeys(tried)
    for (const old of keys.values()) {
      const rotated = rotate(keys, { identifier: old.identifier, key: newKey("nil_ZZZZZZZZ"), date })
      assert.strictEqual(Result.isSuccess(rotated), isActive(old))
      if (Result.isFailure(rotated)) continue
      const after = evolve(keys, rotated.success)
      assert.deepStrictEqual(new Map([...after].slice(0, -1)), keys)
      const { date: _, identifier, replaces, ...rest } = after.get("nil_ZZZZZZZZ") ?? assert.fail("no successor")
      assert.deepStrictEqual([identifier, replaces], ["nil_ZZZZZZZZ", old.identifier])
      assert.deepStrictEqual(rest, { ...holder, sha256: newKey("").sha256 })
    }
  })

  it.prop("are what replaying their events gives", [keyAttempts], ([tried]) => {
    const { events, keys } = toldKeys(tried)
    assert.deepStrictEqual(replay(events), Result.succeed(keys))
  })

  it.prop("cannot come from events of which one is there twice", [keyAttempts], ([tried]) => {
    const { events } = toldKeys(tried)
    for (const [index, event] of events.entries()) {
      const contradiction = Result.flip(replay(events.toSpliced(index, 0, event)))
      assert.strictEqual(Result.getOrThrow(contradiction).index, index + 1)
    }
  })
})

describe("issue, rotate and revoke", () => {
  it("refuse an identifier that is taken, also by a revoked key", () => {
    const taken = Result.fail(new KeyIdentifierTaken({ identifier: first }))
    const keys = Result.getOrThrow(replay([issued, revoked]))
    assert.deepStrictEqual(issue(keys, { key: newKey(first), holder, date }), taken)
    assert.deepStrictEqual(rotate(evolve(noKeys, issued), { identifier: first, key: newKey(first), date }), taken)
  })

  it("refuse a key that is not there", () => {
    const unknown = Result.fail(new KeyUnknown({ identifier: second }))
    assert.deepStrictEqual(revoke(noKeys, { identifier: second, reason: "Lost.", date }), unknown)
    assert.deepStrictEqual(rotate(noKeys, { identifier: second, key: newKey(first), date }), unknown)
  })

  it("refuse a key that was revoked", () => {
    const keys = Result.getOrThrow(replay([issued, revoked]))
    const already = Result.fail(new KeyAlreadyRevoked({ identifier: first, date }))
    assert.deepStrictEqual(revoke(keys, { identifier: first, reason: "Again.", date }), already)
    assert.deepStrictEqual(rotate(keys, { identifier: first, key: newKey(second), date }), already)
  })
})

describe("replay", () => {
  it("refuses a revocation of a key that was never issued", () => {
    assert.isTrue(Result.isFailure(replay([revoked])))
  })

  it("refuses a successor of a key that was never issued", () => {
    const successor = Result.getOrThrow(issue(noKeys, { key: newKey("nil_AAAAAAAA"), holder, date }))
    const refused = Result.flip(replay([{ ...successor, replaces: "nil_BBBBBBBB" }]))
    assert.deepStrictEqual(Result.getOrThrow(refused).violation, {
      event: "KeyIssued",
      subject: "nil_AAAAAAAA",
      reason: "unknown-reference",
      reference: "nil_BBBBBBBB"
    })
  })
})
