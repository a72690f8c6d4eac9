import { appendFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { errorExitCode } from "../../../src/cli/ExitCode.ts"
import { formatError } from "../../../src/cli/terminal/ErrorMessage.ts"
import type { Event } from "../../../src/domain/ledger/EventCodec.ts"
import { genesis } from "../../../src/domain/ledger/HashChain.ts"
import type { MirrorOptions } from "../../../src/mirror/Mirror.ts"
import { sha256 } from "../../../src/platform/Sha256.ts"
import { parseLedger } from "../../../src/release/Ledger.ts"
import { sealUnknown } from "../../support/domain/sealUnknown.ts"
import { digests } from "../../support/Folder.ts"
import { bodyOf, cutAfter, Origins, silence, statusOf, type Fault } from "./FaultyOrigin.ts"
import { expectSame, mirrorFrom, releasesOf, replaceWith, services, setup } from "./MirrorFolder.ts"

/**
 * Mirrors 1.0.0, lets the origin publish 1.1.0 with a fault, and returns how the next run fails. Throws unless the folder
 * stays as it was, and the next run after the fault succeeds.
 */
const failureOf = Effect.fnUntraced(function* (
  path: string,
  fault: Fault,
  options: Partial<MirrorOptions> = {},
  before = 1
) {
  const { folder, into, origin } = yield* setup(before)
  yield* mirrorFrom(origin.url, into)
  yield* Effect.promise(async () => replaceWith(folder, await releasesOf(2)))
  const held = yield* Effect.promise(() => digests(into))
  origin.faults.set(path, fault)
  const failure = yield* Effect.flip(mirrorFrom(origin.url, into, options))
  assert.deepStrictEqual(yield* Effect.promise(() => digests(into)), held)
  origin.faults.clear()
  yield* mirrorFrom(origin.url, into)
  yield* expectSame(folder, into)
  return failure
})

const ledger = "ledger.ndjson"
const schema = "v1.1.0/schema.json"
const schemaOfFirst = "v1.0.0/schema.json"

const changeByte = (at: number) => (bytes: Buffer) => {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

/** Alter a manifest. */
const withPath = (path: string) => (manifest: string) => manifest.replace('"schema.json"', JSON.stringify(path))
const withDigest = (digest: string) => (manifest: string) =>
  manifest.replace(/("schema\.json":\s*\{[^}]*"sha256":\s*)"[0-9a-f]{64}"/, `$1${JSON.stringify(digest)}`)
const withSize = (bytes: number) => (manifest: string) =>
  manifest.replace(/("schema\.json":\s*\{[^}]*"bytes":\s*)\d+/, `$1${bytes}`)

const page = bodyOf(() => "\n<!doctype html><title>Welcome</title>", { "content-type": "text/html; charset=utf-8" })

layer(Layer.merge(services, Origins.layer), { excludeTestServices: true })("mirror, from a faulty origin,", (it) => {
  it.effect.each([
    ["a server error", ledger, statusOf(503), "the server answers 503"],
    [
      "a server that is busy",
      "checkpoint",
      statusOf(429, { "retry-after": "7" }),
      "the server answers 429, and asks to wait 7 s"
    ],
    ["a ledger that is cut off", ledger, cutAfter(10), "the connection ended before the response was complete"],
    ["an artifact that is cut off", schema, cutAfter(10), "the connection ended before the response was complete"]
  ] as const)("reports %s as an outage, exit code 3", ([, path, fault, reason]) =>
    Effect.gen(function* () {
      const failure = yield* failureOf(path, fault)
      assert.strictEqual(failure._tag, "OriginUnavailable")
      assert.include(formatError(failure), `/${path}: ${reason}`)
      assert.strictEqual(errorExitCode(failure), 3)
    })
  )

  it.effect("gives up on an origin that does not answer, or stops answering", () =>
    Effect.gen(function* () {
      const timeout = Duration.millis(40)
      const stuck: Fault = (response, bytes) => void response.writeHead(200).write(bytes.subarray(0, 100))
      for (const [path, fault] of [
        [ledger, silence],
        [ledger, stuck]
      ] as const) {
        const { into, origin } = yield* setup(1)
        origin.faults.set(path, fault)
        const failure = yield* Effect.flip(mirrorFrom(origin.url, into, { timeout }))
        assert.deepInclude(failure, { outage: { _tag: "Stalled", seconds: 0.04 } })
      }
    })
  )

  it.effect("reports an origin that cannot be reached", () =>
    Effect.gen(function* () {
      const { into } = yield* setup(1)
      const refused = yield* Effect.flip(mirrorFrom(`http://127.0.0.1:${yield* closedPort}`, into))
      assert.include(refused.message, "/ledger.ndjson: the connection is refused")
      const unknown = yield* Effect.flip(mirrorFrom("http://releases.invalid", into))
      assert.include(unknown.message, "the name of the host cannot be resolved")
      assert.deepStrictEqual([refused, unknown].map(errorExitCode), [3, 3])
    })
  )

  it.effect.each([
    ["a web page in place of the ledger", ledger, page, "the server answers with a web page"],
    ["a missing ledger", ledger, statusOf(404), "the server answers 404"],
    ["a ledger that requires credentials", ledger, statusOf(401), "Set TAXONOMY_MIRROR_AUTHORIZATION"],
    [
      "an encoded ledger",
      ledger,
      bodyOf((bytes) => bytes, { "content-encoding": "gzip" }),
      "the server sends the content encoding gzip, which was not requested"
    ],
    [
      "a huge ledger",
      ledger,
      statusOf(200, { "content-length": "999999999999" }),
      "the response is larger than 268435456 bytes"
    ],
    ["redirects without an end", ledger, statusOf(302, { location: "ledger.ndjson" }), "redirects too often"],
    ["a redirect to nowhere", ledger, statusOf(301, { location: "file:///etc/passwd" }), "redirects to an invalid"]
  ] as const)("refuses %s, exit code 3", ([, path, fault, reason]) =>
    Effect.gen(function* () {
      const failure = yield* failureOf(path, fault)
      assert.strictEqual(failure._tag, "OriginRefused")
      assert.include(failure.message, reason)
      assert.strictEqual(errorExitCode(failure), 3)
    })
  )

  it.effect.each([
    ["an altered artifact", schema, bodyOf(changeByte(100)), "OriginArtifactBroken", "its digest is another one"],
    ["an altered manifest", "v1.1.0/manifest.json", bodyOf(changeByte(9)), "OriginArtifactBroken", "its digest is"],
    [
      "an artifact that is too short",
      schema,
      bodyOf((bytes) => bytes.subarray(0, 9)),
      "OriginArtifactBroken",
      "it has 9 of its "
    ],
    [
      "an artifact that is too long",
      schema,
      bodyOf((bytes) => Buffer.concat([bytes, bytes])),
      "OriginArtifactBroken",
      "it has more than "
    ],
    ["a missing artifact", schema, statusOf(404), "OriginArtifactBroken", "the server answers 404"],
    ["an artifact that nobody may read", schema, statusOf(403), "OriginArtifactBroken", "the server answers 403"],
    ["a web page in place of an artifact", schema, page, "OriginArtifactBroken", "the server answers with a web page"],
    ["an altered ledger", ledger, bodyOf(changeByte(2000)), "OriginLedgerBroken", "Line 1 of the ledger is damaged"],
    ["an empty ledger", ledger, bodyOf(() => ""), "OriginLedgerBroken", "the file is empty"],
    [
      "a ledger without its last bytes",
      ledger,
      bodyOf((bytes) => bytes.subarray(0, -2)),
      "OriginLedgerBroken",
      "it does not end in a line break"
    ]
  ] as const)("refuses %s, exit code 4", ([, path, fault, tag, reason]) =>
    Effect.gen(function* () {
      const failure = yield* failureOf(path, fault)
      assert.strictEqual(failure._tag, tag)
      assert.include(formatError(failure), `/${path}`)
      assert.include(formatError(failure), reason)
      assert.strictEqual(errorExitCode(failure), 4)
    })
  )

  it.effect("never goes back behind what it holds", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(2)
      yield* mirrorFrom(origin.url, into)
      const held = yield* Effect.promise(() => digests(into))
      yield* Effect.promise(async () => replaceWith(folder, await releasesOf(1)))
      const back = yield* Effect.flip(mirrorFrom(origin.url, into))
      assert.deepInclude(back, { _tag: "OriginRewritten", held: 2, offered: 1 })
      assert.include(back.message, "the ledger was rolled back: it ends with event 1, and the folder holds 2")
      assert.strictEqual(errorExitCode(back), 4)
      assert.deepStrictEqual(yield* Effect.promise(() => digests(into)), held)
    })
  )

  it.effect("refuses another history, of the same length or longer", () =>
    Effect.gen(function* () {
      for (const minutes of ["10:01:00", "10:02:00"]) {
        const { folder, into, origin } = yield* setup(1)
        yield* mirrorFrom(origin.url, into)
        const held = yield* Effect.promise(() => digests(into))
        const file = join(folder, ledger)
        const data = yield* Effect.promise(() => firstPublication(file))
        const other = { ...data, published_at: `2026-01-10T${minutes}Z` }
        const sealed = sealUnknown(genesis, other)
        const withdrawn = sealUnknown(sealed.head, {
          _tag: "ReleaseWithdrawn",
          version: "1.0.0",
          date: "2026-02-01T10:00:00Z",
          reason: "Wrong."
        })
        const lines = minutes === "10:01:00" ? [sealed.line] : [sealed.line, withdrawn.line]
        const text = lines.map((each) => `${each}\n`).join("")
        assert.isTrue(Result.isSuccess(parseLedger(Buffer.from(text))))
        yield* Effect.promise(() => writeFile(file, text))
        const failure = yield* Effect.flip(mirrorFrom(origin.url, into))
        assert.include(failure.message, "the ledger was rewritten")
        assert.strictEqual(errorExitCode(failure), 4)
        assert.deepStrictEqual(yield* Effect.promise(() => digests(into)), held)
      }
    })
  )

  it.effect("asks for an update if a newer program wrote the ledger", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1)
      yield* mirrorFrom(origin.url, into)
      const { head } = Result.getOrThrow(parseLedger(yield* Effect.promise(() => readFile(join(folder, ledger)))))
      const { line } = sealUnknown(head, { _tag: "ReleasePublished", version: "1.1.0" }, 99)
      yield* Effect.promise(() => appendFile(join(folder, ledger), `${line}\n`))
      origin.requests.length = 0
      const failure = yield* Effect.flip(mirrorFrom(origin.url, into))
      assert.include(formatError(failure), "written by a newer version. Update this program.")
      assert.strictEqual(errorExitCode(failure), 4)
      assert.strictEqual(origin.requests.length, 1)
    })
  )

  it.effect.each([
    ["a file elsewhere", withPath("../ledger.ndjson"), "names the file ../ledger.ndjson, which cannot be part of"],
    ["a file with an absolute path", withPath("/etc/passwd"), "names the file /etc/passwd, which cannot be part of"],
    ["a file in a folder elsewhere", withPath("licenses/../../x"), "names the file licenses/../../x, which cannot be"],
    ["a file below a file", withPath("dimensions.json/x"), "names the file dimensions.json/x, which cannot be part of"],
    ["a path in place of a digest", withDigest("../../../escaped"), "it has no SHA-256 for the file schema.json"],
    ["files of any size", withSize(2 ** 50), "more than a release can have"]
  ] as const)("refuses a manifest with %s, and writes nothing elsewhere", ([, alter, reason]) =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1)
      const [manifest, file] = [join(folder, "v1.0.0/manifest.json"), join(folder, ledger)]
      const text = yield* Effect.promise(() => readFile(manifest, "utf8"))
      const altered = alter(text)
      assert.notStrictEqual(altered, text)
      const data = yield* Effect.promise(() => firstPublication(file))
      const event = { ...data, manifest: `sha256:${sha256(altered)}` }
      yield* Effect.promise(() => writeFile(manifest, altered))
      yield* Effect.promise(() => writeFile(file, `${sealUnknown(genesis, event).line}\n`))
      const failure = yield* Effect.flip(mirrorFrom(origin.url, into))
      assert.include(failure.message, reason)
      assert.strictEqual(errorExitCode(failure), 4)
      assert.deepStrictEqual(
        origin.requests.map(({ path }) => path),
        [ledger, "checkpoint", "v1.0.0/manifest.json"]
      )
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(join(into, ".."))), ["mirrored"])
    })
  )

  it.effect("begins again if an earlier run staged another release under the name", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1)
      yield* Effect.promise(() => mkdir(join(into, ".mirror/releases", schemaOfFirst, "inner"), { recursive: true }))
      const parts = join(into, ".mirror/parts")
      const other = sha256("other")
      yield* Effect.promise(() => mkdir(parts))
      yield* Effect.promise(() => writeFile(join(parts, other), "the beginning of a file"))
      origin.faults.set(schemaOfFirst, cutAfter(10))
      yield* Effect.flip(mirrorFrom(origin.url, into))
      assert.notInclude(yield* Effect.promise(() => readdir(parts)), other)
      origin.faults.clear()
      yield* mirrorFrom(origin.url, into)
      yield* expectSame(folder, into)
    })
  )

  it.effect("does not need the old files of a release that it holds", () =>
    Effect.gen(function* () {
      const { folder, into, origin } = yield* setup(1)
      yield* mirrorFrom(origin.url, into)
      yield* Effect.promise(async () => replaceWith(folder, await releasesOf(2)))
      yield* Effect.promise(() => rm(join(folder, "v1.0.0"), { recursive: true }))
      assert.strictEqual((yield* mirrorFrom(origin.url, into)).copied.length, 1)
    })
  )
})

/** The first event of a ledger, in its encoded form. */
const firstPublication = async (file: string): Promise<Event & Readonly<Record<string, unknown>>> => {
  const [line = ""] = (await readFile(file, "utf8")).split("\n")
  return { ...JSON.parse(line).data, _tag: "ReleasePublished" }
}

/** A port on which nothing listens. */
const closedPort = Effect.callback<number>((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    server.close(() => resume(Effect.succeed(port)))
  })
})
