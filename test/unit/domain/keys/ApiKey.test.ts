import { crc32 as zlibCrc32 } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import { generateApiKey, toKeyPrefix, parseApiKey, crc32 } from "../../../../src/domain/keys/ApiKey.ts"
import { whole } from "../../../support/arbitrary/pick.ts"

describe("ApiKey", () => {
  it.prop("is nil_ and 32 letters and digits, with the first 12 characters as its prefix", [seeds], ([seed]) => {
    const key = generateApiKey(bytesFrom(seed))
    assert.match(key, /^nil_[0-9A-Za-z]{32}$/)
    assert.strictEqual(parseApiKey(key), key.slice(0, 12))
    assert.strictEqual(toKeyPrefix(key), key.slice(0, 12))
  })

  it.prop("is malformed with one character mistyped", [seeds, whole(4, 35), whole(1, 61)], ([seed, place, by]) => {
    const key = generateApiKey(bytesFrom(seed))
    const other = alphabet.charAt((alphabet.indexOf(key.charAt(place)) + by) % alphabet.length)
    assert.isUndefined(parseApiKey(key.slice(0, place) + other + key.slice(place + 1)))
  })

  it.prop("is malformed with two neighbouring characters exchanged", [seeds, whole(4, 34)], ([seed, place]) => {
    const key = generateApiKey(bytesFrom(seed))
    const [left = "", right = ""] = key.slice(place, place + 2)
    const exchanged = key.slice(0, place) + right + left + key.slice(place + 2)
    assert.strictEqual(parseApiKey(exchanged), left === right ? toKeyPrefix(key) : undefined)
  })

  it("is malformed if cut, lengthened or with another marker", () => {
    const key = generateApiKey(bytesFrom(1))
    for (const text of [
      "",
      "nil_",
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      key.replace("nil_", "NIL_"),
      key.slice(4)
    ]) {
      assert.isUndefined(parseApiKey(text), text)
    }
  })

  it("skips the bytes that would make some characters more likely", () => {
    const asked: Array<number> = []
    const key = generateApiKey((count) => {
      asked.push(count)
      return new Uint8Array(count).fill(asked.length === 1 ? 248 : 61)
    })
    assert.deepStrictEqual(asked, [26, 26])
    assert.strictEqual(key.slice(4, 30), "z".repeat(26))
  })

  it("makes every character from equally many bytes", () => {
    const counts = new Map<string, number>()
    for (let byte = 0; byte < 248; byte++) {
      const character = generateApiKey((count) => new Uint8Array(count).fill(byte)).charAt(4)
      counts.set(character, (counts.get(character) ?? 0) + 1)
    }
    assert.strictEqual(counts.size, 62)
    assert.deepStrictEqual([...new Set(counts.values())], [4])
  })
})

describe("crc32", () => {
  it.prop("equals the CRC-32 of zlib", [Arbitrary.array(whole(0, 127), { maxLength: 60 })], ([codes]) => {
    const text = String.fromCharCode(...codes)
    assert.strictEqual(crc32(text), zlibCrc32(text))
  })
})

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const seeds = whole(0, 0xffffffff)

/** Bytes that look random and are the same for a seed. */
function bytesFrom(seed: number) {
  let state = seed
  return (count: number) =>
    Uint8Array.from({ length: count }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state >>> 24
    })
}
