import { truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { makeSyncReader, readFilesInBackground, readRegularFile } from "../../../src/platform/RegularFiles.ts"
import { temporaryFolder } from "../../support/Repository.ts"

describe("readRegularFile", () => {
  it.effect("says that a file is too large", () =>
    Effect.gen(function* () {
      const path = join(yield* Effect.promise(() => temporaryFolder()), "ledger.ndjson")
      yield* Effect.promise(async () => {
        await writeFile(path, "")
        // A hole takes no space.
        await truncate(path, 3 * 1024 ** 3)
      })
      const { message } = yield* Effect.flip(readRegularFile(path))
      assert.include(message, path)
      assert.include(message, "it has 3221225472 bytes, and at most 2147483647 can be read")
    })
  )
})

const chunk = 262_144

describe.each([
  ["makeSyncReader", makeSyncReader()],
  ["readFilesInBackground", readFilesInBackground]
] as const)("%s", (_, readFiles) => {
  /** Reads a file and returns the chunks, with the number of bytes that the reader returns. */
  const read = Effect.fnUntraced(function* (path: string, maxBytes: number) {
    const chunks: Array<Buffer> = []
    const [total] = yield* readFiles([{ path, maxBytes, onChunk: (bytes) => chunks.push(Buffer.from(bytes)) }])
    return { bytes: Buffer.concat(chunks), total }
  })

  const fileWith = (content: Uint8Array) =>
    Effect.promise(async () => {
      const path = join(await temporaryFolder(), "file")
      await writeFile(path, content)
      return path
    })

  it.effect("reads a file to its end, in as many chunks as it takes", () =>
    Effect.gen(function* () {
      for (const size of [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk - 7]) {
        const content = Buffer.alloc(size, "The content of a file.\n")
        const { bytes, total } = yield* read(yield* fileWith(content), size)
        assert.strictEqual(total, size)
        assert.isTrue(bytes.equals(content), `${size} bytes`)
      }
    })
  )

  it.effect("notices a file with one byte too many", () =>
    Effect.gen(function* () {
      for (const maxBytes of [0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk]) {
        const { total } = yield* read(yield* fileWith(Buffer.alloc(maxBytes + 1)), maxBytes)
        assert.strictEqual(total, maxBytes + 1)
      }
    })
  )

  it.effect("stops after the chunk that exceeds the limit", () =>
    Effect.gen(function* () {
      const { total } = yield* read(yield* fileWith(Buffer.alloc(5 * chunk)), chunk + 1)
      assert.strictEqual(total, 2 * chunk)
    })
  )

  // The kernel returns such a file in pieces of about 4 KB, whatever the size of the buffer is.
  it.effect.skipIf(process.platform !== "linux")("goes on after a chunk that does not fill its buffer", () =>
    Effect.gen(function* () {
      const { bytes, total } = yield* read("/proc/self/smaps", 2 ** 30)
      assert.strictEqual(total, bytes.length)
      assert.include(bytes.toString(), "[stack]")
    })
  )
})
