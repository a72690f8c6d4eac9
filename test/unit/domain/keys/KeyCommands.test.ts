import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import {
  change,
  issue,
  revoke,
  rotate,
  type KeyTerms,
  ExpiryPassed,
  KeyAlreadyRevoked,
  KeyPrefixTaken,
  KeyUnchanged,
  KeyUnknown,
  findKey,
  KeyAmbiguous
} from "../../../../src/domain/keys/KeyCommands.ts"
import type { KeyEvent } from "../../../../src/domain/keys/KeyEvent.ts"
import { emptyKeyRegistry, replay, evolve } from "../../../../src/domain/keys/KeyRegistry.ts"
import { date, fingerprint, holder } from "../../../support/arbitrary/keyStories.ts"

const [first, second] = ["nil_AAAAAAAA", "nil_BBBBBBBB"]
const after = (...events: ReadonlyArray<KeyEvent>) => Result.getOrThrow(replay(events))
const issued = Result.getOrThrow(issue(emptyKeyRegistry, { key: fingerprint(first), holder, date }))
const revoked = Result.getOrThrow(revoke(after(issued), { keyPrefix: first, reason: "Lost.", date }))
const inAYear = { _tag: "At", at: "2027-01-01T00:00:00Z" } as const

describe("issue, rotate, change and revoke", () => {
  const attempts =
    (keyPrefix: string) =>
    (events: ReadonlyArray<KeyEvent>): ReadonlyArray<Result.Result<KeyEvent, Error>> => [
      rotate(after(...events), { keyPrefix, key: fingerprint(second), date }),
      change(after(...events), { keyPrefix, terms: { tier: "enterprise" }, date }),
      revoke(after(...events), { keyPrefix, reason: "Again.", date })
    ]

  it("reject a key prefix that exists, also if that key was revoked", () => {
    const taken = Result.fail(new KeyPrefixTaken({ keyPrefix: first }))
    assert.deepStrictEqual(issue(after(issued, revoked), { key: fingerprint(first), holder, date }), taken)
    assert.deepStrictEqual(rotate(after(issued), { keyPrefix: first, key: fingerprint(first), date }), taken)
  })

  it("reject an unknown key", () => {
    const unknown = Result.fail(new KeyUnknown({ keyPrefix: "nil_ZZZZZZZZ" }))
    assert.deepStrictEqual(attempts("nil_ZZZZZZZZ")([issued]), [unknown, unknown, unknown])
  })

  it("reject a revoked key", () => {
    const already = Result.fail(new KeyAlreadyRevoked({ keyPrefix: first, date }))
    assert.deepStrictEqual(attempts(first)([issued, revoked]), [already, already, already])
  })

  it("record who ran the command, and nothing without a name", () => {
    const actor = "Ada"
    const keys = after(issued)
    const events: ReadonlyArray<Result.Result<KeyEvent, Error>> = [
      issue(emptyKeyRegistry, { key: fingerprint(first), holder, date, actor }),
      rotate(keys, { keyPrefix: first, key: fingerprint(second), date, actor }),
      change(keys, { keyPrefix: first, terms: { tier: "enterprise" }, date, actor }),
      revoke(keys, { keyPrefix: first, reason: "Lost.", date, actor })
    ]
    const named = events.map((event) => Result.getOrThrow(event).actor)
    assert.deepStrictEqual(named, [actor, actor, actor, actor])
    assert.notProperty(issued, "actor")
  })

  it("reject an expiry that is not later than the command", () => {
    for (const at of [date, "2025-12-31T23:59:59Z"]) {
      const passed = Result.fail(new ExpiryPassed({ expires: at, date }))
      const expiry = { _tag: "At", at } as const
      assert.deepStrictEqual(issue(emptyKeyRegistry, { key: fingerprint(first), holder, date, expiry }), passed)
      assert.deepStrictEqual(
        rotate(after(issued), { keyPrefix: first, key: fingerprint(second), date, expiry }),
        passed
      )
      assert.deepStrictEqual(change(after(issued), { keyPrefix: first, terms: { expiry }, date }), passed)
    }
  })
})

describe("rotate", () => {
  const rotated = (events: ReadonlyArray<KeyEvent>, expiry?: { readonly _tag: "Never" }) =>
    Result.getOrThrow(
      rotate(after(...events), { keyPrefix: first, key: fingerprint(second), date: "2026-06-01T00:00:00Z", expiry })
    )
  const contact = "legal@example.com"
  const expiring = Result.getOrThrow(
    issue(emptyKeyRegistry, {
      key: fingerprint(first),
      holder: { ...holder, contact },
      date,
      expiry: { _tag: "After", millis: 90 * 86_400_000 }
    })
  )
  const extended = Result.getOrThrow(
    change(after(expiring), {
      keyPrefix: first,
      terms: { expiry: { _tag: "After", millis: 10 * 86_400_000 }, tier: "enterprise", contact: null },
      date: "2026-03-01T00:00:00Z"
    })
  )

  it("takes over contact, tier and lifetime, and no expiry if there is none", () => {
    assert.notProperty(rotated([issued]), "expires")
    const { contact: taken, expires } = rotated([expiring])
    assert.deepStrictEqual([taken, expires], [contact, "2026-08-30T00:00:00Z"])
  })

  it("takes over changed terms, and the lifetime that the key was given last", () => {
    const { expires, tier, ...rest } = rotated([expiring, extended])
    assert.deepStrictEqual([tier, expires], ["enterprise", "2026-06-11T00:00:00Z"])
    assert.notProperty(rest, "contact")
  })

  it("prefers the expiry that it is given", () => {
    assert.notProperty(rotated([expiring], { _tag: "Never" }), "expires")
  })
})

