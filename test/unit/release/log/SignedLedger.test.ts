import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import {
  formatNote,
  parseSignedCheckpoint,
  parseStoredCheckpoint
} from "../../../../src/domain/transparency/Checkpoint.ts"
import { parseLedger, withEvent, type Ledger } from "../../../../src/release/Ledger.ts"
import { makeLogTree } from "../../../../src/release/log/CheckpointFile.ts"
import { cosignLog } from "../../../../src/release/log/CosignLog.ts"
import { checkLogKeys, writeSignedLedger, signLog } from "../../../../src/release/log/SignedLedger.ts"
import { signCheckpoint, type SigningKey } from "../../../../src/transparency/SigningKey.ts"
import type { SigningKeys } from "../../../../src/transparency/SigningKeyConfig.ts"
import { publish, publishedEvent } from "../../../support/arbitrary/releases.ts"
import { retitle, start } from "../../../support/domain/TaxonomyEdits.ts"
import { testKey } from "../../../support/transparency/signNote.ts"

const origin = "log.example"

const key = await testKey(origin, 1)
const next = await testKey(origin, 2)
const foreign = await testKey("other.example", 3)
const witness = await testKey("witness.example", 4, "cosignature")

const nameOf = ({ verifier: { id, name } }: SigningKey) => ({ name, id })

const shown = ({ verifier: { id, name } }: SigningKey): string => `${name}+${id}`

const keysOf = (first: SigningKey, ...others: ReadonlyArray<SigningKey>): SigningKeys => ({
  name: first.verifier.name,
  keys: [first, ...others]
})

/** A ledger with a release for each title. */
const ledgerOf = (...titles: ReadonlyArray<string>): Ledger =>
  titles.reduce(
    (ledger, title, index) =>
      Result.getOrThrow(
        withEvent(ledger, publishedEvent(ledger.history, publish(`1.0.${index}`, retitle(title)(start))))
      ),
    Result.getOrThrow(parseLedger(new Uint8Array()))
  )

const [empty, one, two] = [ledgerOf(), ledgerOf("One"), ledgerOf("One", "Two")]

const sign = ({ leaves }: Ledger, ...by: ReadonlyArray<SigningKey>): string =>
  signCheckpoint(
    { origin: by[0]?.verifier.name ?? "", size: leaves.length, root: makeLogTree(leaves).root(leaves.length) },
    by
  )

const cosigned = (source: string, timestamp: number): string => {
  const { note } = parseSignedCheckpoint(source)
  return formatNote({ text: note.text, signatures: [...note.signatures, witness.sign(note.text, timestamp)] })
}

/** A folder of releases with a ledger and a checkpoint, and how to read and write it. */
const releasesWith = Effect.fnUntraced(function* (ledger: Ledger, checkpoint?: string) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const folder = yield* fs.makeTempDirectoryScoped()
  const write = (name: string, text: string) => fs.writeFileString(paths.join(folder, name), text)
  if (ledger.text !== "") yield* write("ledger.ndjson", ledger.text)
  if (checkpoint !== undefined) yield* write("checkpoint", checkpoint)
  return { folder, write, read: (name: string) => fs.readFileString(paths.join(folder, name)) }
})

const messageOf = <A, E extends Error, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ message }) => message)

const otherLog =
  "The log has the name log.example, and the key in TAXONOMY_LOG_KEY is of other.example. Set TAXONOMY_LOG_KEY to the key of log.example."

const unknownKey = `The log is signed by ${shown(key)}, and TAXONOMY_LOG_KEY holds ${shown(next)}. Add a key that signed it, or replace the key with taxonomy log-sign --replace-key.`

