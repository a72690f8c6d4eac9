import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { withdraw } from "../../../src/domain/release/LifecycleCommands.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { formatNote, parseNote } from "../../../src/domain/transparency/Checkpoint.ts"
import { verifyProof } from "../../../src/domain/transparency/VerifyProof.ts"
import { webCrypto } from "../../../src/platform/WebCrypto.ts"
import { pendingCheckpointFile } from "../../../src/release/log/CheckpointFile.ts"
import { appendEvent } from "../../../src/release/Publish.ts"
import { generateSigningKey, type SigningKey } from "../../../src/transparency/SigningKey.ts"
import { pause } from "../../support/Patience.ts"
import { publishRelease, vocabulary } from "./releases.ts"
import { noReleases, servedFrom, until } from "./servedFrom.ts"
import { checkpointOf, laterRelease, putFile, signLog, verified } from "./signedLog.ts"
import { TestServer } from "./TestServer.ts"

const name = "example.com/taxonomy"
const { key } = await generateSigningKey(name, "ed25519")
const { key: nextKey } = await generateSigningKey(name, "ed25519")
const { key: witness } = await generateSigningKey("witness.example", "cosignature")

const edu = vocabulary("EDU")
const film = vocabulary("EDU", "FILM")

const publishUnsigned = (releases: string) => Effect.orDie(publishRelease(releases, "1.0.0", edu))
const publishSigned = (releases: string) => Effect.andThen(publishUnsigned(releases), signLog(releases, key))

/** A server of its own for each test, which changes its folder. */
const withServer =
  (published: (releases: string) => Effect.Effect<void, never, NodeServices.NodeServices>) =>
  <A, E, R>(test: Effect.Effect<A, E, R>) =>
    Effect.scoped(Effect.provide(test, TestServer.layer(published), { local: true }))

/** Sends a request again and again until its answer is the expected one. The test's own time limit is the bound. */
const getUntil = Effect.fnUntraced(function* (path: string, holds: (text: string, status: number) => boolean) {
  const { get } = yield* TestServer
  return yield* get(path).pipe(
    Effect.repeat({ until: ({ bytes, status }) => holds(bytes.toString(), status), schedule: pause })
  )
})

const healthIs = (status: string) => getUntil("/health", (text) => text.includes(`"status":"${status}"`))
const checkpointIs = (text: string) => getUntil("/checkpoint", (served) => served === text)

/** Fetches a body and its proof, and verifies them with a key. */
const provenBy = Effect.fnUntraced(function* (trusted: SigningKey, query = "") {
  const { get } = yield* TestServer
  const { bytes: artifact } = yield* get(`/v1/schema${query}`)
  const { bytes: proof } = yield* get(`/v1/proofs/schema${query}`)
  return yield* verified({ artifact, proof }, trusted.verifier)
})

