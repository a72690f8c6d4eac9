import { existsSync } from "node:fs"
import { cp, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { errorExitCode } from "../../../src/cli/ExitCode.ts"
import { formatError } from "../../../src/cli/terminal/ErrorMessage.ts"
import type { TrustPolicy } from "../../../src/domain/transparency/VerifyCheckpoint.ts"
import { generateSigningKey, type SigningKey } from "../../../src/transparency/SigningKey.ts"
import { digests } from "../../support/Folder.ts"
import { addSignatures } from "../../support/transparency/SignedReleases.ts"
import { bodyOf, Origins, sendFile, statusOf } from "./FaultyOrigin.ts"
import { expectSame, mirrorFrom, releasesOf, replaceWith, services, setup } from "./MirrorFolder.ts"

const name = "example.com/taxonomy"
const { key } = await generateSigningKey(name, "ed25519")
const { key: otherKey } = await generateSigningKey(name, "ed25519")
const { key: witness } = await generateSigningKey("witness.example", "cosignature")

const keys = { name, keys: [key] as const }

const trustIn = (trusted: SigningKey, policy: Partial<TrustPolicy> = {}): TrustPolicy => ({
  logKeys: [trusted.verifier],
  ...policy
})

const trust = trustIn(key)

/** Replaces the checkpoint of an origin by the one that it had after its first releases. */
const putOlderCheckpoint = async (folder: string, count: number): Promise<void> => {
  const older = await readFile(join(await releasesOf(count, keys), "checkpoint"))
  await writeFile(join(folder, "checkpoint"), older)
}

const heldIn = (into: string) => Effect.promise(() => digests(into))

layer(Layer.merge(services, Origins.layer), { excludeTestServices: true })("mirror, from a signed log,", (it) => {
  it.effect("copies the checkpoint with the ledger, and names the keys that it verified", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1, keys)
      const first = yield* mirrorFrom(origin.url, into, { trust })
      const { id } = key.verifier
      assert.deepInclude(first.log, { signed: true, origin: name, size: 1, signers: [{ name, id }] })
      yield* Effect.promise(async () => replaceWith(folder, await releasesOf(2, keys)))
      const second = yield* mirrorFrom(origin.url, into)
      assert.deepInclude(second.log, { signed: true, size: 2, signatures: [{ name, id }], signers: [] })
      yield* expectSame(folder, into)

      origin.requests.length = 0
      assert.isFalse((yield* mirrorFrom(origin.url, into, { trust })).isChanged)
      assert.isTrue(origin.requests.every(({ headers }) => headers["if-none-match"] !== undefined))
      assert.strictEqual(origin.requests.length, 2)
    })
  )

  it.effect("copies a cosignature that is added later, and demands it for a quorum", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1, keys)
      const policy = trustIn(key, { witnesses: [witness.verifier], quorum: 1 })
      const early = yield* Effect.flip(mirrorFrom(origin.url, into, { trust: policy }))
      assert.include(early.message, "/checkpoint: ")
      assert.deepStrictEqual([...(yield* heldIn(into))], [])
      yield* mirrorFrom(origin.url, into, { trust })
      yield* Effect.promise(async () => {
        const file = join(folder, "checkpoint")
        const cosigned = addSignatures(await readFile(file, "utf8"), (text) => [witness.sign(text, 1_800_000_000)])
        await writeFile(file, cosigned)
      })
      const later = yield* mirrorFrom(origin.url, into, { trust: policy })
      assert.deepInclude(later, { isChanged: true, copied: [] })
      yield* expectSame(folder, into)
    })
  )

  it.effect("refuses a log that a trusted key did not sign, or not to its end, exit code 4", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(2, keys)
      const refused = (policy: TrustPolicy) => Effect.flip(mirrorFrom(origin.url, into, { trust: policy }))
      const untrusted = yield* refused(trustIn(otherKey))
      assert.strictEqual(untrusted._tag, "OriginCheckpointBroken")
      assert.include(formatError(untrusted), "Compare the trusted keys with those that the publisher announces.")

      yield* Effect.promise(() => putOlderCheckpoint(folder, 1))
      const partly = yield* refused(trust)
      assert.include(partly.message, "the checkpoint covers only 1 of the 2 events that must be signed")
      origin.faults.set("checkpoint", statusOf(404))
      const missing = yield* refused(trust)
      assert.include(missing.message, "the checkpoint is missing, so nobody vouches for the ledger")
      assert.deepStrictEqual([untrusted, partly, missing].map(errorExitCode), [4, 4, 4])
      assert.deepStrictEqual([...(yield* heldIn(into))], [])
    })
  )

  it.effect("refuses altered and foreign checkpoints, and one that has gone back", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(2, keys)
      yield* mirrorFrom(origin.url, into)
      const held = yield* heldIn(into)
      for (const change of [
        (bytes: Buffer) => bytes.toString().replace("\n2\n", "\n1\n"),
        (bytes: Buffer) => bytes.subarray(0, 30),
        () => "<html>"
      ]) {
        origin.faults.set("checkpoint", bodyOf(change))
        const failure = yield* Effect.flip(mirrorFrom(origin.url, into))
        assert.strictEqual(failure._tag, "OriginCheckpointBroken")
      }
      origin.faults.clear()
      yield* Effect.promise(() => putOlderCheckpoint(folder, 1))
      assert.strictEqual((yield* Effect.flip(mirrorFrom(origin.url, into)))._tag, "OriginUnsigned")
      yield* Effect.promise(() => rm(join(folder, "checkpoint")))
      assert.strictEqual((yield* Effect.flip(mirrorFrom(origin.url, into)))._tag, "OriginUnsigned")
      assert.deepStrictEqual(yield* heldIn(into), held)
    })
  )

  it.effect("finishes or discards what a run that was killed left pending", () =>
    Effect.gen(function* () {
      for (const wasReplaced of [true, false]) {
        const { folder, into, origin } = yield* setup(2, keys)
        yield* Effect.promise(async () => {
          await cp(await releasesOf(1, keys), into, { recursive: true })
          await cp(join(folder, "checkpoint"), join(into, ".checkpoint.next"))
          await cp(join(folder, "v1.1.0"), join(into, "v1.1.0"), { recursive: true })
          if (wasReplaced) await cp(join(folder, "ledger.ndjson"), join(into, "ledger.ndjson"))
        })
        const outcome = yield* mirrorFrom(origin.url, into, { trust })
        assert.deepInclude(outcome, { copied: [], isChanged: !wasReplaced })
        assert.isFalse(existsSync(join(into, ".checkpoint.next")))
        yield* expectSame(folder, into)
      }
    })
  )

  it.effect("waits for a ledger that arrives after its checkpoint", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1, keys)
      yield* mirrorFrom(origin.url, into, { trust })
      const before = yield* Effect.promise(() => readFile(join(folder, "ledger.ndjson")))
      yield* Effect.promise(async () => replaceWith(folder, await releasesOf(2, keys)))
      let count = 0
      origin.faults.set("ledger.ndjson", (response, bytes, request) =>
        (count++ === 0 ? bodyOf(() => before) : sendFile)(response, bytes, request)
      )
      yield* mirrorFrom(origin.url, into, { trust, patience: Duration.millis(20) })
      assert.strictEqual(count, 2)
      yield* expectSame(folder, into)
    })
  )

  it.effect("is not misled by an entity tag that a checkpoint has in common with the one before", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1, keys)
      const etag = '"constant"'
      origin.faults.set("checkpoint", (response, bytes, { headers }) =>
        headers["if-none-match"] === etag
          ? void response.writeHead(304, { etag }).end()
          : void response.writeHead(200, { etag }).end(bytes)
      )
      yield* mirrorFrom(origin.url, into, { trust })
      yield* Effect.promise(async () => replaceWith(folder, await releasesOf(2, keys)))
      const { isChanged, log } = yield* mirrorFrom(origin.url, into, { trust })
      assert.deepInclude(log, { signed: true, size: 2 })
      assert.isTrue(isChanged)
      yield* expectSame(folder, into)
    })
  )
})