layer(NodeServices.layer)("signLog", (it) => {
  const keep = { replaceKey: false }

  it.effect("signs the whole ledger, and leaves a checkpoint that is the same", () =>
    Effect.gen(function* () {
      const { folder, read } = yield* releasesWith(two)
      const signed = yield* signLog(folder, keysOf(key), keep)
      assert.deepStrictEqual(signed, {
        checkpoint: { origin, size: 2, root: makeLogTree(two.leaves).root(2), signers: [nameOf(key)] },
        isChanged: true
      })
      assert.strictEqual(yield* read("checkpoint"), sign(two, key))
      assert.isFalse((yield* signLog(folder, keysOf(key), keep)).isChanged)
    })
  )

  it.effect("keeps the signatures of other keys and of witnesses, unless the key is replaced", () =>
    Effect.gen(function* () {
      const { folder, read } = yield* releasesWith(two, cosigned(sign(two, key), 7))
      const signersOf = Effect.map(read("checkpoint"), (source) =>
        parseSignedCheckpoint(source).note.signatures.map(({ id, name }) => ({ name, id }))
      )
      assert.isTrue((yield* signLog(folder, keysOf(key, next), keep)).isChanged)
      assert.deepStrictEqual(yield* signersOf, [key, witness, next].map(nameOf))
      yield* signLog(folder, keysOf(next), { replaceKey: true })
      assert.deepStrictEqual(yield* signersOf, [witness, next].map(nameOf))
    })
  )

  it.effect("refuses an empty log, the key of another log, and one that has not signed before", () =>
    Effect.gen(function* () {
      const { folder } = yield* releasesWith(empty)
      assert.strictEqual(
        yield* messageOf(signLog(folder, keysOf(key), keep)),
        `Nothing is published in ${folder}, so there is nothing to sign. Publish a release with build-release, which signs it.`
      )
      const signed = yield* releasesWith(two, sign(one, key))
      const refusal = (by: SigningKey, replaceKey = false) =>
        messageOf(signLog(signed.folder, keysOf(by), { replaceKey }))
      assert.strictEqual(yield* refusal(foreign), otherLog)
      assert.strictEqual(yield* refusal(foreign, true), otherLog)
      assert.strictEqual(yield* refusal(next), unknownKey)
      assert.strictEqual(yield* signed.read("checkpoint"), sign(one, key))
      assert.strictEqual(
        yield* messageOf(signLog(`${folder}/none`, keysOf(key), keep)),
        `The folder ${folder}/none does not exist. Name the folder of the releases with --releases.`
      )
    })
  )
})

layer(NodeServices.layer)("checkLogKeys", (it) => {
  const stored = parseStoredCheckpoint(sign(one, key), makeLogTree(one.leaves))

  it.effect("needs a key that signed the log, if anybody has", () =>
    Effect.gen(function* () {
      yield* checkLogKeys(undefined, undefined, 2)
      yield* checkLogKeys(stored, keysOf(next, key), 1)
      assert.strictEqual(
        yield* messageOf(checkLogKeys(stored, undefined, 1)),
        "The log log.example is signed, and there is no key to sign it with. Set TAXONOMY_LOG_KEY to its private key, or to the path of the file with it."
      )
      assert.strictEqual(yield* messageOf(checkLogKeys(stored, keysOf(foreign), 1)), otherLog)
      assert.strictEqual(yield* messageOf(checkLogKeys(stored, keysOf(next), 1)), unknownKey)
      const witnessed = parseSignedCheckpoint(cosigned(sign(one, key), 7))
      assert.strictEqual(yield* messageOf(checkLogKeys(witnessed, keysOf(next), 1)), unknownKey)
    })
  )

  it.effect("refuses to cover events that nobody signed, and an altered signature", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* messageOf(checkLogKeys(stored, keysOf(key), 2)),
        "checkpoint covers only 1 of the 2 events that must be signed"
      )
      const { note } = parseSignedCheckpoint(sign(two, key))
      const altered = parseSignedCheckpoint(formatNote({ ...note, text: stored.note.text }))
      assert.strictEqual(
        yield* messageOf(checkLogKeys(altered, keysOf(key), 1)),
        `checkpoint: The signature by ${shown(key)} does not match the text of the checkpoint: one of them was altered`
      )
    })
  )
})

layer(NodeServices.layer)("writeSignedLedger", (it) => {
  it.effect("replaces the ledger, and its checkpoint if there are keys", () =>
    Effect.gen(function* () {
      const { folder, read } = yield* releasesWith(one)
      assert.isUndefined(yield* writeSignedLedger(folder, two, undefined))
      assert.strictEqual(yield* read("ledger.ndjson"), two.text)
      const fs = yield* FileSystem.FileSystem
      assert.deepStrictEqual(yield* fs.readDirectory(folder), ["ledger.ndjson"])
      assert.deepStrictEqual(yield* writeSignedLedger(folder, one, keysOf(key, next)), {
        origin,
        size: 1,
        root: makeLogTree(one.leaves).root(1),
        signers: [nameOf(key), nameOf(next)]
      })
      assert.deepStrictEqual(
        [yield* read("ledger.ndjson"), yield* read("checkpoint")],
        [one.text, sign(one, key, next)]
      )
      assert.deepStrictEqual((yield* fs.readDirectory(folder)).toSorted(), ["checkpoint", "ledger.ndjson"])
    })
  )
})

