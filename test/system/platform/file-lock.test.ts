import { chmod, readdir, rm, stat } from "node:fs/promises"
import { dirname } from "node:path"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as TestClock from "effect/testing/TestClock"
import * as TestConsole from "effect/testing/TestConsole"
import { LockUnavailable, withFileLock } from "../../../src/platform/FileLock.ts"
import { runNode } from "../../support/CommandLine.ts"

const lockFile = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  return `${yield* fs.makeTempDirectoryScoped({ prefix: "lock-" })}/.lock`
}).pipe(Effect.provide(NodeFileSystem.layer))

/** Holds the lock of a file until the given effect ends. */
const hold = Effect.fnUntraced(function* (path: string, until: Effect.Effect<void>) {
  const held = yield* Deferred.make<void>()
  const holder = yield* Effect.forkChild(withFileLock(path)(Effect.andThen(Deferred.succeed(held, undefined), until)), {
    startImmediately: true
  })
  yield* Deferred.await(held)
  return holder
})

describe("withFileLock", () => {
  it.effect("waits for the lock until it is interrupted", () =>
    Effect.gen(function* () {
      const path = yield* lockFile
      const done = yield* Deferred.make<void>()
      const holder = yield* hold(path, Deferred.await(done))
      let ran = 0
      const wait = withFileLock(path)(Effect.sync(() => ran++))
      const impatient = yield* Effect.forkChild(wait)
      const patient = yield* Effect.forkChild(wait)
      yield* TestClock.adjust("120 millis")
      yield* Fiber.interrupt(impatient)
      assert.strictEqual(ran, 0)
      yield* Deferred.succeed(done, undefined)
      yield* Fiber.join(holder)
      yield* TestClock.adjust("50 millis")
      yield* Fiber.join(patient)
      assert.strictEqual(ran, 1)
    })
  )

  it.effect("gives up after the timeout, and releases the lock on interruption", () =>
    Effect.gen(function* () {
      const path = yield* lockFile
      const holder = yield* hold(path, Effect.never)
      const waiting = yield* Effect.forkChild(
        Effect.flip(withFileLock(path, { timeout: Duration.millis(120) })(Effect.void))
      )
      yield* TestClock.adjust("200 millis")
      assert.deepInclude(yield* Fiber.join(waiting), { _tag: "LockUnavailable", path, isBusy: true })
      yield* Fiber.interrupt(holder)
      yield* withFileLock(path, { timeout: Duration.zero })(Effect.void)
    })
  )

  it.live("does not retry an effect that failed while the lock was held", () =>
    Effect.gen(function* () {
      const path = yield* lockFile
      let ran = 0
      const failing = Effect.suspend(() => {
        ran += 1
        return new LockUnavailable({ path: "another", isBusy: true, reason: "busy" })
      })
      const error = yield* Effect.flip(withFileLock(path)(failing))
      assert.deepStrictEqual([error.path, ran], ["another", 1])
    })
  )

  it.live("fails for a lock file that this user may only read, since that excludes nobody", ({ skip }) => {
    if (process.geteuid?.() !== 0) return Effect.sync(() => skip("only root can be another user"))
    return Effect.gen(function* () {
      const path = yield* lockFile
      yield* withFileLock(path)(Effect.void)
      yield* Effect.promise(async () => {
        await chmod(path, 0o644)
        await chmod(dirname(path), 0o755)
      })
      const { code, stderr } = yield* Effect.promise(() =>
        runNode(["--input-type=module", "--eval", holding(path)], { cwd: dirname(path), uid: 65_534 })
      )
      const who = `The lock ${path} cannot be acquired: user 65534 may not write to`
      assert.deepStrictEqual([code, stderr], [0, `${who} ${path}. Run as a user who may.`])
      yield* Effect.promise(() => rm(path))
      const missing = yield* Effect.promise(() =>
        runNode(["--input-type=module", "--eval", holding(path)], { cwd: dirname(path), uid: 65_534 })
      )
      assert.deepStrictEqual(missing.stderr, `${who} ${dirname(path)}. Run as a user who may.`)
    })
  })

  it.live("creates its file, empty, with a given mode and owner", () =>
    Effect.gen(function* () {
      const path = yield* lockFile
      const { gid, uid } = yield* Effect.promise(() => stat(dirname(path)))
      const owner = uid === 0 ? { uid: 65_534, gid: 65_534 } : { uid, gid }
      yield* withFileLock(path, { mode: 0o600, owner })(Effect.void)
      const created = yield* Effect.promise(() => stat(path))
      assert.deepStrictEqual(
        [created.mode & 0o777, created.uid, created.gid, created.size],
        [0o600, owner.uid, owner.gid, 0]
      )
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(dirname(path))), [".lock"])
    })
  )

  // A process that is killed would leave it there.
  it.effect("keeps no journal beside its file while it is held", () =>
    Effect.gen(function* () {
      const path = yield* lockFile
      const entries = yield* withFileLock(path)(Effect.promise(() => readdir(dirname(path))))
      assert.deepStrictEqual(entries, [".lock"])
    })
  )

  it.effect("says once what it waits for, after a second", () =>
    Effect.gen(function* () {
      const path = yield* lockFile
      const holder = yield* hold(path, Effect.never)
      const waiting = yield* Effect.forkChild(withFileLock(path)(Effect.void))
      yield* TestClock.adjust("950 millis")
      assert.deepStrictEqual(yield* TestConsole.errorLines, [])
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(yield* TestConsole.errorLines, [`Waiting for another process that holds ${path}`])
      yield* Fiber.interrupt(waiting)
      yield* Fiber.interrupt(holder)
    }).pipe(Effect.provide(TestConsole.layer))
  )
})

/** A program that acquires a lock, and prints why it could not. */
const holding = (path: string) => `
  import * as Effect from ${JSON.stringify(import.meta.resolve("effect/Effect"))}
  import { withFileLock } from ${JSON.stringify(new URL("../../../src/platform/FileLock.ts", import.meta.url).href)}
  const error = await Effect.runPromise(Effect.flip(withFileLock(${JSON.stringify(path)})(Effect.void)))
  process.stderr.write(error.message)
`
