import { rmSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Option from "effect/Option"
import { systemError } from "effect/PlatformError"
import * as Stream from "effect/Stream"
import { watchSources } from "../../../../src/build/sources/WorkingTree.ts"
import { temporaryFolder } from "../../../support/Repository.ts"

const makeSources = Effect.promise(async () => {
  const root = await temporaryFolder()
  await mkdir(join(root, "licenses"))
  return root
})

describe("watchSources", () => {
  it.live("emits when every folder is watched, however slow the disk is, so that no save is missed", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const root = yield* makeSources
      let watched = 0
      const onReady = (options: FileSystem.WatchOptions | undefined) => () => {
        watched += 1
        options?.onReady?.()
      }
      const slow: FileSystem.FileSystem = {
        ...fs,
        watch: (path, options) =>
          Stream.unwrap(Effect.as(Effect.sleep("300 millis"), fs.watch(path, { onReady: onReady(options) })))
      }
      const emitted = watchSources(root).pipe(
        Stream.filter(() => watched === 2),
        Stream.runHead,
        Effect.provideService(FileSystem.FileSystem, slow)
      )
      assert.isTrue(Option.isSome(yield* emitted))
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("goes on if a folder is deleted just before it is watched", () =>
    Effect.gen(function* () {
      const root = yield* makeSources
      const backend = FileSystem.WatchBackend.of({
        register: (path) => {
          if (path !== root) rmSync(path, { recursive: true })
          return Option.none()
        }
      })
      const emitted = watchSources(root).pipe(
        Stream.mapEffect(() => Effect.promise(() => writeFile(join(root, "taxonomy.yaml"), "title: New\n"))),
        Stream.take(2),
        Stream.runCount,
        Effect.provide(NodeServices.layer),
        Effect.provideService(FileSystem.WatchBackend, backend)
      )
      assert.strictEqual(yield* emitted, 2)
    })
  )

  it.live("fails with the error of the system if a folder cannot be watched", () =>
    Effect.gen(function* () {
      const root = yield* makeSources
      const full = systemError({ _tag: "Unknown", module: "FileSystem", method: "watch", cause: { code: "ENOSPC" } })
      const backend = FileSystem.WatchBackend.of({ register: () => Option.some(Stream.fail(full)) })
      const error = yield* watchSources(root).pipe(
        Stream.runDrain,
        Effect.provide(NodeServices.layer),
        Effect.provideService(FileSystem.WatchBackend, backend),
        Effect.flip
      )
      assert.strictEqual(error, full)
    })
  )
})
