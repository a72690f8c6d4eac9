import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { generateApiKey, toKeyPrefix } from "../../../src/domain/keys/ApiKey.ts"
import { change, issue, revoke } from "../../../src/domain/keys/KeyCommands.ts"
import { evolve, emptyKeyRegistry } from "../../../src/domain/keys/KeyRegistry.ts"
import { makeAuthenticator, type Accepted } from "../../../src/keys/Authentication.ts"
import { sha256 } from "../../../src/platform/Sha256.ts"
import { holder } from "../../system/keys/storeIn.ts"

const date = "2026-01-01T00:00:00Z"
const keyOf = (byte: number) => generateApiKey((count) => new Uint8Array(count).fill(byte))
const [active, lost, unknown, extra] = [keyOf(1), keyOf(2), keyOf(3), keyOf(4)]
const fingerprint = (key: string) => ({ keyPrefix: toKeyPrefix(key), sha256: sha256(key) })
const keys = [active, lost].reduce(
  (keys, key) => evolve(keys, Result.getOrThrow(issue(keys, { key: fingerprint(key), holder, date }))),
  emptyKeyRegistry
)
const keyPrefix = toKeyPrefix(lost)
const revoked = evolve(keys, Result.getOrThrow(revoke(keys, { keyPrefix, reason: "Lost.", date })))
const development = { tier: "enterprise" } as const
const authenticate = makeAuthenticator(revoked, [{ key: Redacted.make(extra), ...development }], () => 0)

describe("makeAuthenticator", () => {
  it("accepts an active key and returns its tier", () => {
    const keyPrefix = toKeyPrefix(active)
    const accepted: Accepted = { _tag: "Accepted", keyPrefix, tier: "professional" }
    for (const header of [`Bearer ${active}`, `bearer ${active}`, `BEARER   ${active}`]) {
      assert.deepStrictEqual(authenticate(header), accepted)
    }
  })

  it("accepts an ephemeral key", () => {
    const accepted: Accepted = { _tag: "Accepted", keyPrefix: toKeyPrefix(extra), ...development }
    assert.deepStrictEqual(authenticate(`Bearer ${extra}`), accepted)
  })

  it("returns Missing only without a header", () => {
    assert.deepStrictEqual(authenticate(undefined), { _tag: "Missing" })
    assert.deepStrictEqual(authenticate(""), { _tag: "Invalid", isMalformed: true })
  })

  it("returns Revoked for a revoked key", () => {
    assert.deepStrictEqual(authenticate(`Bearer ${lost}`), { _tag: "Revoked", keyPrefix })
  })

  it("returns Expired from the expiry on, and the tier of the last change", () => {
    const keyPrefix = toKeyPrefix(active)
    const terms = { tier: "enterprise", expiry: { _tag: "At", at: "2026-02-01T00:00:00Z" } } as const
    const changed = evolve(keys, Result.getOrThrow(change(keys, { keyPrefix, terms, date })))
    let now = Date.UTC(2026, 1, 1) - 1
    const authenticate = makeAuthenticator(changed, [], () => now)
    assert.deepStrictEqual(authenticate(`Bearer ${active}`), { _tag: "Accepted", keyPrefix, tier: "enterprise" })
    now += 1
    assert.deepStrictEqual(authenticate(`Bearer ${active}`), { _tag: "Expired", keyPrefix })
    const mistyped = generateApiKey((count) => new Uint8Array(count).fill(1).with(9, 2))
    assert.strictEqual(toKeyPrefix(mistyped), keyPrefix)
    assert.deepStrictEqual(authenticate(`Bearer ${mistyped}`), { _tag: "Invalid", keyPrefix })
  })

  it("returns Invalid and the prefix for an unknown key", () => {
    assert.deepStrictEqual(authenticate(`Bearer ${unknown}`), { _tag: "Invalid", keyPrefix: unknown.slice(0, 12) })
  })

  it("returns Invalid for a forged key with the prefix of an issued one", () => {
    for (const key of [active, lost]) {
      const bytes = key.slice(4, 12).split("").map(Number)
      const forged = generateApiKey((count) => Uint8Array.from({ length: count }, (_, index) => bytes[index] ?? 9))
      assert.strictEqual(toKeyPrefix(forged), toKeyPrefix(key))
      assert.deepStrictEqual(authenticate(`Bearer ${forged}`), { _tag: "Invalid", keyPrefix: toKeyPrefix(forged) })
    }
  })

  it("returns Invalid for a malformed header, and at most a key prefix", () => {
    for (const [what, header] of malformed) {
      const meant = toKeyPrefix(active)
      const refused = {
        _tag: "Invalid",
        isMalformed: true,
        ...(header.includes(meant) ? { keyPrefix: meant } : {})
      } as const
      assert.deepStrictEqual(authenticate(header), refused, what)
    }
    assert.deepStrictEqual(authenticate(`Bearer ${mistyped}`), {
      _tag: "Invalid",
      isMalformed: true,
      keyPrefix: toKeyPrefix(active)
    })
  })

  it("takes time proportional to the length of the header", () => {
    const longest = "x".repeat(10_000)
    for (const header of [longest, `Bearer ${longest}`, `Bearer${" ".repeat(10_000)}`, `Bearer ${" a".repeat(5000)}`]) {
      // The time of this process alone, whatever else the machine does.
      const started = process.cpuUsage()
      for (let time = 0; time < 100; time++) authenticate(header)
      assert.isBelow(process.cpuUsage(started).user, 500_000)
    }
  })
})

const mistyped = active.replace(/.$/, (last) => (last === "0" ? "1" : "0"))

/** Malformed headers. None may be accepted for the key that it contains. */
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
  ["the prefix", `Bearer ${toKeyPrefix(active)}`],
  ["10,000 characters", `Bearer ${"x".repeat(10_000)}`],
  ["10,000 characters that begin as a key", `Bearer ${active.padEnd(10_000, "x")}`],
  ["a character mistyped", `Bearer ${mistyped}`],
  ["another case", `Bearer ${active.toUpperCase()}`],
  ["another case of the marker", `Bearer ${active.replace("nil_", "NIL_")}`],
  ["another marker", `Bearer ${active.replace("nil_", "sk1_")}`],
  ["an invalid character", `Bearer ${active.slice(0, -1)}-`],
  ["a character beyond ASCII", `Bearer ${active.slice(0, -1)}\u00e9`],
  ["a digit of another script", `Bearer ${active.slice(0, -1)}\u0661`],
  ["a letter that looks like one of the prefix", `Bearer ${active.replace("i", "\u0456")}`],
  ["a NUL", `Bearer ${active}\0`],
  ["a name of every object", "Bearer __proto__"]
]
