import { truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readRegularFile } from "../../../src/platform/RegularFiles.ts"
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
