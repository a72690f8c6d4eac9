import { spawn } from "node:child_process"
import { once } from "node:events"
import { copyFile, readdir, rm, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { emptyKeyLedger } from "../../../src/keys/KeyLedgerCodec.ts"
import { verifySignedLedger } from "../../../src/keys/log/VerifyKeyLedger.ts"
import { mountSmallDisk, temporaryFolder } from "../../support/Repository.ts"
import { makeSigner } from "./forgery.ts"
import { holder, storeIn, temporaryLedger } from "./storeIn.ts"

describe("a signed key ledger in a file", () => {
  it.live("is signed, whole, and can be written again after a crash at any point of a change", () =>
    Effect.gen(function* () {
      const { folder, path } = yield* temporaryLedger
      const { signingKeys, trust } = yield* Effect.promise(() => makeSigner())
      const store = yield* storeIn(path, undefined, signingKeys)
      const files = [path, `${path}.checkpoint`, pendingOf(path)]
      const saved = (name: string) => `${folder}/${name}`
      /** The stored files at a moment, by whose names in `saved` they are restored. */
      const save = (size: number) =>
        Effect.promise(async () => {
          await copyFile(path, saved(`ledger${size}`))
          await copyFile(`${path}.checkpoint`, saved(`checkpoint${size}`))
        })
      yield* store.issue(holder)
      yield* save(1)
      yield* store.issue(holder)
      yield* save(2)

      // What the disk holds between the steps of the second change: ledger, checkpoint, pending checkpoint.
      const moments = [
        [1, ["ledger1", "checkpoint1", undefined]],
        [1, ["ledger1", "checkpoint1", "checkpoint2"]],
        [2, ["ledger2", "checkpoint1", "checkpoint2"]],
        [2, ["ledger2", "checkpoint2", undefined]],
        // The first signature of a ledger, and a pending file that is damaged.
        [1, ["ledger1", undefined, "checkpoint1"]],
        [2, ["ledger2", "checkpoint2", "ledger1"]]
      ] as const
      for (const [size, stored] of moments) {
        yield* Effect.promise(async () => {
          for (const [index, file] of files.entries()) {
            const name = stored[index]
            await rm(file, { force: true })
            if (name !== undefined) await copyFile(saved(name), file)
          }
        })
        const before = yield* store.ledger.readSigned(emptyKeyLedger)
        assert.strictEqual((yield* verifySignedLedger(path, before, trust)).size, size)
        yield* store.issue(holder)
        const after = yield* store.ledger.readSigned(emptyKeyLedger)
        assert.strictEqual((yield* verifySignedLedger(path, after, trust)).size, size + 1)
        assert.sameMembers(yield* Effect.promise(() => readdir(dirname(path))), stableNames)
      }
    })
  )

  it.live("is signed and whole after a process that issues keys was killed", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const { secret, signingKeys, trust } = yield* Effect.promise(() => makeSigner())
      const store = yield* storeIn(path, undefined, signingKeys)
      for (const count of [1, 2, 3]) {
        yield* Effect.promise(() => killAfter(path, secret, count))
        const signed = yield* store.ledger.readSigned(emptyKeyLedger)
        yield* verifySignedLedger(path, signed, trust)
        yield* store.issue(holder)
        yield* verifySignedLedger(path, yield* store.ledger.readSigned(emptyKeyLedger), trust)
      }
    })
  )

  it.live("has a checkpoint that the same users can read as the ledger", () =>
    Effect.gen(function* () {
      const { path } = yield* temporaryLedger
      const { signingKeys } = yield* Effect.promise(() => makeSigner())
      yield* (yield* storeIn(path, undefined, signingKeys)).issue(holder)
      const modeOf = (name: string) => Effect.promise(async () => (await stat(name)).mode & 0o777)
      assert.deepStrictEqual([yield* modeOf(path), yield* modeOf(`${path}.checkpoint`)], [0o600, 0o600])
    })
  )

  it.live("is signed and whole on a full disk, without anything unfinished", ({ skip }) =>
    Effect.gen(function* () {
      const folder = yield* Effect.promise(() => temporaryFolder())
      const unmount = yield* Effect.acquireRelease(
        Effect.promise(() => mountSmallDisk(folder)),
        (unmount) => Effect.promise(async () => unmount?.())
      )
      if (unmount === undefined) return skip("a file system of its own cannot be mounted here")
      const path = `${folder}/keys.ndjson`
      const { signingKeys, trust } = yield* Effect.promise(() => makeSigner())
      const store = yield* storeIn(path, undefined, signingKeys)
      const error = yield* Effect.flip(Effect.forever(store.issue({ ...holder, use_case: "long ".repeat(99) })))
      assert.include(error.message, "no space is left on the disk")
      assert.sameMembers(yield* Effect.promise(() => readdir(folder)), stableNames)
      yield* verifySignedLedger(path, yield* store.ledger.readSigned(emptyKeyLedger), trust)
    })
  )
})

const stableNames = ["keys.ndjson", "keys.ndjson.checkpoint", "keys.ndjson.lock"]

const pendingOf = (path: string): string => `${dirname(path)}/.keys.ndjson.checkpoint.next`

const script = new URL("issueKeys.ts", import.meta.url).pathname

/** Kills a process that issues signed keys after it has printed a few. */
const killAfter = async (path: string, secret: string, count: number): Promise<void> => {
  const child = spawn(process.execPath, [script, path, "1000"], {
    env: { ...process.env, TAXONOMY_KEYS_LOG_KEY: secret },
    stdio: ["ignore", "pipe", "inherit"]
  })
  let output = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text
    if (output.split("\n").length > count) child.kill("SIGKILL")
  })
  await once(child, "close")
}
