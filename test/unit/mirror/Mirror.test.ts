import { mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { errorExitCode } from "../../../src/cli/ExitCode.ts"
import { ChainBroken, type ChainProblem } from "../../../src/domain/ledger/HashChain.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { LogRejected, type LogProblem } from "../../../src/domain/transparency/LogProblem.ts"
import { canPass } from "../../../src/mirror/Mirror.ts"
import {
  OriginArtifactBroken,
  OriginCheckpointBroken,
  OriginLedgerBroken,
  OriginRefused,
  OriginRewritten,
  OriginUnsigned
} from "../../../src/mirror/OriginErrors.ts"
import { generateSigningKey } from "../../../src/transparency/SigningKey.ts"
import { digests } from "../../support/Folder.ts"
import { bodyOf, Origins, sendFile, statusOf } from "../../system/mirror/FaultyOrigin.ts"
import { expectSame, mirrorFrom, releasesOf, replaceWith, services, setup } from "../../system/mirror/MirrorFolder.ts"

const name = "example.com/taxonomy"
const { key } = await generateSigningKey(name, "ed25519")
const keys = { name, keys: [key] as const }
const trust = { logKeys: [key.verifier] }

const versions = (...names: ReadonlyArray<string>) => names.map((version) => Version.make(version))

const publish = (folder: string, count: number, signed?: typeof keys) =>
  Effect.promise(async () => replaceWith(folder, await releasesOf(count, signed)))

/** The outcome of a run without its ledger. */
const mirrored = Effect.fnUntraced(function* (...given: Parameters<typeof mirrorFrom>) {
  const { copied, isChanged, ledger, log } = yield* mirrorFrom(...given)
  return { copied, isChanged, events: ledger.leaves.length, log }
})

layer(Layer.merge(services, Origins.layer), { excludeTestServices: true })("mirror", (it) => {
  it.effect("copies releases byte for byte, and only what is new", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1)
      const log = { signed: false, events: 1 } as const
      const first = { copied: versions("1.0.0"), isChanged: true, events: 1, log }
      assert.deepStrictEqual(yield* mirrored(origin.url, into), first)
      yield* expectSame(folder, into)
      const { length } = yield* Effect.promise(() => readFile(join(into, "ledger.ndjson")))

      origin.requests.length = 0
      assert.deepStrictEqual(yield* mirrored(origin.url, into), { ...first, copied: [], isChanged: false })
      assert.deepStrictEqual(
        origin.requests.map(({ path }) => path),
        ["ledger.ndjson", "checkpoint"]
      )

      yield* publish(folder, 2)
      origin.requests.length = 0
      assert.deepStrictEqual(yield* mirrored(origin.url, into), {
        copied: versions("1.1.0"),
        isChanged: true,
        events: 2,
        log: { signed: false, events: 2 }
      })
      yield* expectSame(folder, into)
      assert.strictEqual(origin.requests[0]?.headers.range, `bytes=${length}-`)
      assert.isTrue(origin.requests.slice(2).every(({ path }) => path.startsWith("v1.1.0/")))
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(join(into, ".mirror"))), ["state.json"])
    })
  )

  it.effect("copies the checkpoint of a signed log, and names the keys that it verified", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1, keys)
      const first = yield* mirrored(origin.url, into, { trust })
      assert.deepInclude(first.log, { signed: true, origin: name, size: 1 })
      yield* publish(folder, 2, keys)
      assert.deepInclude((yield* mirrored(origin.url, into, { trust })).log, { signed: true, size: 2 })
      yield* expectSame(folder, into)
      assert.isFalse((yield* mirrored(origin.url, into, { trust })).isChanged)
    })
  )

  it.effect("demands that the ledger stays signed", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1, keys)
      yield* mirrorFrom(origin.url, into)
      const held = yield* Effect.promise(() => digests(into))
      yield* publish(folder, 2)
      const unsigned = yield* Effect.flip(mirrorFrom(origin.url, into))
      const address = `${origin.url}/checkpoint`
      assert.strictEqual(unsigned.message, `${address}: the checkpoint is missing, so nobody vouches for the ledger`)
      const older = yield* Effect.promise(async () => readFile(join(await releasesOf(1, keys), "checkpoint"), "utf8"))
      yield* Effect.promise(() => writeFile(join(folder, "checkpoint"), older))
      const behind = yield* Effect.flip(mirrorFrom(origin.url, into, { trust }))
      assert.strictEqual(behind.message, `${address}: the checkpoint covers only 1 of the 2 events that must be signed`)
      assert.deepStrictEqual(yield* Effect.promise(() => digests(into)), held)
      assert.deepInclude(yield* mirrored(origin.url, into), { copied: versions("1.1.0"), events: 2 })
    })
  )

  it.effect("refuses a checkpoint that is none", () =>
    Effect.gen(function* () {
      const { into, origin } = yield* setup(1, keys)
      origin.faults.set(
        "checkpoint",
        bodyOf(() => "signed")
      )
      const error = yield* Effect.flip(mirrorFrom(origin.url, into))
      assert.strictEqual(error._tag, "OriginCheckpointBroken")
      assert.isTrue(error.message.startsWith(`${origin.url}/checkpoint: `))
    })
  )

  it.effect("refuses a ledger that does not continue the one of the folder", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(2)
      yield* mirrorFrom(origin.url, into)
      const held = yield* Effect.promise(() => digests(into))
      const address = `${origin.url}/ledger.ndjson`
      yield* publish(folder, 1)
      assert.strictEqual(
        (yield* Effect.flip(mirrorFrom(origin.url, into))).message,
        `${address}: the ledger was rolled back: it ends with event 1, and the folder holds 2`
      )
      yield* publish(folder, 2)
      origin.faults.set(
        "ledger.ndjson",
        bodyOf(() => "")
      )
      assert.strictEqual((yield* Effect.flip(mirrorFrom(origin.url, into)))._tag, "OriginLedgerBroken")
      origin.faults.set("ledger.ndjson", statusOf(404))
      assert.strictEqual(
        (yield* Effect.flip(mirrorFrom(origin.url, into))).message,
        `${address}: the server answers 404. Name the folder that contains ledger.ndjson.`
      )
      assert.deepStrictEqual(yield* Effect.promise(() => digests(into)), held)
    })
  )

  it.effect.each([
    ["schema.json", statusOf(404), "the server answers 404"],
    ["schema.json", bodyOf(() => "<html>", { "content-type": "text/html" }), "the server answers with a web page"],
    ["schema.json", bodyOf((bytes) => `${bytes.subarray(1).toString()}!`), "its digest is another one"],
    ["manifest.json", bodyOf((bytes) => bytes.subarray(1)), "its digest is another one"]
  ] as const)("refuses other artifacts than those that were published: %s, %#", ([path, fault, reason]) =>
    Effect.gen(function* () {
      const { into, origin } = yield* setup(1)
      origin.faults.set(`v1.0.0/${path}`, fault)
      const error = yield* Effect.flip(mirrorFrom(origin.url, into))
      assert.strictEqual(error.message, `${origin.url}/v1.0.0/${path} is not what was published: ${reason}`)
      assert.deepStrictEqual(
        (yield* Effect.promise(() => readdir(into))).filter((entry) => !entry.startsWith(".")),
        []
      )
      origin.faults.clear()
      assert.deepInclude(yield* mirrored(origin.url, into), { copied: versions("1.0.0") })
    })
  )

  it.effect.each(["ledger.ndjson", "checkpoint", "v1.0.0/manifest.json", "v1.0.0/schema.json"])(
    "takes a 304 that it did not ask for as no answer: %s",
    (path) =>
      Effect.gen(function* () {
        const { folder, into, origin } = yield* setup(1, keys)
        origin.faults.set(path, statusOf(304))
        const error = yield* Effect.flip(mirrorFrom(origin.url, into))
        const reason = "the server answers 304 to a request without a condition. Clear the cache in front of it."
        assert.deepStrictEqual([error._tag, error.message], ["OriginRefused", `${origin.url}/${path}: ${reason}`])

        // A cache that confuses conditions answers a request that must not be answered from it.
        origin.faults.set(path, (response, bytes, request) =>
          (request.headers["cache-control"] === "no-cache" ? sendFile : statusOf(304))(response, bytes, request)
        )
        yield* mirrorFrom(origin.url, into)
        yield* expectSame(folder, into)
      })
  )

  it.effect.each([
    ["an empty file", bodyOf(() => "")],
    ["an empty line", bodyOf(() => "\n")],
    ["no content", statusOf(204)],
    ["no range", statusOf(416)],
    ["an empty part", statusOf(206, { "content-range": "bytes */0" })],
    ["nothing new", statusOf(304, { etag: '"1"' })]
  ] as const)("never succeeds without a release: %s", ([, fault]) =>
    Effect.gen(function* () {
      const { into, origin } = yield* setup(1)
      origin.faults.set("ledger.ndjson", fault)
      assert.isAbove(errorExitCode(yield* Effect.flip(mirrorFrom(origin.url, into))), 0)
      assert.isAbove(errorExitCode(yield* Effect.flip(mirrorFrom(origin.url, into))), 0)
    })
  )

  it.effect("takes a page in the place of the checkpoint as a missing one", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1)
      const page = bodyOf(() => "<!doctype html>", { "content-type": "text/html" })
      origin.faults.set("checkpoint", page)
      yield* mirrorFrom(origin.url, into)
      yield* expectSame(folder, into)
      const unsigned = yield* Effect.flip(mirrorFrom(origin.url, into, { trust }))
      assert.strictEqual(unsigned._tag, "OriginUnsigned")
    })
  )

  it.effect("asks again for a file that was not there yet", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1)
      let requests = 0
      origin.faults.set("v1.0.0/schema.json", (response, bytes, request) =>
        ++requests < 2 ? void response.writeHead(404).end() : sendFile(response, bytes, request)
      )
      yield* mirrorFrom(origin.url, into)
      yield* expectSame(folder, into)
      assert.strictEqual(requests, 2)
    })
  )

  it.effect("refuses to replace what is in the way", () =>
    Effect.gen(function* () {
      const { into, origin } = yield* setup(1)
      const folder = join(into, "v1.0.0")
      yield* Effect.promise(() => mkdir(folder, { recursive: true }))
      const error = yield* Effect.flip(mirrorFrom(origin.url, into))
      assert.strictEqual(error._tag, "ReleaseInTheWay")
      assert.strictEqual(
        error.message,
        `${folder} is not the release that was published: v1.0.0/manifest.json: it is missing. Move it away and run again.`
      )
    })
  )
})

