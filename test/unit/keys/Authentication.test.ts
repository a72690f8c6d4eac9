import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { drawKey, identifierOf } from "../../../src/domain/keys/ApiKey.ts"
import { evolve, issue, noKeys, revoke } from "../../../src/domain/keys/KeyRegistry.ts"
import { authenticatorOf, type Accepted } from "../../../src/keys/Authentication.ts"
import { sha256 } from "../../../src/platform/Sha256.ts"
import { holder } from "../../integration/keys/storeIn.ts"

const date = "2026-01-01T00:00:00Z"
const keyOf = (byte: number) => drawKey((count) => new Uint8Array(count).fill(byte))
const [active, lost, unknown, extra] = [keyOf(1), keyOf(2), keyOf(3), keyOf(4)]
const newKey = (key: string) => ({ identifier: identifierOf(key), sha256: sha256(key) })
const keys = [active, lost].reduce(
  (keys, key) => evolve(keys, Result.getOrThrow(issue(keys, { key: newKey(key), holder, date }))),
  noKeys
)
const identifier = identifierOf(lost)
const revoked = evolve(keys, Result.getOrThrow(revoke(keys, { identifier, reason: "Lost.", date })))
const development = { tier: "enterprise", organization: "Development" } as const
const authenticate = authenticatorOf(revoked, [{ key: Redacted.make(extra), ...development }])

describe("authenticate", () => {
  it("accepts an active key, with its tier and its organization", () => {
    const identifier = identifierOf(active)
    const accepted: Accepted = { _tag: "Accepted", identifier, tier: "professional", organization: "Acme" }
    for (const header of [`Bearer ${active}`, `bearer ${active}`, `BEARER   ${active}`]) {
      assert.deepStrictEqual(authenticate(header), accepted)
    }
  })

  it("accepts a key that is held in memory alone", () => {
    const accepted: Accepted = { _tag: "Accepted", identifier: identifierOf(extra), ...development }
    assert.deepStrictEqual(authenticate(`Bearer ${extra}`), accepted)
  })

  it("misses only a header that is not there", () => {
    assert.deepStrictEqual(authenticate(undefined), { _tag: "Missing" })
    assert.deepStrictEqual(authenticate(""), { _tag: "Invalid" })
  })

  it("refuses a revoked key as revoked", () => {
    assert.deepStrictEqual(authenticate(`Bearer ${lost}`), { _tag: "Revoked", identifier })
  })

  it("refuses a well-formed key that is unknown, and tells which was tried", () => {
    assert.deepStrictEqual(authenticate(`Bearer ${unknown}`), { _tag: "Invalid", identifier: unknown.slice(0, 12) })
  })

  it("refuses another key with the identifier of an active or a revoked one as unknown", () => {
    for (const key of [active, lost]) {
      const bytes = key.slice(4, 12).split("").map(Number)
      const forged = drawKey((count) => Uint8Array.from({ length: count }, (_, index) => bytes[index] ?? 9))
      assert.strictEqual(identifierOf(forged), identifierOf(key))
      assert.deepStrictEqual(authenticate(`Bearer ${forged}`), { _tag: "Invalid", identifier: identifierOf(forged) })
    }
  })

  it("refuses what is malformed, and tells at most which key it may have been meant for", () => {
    for (const [what, header] of malformed) {
      const meant = identifierOf(active)
      const refused = { _tag: "Invalid", ...(header.includes(meant) ? { identifier: meant } : {}) } as const
      assert.deepStrictEqual(authenticate(header), refused, what)
    }
    assert.deepStrictEqual(authenticate(`Bearer ${mistyped}`), { _tag: "Invalid", identifier: identifierOf(active) })
  })

  it("takes no longer for long headers than their length asks for", () => {
    const longest = "x".repeat(10_000)
    for (const header of [longest, `Bearer ${longest}`, `Bearer${" ".repeat(10_000)}`, `Bearer ${" a".repeat(5000)}`]) {
      const started = performance.now()
      for (let time = 0; time < 100; time++) authenticate(header)
      assert.isBelow(performance.now() - started, 500)
    }
  })
})

const mistyped = active.replace(/.$/, (last) => (last === "0" ? "1" : "0"))

/** What is wrong, and a header in which it is; none of them may be accepted for the key that it holds. */
const malformed: ReadonlyArray<readonly [what: string, header: string]> = [
  ["empty", ""],
  ["blank", "   "],
  ["a scheme alone", "Bearer"],
  ["a scheme and a space", "Bearer "],
  ["a key alone", active],
  ["no space", `Bearer${active}`],
  ["a tab for a space", `Bearer\t${active}`],
  ["a tab behind the space", `Bearer \t${active}`],
  ["a tab behind the key", `Bearer ${active}\t`],
  ["a space behind the key", `Bearer ${active} `],
  ["a space before the scheme", ` Bearer ${active}`],
  ["a line break behind the key", `Bearer ${active}\n`],
  ["another scheme", `Basic ${active}`],
  ["a longer scheme", `Bearers ${active}`],
  ["a colon", `Bearer: ${active}`],
  ["quotes", `Bearer "${active}"`],
  ["a parameter", `Bearer token=${active}`],
  ["two keys", `Bearer ${active} ${active}`],
  ["two headers in one", `Bearer ${active}, Bearer ${active}`],
  ["two headers in one, without a space", `Bearer ${active},Bearer ${active}`],
  ["35 characters", `Bearer ${active.slice(0, 35)}`],
  ["37 characters", `Bearer ${active}0`],
  ["the identifier", `Bearer ${identifierOf(active)}`],
  ["10,000 characters", `Bearer ${"x".repeat(10_000)}`],
  ["10,000 characters that begin as a key", `Bearer ${active.padEnd(10_000, "x")}`],
  ["a character mistyped", `Bearer ${mistyped}`],
  ["another case", `Bearer ${active.toUpperCase()}`],
  ["another case of the prefix", `Bearer ${active.replace("nil_", "NIL_")}`],
  ["another prefix", `Bearer ${active.replace("nil_", "sk1_")}`],
  ["a character of no key", `Bearer ${active.slice(0, -1)}-`],
  ["a character beyond ASCII", `Bearer ${active.slice(0, -1)}\u00e9`],
  ["a digit of another script", `Bearer ${active.slice(0, -1)}\u0661`],
  ["a letter that looks like one of the prefix", `Bearer ${active.replace("i", "\u0456")}`],
  ["a NUL", `Bearer ${active}\0`],
  ["a name of every object", "Bearer __proto__"]
]
