import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import { LockUnavailable, withFileLock } from "../../src/files/FileLock.ts"

const lockFile = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  return `${yield* fs.makeTempDirectoryScoped({ prefix: "lock-" })}/.lock`
}).pipe(Effect.provide(NodeFileSystem.layer))

/** Holds the lock of a file until the given effect is over. */
const hold = Effect.fnUntraced(function* (path: string, until: Effect.Effect<void>) {
  const held = yield* Deferred.make<void>()
  const holder = yield* Effect.forkChild(withFileLock(path)(Effect.andThen(Deferred.succeed(held, undefined), until)), {
    startImmediately: true
  })
  yield* Deferred.await(held)
  return holder
})

describe("the lock of a file", () => {
  it.live("is waited for, and not once the waiting is interrupted", () =>
    Effect.gen(function* () {
      const path = yield* lockFile
      const done = yield* Deferred.make<void>()
      const holder = yield* hold(path, Deferred.await(done))
      let ran = 0
      const wait = withFileLock(path)(Effect.sync(() => ran++))
      const impatient = yield* Effect.forkChild(wait)
      const patient = yield* Effect.forkChild(wait)
      yield* Effect.sleep(Duration.millis(120))
      yield* Fiber.interrupt(impatient).pipe(Effect.timeout(Duration.millis(500)))
      assert.strictEqual(ran, 0)
      yield* Deferred.succeed(done, undefined)
      yield* Fiber.join(patient)
      yield* Fiber.join(holder)
      assert.strictEqual(ran, 1)
    })
  )

  it.live("is given up after the patience, and by a holder that is interrupted", () =>
    Effect.gen(function* () {
      const path = yield* lockFile
      const holder = yield* hold(path, Effect.never)
      const error = yield* Effect.flip(withFileLock(path, Duration.millis(120))(Effect.void))
      assert.deepInclude(error, { _tag: "LockUnavailable", path, busy: true })
      yield* Fiber.interrupt(holder)
      yield* withFileLock(path, Duration.zero)(Effect.void)
    })
  )

  it.live("is not taken again for what failed while it was held", () =>
    Effect.gen(function* () {
      const path = yield* lockFile
      let ran = 0
      const failing = Effect.suspend(() => {
        ran += 1
        return new LockUnavailable({ path: "another", busy: true, reason: "busy" })
      })
      const error = yield* Effect.flip(withFileLock(path)(failing))
      assert.deepStrictEqual([error.path, ran], ["another", 1])
    })
  )
})
