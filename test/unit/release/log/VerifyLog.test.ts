import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import { toBase64 } from "../../../../src/domain/transparency/Bytes.ts"
import { formatNote, parseSignedCheckpoint } from "../../../../src/domain/transparency/Checkpoint.ts"
import type { LogLeaf } from "../../../../src/domain/transparency/LogLeaf.ts"
import { makeLogTree } from "../../../../src/release/log/CheckpointFile.ts"
import { readSignedLog } from "../../../../src/release/log/ReadSignedLog.ts"
import { verifyLog, type LogDemands } from "../../../../src/release/log/VerifyLog.ts"
import { signCheckpoint, type SigningKey } from "../../../../src/transparency/SigningKey.ts"
import { testKey } from "../../../support/transparency/signNote.ts"

const origin = "log.example"

const key = await testKey(origin, 1)
const impostor = await testKey(origin, 2)
const foreign = await testKey("other.example", 3)
const witness = await testKey("witness.example", 4, "cosignature")

const nameOf = ({ verifier: { id, name } }: SigningKey) => ({ name, id })

const leavesOf = (events: string): ReadonlyArray<LogLeaf> =>
  Array.from(events, (event, index) => ({
    event,
    manifest: null,
    sequence: index + 1,
    type: "ReleasePublished",
    version: `1.${index}.0`
  }))

/** The checkpoint of a ledger with these events, one letter each. */
const sign = (events: string, by = key): string => {
  const root = makeLogTree(leavesOf(events)).root(events.length)
  return signCheckpoint({ origin: by.verifier.name, size: events.length, root }, [by])
}

const cosigned = (source: string): string => {
  const { note } = parseSignedCheckpoint(source)
  return formatNote({ text: note.text, signatures: [...note.signatures, witness.sign(note.text, 7)] })
}

const kept = (events: string, by = key) => ({ file: "kept", ...parseSignedCheckpoint(sign(events, by)) })

/** A folder of releases with this checkpoint. */
const folderWith = Effect.fnUntraced(function* (checkpoint: string | undefined) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const folder = yield* fs.makeTempDirectoryScoped()
  if (checkpoint !== undefined) yield* fs.writeFileString(paths.join(folder, "checkpoint"), checkpoint)
  return folder
})

/** Verifies a log with the events `a`, `b` and `c`. */
const verify = Effect.fnUntraced(function* (checkpoint: string | undefined, demands: LogDemands = {}) {
  return yield* verifyLog(yield* folderWith(checkpoint), leavesOf("abc"), demands)
})

const trust = { logKeys: [key.verifier] }

const unsigned = { signed: false, events: 3 } as const

const signedBy = (...keys: ReadonlyArray<SigningKey>) => ({
  signed: true as const,
  events: 3,
  origin,
  size: 3,
  root: toBase64(makeLogTree(leavesOf("abc")).root(3)),
  signatures: keys.map(nameOf),
  signers: [],
  cosigners: []
})

const finding = (rule: string, context: object, location: object) => ({ rule, level: "error", context, location })

const inCheckpoint = { _tag: "Release", file: "checkpoint" }
const inLedger = { _tag: "Release", file: "ledger.ndjson" }

const unsignedFinding = (size: number | null) =>
  finding("log/unsigned", { events: 3, size }, size === null ? inLedger : inCheckpoint)

const rejected = (rule: string, problem: object, line?: number) =>
  finding(rule, { problem, kept: null, isSigned: null }, line === undefined ? inCheckpoint : { ...inCheckpoint, line })

const expectVerified = Effect.fnUntraced(function* (
  verifying: ReturnType<typeof verify>,
  log: object | undefined,
  ...findings: ReadonlyArray<object>
) {
  const verification: unknown = yield* verifying
  assert.deepStrictEqual(verification, { log, findings })
})

