import { mkdir, readdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { verify } from "../../../src/release/Verify.ts"
import { digests } from "../../support/Folder.ts"
import { bodyOf, cutAfter, Origins, sendFile, statusOf, type Fault, type FaultyOrigin } from "./FaultyOrigin.ts"
import { expectSame, mirrorFrom, releasesOf, replaceWith, services, setup } from "./MirrorFolder.ts"

const versions = (...names: ReadonlyArray<string>) => names.map((name) => Version.make(name))

const paths = ({ requests }: FaultyOrigin) => requests.map(({ path }) => path)

const large = "v1.0.0/schema.json"

layer(Layer.merge(services, Origins.layer), { excludeTestServices: true })("mirror", (it) => {
  it.effect("copies all releases byte for byte, and nothing twice", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(3)
      const first = yield* mirrorFrom(origin.url, into)
      assert.deepInclude(first, { copied: versions("1.0.0", "1.1.0", "1.2.0"), isChanged: true })
      assert.deepStrictEqual(first.log, { signed: false, events: 3 })
      yield* expectSame(folder, into)
      const { findings } = yield* verify(into)
      assert.deepStrictEqual(findings, [])
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(join(into, ".mirror"))), ["state.json"])

      origin.requests.length = 0
      const second = yield* mirrorFrom(origin.url, into)
      assert.deepInclude(second, { copied: [], isChanged: false })
      assert.deepStrictEqual(paths(origin), ["ledger.ndjson", "checkpoint"])
      assert.isDefined(origin.requests[0]?.headers["if-none-match"])
    })
  )

  it.effect(
    "keeps the files of the newest releases alone if it is told how many, and gets others when it is told more",
    () =>
      Effect.gen(function* () {
        const { folder, into, origin } = yield* setup(3)
        const filesOf = Effect.promise(async () =>
          Promise.all(["v1.0.0", "v1.1.0", "v1.2.0"].map(async (name) => (await readdir(join(into, name))).length))
        )
        const first = yield* mirrorFrom(origin.url, into, { keep: 2 })
        assert.deepInclude(first, { copied: versions("1.1.0", "1.2.0"), complete: 2 })
        const [thin, ...whole] = yield* filesOf
        assert.deepStrictEqual([thin, whole.every((count) => count > 5)], [1, true])
        yield* mirrorFrom(origin.url, into, { keep: 1 })
        assert.deepStrictEqual((yield* filesOf).slice(0, 2), [1, 1])
        const { findings, manifestsAlone } = yield* verify(into)
        assert.deepStrictEqual([findings, manifestsAlone], [[], 2])
        yield* Effect.promise(() => rm(join(into, "v1.2.0", "licenses.json")))
        const missing = yield* verify(into)
        assert.deepStrictEqual(
          [missing.findings.map(({ rule }) => rule), missing.manifestsAlone],
          [["artifact/missing"], 2]
        )
        yield* Effect.promise(() => rm(join(into, "v1.2.0"), { recursive: true }))
        // A release whose files are all away, in a folder that is no mirror, is not one that was left out.
        yield* Effect.promise(() => rm(join(into, ".mirror"), { recursive: true }))
        assert.isAbove((yield* verify(into)).findings.filter(({ rule }) => rule === "artifact/missing").length, 10)
        yield* mirrorFrom(origin.url, into, { keep: 1 })
        const { copied } = yield* mirrorFrom(origin.url, into)
        assert.deepStrictEqual(copied, versions("1.0.0", "1.1.0"))
        yield* expectSame(folder, into)
        assert.deepStrictEqual(yield* Effect.promise(() => readdir(join(into, ".mirror"))), ["state.json"])
      })
  )

  it.effect("keeps no file of what an interrupted run copied if it is told to keep less", () =>
    Effect.gen(function* () {
      const { into, origin } = yield* setup(2)
      origin.faults.set("v1.0.0/schema.json", statusOf(404))
      yield* Effect.flip(mirrorFrom(origin.url, into))
      const staged = yield* Effect.promise(() => readdir(join(into, ".mirror/releases/v1.0.0")))
      assert.include(staged, "manifest.json")
      assert.isAbove(staged.length, 1)
      yield* mirrorFrom(origin.url, into, { keep: 1 })
      const { findings, manifestsAlone } = yield* verify(into)
      assert.deepStrictEqual([findings, manifestsAlone], [[], 1])
    })
  )

  it.effect("asks only for what was appended to the ledger", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1)
      yield* mirrorFrom(origin.url, into)
      const { length } = yield* Effect.promise(() => readFile(join(into, "ledger.ndjson")))
      yield* Effect.promise(async () => replaceWith(folder, await releasesOf(2)))
      origin.requests.length = 0
      const { copied } = yield* mirrorFrom(origin.url, into)
      assert.deepStrictEqual(copied, versions("1.1.0"))
      const ledgers = origin.requests.filter(({ path }) => path === "ledger.ndjson")
      assert.deepStrictEqual(
        ledgers.map(({ headers }) => headers.range),
        [`bytes=${length}-`]
      )
      assert.isFalse(paths(origin).some((path) => path.startsWith("v1.0.0/")))
      yield* expectSame(folder, into)
    })
  )

  it.effect("takes the whole ledger from a server without ranges or with ranges of its own", () =>
    Effect.gen(function* () {
      for (const fault of [
        bodyOf((bytes) => bytes),
        // Not the bytes that were asked for.
        ((response, bytes) =>
          response.writeHead(206, { "content-range": `bytes 0-9/${bytes.length}` }).end(bytes.subarray(0, 10))) as Fault
      ]) {
        const { folder, into, origin } = yield* setup(1)
        yield* mirrorFrom(origin.url, into)
        yield* Effect.promise(async () => replaceWith(folder, await releasesOf(2)))
        origin.faults.set("ledger.ndjson", (response, bytes, request) =>
          (request.headers.range === undefined ? sendFile : fault)(response, bytes, request)
        )
        yield* mirrorFrom(origin.url, into)
        yield* expectSame(folder, into)
      }
    })
  )

  it.effect("sees a new release at a server without entity tags whose files all have the same time", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1)
      const modified = "Tue, 01 Jan 1980 00:00:00 GMT"
      origin.faults.set("ledger.ndjson", (response, bytes, { headers }) =>
        headers["if-modified-since"] === undefined
          ? void response.writeHead(200, { "last-modified": modified }).end(bytes)
          : void response.writeHead(304).end()
      )
      yield* mirrorFrom(origin.url, into)
      yield* Effect.promise(async () => replaceWith(folder, await releasesOf(2)))
      assert.strictEqual((yield* mirrorFrom(origin.url, into)).copied.length, 1)
      yield* expectSame(folder, into)
    })
  )

  it.effect("fetches no file again that an interrupted run completed", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1)
      origin.faults.set(large, cutAfter(20_000))
      assert.strictEqual((yield* Effect.flip(mirrorFrom(origin.url, into)))._tag, "OriginUnavailable")
      assert.deepStrictEqual([...(yield* Effect.promise(() => digests(into))).keys()], [])
      origin.faults.clear()
      origin.requests.length = 0
      yield* mirrorFrom(origin.url, into)
      assert.strictEqual(paths(origin).filter((path) => path === large).length, 1)
      assert.notInclude(paths(origin), "v1.0.0/manifest.json")
      yield* expectSame(folder, into)
    })
  )

  it.effect("tries again after a lost connection, in the same run", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1)
      let count = 0
      const once: Fault = (response, bytes, request) =>
        (count++ === 0 ? cutAfter(100) : sendFile)(response, bytes, request)
      origin.faults.set("v1.0.0/licenses.json", once)
      yield* mirrorFrom(origin.url, into, { maxRetries: 1 })
      yield* expectSame(folder, into)
    })
  )

  it.effect("waits for the files of a release that arrive after the ledger, and asks caches to look again", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1)
      let count = 0
      origin.faults.set("v1.0.0/manifest.json", (response, bytes, request) =>
        (count++ < 2 ? statusOf(404) : sendFile)(response, bytes, request)
      )
      yield* mirrorFrom(origin.url, into, { patience: Duration.millis(20) })
      yield* expectSame(folder, into)
      assert.strictEqual(origin.requests.at(-1)?.headers["cache-control"], "no-cache")
      assert.strictEqual(origin.requests[0]?.headers["cache-control"], undefined)
    })
  )

  it.effect("adopts a complete folder that an earlier run moved, and refuses another one under its name", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1)
      yield* Effect.promise(async () => replaceWith(await mkdir(into, { recursive: true }).then(() => into), folder))
      const ledger = join(into, "ledger.ndjson")
      yield* Effect.promise(() => rm(ledger))
      yield* Effect.promise(() => mkdir(join(into, ".tmp-v9.9.9")))
      yield* mirrorFrom(origin.url, into)
      assert.notInclude(paths(origin).join(), "v1.0.0")
      assert.notInclude(yield* Effect.promise(() => readdir(into)), ".tmp-v9.9.9")
      yield* expectSame(folder, into)

      const other = yield* setup(1)
      yield* Effect.promise(() => mkdir(join(other.into, "v1.0.0"), { recursive: true }))
      const failure = yield* Effect.flip(mirrorFrom(other.origin.url, other.into))
      assert.strictEqual(failure._tag, "ReleaseInTheWay")
      assert.include(failure.message, "v1.0.0 is not the release that was published")
    })
  )

  it.effect("brings back a release whose folder is missing", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(2)
      yield* mirrorFrom(origin.url, into)
      yield* Effect.promise(() => rm(join(into, "v1.0.0"), { recursive: true }))
      assert.deepInclude(yield* mirrorFrom(origin.url, into), { copied: versions("1.0.0"), isChanged: false })
      yield* expectSame(folder, into)
    })
  )

  it.effect("lets two mirrors of one folder take turns", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(2)
      const run = mirrorFrom(origin.url, into)
      const outcomes = yield* Effect.all([run, run], { concurrency: 2 })
      assert.deepStrictEqual(new Set(outcomes.map(({ copied }) => copied.length)), new Set([0, 2]))
      yield* expectSame(folder, into)
    })
  )

  it.effect("sends credentials to the origin alone, and follows redirects without them", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1)
      const elsewhere = (yield* Origins).add(folder)
      // Another name of the same machine is another host.
      const target = `${elsewhere.url.replace("127.0.0.1", "localhost")}/ledger.ndjson`
      origin.faults.set("ledger.ndjson", statusOf(302, { location: target }))
      yield* mirrorFrom(`${origin.url}?sig=abc`, into, { authorization: Redacted.make("Bearer secret") })
      for (const { headers, path } of origin.requests) {
        assert.strictEqual(headers.authorization, "Bearer secret")
        assert.match(path, /\?sig=abc$/)
      }
      assert.deepStrictEqual(
        elsewhere.requests.map(({ headers, path }) => [path, headers.authorization]),
        [["ledger.ndjson", undefined]]
      )
      yield* expectSame(folder, into)
    })
  )
})