const address = "https://a.example/r"
const ledger = (problem: ChainProblem) =>
  new OriginLedgerBroken({ address, cause: new ChainBroken({ line: 1, problem }) })
const checkpoint = (problem: LogProblem) => new OriginCheckpointBroken({ address, cause: new LogRejected(problem, "") })
const refused = (status: number) => new OriginRefused({ address, refusal: { _tag: "Status", status } })
const artifact = (isMissing: boolean) => new OriginArtifactBroken({ address, reason: "", isMissing })

describe("canPass", () => {
  it("is true for what files that arrive one after the other look like", () => {
    for (const fault of [
      artifact(true),
      ledger({ _tag: "Empty" }),
      ledger({ _tag: "Unterminated" }),
      checkpoint({ _tag: "LogTruncated", size: 3, actual: 2 }),
      checkpoint({ _tag: "NotANote", reason: "no-final-line-break" }),
      new OriginUnsigned({ address, covered: 1, required: 2 }),
      refused(304),
      new OriginRewritten({ address, held: 3, offered: 2 })
    ]) {
      assert.isTrue(canPass(fault), fault._tag)
    }
  })

  it("is false for what no published file looks like at any time", () => {
    for (const fault of [
      artifact(false),
      refused(400),
      ledger({ _tag: "WrongHash" }),
      ledger({ _tag: "NewerVersion", type: "ReleasePublished", schema: 9 }),
      checkpoint({ _tag: "LogForked", size: 2 }),
      checkpoint({ _tag: "UntrustedSigner", trusted: [], signers: [] }),
      new OriginRewritten({ address, held: 3, offered: undefined })
    ]) {
      assert.isFalse(canPass(fault), fault._tag)
    }
  })
})
