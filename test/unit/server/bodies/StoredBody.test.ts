import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import { compressBody } from "../../../../src/server/bodies/StoredBody.ts"

const compress = (bytes: Uint8Array) => compressBody({ bytes, sha256: sha256(bytes) })

const letters = (length: number): Buffer => Buffer.alloc(length, "abc")

describe("compressBody", () => {
  it.effect.each([
    [0, false, true],
    [255, false, true],
    [256, true, true],
    [8192, true, true],
    [8193, true, true],
    [32_768, true, true],
    [32_769, true, false]
  ] as const)("compresses a body of %d bytes: %s; keeps it as text: %s", ([length, isCompressed, isText]) =>
    Effect.gen(function* () {
      const bytes = letters(length)
      const { br, byteLength, gzip, identity, sha256: digest } = yield* compress(bytes)
      assert.isAtLeast(byteLength, length + (br?.length ?? 0) + (gzip?.length ?? 0))
      assert.strictEqual(digest, sha256(bytes))
      assert.deepStrictEqual([br !== undefined, gzip !== undefined], [isCompressed, isCompressed])
      assert.strictEqual(typeof identity === "string", isText)
      assert.isTrue(Buffer.from(identity).equals(bytes))
      if (br === undefined || gzip === undefined) return
      assert.isTrue(brotliDecompressSync(br).equals(bytes))
      assert.isTrue(gunzipSync(gzip).equals(bytes))
      // Not a view of a larger block.
      assert.deepStrictEqual([br.buffer.byteLength, gzip.buffer.byteLength], [br.length, gzip.length])
    })
  )

  it.effect("keeps bytes that are no text as they are", () =>
    Effect.gen(function* () {
      const bytes = Buffer.from([0xff, 0x41])
      assert.strictEqual((yield* compress(bytes)).identity, bytes)
    })
  )

  it.effect("keeps a part of a buffer as text", () =>
    Effect.gen(function* () {
      const bytes = Buffer.from("....é....").subarray(4, 6)
      assert.strictEqual((yield* compress(bytes)).identity, "é")
    })
  )
})
