import { mkdir } from "node:fs/promises"
import { dirname } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { parseSignedCheckpoint } from "../../../../src/domain/transparency/Checkpoint.ts"
import type { LogProblem } from "../../../../src/domain/transparency/LogProblem.ts"
import { verifyKeyLedger, type KeyLedgerProblem } from "../../../../src/keys/log/VerifyKeyLedger.ts"
import type { SigningKeys } from "../../../../src/transparency/SigningKeyConfig.ts"
import { testKey } from "../../../support/transparency/signNote.ts"
import { checkpointOf, forgeKey } from "../../../system/keys/forgery.ts"
import { storeIn } from "../../../system/keys/storeIn.ts"
import { fileLedger } from "../../../system/keys/TestLedger.ts"

const [key, otherKey, foreignKey] = [
  await testKey("log.example", 1),
  await testKey("log.example", 2),
  await testKey("other.example", 3)
]

const signingKeys: SigningKeys = { name: "log.example", keys: [key] }
const otherKeys: SigningKeys = { name: "log.example", keys: [otherKey] }
const foreignKeys: SigningKeys = { name: "other.example", keys: [foreignKey] }

const trust = { logKeys: [key.verifier] }

const nameOf = ({ verifier: { id, name } }: typeof key) => ({ name, id })

const untrusted: LogProblem = { _tag: "UntrustedSigner", trusted: [nameOf(key)], signers: [nameOf(otherKey)] }

const { lines } = forgeKey([], 3)

const kept = (events: number, keys = signingKeys) => ({
  file: "kept",
  ...parseSignedCheckpoint(checkpointOf(lines.slice(0, events), keys))
})

/** A ledger with these lines and this checkpoint. */
const storeOf = Effect.fnUntraced(function* (events: ReadonlyArray<string>, checkpoint?: string) {
  const ledger = yield* fileLedger
  const store = (yield* storeIn(ledger.location)).ledger
  yield* Effect.promise(() => mkdir(dirname(ledger.location)))
  yield* ledger.write(events)
  yield* ledger.writeCheckpoint(checkpoint)
  return store
})

/** Verifies a ledger, and counts what is known of it. */
const verify = Effect.fnUntraced(function* (
  events: ReadonlyArray<string>,
  checkpoint: string | undefined,
  demands: Partial<Parameters<typeof verifyKeyLedger>[1]>
) {
  const store = yield* storeOf(events, checkpoint)
  const found = yield* verifyKeyLedger(store, { trust: undefined, kept: undefined, ...demands })
  return {
    events: found.content?.events,
    keys: found.content?.keys.size,
    unsigned: found.content?.unsigned.map(({ identifier }) => identifier),
    checkpoint: found.checkpoint?.size,
    signers: found.verified?.signers,
    problems: found.problems
  }
})

const identifiers = lines.map((line) => /nil_\w{8}/.exec(line)?.[0] ?? "")

const signed = checkpointOf(lines, signingKeys)

const sound = { events: 3, keys: 3, unsigned: [], checkpoint: 3, signers: [nameOf(key)], problems: [] }
const unverified = { ...sound, signers: undefined }
const unsigned = { ...unverified, checkpoint: undefined }

describe("verifyKeyLedger", () => {
  it.effect("accepts a ledger without a checkpoint unless a trusted key must have signed it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* verify(lines, undefined, {}), unsigned)
      assert.deepStrictEqual(yield* verify(lines, undefined, { trust }), {
        ...unsigned,
        unsigned: identifiers,
        problems: [{ _tag: "Unsigned", covered: undefined }]
      })
    })
  )

  it.effect("verifies the signatures if there is somebody to trust", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* verify(lines, signed, {}), unverified)
      assert.deepStrictEqual(yield* verify(lines, signed, { trust }), sound)
      assert.deepStrictEqual(yield* verify(lines, checkpointOf(lines, otherKeys), { trust }), {
        ...unverified,
        problems: [{ _tag: "Rejected", problem: untrusted }]
      })
    })
  )

  it.effect("lists the events after the checkpoint", () =>
    Effect.gen(function* () {
      const covered = checkpointOf(lines.slice(0, 1), signingKeys)
      const found = {
        unsigned: identifiers.slice(1),
        checkpoint: 1,
        problems: [{ _tag: "Unsigned", covered: 1 }]
      } as const
      assert.deepStrictEqual(yield* verify(lines, covered, { trust }), { ...sound, ...found })
      assert.deepStrictEqual(yield* verify(lines, covered, {}), { ...unverified, ...found })
    })
  )

  it.effect("reports a damaged ledger, and a checkpoint that does not fit", () =>
    Effect.gen(function* () {
      const damaged = yield* verify([...lines, "{}"], signed, { trust })
      assert.deepStrictEqual(
        damaged.problems.map((problem) => problem._tag === "Damaged" && problem.cause.problem._tag),
        ["NotALink"]
      )
      assert.isUndefined(damaged.events)
      assert.deepStrictEqual(yield* verify(lines.slice(0, 2), signed, { trust, kept: kept(3) }), {
        ...unsigned,
        events: 2,
        keys: 2,
        problems: [
          { _tag: "Rejected", problem: { _tag: "LogTruncated", size: 3, actual: 2 } },
          { _tag: "Rejected", problem: { _tag: "CheckpointAhead", size: 3, actual: 2 }, kept: "kept" }
        ]
      })
    })
  )

  it.effect("compares the ledger with a checkpoint that somebody kept", () =>
    Effect.gen(function* () {
      const problemsWith = (checkpoint: ReturnType<typeof kept>, isTrusted = true) =>
        Effect.map(
          verify(lines, signed, { kept: checkpoint, trust: isTrusted ? trust : undefined }),
          ({ problems }) => problems
        )
      const rejected = (problem: LogProblem): ReadonlyArray<KeyLedgerProblem> => [
        { _tag: "Rejected", problem, kept: "kept" }
      ]
      assert.deepStrictEqual(yield* problemsWith(kept(2)), [])
      assert.deepStrictEqual(yield* problemsWith(kept(3), false), [])
      assert.deepStrictEqual(yield* problemsWith(kept(2, otherKeys)), rejected(untrusted))
      assert.deepStrictEqual(yield* problemsWith(kept(2, otherKeys), false), [])
      const root = new Uint8Array(32)
      assert.deepStrictEqual(yield* problemsWith({ ...kept(3), root }, false), rejected({ _tag: "LogForked", size: 3 }))
      assert.deepStrictEqual(
        yield* problemsWith({ ...kept(2), root }),
        rejected({ _tag: "LogRewritten", size: 2, actual: 3 })
      )
    })
  )

  it.effect("refuses a kept checkpoint of another log", () =>
    Effect.gen(function* () {
      const store = yield* storeOf(lines, signed)
      const refused = yield* Effect.flip(verifyKeyLedger(store, { trust: undefined, kept: kept(3, foreignKeys) }))
      assert.strictEqual(
        refused.message,
        "kept is a checkpoint of the log other.example, and this log is log.example. Name a checkpoint of this log."
      )
      const bare = yield* storeOf(lines)
      const { problems } = yield* verifyKeyLedger(bare, { trust: undefined, kept: kept(3, foreignKeys) })
      assert.deepStrictEqual(problems, [])
    })
  )
})