layer(NodeServices.layer, { excludeTestServices: true })("a server of a log", (it) => {
  it.effect("answers 404 while the log is not signed, and proves as soon as it is", () =>
    Effect.gen(function* () {
      const { get, releases } = yield* TestServer
      for (const path of ["/checkpoint", "/v1/proofs/schema", "/v1/proofs/dimensions", "/v1/proofs/licenses/EDU"]) {
        const { headers, status } = yield* get(path)
        assert.deepStrictEqual([status, headers["x-error-code"]], [404, "log-unsigned"])
      }
      yield* signLog(releases, key)
      yield* getUntil("/checkpoint", (_, status) => status === 200)
      assert.deepInclude(yield* provenBy(key), { version: "1.0.0", path: "schema.json" })
    }).pipe(withServer(publishUnsigned))
  )

  it.effect("serves a release beyond the checkpoint without a proof, until the checkpoint covers it", () =>
    Effect.gen(function* () {
      const { get, releases } = yield* TestServer
      const before = yield* get("/v1/proofs/schema?version=1.0.0")
      const later = yield* laterRelease(releases, "1.1.0", film)
      yield* later.arrive
      yield* getUntil("/v1/licenses/FILM", (_, status) => status === 200)
      for (const sent of [{}, { headers: { "If-None-Match": "*" } }]) {
        const { headers, status } = yield* get("/v1/proofs/schema", sent)
        assert.deepStrictEqual([status, headers["x-error-code"]], [404, "release-unsigned"])
        assert.strictEqual(headers["x-taxonomy-version"], "v1.1")
      }
      assert.deepInclude(yield* provenBy(key, "?version=1.0.0"), { version: "1.0.0" })

      yield* putFile(`${releases}/checkpoint`, yield* checkpointOf(later.releases, [key]))
      yield* getUntil("/v1/proofs/schema", (_, status) => status === 200)
      assert.deepInclude(yield* provenBy(key), { version: "1.1.0" })
      // The proof of the old release is now one for the new checkpoint.
      const after = yield* get("/v1/proofs/schema?version=1.0.0")
      assert.notStrictEqual(after.headers.etag, before.headers.etag)
      assert.deepInclude(yield* provenBy(key, "?version=1.0.0"), { version: "1.0.0" })
    }).pipe(withServer(publishSigned))
  )

  it.effect("serves a cosignature that is added, in the checkpoint and in proofs", () =>
    Effect.gen(function* () {
      const { file, get, releases } = yield* TestServer
      const before = yield* get("/checkpoint")
      yield* provenBy(key)
      const note = parseNote((yield* file("checkpoint")).toString())
      const cosigned = formatNote({ ...note, signatures: [...note.signatures, witness.sign(note.text, 1_790_000_000)] })
      yield* putFile(`${releases}/checkpoint`, cosigned)
      const after = yield* checkpointIs(cosigned)
      assert.notStrictEqual(after.headers.etag, before.headers.etag)
      const changed = yield* get("/checkpoint", { headers: { "If-None-Match": String(before.headers.etag) } })
      assert.strictEqual(changed.status, 200)

      const { bytes: artifact } = yield* get("/v1/licenses/EDU")
      const { bytes: proof } = yield* get("/v1/proofs/licenses/EDU")
      const policy = { logKeys: [key.verifier], witnesses: [witness.verifier], quorum: 1 }
      const { checkpoint } = yield* Effect.promise(() =>
        verifyProof(webCrypto, { artifact: new Uint8Array(artifact), proof: proof.toString() }, policy)
      )
      assert.deepInclude(checkpoint.cosigners[0], { name: "witness.example", timestamp: 1_790_000_000 })
    }).pipe(withServer(publishSigned))
  )

  it.effect("serves the signatures of both keys while the key rotates, then the new one alone", () =>
    Effect.gen(function* () {
      const { releases } = yield* TestServer
      for (const keys of [[key, nextKey], [nextKey]] as const) {
        const text = yield* checkpointOf(releases, keys)
        yield* putFile(`${releases}/checkpoint`, text)
        yield* checkpointIs(text)
        for (const trusted of keys) assert.deepInclude(yield* provenBy(trusted), { version: "1.0.0" })
      }
      const refused = yield* Effect.flip(Effect.sandbox(provenBy(key)))
      assert.include(String(refused), "but is another key")
    }).pipe(withServer(publishSigned))
  )

  it.effect("waits for a ledger that arrives after its checkpoint, and changes both at once", () =>
    Effect.gen(function* () {
      const { get, releases } = yield* TestServer
      const before = yield* get("/checkpoint")
      const later = yield* laterRelease(releases, "1.1.0", film)
      const text = yield* checkpointOf(later.releases, [key])
      yield* putFile(`${releases}/checkpoint`, text)
      assert.strictEqual((yield* get("/checkpoint")).headers.etag, before.headers.etag)
      assert.deepInclude(yield* provenBy(key), { version: "1.0.0" })
      yield* later.arrive
      yield* checkpointIs(text)
      assert.strictEqual((yield* get("/v1/licenses/FILM")).status, 200)
      assert.deepInclude(yield* provenBy(key), { version: "1.1.0" })
      assert.include((yield* get("/health")).bytes.toString(), '"status":"ok"')
    }).pipe(withServer(publishSigned))
  )

  it.effect("proves a release that is published with the key of the log, and withdrawn with it, while it serves", () =>
    Effect.gen(function* () {
      const { get, releases } = yield* TestServer
      const keys = { name, keys: [key] } as const
      yield* publishRelease(releases, "1.1.0", film, "2026-02-15T10:00:00Z", keys)
      yield* getUntil("/v1/licenses/FILM", (_, status) => status === 200)
      assert.deepInclude(yield* provenBy(key), { version: "1.1.0" })
      const version = Version.make("1.1.0")
      const date = "2026-03-15T10:00:00Z"
      yield* appendEvent(releases, (history) => withdraw(history, { version, date, reason: "It was wrong" }), keys)
      yield* checkpointIs(yield* checkpointOf(releases, [key]))
      assert.deepInclude(yield* provenBy(key), { version: "1.0.0" })
      assert.deepInclude(yield* provenBy(key, "?version=1.1.0"), { version: "1.1.0", index: 1 })
      assert.include((yield* get("/health")).bytes.toString(), '"status":"ok"')
    }).pipe(withServer(publishSigned))
  )

  it.effect("takes the pending checkpoint of a run that was interrupted after it replaced the ledger", () =>
    Effect.gen(function* () {
      const { get, releases } = yield* TestServer
      const before = (yield* get("/checkpoint")).bytes.toString()
      const later = yield* laterRelease(releases, "1.1.0", film)
      const text = yield* checkpointOf(later.releases, [key])
      yield* putFile(`${releases}/${pendingCheckpointFile}`, text)
      assert.strictEqual((yield* get("/checkpoint")).bytes.toString(), before)
      yield* later.arrive
      yield* checkpointIs(text)
      assert.deepInclude(yield* provenBy(key), { version: "1.1.0" })
    }).pipe(withServer(publishSigned))
  )

  it.effect("keeps the last good checkpoint and says so while the file forks the history, then recovers", () =>
    Effect.gen(function* () {
      const { file, get, releases } = yield* TestServer
      const good = (yield* file("checkpoint")).toString()
      const { releases: other } = yield* forkOf(releases)
      yield* putFile(`${releases}/checkpoint`, yield* checkpointOf(other, [key]))
      yield* healthIs("degraded")
      assert.strictEqual((yield* get("/checkpoint")).bytes.toString(), good)
      assert.deepInclude(yield* provenBy(key), { version: "1.0.0" })
      yield* putFile(`${releases}/checkpoint`, good)
      yield* healthIs("ok")
    }).pipe(withServer(publishSigned))
  )

  it.effect("does not serve a newer ledger that its checkpoint contradicts", () =>
    Effect.gen(function* () {
      const { file, get, releases } = yield* TestServer
      const good = (yield* file("checkpoint")).toString()
      const signed = yield* laterRelease(releases, "1.1.0", film)
      const rewritten = yield* laterRelease(releases, "1.1.0", vocabulary("EDU", "GAME"))
      const text = yield* checkpointOf(signed.releases, [key])
      yield* putFile(`${releases}/checkpoint`, text)
      yield* rewritten.arrive
      yield* healthIs("degraded")
      assert.strictEqual((yield* get("/v1/licenses/GAME")).status, 404)
      assert.strictEqual((yield* get("/checkpoint")).bytes.toString(), good)

      const fs = yield* FileSystem.FileSystem
      yield* fs.remove(`${releases}/v1.1.0`, { recursive: true })
      yield* signed.arrive
      yield* checkpointIs(text)
      yield* healthIs("ok")
      assert.strictEqual((yield* get("/v1/licenses/FILM")).status, 200)
    }).pipe(withServer(publishSigned))
  )
})