layer(NodeServices.layer)("cosignLog", (it) => {
  const cosign = (releases: string, seen: string, now = 7) =>
    cosignLog({ releases, seen, logKeys: [key.verifier], keys: keysOf(witness), now })

  it.effect("adds the cosignature, records the checkpoint as seen, and replaces an older cosignature", () =>
    Effect.gen(function* () {
      const { folder, read, write } = yield* releasesWith(one, sign(one, key))
      const seen = `${folder}/.seen`
      const first = yield* cosign(folder, seen)
      assert.deepStrictEqual([first.before, first.checkpoint.size], [undefined, 1])
      const source = cosigned(sign(one, key), 7)
      assert.deepStrictEqual([yield* read("checkpoint"), yield* read(".seen")], [source, source])
      assert.strictEqual((yield* cosign(folder, seen, 8)).before, 1)
      assert.strictEqual(yield* read("checkpoint"), cosigned(sign(one, key), 8))
      yield* write("ledger.ndjson", two.text)
      yield* write("checkpoint", sign(two, key))
      const grown = yield* cosign(folder, seen, 9)
      assert.deepStrictEqual([grown.before, grown.checkpoint.size], [1, 2])
      assert.strictEqual(yield* read(".seen"), cosigned(sign(two, key), 9))
    })
  )

  it.effect("refuses a log that is not signed by a trusted key", () =>
    Effect.gen(function* () {
      const { folder, write } = yield* releasesWith(one)
      const refusal = messageOf(cosign(folder, `${folder}/.seen`))
      assert.strictEqual(
        yield* refusal,
        `${folder} has no checkpoint, so there is nothing to cosign. Ask the publisher to sign the log.`
      )
      yield* write("checkpoint", sign(one, next))
      assert.strictEqual(
        yield* refusal,
        `checkpoint: The checkpoint is signed by ${shown(next)}, which has the name of a trusted key (${shown(key)}) but is another key`
      )
    })
  )

  it.effect("refuses a log that has not only grown since it was seen, and keeps what was seen", () =>
    Effect.gen(function* () {
      const { folder, read, write } = yield* releasesWith(two, sign(two, key))
      const seen = `${folder}/.seen`
      const refusal = Effect.fnUntraced(function* (source: string) {
        yield* write(".seen", source)
        const message = yield* messageOf(cosign(folder, seen))
        assert.strictEqual(yield* read(".seen"), source)
        assert.notInclude(yield* read("checkpoint"), "witness.example")
        return message
      })
      const notCosigned = `Not cosigned, according to ${seen}:`
      const advice = "Keep both files, and ask the publisher."
      assert.strictEqual(
        yield* refusal(sign(ledgerOf("One", "Two", "Three"), key)),
        `${notCosigned} The checkpoint covers 3 events, but the ledger has only 2: it is an older copy, or its end was cut off. ${advice}`
      )
      assert.strictEqual(
        yield* refusal(sign(ledgerOf("Other"), key)),
        `${notCosigned} The ledger has 2 events, but the first differs from the one that the checkpoint covers: the history was rewritten. ${advice}`
      )
      assert.strictEqual(
        yield* refusal(sign(one, foreign)),
        `${seen} is a checkpoint of the log other.example, and this log is log.example. Name a checkpoint of this log.`
      )
      assert.strictEqual(
        yield* refusal("garbage\n"),
        `${seen}: The signed note is malformed: the blank line before the signatures is missing. Name a checkpoint as the log published it.`
      )
      yield* write("checkpoint", sign(one, key))
      assert.strictEqual(
        yield* refusal(sign(two, key)),
        `The checkpoint ends with event 1, and the one in ${seen} with event 2. Get the newest checkpoint, and run again.`
      )
    })
  )
})
