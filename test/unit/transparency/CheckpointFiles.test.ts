import { NodeServices } from "@effect/platform-node"
import { layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { encodeUtf8 } from "../../../src/domain/transparency/Bytes.ts"
import { makeMerkleTree } from "../../../src/domain/transparency/MerkleTree.ts"
import { sha256 } from "../../../src/platform/Sha256.ts"
import {
  readCheckpointFiles,
  settleCheckpoint,
  withPendingCheckpoint
} from "../../../src/transparency/CheckpointFiles.ts"
import { signCheckpoint, generateSigningKey } from "../../../src/transparency/SigningKey.ts"

const { key } = await generateSigningKey("example.com/log", "ed25519")

const treeOf = (leaves: string) =>
  makeMerkleTree(
    (bytes) => new Uint8Array(Buffer.from(sha256(bytes), "hex")),
    Array.from(leaves, (leaf) => encodeUtf8(leaf))
  )

const checkpointOf = (leaves: string): string =>
  signCheckpoint({ origin: key.verifier.name, size: leaves.length, root: treeOf(leaves).root(leaves.length) }, [key])

/** A folder with the ledger `a`, which is signed. Its leaves are the characters of the ledger. */
const signedLog = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped()
  const ledger = `${folder}/ledger`
  const files = { current: `${folder}/checkpoint`, pending: `${folder}/.checkpoint.next` }
  yield* fs.writeFileString(ledger, "a")
  yield* fs.writeFileString(files.current, checkpointOf("a"))
  const tree = Effect.map(fs.readFileString(ledger), treeOf)
  return {
    files,
    replaceLedger: fs.writeFileString(ledger, "ab"),
    /** The size of the checkpoint that a reader sees, and that of the ledger. */
    sizes: Effect.gen(function* () {
      const log = yield* tree
      return [(yield* readCheckpointFiles(files, log))?.size, log.size]
    }),
    settle: settleCheckpoint(files, tree),
    names: Effect.map(fs.readDirectory(folder), (names) => names.sort())
  }
})

layer(NodeServices.layer)("the files of a checkpoint", (it) => {
  it.effect("replace ledger and checkpoint in one step", ({ expect }) =>
    Effect.gen(function* () {
      const { files, names, replaceLedger, sizes } = yield* signedLog
      yield* replaceLedger.pipe(withPendingCheckpoint(files, checkpointOf("ab")))
      expect(yield* sizes).toEqual([2, 2])
      expect(yield* names).toEqual(["checkpoint", "ledger"])
    })
  )

  it.effect("keep the old state if the process ends before the ledger is replaced", ({ expect }) =>
    Effect.gen(function* () {
      const { files, names, settle, sizes } = yield* signedLog
      yield* Effect.ignore(Effect.fail("the end").pipe(withPendingCheckpoint(files, checkpointOf("ab"))))
      expect(yield* names).toEqual([".checkpoint.next", "checkpoint", "ledger"])
      expect(yield* sizes).toEqual([1, 1])
      yield* settle
      expect(yield* names).toEqual(["checkpoint", "ledger"])
      expect(yield* sizes).toEqual([1, 1])
    })
  )

  it.effect("have the new state if the process ends after that", ({ expect }) =>
    Effect.gen(function* () {
      const { files, names, replaceLedger, settle, sizes } = yield* signedLog
      const ending = Effect.andThen(replaceLedger, Effect.fail("the end"))
      yield* Effect.ignore(ending.pipe(withPendingCheckpoint(files, checkpointOf("ab"))))
      expect(yield* names).toEqual([".checkpoint.next", "checkpoint", "ledger"])
      expect(yield* sizes).toEqual([2, 2])
      yield* settle
      expect(yield* names).toEqual(["checkpoint", "ledger"])
      expect(yield* sizes).toEqual([2, 2])
    })
  )
})
