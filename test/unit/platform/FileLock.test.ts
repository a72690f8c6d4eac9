import { mkdir, readdir, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as TestConsole from "effect/testing/TestConsole"
import { withFileLock } from "../../../src/platform/FileLock.ts"
import { temporaryFolder } from "../../support/Repository.ts"

const inFolder = Effect.promise(temporaryFolder)

/** Holds the lock of a file until `release` runs. */
const hold = Effect.fnUntraced(function* (path: string) {
  const held = yield* Deferred.make<void>()
  const done = yield* Deferred.make<void>()
  const holder = yield* Effect.forkChild(
    withFileLock(path)(Effect.andThen(Deferred.succeed(held, undefined), Deferred.await(done))),
    { startImmediately: true }
  )
  yield* Deferred.await(held)
  return { release: Effect.andThen(Deferred.succeed(done, undefined), Fiber.join(holder)) }
})

describe("withFileLock", () => {
  it.effect("returns what the effect returns, and leaves an empty file with the mode", () =>
    Effect.gen(function* () {
      const folder = yield* inFolder
      const path = join(folder, ".lock")
      assert.strictEqual(yield* withFileLock(path, { mode: 0o660 })(Effect.succeed(7)), 7)
      assert.strictEqual(yield* Effect.flip(withFileLock(path)(Effect.fail("failed"))), "failed")
      const { mode, size } = yield* Effect.promise(() => stat(path))
      assert.strictEqual(size, 0)
      assert.strictEqual(mode & 0o600, 0o600)
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(folder)), [".lock"])
    })
  )

  it.effect("says once, after a second, what it waits for, and gives up after the timeout", () =>
    Effect.gen(function* () {
      const path = join(yield* inFolder, ".lock")
      const { release } = yield* hold(path)
      const waiting = yield* Effect.forkChild(
        Effect.flip(withFileLock(path, { timeout: Duration.seconds(3) })(Effect.void))
      )
      yield* TestClock.adjust("900 millis")
      assert.deepStrictEqual(yield* TestConsole.errorLines, [])
      yield* TestClock.adjust("200 millis")
      const note = [`Waiting for another process that holds ${path}`]
      assert.deepStrictEqual(yield* TestConsole.errorLines, note)
      yield* TestClock.adjust("3 seconds")
      const error = yield* Fiber.join(waiting)
      assert.strictEqual(error.message, `Another process has held ${path} for too long`)
      assert.deepStrictEqual(yield* TestConsole.errorLines, note)
      yield* release
      assert.strictEqual(yield* withFileLock(path)(Effect.succeed("free")), "free")
    })
  )

  it.effect("fails at once if the lock cannot be made", () =>
    Effect.gen(function* () {
      const folder = yield* inFolder
      yield* Effect.promise(() => mkdir(join(folder, "folder")))
      yield* Effect.promise(() => writeFile(join(folder, "file"), "text"))
      const messageOf = (path: string, mode?: number) =>
        Effect.map(
          Effect.flip(withFileLock(path, mode === undefined ? {} : { mode })(Effect.void)),
          ({ isBusy, message }) => [isBusy, message]
        )
      const missing = join(folder, "missing/.lock")
      assert.deepStrictEqual(yield* messageOf(missing, 0o600), [
        false,
        `The lock ${missing} cannot be acquired: ${folder}/missing: no such file or folder. Check the spelling, or create it.`
      ])
      const beside = join(folder, "file/.lock")
      assert.deepStrictEqual(yield* messageOf(beside, 0o600), [
        false,
        `The lock ${beside} cannot be acquired: ${folder}/file: a part of the path is a file, not a folder. Name a folder.`
      ])
      const other = join(folder, "file")
      assert.deepStrictEqual(yield* messageOf(other), [
        false,
        `The lock ${other} cannot be acquired: file is not a database`
      ])
    })
  )
})