layer(NodeServices.layer, { excludeTestServices: true })("the catalog of a signed log", (it) => {
  it.effect("waits for the ledger of a checkpoint without a failure, and says so if it does not come", () =>
    Effect.gen(function* () {
      const { releases } = yield* signedFolder
      const patient = yield* servedFrom(releases)
      const impatient = yield* servedFrom(releases, { patience: "20 millis" })
      const later = yield* laterRelease(releases, "1.1.0", film)
      yield* putFile(`${releases}/checkpoint`, yield* checkpointOf(later.releases, [key]))
      yield* until(() => impatient.status().reason?.includes("its own checkpoint covers 2") === true)
      yield* patient.someLooks
      assert.deepInclude(patient.status(), { degraded: false, failedReloads: 0 })
      for (const { get } of [patient, impatient]) assert.strictEqual(get().log?.checkpoint.size, 1)
      yield* later.arrive
      for (const { get, status } of [patient, impatient]) {
        yield* until(() => get().log?.checkpoint.size === 2)
        yield* until(() => !status().degraded)
        assert.strictEqual(status().reloads, 1)
      }
    })
  )

  it.effect("keeps the last good checkpoint while the file is missing or damaged, says so once, and recovers", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { good, releases } = yield* signedFolder
      const served = yield* servedFrom(releases, { patience: "20 millis" })
      const damages = [
        fs.remove(`${releases}/checkpoint`),
        putFile(`${releases}/checkpoint`, "nonsense"),
        putFile(`${releases}/checkpoint`, good.replace("\n1\n", "\none\n"))
      ]
      for (const [index, damage] of damages.entries()) {
        yield* damage
        yield* until(() => served.status().degraded)
        assert.include(served.status().reason, "checkpoint")
        yield* served.someLooks
        assert.strictEqual(served.get().log?.checkpoint.source, good)
        assert.strictEqual(served.status().failedReloads, index + 1)
        yield* putFile(`${releases}/checkpoint`, good)
        yield* until(() => !served.status().degraded)
      }
      assert.lengthOf(served.logged, 2 * damages.length)
      assert.strictEqual(served.status().reloads, 0)
    })
  )

  it.effect("keeps a checkpoint while the file is an older one, which would take proofs back, and recovers", () =>
    Effect.gen(function* () {
      const { good: older, releases } = yield* signedFolder
      const later = yield* laterRelease(releases, "1.1.0", film)
      yield* later.arrive
      const newest = yield* checkpointOf(releases, [key])
      yield* putFile(`${releases}/checkpoint`, newest)
      const served = yield* servedFrom(releases, { patience: "20 millis" })
      yield* putFile(`${releases}/checkpoint`, older)
      yield* until(() => served.status().reason?.includes("covers only 1 of the 2 events") === true)
      assert.strictEqual(served.get().log?.checkpoint.source, newest)
      yield* putFile(`${releases}/checkpoint`, newest)
      yield* until(() => !served.status().degraded)
    })
  )

  it.effect("does not put a ledger in force that no trusted key has signed to its end", () =>
    Effect.gen(function* () {
      const { releases } = yield* signedFolder
      const served = yield* servedFrom(releases, { patience: "20 millis", trustedKeys: [key.verifier] })
      const later = yield* laterRelease(releases, "1.1.0", film)
      yield* later.arrive
      yield* until(() => served.status().reason?.includes("covers only 1 of the 2 events") === true)
      assert.deepStrictEqual(served.defaults(), ["1.0.0"])
      yield* putFile(`${releases}/checkpoint`, yield* checkpointOf(later.releases, [nextKey]))
      yield* until(() => served.status().reason?.includes("but is another key") === true)
      assert.deepStrictEqual(served.defaults(), ["1.0.0"])
      yield* putFile(`${releases}/checkpoint`, yield* checkpointOf(later.releases, [nextKey, key]))
      yield* until(() => served.defaults()[0] === "1.1.0")
      yield* until(() => !served.status().degraded)
    })
  )
})

const signedFolder = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const releases = yield* noReleases
  yield* publishSigned(releases)
  return { releases, good: yield* fs.readFileString(`${releases}/checkpoint`) }
})

/** Another history of the same length. */
const forkOf = Effect.fnUntraced(function* (releases: string) {
  const other = `${releases}-fork`
  yield* publishRelease(other, "1.0.0", vocabulary("OTHER"))
  return { releases: other }
}, Effect.orDie)
