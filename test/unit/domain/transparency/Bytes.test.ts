import { assert, describe, it } from "@effect/vitest"
import { fromBase64, toBase64 } from "../../../../src/domain/transparency/Bytes.ts"

describe("base64", () => {
  it.each([0, 1, 2, 3, 8191, 8192, 8193, 100_000])("encodes and decodes %d bytes as Node does", (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7919) % 256)
    const text = toBase64(bytes)
    assert.strictEqual(text, Buffer.from(bytes).toString("base64"))
    assert.deepStrictEqual(fromBase64(text), bytes)
  })

  it.each(["AA", "AA==\n", " AA==", "AB==", "A-==", "=", "AAA"])("refuses %j, which has another form", (text) => {
    assert.isUndefined(fromBase64(text))
  })
})
