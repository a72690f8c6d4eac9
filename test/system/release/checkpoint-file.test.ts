import { NodeServices } from "@effect/platform-node"
import { layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import type { LogLeaf } from "../../../src/domain/transparency/LogLeaf.ts"
import {
  checkpointFile,
  pendingCheckpointFile,
  readCheckpoint,
  makeLogTree
} from "../../../src/release/log/CheckpointFile.ts"
import { signCheckpoint, generateSigningKey } from "../../../src/transparency/SigningKey.ts"

const leavesOf = (events: ReadonlyArray<string>): ReadonlyArray<LogLeaf> =>
  events.map((event, index) => ({
    event,
    manifest: null,
    sequence: index + 1,
    type: "ReleasePublished",
    version: `1.${index}.0`
  }))

const { key } = await generateSigningKey("example.com/taxonomy", "ed25519")

const checkpointOf = (events: ReadonlyArray<string>): string =>
  signCheckpoint(
    { origin: key.verifier.name, size: events.length, root: makeLogTree(leavesOf(events)).root(events.length) },
    [key]
  )

/** Reads the checkpoint of a ledger with these events from a folder with these files. */
const read = Effect.fnUntraced(function* (files: Readonly<Record<string, string>>, events: ReadonlyArray<string>) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const folder = yield* fs.makeTempDirectoryScoped()
  for (const [name, text] of Object.entries(files)) yield* fs.writeFileString(paths.join(folder, name), text)
  return yield* readCheckpoint(folder, makeLogTree(leavesOf(events)))
})

layer(NodeServices.layer)("the checkpoint of a log", (it) => {
  it.effect("is absent, that of the ledger, or that of its beginning", ({ expect }) =>
    Effect.gen(function* () {
      expect(yield* read({}, ["a"])).toBeUndefined()
      expect(yield* read({ [checkpointFile]: checkpointOf(["a"]) }, ["a"])).toMatchObject({ size: 1 })
      expect(yield* read({ [checkpointFile]: checkpointOf(["a"]) }, ["a", "b"])).toMatchObject({ size: 1 })
    })
  )

  it.effect("is the pending one as soon as the ledger is what it says", ({ expect }) =>
    Effect.gen(function* () {
      const files = { [checkpointFile]: checkpointOf(["a"]), [pendingCheckpointFile]: checkpointOf(["a", "b"]) }
      expect(yield* read(files, ["a"])).toMatchObject({ size: 1 })
      expect(yield* read(files, ["a", "b"])).toMatchObject({ size: 2 })
      expect(yield* read({ ...files, [pendingCheckpointFile]: "" }, ["a", "b"])).toMatchObject({ size: 1 })
    })
  )

  it.effect("is unknown if the pending one cannot be read", ({ expect }) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped()
      yield* fs.writeFileString(`${folder}/${checkpointFile}`, checkpointOf(["a"]))
      yield* fs.makeDirectory(`${folder}/${pendingCheckpointFile}`)
      const error = yield* Effect.flip(readCheckpoint(folder, makeLogTree(leavesOf(["a", "b"]))))
      expect(error).toMatchObject({ _tag: "PlatformError", reason: { _tag: "BadResource" } })
    })
  )

  it.effect(
    "says what is wrong with a ledger that was cut, forked or rewritten, or with the file itself",
    ({ expect }) =>
      Effect.gen(function* () {
        const failure = (events: ReadonlyArray<string>, text = checkpointOf(["a", "b"])) =>
          Effect.map(Effect.flip(read({ [checkpointFile]: text }, events)), (error) =>
            error._tag === "CheckpointBroken" ? error.cause.problem : error
          )
        expect(yield* failure(["a"])).toEqual({ _tag: "LogTruncated", size: 2, actual: 1 })
        expect(yield* failure(["a", "c"])).toEqual({ _tag: "LogForked", size: 2 })
        expect(yield* failure(["a", "c", "d"])).toEqual({ _tag: "LogRewritten", size: 2, actual: 3 })
        expect(yield* failure(["a"], "")).toMatchObject({ _tag: "NotANote" })
      })
  )
})
