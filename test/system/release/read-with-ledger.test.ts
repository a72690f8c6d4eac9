import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { NodeServices } from "@effect/platform-node"
import { layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { withdraw } from "../../../src/domain/release/LifecycleCommands.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { ledgerFile, readWithLedger } from "../../../src/release/Ledger.ts"
import { readCheckpoint, makeLogTree } from "../../../src/release/log/CheckpointFile.ts"
import { signLog } from "../../../src/release/log/SignedLedger.ts"
import { appendEvent } from "../../../src/release/Publish.ts"
import { generateSigningKey } from "../../../src/transparency/SigningKey.ts"
import { temporaryFolder } from "../../support/Repository.ts"

const { key } = await generateSigningKey("example.com/taxonomy", "ed25519")
const keys = { name: key.verifier.name, keys: [key] } as const

layer(NodeServices.layer)("a reader without the lock", (it) => {
  it.effect("reads the ledger again if it was replaced before its checkpoint was read", ({ expect }) =>
    Effect.gen(function* () {
      const releases = yield* Effect.promise(temporaryFolder)
      const [first = ""] = (yield* Effect.promise(() => readFile(`releases/${ledgerFile}`, "utf8"))).split("\n")
      yield* Effect.promise(() => writeFile(join(releases, ledgerFile), `${first}\n`))
      yield* signLog(releases, keys, { replaceKey: false })
      const publication = appendEvent(
        releases,
        (history) =>
          withdraw(history, { version: Version.make("1.0.0"), date: "2030-01-01T00:00:00Z", reason: "Wrong" }),
        keys
      )
      const seen: Array<number> = []
      const { ledger, value } = yield* readWithLedger(releases, ({ leaves }) =>
        Effect.gen(function* () {
          seen.push(leaves.length)
          if (seen.length === 1) yield* publication
          return yield* readCheckpoint(releases, makeLogTree(leaves))
        })
      )
      expect(seen).toEqual([1, 2])
      expect([ledger.leaves.length, value?.size]).toEqual([2, 2])
    })
  )

  it.effect("fails at once if the checkpoint does not fit a ledger that nobody replaced", ({ expect }) =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(readWithLedger("none", () => Effect.fail("misfit")))
      expect(failure).toBe("misfit")
    })
  )
})