describe("change", () => {
  const changed = (terms: KeyTerms, ...events: ReadonlyArray<KeyEvent>) =>
    change(after(issued, ...events), { keyPrefix: first, terms, date })

  it("records what differs only", () => {
    assert.deepStrictEqual(
      changed({ tier: holder.tier, contact: "legal@example.com", expiry: inAYear }),
      Result.succeed({
        _tag: "KeyChanged" as const,
        identifier: first,
        contact: "legal@example.com",
        expires: inAYear.at,
        date
      })
    )
  })

  it("rejects a change to what the key has already", () => {
    const unchanged = Result.fail(new KeyUnchanged({ keyPrefix: first }))
    assert.deepStrictEqual(changed({ tier: holder.tier, contact: null, expiry: { _tag: "Never" } }), unchanged)
    const event = Result.getOrThrow(changed({ expiry: inAYear }))
    assert.deepStrictEqual(changed({ expiry: inAYear }, event), unchanged)
  })

  it("keeps what it does not name, and removes what it names as none", () => {
    const full = Result.getOrThrow(changed({ contact: "legal@example.com", expiry: inAYear }))
    const tier = Result.getOrThrow(changed({ tier: "enterprise" }, full))
    const none = Result.getOrThrow(changed({ contact: null, expiry: { _tag: "Never" } }, full, tier))
    const { contact, expiry } = after(issued, full, tier).get(first) ?? assert.fail("no key")
    assert.deepStrictEqual([contact, expiry], ["legal@example.com", { at: inAYear.at, since: date }])
    const { changed: last, ...rest } = after(issued, full, tier, none).get(first) ?? assert.fail("no key")
    assert.deepStrictEqual(last, { date })
    const unchanged = after(issued).get(first) ?? assert.fail("no key")
    assert.deepStrictEqual(rest, { ...unchanged, tier: "enterprise" })
  })
})

const keyPrefixes = ["nil_AAAAAAAA", "nil_AAAAAAAB", "nil_BBBBBBBB"]
const keys = keyPrefixes.reduce(
  (keys, keyPrefix) => evolve(keys, Result.getOrThrow(issue(keys, { key: fingerprint(keyPrefix), holder, date }))),
  emptyKeyRegistry
)
const found = (text: string) => Result.map(findKey(keys, text), ({ identifier }) => identifier)

describe("findKey", () => {
  it("finds a key by its prefix and by an unambiguous start of it", () => {
    for (const keyPrefix of keyPrefixes) assert.deepStrictEqual(found(keyPrefix), Result.succeed(keyPrefix))
    assert.deepStrictEqual(found("nil_B"), Result.succeed("nil_BBBBBBBB"))
  })

  it("fails if several keys match", () => {
    const candidates = keyPrefixes.slice(0, 2)
    assert.deepStrictEqual(found("nil_AAAA"), Result.fail(new KeyAmbiguous({ start: "nil_AAAA", candidates })))
  })

  it("finds no key for an empty text, the common marker or another case", () => {
    for (const text of ["", "nil_", "nil_b", "AAAAAAAA", "nil_C"]) {
      assert.deepStrictEqual(found(text), Result.fail(new KeyUnknown({ keyPrefix: text })))
    }
  })

  it("suggests a key that differs in case or in a few characters", () => {
    for (const text of ["nil_bbbbbbbb", "nil_BBBBBBB8", "nil_BBBBBBXB", "nl_BBBBBBBB"]) {
      const hint = 'Did you mean "nil_BBBBBBBB"?'
      assert.deepStrictEqual(found(text), Result.fail(new KeyUnknown({ keyPrefix: text, hint })))
    }
    assert.strictEqual(
      Result.getOrThrow(Result.flip(found("nil_BBBBBBB8"))).message,
      'Unknown key "nil_BBBBBBB8". Did you mean "nil_BBBBBBBB"?'
    )
  })

  it("never repeats more than the prefix of a whole key", () => {
    const whole = `nil_BBBBBBBB${"x".repeat(24)}`
    assert.deepStrictEqual(found(whole), Result.succeed("nil_BBBBBBBB"))
    const unknown = found(`nil_CCCCCCCC${"x".repeat(24)}`)
    assert.deepStrictEqual(unknown, Result.fail(new KeyUnknown({ keyPrefix: "nil_CCCCCCCC" })))
  })
})