layer(NodeServices.layer)("verifyLog", (it) => {
  it.effect("demands a signature only for those who trust a key or kept a checkpoint", () =>
    Effect.gen(function* () {
      yield* expectVerified(verify(undefined), unsigned)
      yield* expectVerified(verify(undefined, { trust }), unsigned, unsignedFinding(null))
      yield* expectVerified(verify(undefined, { kept: kept("ab") }), unsigned, unsignedFinding(null))
      yield* expectVerified(verify(undefined, { kept: kept("ab", foreign) }), unsigned, unsignedFinding(null))
    })
  )

  it.effect("tells who signed and cosigned the log, and which of it was verified", () =>
    Effect.gen(function* () {
      const source = cosigned(sign("abc"))
      const facts = signedBy(key, witness)
      yield* expectVerified(verify(source), facts)
      yield* expectVerified(verify(source, { trust }), { ...facts, signers: [nameOf(key)] })
      yield* expectVerified(verify(source, { trust: { ...trust, witnesses: [witness.verifier], quorum: 1 } }), {
        ...facts,
        signers: [nameOf(key)],
        cosigners: [{ ...nameOf(witness), timestamp: 7 }]
      })
    })
  )

  it.effect("reports events without a signature, an untrusted signer and a missed quorum", () =>
    Effect.gen(function* () {
      const two = { ...signedBy(key), size: 2, root: toBase64(makeLogTree(leavesOf("ab")).root(2)) }
      yield* expectVerified(verify(sign("ab")), two)
      yield* expectVerified(verify(sign("ab"), { trust }), { ...two, signers: [nameOf(key)] }, unsignedFinding(2))
      const problem = { _tag: "UntrustedSigner", trusted: [nameOf(key)], signers: [nameOf(impostor)] }
      yield* expectVerified(
        verify(sign("abc", impostor), { trust }),
        signedBy(impostor),
        rejected("log/untrusted", problem)
      )
      yield* expectVerified(
        verify(sign("abc"), { trust: { ...trust, witnesses: [witness.verifier], quorum: 1 } }),
        { ...signedBy(key), signers: [nameOf(key)] },
        rejected("log/quorum", { _tag: "QuorumNotMet", quorum: 1, cosigners: [] })
      )
    })
  )

  it.effect("reports a checkpoint that is malformed or does not fit the ledger", () =>
    Effect.gen(function* () {
      const { note } = parseSignedCheckpoint(sign("abc"))
      const cases = [
        ["garbage\n", rejected("log/malformed", { _tag: "NotANote", reason: "no-signatures" })],
        ["a\tb\n", rejected("log/malformed", { _tag: "NotANote", reason: "control-character", line: 1 }, 1)],
        [
          formatNote({ ...note, text: "log.example\nthree\n" }),
          rejected("log/malformed", { _tag: "NotACheckpoint", line: 2 }, 2)
        ],
        [sign("abcd"), rejected("log/truncated", { _tag: "LogTruncated", size: 4, actual: 3 })],
        [sign("abx"), rejected("log/fork", { _tag: "LogForked", size: 3 })],
        [sign("ax"), rejected("log/rewritten", { _tag: "LogRewritten", size: 2, actual: 3 })]
      ] as const
      for (const [source, expected] of cases) yield* expectVerified(verify(source, { trust }), undefined, expected)
    })
  )

  it.effect("reports a ledger that has not only grown since a kept checkpoint, and whether that is signed", () =>
    Effect.gen(function* () {
      const source = sign("abc")
      const keptFinding = (rule: string, problem: object, isSigned: boolean | null) =>
        finding(rule, { problem, kept: "kept", isSigned }, inLedger)
      const verified = { ...signedBy(key), signers: [nameOf(key)] }
      yield* expectVerified(verify(source, { trust, kept: kept("ab") }), verified)
      yield* expectVerified(
        verify(source, { kept: kept("abcd") }),
        signedBy(key),
        keptFinding("log/truncated", { _tag: "CheckpointAhead", size: 4, actual: 3 }, null)
      )
      yield* expectVerified(
        verify(source, { trust, kept: kept("abx") }),
        verified,
        keptFinding("log/fork", { _tag: "LogForked", size: 3 }, true)
      )
      yield* expectVerified(
        verify(source, { trust, kept: kept("ax", foreign) }),
        verified,
        keptFinding("log/rewritten", { _tag: "LogRewritten", size: 2, actual: 3 }, false)
      )
    })
  )

  it.effect("refuses a kept checkpoint of another log", () =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(verify(sign("abc"), { kept: kept("ab", foreign) }))
      assert.strictEqual(
        refused.message,
        "kept is a checkpoint of the log other.example, and this log is log.example. Name a checkpoint of this log."
      )
    })
  )
})

layer(NodeServices.layer)("readSignedLog", (it) => {
  const read = Effect.fnUntraced(function* (
    checkpoint: string | undefined,
    required: { readonly trustedKeys?: ReadonlyArray<SigningKey>; readonly signedBefore?: number }
  ) {
    const { signedBefore = 0, trustedKeys = [] } = required
    const log = yield* readSignedLog(
      yield* folderWith(checkpoint),
      { leaves: leavesOf("abc") },
      { signedBefore, trustedKeys: trustedKeys.map(({ verifier }) => verifier) }
    )
    return log && [log.checkpoint.size, log.leaves.length, log.tree.size]
  })

  it.effect("reads the log as far as it is signed", () =>
    Effect.gen(function* () {
      assert.isUndefined(yield* read(undefined, {}))
      assert.deepStrictEqual(yield* read(sign("ab"), {}), [2, 3, 3])
      assert.deepStrictEqual(yield* read(sign("ab"), { signedBefore: 2 }), [2, 3, 3])
      assert.deepStrictEqual(yield* read(sign("abc"), { trustedKeys: [impostor, key] }), [3, 3, 3])
    })
  )

  it.effect("fails if less is signed than must be, or by nobody who is trusted", () =>
    Effect.gen(function* () {
      const messageOf = (...args: Parameters<typeof read>) =>
        Effect.map(Effect.flip(read(...args)), ({ message }) => message)
      const missing = "checkpoint is missing, so nobody vouches for the ledger"
      assert.strictEqual(yield* messageOf(undefined, { signedBefore: 1 }), missing)
      assert.strictEqual(yield* messageOf(undefined, { trustedKeys: [key] }), missing)
      assert.strictEqual(
        yield* messageOf(sign("ab"), { signedBefore: 3 }),
        "checkpoint covers only 2 of the 3 events that must be signed"
      )
      assert.strictEqual(
        yield* messageOf(sign("ab"), { trustedKeys: [key] }),
        "checkpoint covers only 2 of the 3 events that must be signed"
      )
      assert.strictEqual(
        yield* messageOf(sign("abc"), { trustedKeys: [foreign] }),
        "checkpoint: The checkpoint is from the log log.example, but the trusted key is for other.example"
      )
    })
  )
})
