import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { drawKey, identifierOf } from "../../src/domain/Key.ts"
import { evolve, issue, noKeys, revoke } from "../../src/domain/KeyLedger.ts"
import { sha256 } from "../../src/files/Sha256.ts"
import { authenticatorOf, type Accepted } from "../../src/keys/Authentication.ts"
import { holder } from "./storeIn.ts"

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

  it("refuses what is malformed without telling a key apart", () => {
    const mistyped = active.replace(/.$/, (last) => (last === "0" ? "1" : "0"))
    for (const header of [
      "Bearer",
      "Bearer ",
      `Bearer${active}`,
      `Bearer\t${active}`,
      `Bearer ${active} `,
      `Bearer ${active} ${active}`,
      `Bearer ${active},Bearer ${active}`,
      ` Bearer ${active}`,
      `Basic ${active}`,
      active,
      `Bearer ${mistyped}`,
      `Bearer ${active.slice(0, 12)}`,
      "Bearer __proto__",
      `Bearer ${"x".repeat(10_000)}`
    ]) {
      assert.deepStrictEqual(authenticate(header), { _tag: "Invalid" }, header.slice(0, 60))
    }
  })
})
