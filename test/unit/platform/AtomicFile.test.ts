import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { replaceFile, syncFolder, writeNewFile } from "../../../src/platform/AtomicFile.ts"
import { temporaryFolder } from "../../support/Repository.ts"

const bytes = new TextEncoder().encode("new")
const inFolder = Effect.promise(temporaryFolder)
const textOf = (path: string) => Effect.promise(() => readFile(path, "utf8"))
const modeOf = (path: string) => Effect.promise(async () => (await stat(path)).mode & 0o777)

layer(NodeServices.layer)("writeNewFile", (it) => {
  it.effect("writes a file with its mode, whatever the umask", () =>
    Effect.gen(function* () {
      const path = join(yield* inFolder, "file")
      yield* writeNewFile(path, bytes, { mode: 0o666 })
      assert.strictEqual(yield* textOf(path), "new")
      assert.strictEqual(yield* modeOf(path), 0o666)
    })
  )

  it.effect("replaces no file", () =>
    Effect.gen(function* () {
      const path = join(yield* inFolder, "file")
      yield* Effect.promise(() => writeFile(path, "old"))
      const error = yield* Effect.flip(writeNewFile(path, bytes))
      assert.strictEqual(error.reason._tag, "AlreadyExists")
      assert.strictEqual(yield* textOf(path), "old")
    })
  )
})

layer(NodeServices.layer)("replaceFile", (it) => {
  it.effect("replaces a file, and what a process that crashed left", () =>
    Effect.gen(function* () {
      const folder = yield* inFolder
      const path = join(folder, "file")
      yield* Effect.promise(() => writeFile(path, "old"))
      yield* Effect.promise(() => writeFile(join(folder, ".tmp-file"), "left"))
      yield* replaceFile(path, bytes, { mode: 0o640 })
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(folder)), ["file"])
      assert.deepStrictEqual([yield* textOf(path), yield* modeOf(path)], ["new", 0o640])
    })
  )

  it.effect("leaves nothing behind if it fails", () =>
    Effect.gen(function* () {
      const folder = yield* inFolder
      const path = join(folder, "file")
      yield* Effect.promise(() => mkdir(join(path, "inner"), { recursive: true }))
      yield* Effect.flip(replaceFile(path, bytes))
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(folder)), ["file"])
    })
  )
})

layer(NodeServices.layer)("syncFolder", (it) => {
  it.effect("fails for a missing folder", () =>
    Effect.gen(function* () {
      const folder = yield* inFolder
      yield* syncFolder(folder)
      const error = yield* Effect.flip(syncFolder(join(folder, "missing")))
      assert.strictEqual(error.reason._tag, "NotFound")
    })
  )
})
