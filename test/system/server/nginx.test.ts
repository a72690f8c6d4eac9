import { spawn } from "node:child_process"
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from "node:http"
import { fileURLToPath } from "node:url"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import { ErrorCode, errorCodes } from "../../../src/api/bodies/ErrorCode.ts"
import { currentInstant } from "../../../src/limits/Limiter.ts"
import { exchange, type Asked, type Exchanged } from "./exchange.ts"
import { publishStory, story } from "./licensing.ts"
import { nginxProgram, runNginx, type Place } from "./nginx/Nginx.ts"
import { recommendedConfiguration } from "./nginx/Recommended.ts"
import { only, overSocket, rawAnswers } from "./rawAnswers.ts"
import { publishRelease } from "./releases.ts"
import { send } from "./request.ts"
import { stopwatch, TestServer, waitUntil } from "./TestServer.ts"

if (nginxProgram === undefined) process.stderr.write("nginx is not installed, so nothing is tested behind it\n")

type Configuration = (origin: number) => (place: Place) => string

/** What an operator is told to copy. */
const recommended =
  (fresh: string): Configuration =>
  (origin) =>
    recommendedConfiguration(origin, fresh)

/** A cache that keeps all that the server does not forbid, and gives out what is old wherever it may. */
const headersAlone =
  (more = ""): Configuration =>
  (origin) =>
  ({ folder, listen }) =>
    `
    proxy_cache_path ${folder} keys_zone=all:1m;
    server {
      listen ${listen};
      location / {
        proxy_pass http://127.0.0.1:${origin};
        proxy_cache all;
        proxy_cache_key $request_uri;
        ${more}
        proxy_cache_valid any 10m;
        proxy_cache_use_stale error timeout updating invalid_header http_500 http_502 http_503 http_504 http_403 http_404 http_429;
        add_header X-Cache-Status $upstream_cache_status always;
      }
    }`

interface AskedWithKey extends Asked {
  readonly key?: string
}

/** The server with nginx before it, and how to ask both. */
class CachedServer extends Context.Service<
  CachedServer,
  {
    /** Of what nginx has kept. */
    readonly folder: string
    /** Asks nginx for a path below `/api/taxonomy`. */
    readonly ask: (path: string, asked?: AskedWithKey) => Effect.Effect<Exchanged>
    /** Asks the server itself. */
    readonly askOrigin: (path: string, asked?: AskedWithKey) => Effect.Effect<Exchanged>
    readonly port: number
    /** The access log of nginx. */
    readonly log: string
    /** The statuses with which the server has answered requests with this id. */
    readonly answered: (requestId: string) => Effect.Effect<ReadonlyArray<number>>
  }
>()("taxonomy-licensing-data-service/test/system/server/nginx.test/CachedServer") {
  static readonly layer = (configuration: Configuration) =>
    Layer.effect(
      CachedServer,
      Effect.gen(function* () {
        const server = yield* TestServer
        const { folder, log, port } = yield* runNginx(configuration(server.port))
        let markers = 0
        const asking =
          (at: number) =>
          (path: string, { headers, key, ...asked }: AskedWithKey = {}) =>
            Effect.orDie(
              exchange(at, `/api/taxonomy${path}`, {
                ...asked,
                headers: { ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }), ...headers }
              })
            )
        const ask = asking(port)
        // Of keys that are the first to ask for something, nginx may keep only one.
        const warm = yield* server.newKey("enterprise")
        for (const path of sharedPaths) yield* ask(path, { key: warm.key })
        return CachedServer.of({
          folder,
          ask,
          askOrigin: asking(server.port),
          log,
          port,
          answered: Effect.fnUntraced(function* (requestId) {
            // The log is written later, but in order.
            const last = `last-${markers++}`
            yield* send(server.port, "/api/health", { headers: { "X-Request-ID": last } })
            yield* waitUntil(() => server.logged().includes(`"${last}"`))
            const lines = server
              .logged()
              .split("\n")
              .filter((line) => line.includes(`"${requestId}"`))
            return lines.map((line) => Number(/"status":(\d+)/.exec(line)?.[1]))
          })
        })
      })
    ).pipe(
      Layer.provideMerge(TestServer.layer((releases) => publishStory(releases))),
      Layer.provide(NodeServices.layer)
    )
}

/** What several tests ask for, each with a key of its own. */
const sharedPaths = ["/v1/licenses", "/v1/licenses/NIL-CLASSROOM", "/v1/dimensions", "/v1/schema", "/v2/schema"]

const decodeErrorCode = Schema.decodeUnknownSync(ErrorCode)
const decodeObject = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

const cacheStatus = ({ headers }: Exchanged) => headers["x-cache-status"]

const decodeCharacter = (_: string, digits: string): string => String.fromCharCode(Number.parseInt(digits, 16))

const decoded = ({ bytes, headers }: Exchanged): Buffer => {
  switch (headers["content-encoding"]) {
    case "br":
      return brotliDecompressSync(bytes)
    case "gzip":
      return gunzipSync(bytes)
    default:
      return bytes
  }
}

/** Asks again every few milliseconds, until what comes is what is waited for; the test's own time limit is the bound. */
const askUntil = <E>(
  ask: Effect.Effect<Exchanged, E>,
  holds: (received: Exchanged) => boolean
): Effect.Effect<Exchanged, E> => Effect.filterOrElse(ask, holds, () => Effect.delay(askUntil(ask, holds), "20 millis"))

/** What differs from one response to the next, whoever sends it. */
const passing = new Set(["connection", "date", "keep-alive", "server", "x-cache-status", "x-request-id"])

/** Without the digest of a 304, which only nginx sends: it has the body. */
const lasting = ({ headers, status }: Exchanged) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !passing.has(name) && (status === 200 || name !== "repr-digest"))
  )

const assertSame = (received: Exchanged, expected: Exchanged) => {
  assert.strictEqual(received.status, expected.status)
  assert.deepStrictEqual(lasting(received), lasting(expected))
  assert.isTrue(received.bytes.equals(expected.bytes))
}

const configurations = [
  ["as recommended", recommended("1h")],
  ["that goes by the headers alone", headersAlone()]
] as const

describe.skipIf(nginxProgram === undefined)("behind nginx", () => {
  for (const [name, configuration] of configurations) {
    layer(CachedServer.layer(configuration), { excludeTestServices: true })(name, (it) => {
      it.effect.each(sharedPaths)(
        "%s comes from the cache the second time, byte for byte in the requested encoding",
        (path) =>
          Effect.gen(function* () {
            const { ask, askOrigin } = yield* CachedServer
            const { key } = yield* (yield* TestServer).newKey("enterprise")
            const codings = ["br", "gzip", "identity", "gzip, br", ""]
            const asked = codings.map((coding) => ({ key, headers: { "Accept-Encoding": coding } }))
            const first = yield* Effect.forEach(asked, (one) => ask(path, one))
            const second = yield* Effect.forEach(asked, (one) => ask(path, one))
            const direct = yield* Effect.forEach(asked, (one) => askOrigin(path, one))
            assert.deepStrictEqual(
              first.map(cacheStatus),
              codings.map(() => "MISS")
            )
            assert.deepStrictEqual(
              second.map(cacheStatus),
              codings.map(() => "HIT")
            )
            assert.deepStrictEqual(
              second.map(({ headers }) => headers["content-encoding"]),
              ["br", "gzip", undefined, "br", undefined]
            )
            assert.strictEqual(new Set(second.map(({ headers }) => headers.etag)).size, 3)
            for (const [index, expected] of direct.entries()) {
              for (const received of [first[index], second[index]]) {
                assertSame(received ?? expected, expected)
                assert.isTrue(decoded(received ?? expected).equals(decoded(direct[2] ?? expected)))
              }
            }
          })
      )

      it.effect("a client without a valid key gets nothing that another key has read", () =>
        Effect.gen(function* () {
          const server = yield* TestServer
          const { ask, askOrigin } = yield* CachedServer
          const { key } = yield* server.newKey("enterprise")
          const revoked = yield* server.newKey("enterprise")
          yield* server.revoke(revoked.identifier)
          yield* askUntil(askOrigin("/v1/schema", { key: revoked.key }), ({ status }) => status === 403)
          const refusals: ReadonlyArray<readonly [number, AskedWithKey]> = [
            [401, {}],
            [401, { headers: { Authorization: "" } }],
            [401, { headers: { Authorization: "Bearer" } }],
            [401, { headers: { Authorization: key } }],
            [401, { headers: { Authorization: `Basic ${key}` } }],
            [401, { headers: { Cookie: `Authorization=Bearer ${key}`, "X-Authorization": `Bearer ${key}` } }],
            [401, { key: key.toUpperCase() }],
            [401, { key: `${key}0` }],
            [401, { key: "nil_00000000000000000000000000000000" }],
            [401, { headers: { "If-None-Match": "*" } }],
            [401, { headers: { Range: "bytes=0-99" } }],
            [401, { headers: { "Cache-Control": "only-if-cached, max-stale" } }],
            [403, { key: revoked.key }],
            [403, { key: revoked.key, headers: { "If-None-Match": "*" } }]
          ]
          for (const coding of ["br", ""]) {
            const good = { key, headers: { "Accept-Encoding": coding } }
            yield* ask("/v1/schema", good)
            assert.strictEqual(cacheStatus(yield* ask("/v1/schema", good)), "HIT")
            for (const [status, asked] of [...refusals, ...refusals]) {
              const received = yield* ask("/v1/schema", {
                ...asked,
                headers: { "Accept-Encoding": coding, ...asked.headers }
              })
              assert.strictEqual(received.status, status)
              assert.strictEqual(received.headers["cache-control"], "no-store")
              assert.notProperty(received.headers, "etag")
              assert.isBelow(received.bytes.length, 100)
              assert.notStrictEqual(cacheStatus(received), "HIT")
            }
            assert.strictEqual(cacheStatus(yield* ask("/v1/schema", good)), "HIT")
          }
        })
      )

      it.effect("a new key gets its own response and not that of another key", () =>
        Effect.gen(function* () {
          const server = yield* TestServer
          const { ask } = yield* CachedServer
          const [one, other] = [yield* server.newKey("professional"), yield* server.newKey("free")]
          const limits = Effect.fnUntraced(function* (key: string) {
            const received = yield* ask("/v1/dimensions", { key })
            return [cacheStatus(received), received.headers["x-ratelimit-limit"]]
          })
          assert.deepStrictEqual(yield* limits(one.key), ["MISS", "1000"])
          assert.deepStrictEqual(yield* limits(other.key), ["MISS", "100"])
          assert.deepStrictEqual(yield* limits(one.key), ["HIT", "1000"])
          assert.deepStrictEqual(yield* limits(other.key), ["HIT", "100"])
        })
      )

      it.effect.each<readonly [status: number, path: string, asked?: Asked]>([
        [400, "/v1/schema?verison=v1"],
        [400, "/v1/schema?version=1.x"],
        [400, "/v1/schema?version=v2"],
        [400, "/v1/licenses?exclusive_categories=NO_SUCH"],
        [400, "/v2/licenses?exclusive_categories=QSR_FAST_FOOD"],
        [400, "/v2/licenses/NIL-CLASSROOM"],
        [404, "/v1/licenses/NO-SUCH"],
        [404, "/v1/schema?version=v1.9"],
        [404, "/v1/nothing"],
        [404, "/v3/schema"],
        [404, "//v1/schema"],
        [405, "/v1/schema", { method: "POST" }],
        [405, "/v1/schema", { method: "DELETE" }]
      ])("%s for %s is never cached", ([status, path, asked]) =>
        Effect.gen(function* () {
          const { ask, askOrigin } = yield* CachedServer
          const { key } = yield* (yield* TestServer).newKey("enterprise")
          if (status === 405) yield* Effect.all([ask(path, { key }), ask(path, { key })])
          const expected = yield* askOrigin(path, { key, ...asked })
          for (let time = 0; time < 3; time++) {
            const received = yield* ask(path, { key, ...asked })
            assert.strictEqual(received.status, status)
            assertSame(received, expected)
            assert.notStrictEqual(cacheStatus(received), "HIT")
          }
        })
      )

      it.effect("429 is never cached", () =>
        Effect.gen(function* () {
          const server = yield* TestServer
          const { ask } = yield* CachedServer
          const { identifier, key } = yield* server.newKey("free")
          const elapsed = yield* stopwatch
          const now = yield* currentInstant
          for (let made = 0; made < 100; made++) yield* server.limiter.charge(identifier, "free", now)
          for (let time = 0; time < 3; time++) {
            const received = yield* ask("/v1/dimensions", { key })
            assert.strictEqual(received.status, 429)
            assert.include(received.headers, { "cache-control": "no-store" })
            const left = Number(received.headers["retry-after"])
            assert.isTrue(left <= 3600 && left >= 3600 - (yield* elapsed), String(left))
            assert.notStrictEqual(cacheStatus(received), "HIT")
          }
        })
      )

      it.effect("503 for a damaged release is never cached, so that a restored file is served at once", () =>
        Effect.gen(function* () {
          const fs = yield* FileSystem.FileSystem
          const { ask } = yield* CachedServer
          const { newKey, releases } = yield* TestServer
          const { key } = yield* newKey("enterprise")
          const file = `${releases}/v1.2.0/schema.json`
          const bytes = yield* fs.readFile(file)
          yield* fs.writeFileString(file, "{}")
          const path = "/v1/schema?version=v1.2.0"
          for (let time = 0; time < 2; time++) {
            const received = yield* ask(path, { key })
            assert.strictEqual(received.status, 503)
            assert.notStrictEqual(cacheStatus(received), "HIT")
          }
          yield* fs.writeFile(file, bytes)
          assert.isTrue((yield* ask(path, { key })).bytes.equals(bytes))
        }).pipe(Effect.provide(NodeServices.layer))
      )

      it.effect("a conditional request gets 304 from the cache only for the tag of its encoding", () =>
        Effect.gen(function* () {
          const { ask, askOrigin } = yield* CachedServer
          const { key } = yield* (yield* TestServer).newKey("enterprise")
          const tagOf = Effect.fnUntraced(function* (coding: string) {
            return String((yield* ask("/v1/licenses", { key, headers: { "Accept-Encoding": coding } })).headers.etag)
          })
          const tags = { br: yield* tagOf("br"), gzip: yield* tagOf("gzip"), identity: yield* tagOf("identity") }
          for (const [coding, tag] of Object.entries(tags)) {
            for (const condition of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
              const headers = { "Accept-Encoding": coding, "If-None-Match": condition }
              const received = yield* ask("/v1/licenses", { key, headers })
              assert.strictEqual(cacheStatus(received), "HIT")
              assertSame(received, yield* askOrigin("/v1/licenses", { key, headers }))
              assert.strictEqual(received.status, 304)
            }
            for (const other of Object.values(tags).filter((other) => other !== tag)) {
              const headers = { "Accept-Encoding": coding, "If-None-Match": other }
              const received = yield* ask("/v1/licenses", { key, headers })
              assert.strictEqual(received.status, 200)
              assert.strictEqual(received.headers.etag, tag)
            }
          }
        })
      )

      it.effect("versions and filters are cached separately", () =>
        Effect.gen(function* () {
          const { ask, askOrigin } = yield* CachedServer
          const { key } = yield* (yield* TestServer).newKey("enterprise")
          const paths = [
            "/v1/licenses",
            "/v2/licenses",
            "/v1/licenses?version=v1.0",
            "/v1/licenses?version=v1.1.0",
            "/v1/licenses?use_type=educational",
            "/v1/licenses?use_type=editorial",
            "/v1/licenses?use_type=editorial&version=v1.0",
            "/v1/licenses?territory=US",
            "/v1/licenses?territory=DE"
          ]
          yield* Effect.forEach(paths, (path) => ask(path, { key }))
          const kept = yield* Effect.forEach(paths, (path) => ask(path, { key }))
          assert.deepStrictEqual(
            kept.map(cacheStatus),
            paths.map(() => "HIT")
          )
          assert.isAtLeast(new Set(kept.map(({ bytes }) => bytes.toString())).size, 7)
          assert.strictEqual(new Set(kept.map(({ headers }) => headers.etag)).size, paths.length)
          for (const [index, received] of kept.entries()) {
            assertSame(received, yield* askOrigin(paths[index] ?? "", { key }))
          }
        })
      )

      it.effect("a response that names its request is never cached", () =>
        Effect.gen(function* () {
          const { ask } = yield* CachedServer
          const { key } = yield* (yield* TestServer).newKey("enterprise")
          const path = "/v1/licenses?envelope=true"
          for (const id of ["first", "second", "third"]) {
            const received = yield* ask(path, { key, headers: { "X-Request-ID": id } })
            assert.strictEqual(received.status, 200)
            assert.include(received.bytes.toString(), `"request_id":"${id}"`)
            assert.strictEqual(received.headers["x-request-id"], id)
            assert.notStrictEqual(cacheStatus(received), "HIT")
            assert.notProperty(received.headers, "etag")
          }
        })
      )

      it.effect.each(["/api/health", "/api/taxonomy/health"])("health is never cached, at %s", (path) =>
        Effect.gen(function* () {
          const { answered, port } = yield* CachedServer
          const id = `health-${path.length}`
          for (let time = 1; time <= 2; time++) {
            const received = yield* Effect.orDie(exchange(port, path, { headers: { "X-Request-ID": id } }))
            assert.strictEqual(received.status, 200)
            assert.deepStrictEqual(yield* answered(id), Array(time).fill(200))
          }
        })
      )

      it.effect("concurrent clients get the same complete body", () =>
        Effect.gen(function* () {
          const { ask, askOrigin } = yield* CachedServer
          const { key } = yield* (yield* TestServer).newKey("enterprise")
          const path = "/v1/schema?version=v1.1"
          const expected = yield* askOrigin(path, { key })
          const all = yield* Effect.all(
            Array.from({ length: 30 }, () => ask(path, { key })),
            { concurrency: "unbounded" }
          )
          for (const received of all) assertSame(received, expected)
        })
      )
    })
  }

  layer(CachedServer.layer(recommended("1h")), { excludeTestServices: true })("as recommended", (it) => {
    it.effect("each response has its own request id, the client's if the server accepts it", () =>
      Effect.gen(function* () {
        const { answered, ask } = yield* CachedServer
        const { key } = yield* (yield* TestServer).newKey("enterprise")
        const idFor = (sent: string) =>
          Effect.map(ask("/v1/schema", { key, headers: { "X-Request-ID": sent } }), ({ headers }) => [
            headers["x-cache-status"],
            headers["x-request-id"]
          ])
        assert.deepStrictEqual(yield* idFor("the-first"), ["MISS", "the-first"])
        assert.deepStrictEqual(yield* idFor("the-second"), ["HIT", "the-second"])
        assert.deepStrictEqual([yield* answered("the-first"), yield* answered("the-second")], [[200], []])
        const made = new Set<unknown>()
        for (const sent of ["", "a b", "x".repeat(65), key, key.toUpperCase()]) {
          const [, id] = yield* idFor(sent)
          assert.match(String(id), /^[0-9a-f]{32}$/)
          made.add(id)
        }
        assert.strictEqual(made.size, 5)
        const other = yield* ask("/v1/nothing", { key })
        assert.deepStrictEqual(yield* answered(String(other.headers["x-request-id"])), [404])
      })
    )

    it.effect("the check of a cache finds no leak", () =>
      Effect.gen(function* () {
        const { port } = yield* CachedServer
        const { key } = yield* (yield* TestServer).newKey("enterprise")
        assert.deepStrictEqual(yield* checkCache(port, key), { code: 0, output: "No leak was found.\n" })
      })
    )

    it.effect("the check of a cache tells a refusal from a leak", () =>
      Effect.gen(function* () {
        const { port } = yield* startOrigin((request, response) => {
          const withKey = request.headers.authorization === "Bearer any"
          response.writeHead(withKey ? 200 : 429).end()
        })
        const { code, output } = yield* checkCache(port, "any")
        assert.strictEqual(code, 2)
        assert.match(
          output,
          /^A client without a valid key gets 429 instead of 401 from http:\S+\. The check could not/
        )
      })
    )

    it.effect("HEAD is refused even if GET is cached", () =>
      Effect.gen(function* () {
        const { ask } = yield* CachedServer
        const { key } = yield* (yield* TestServer).newKey("enterprise")
        for (const method of ["HEAD", "GET", "GET", "HEAD"]) {
          const received = yield* ask("/v1/licenses", { key, method })
          assert.strictEqual(received.status, method === "GET" ? 200 : 405)
        }
      })
    )

    it.effect("a 304 that the server gives for nothing costs nothing behind nginx either", () =>
      Effect.gen(function* () {
        const { answered, ask, askOrigin } = yield* CachedServer
        const server = yield* TestServer
        const path = "/v1/dimensions"
        const { etag } = (yield* askOrigin(path, { key: (yield* server.newKey("enterprise")).key })).headers
        const { key } = yield* server.newKey("free")
        const told = Effect.fnUntraced(function* (id: string, condition: Readonly<Record<string, string>>, query = "") {
          const received = yield* ask(`${path}${query}`, { key, headers: { ...condition, "X-Request-ID": id } })
          return [
            received.status,
            cacheStatus(received),
            received.headers["x-ratelimit-remaining"],
            yield* answered(id)
          ]
        })
        const known = { "If-None-Match": String(etag) }
        assert.deepStrictEqual(yield* told("known", known), [304, "MISS", "100", [304]])
        assert.deepStrictEqual(yield* told("known-again", known), [304, "MISS", "100", [304]])
        assert.deepStrictEqual(yield* told("any", { "If-None-Match": "*" }), [304, "MISS", "99", [304]])
        assert.deepStrictEqual(yield* told("other", { "If-Match": '"other"' }), [412, "MISS", "98", [412]])
        assert.deepStrictEqual(yield* told("first", { "If-None-Match": '"other"' }), [200, "MISS", "97", [200]])
        assert.deepStrictEqual(yield* told("second", {}), [200, "HIT", "97", []])
        assert.deepStrictEqual(yield* told("kept", known), [304, "HIT", "97", []])
        const envelope = [200, undefined, "96", [200]]
        assert.deepStrictEqual(yield* told("envelope", { "If-None-Match": "*" }, "?envelope=true"), envelope)
      })
    )

    it.effect("the log names the key and the release, and contains no whole key", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const { ask, log } = yield* CachedServer
        const { key } = yield* (yield* TestServer).newKey("enterprise")
        const encoded = (text: string, mark: string) =>
          text.replaceAll(/./g, (character) => `${mark}${character.charCodeAt(0).toString(16)}`)
        const misplaced = [key, key.toUpperCase(), encoded(key, "%"), encoded(key, "%2525"), `nil%5F${key.slice(4)}`]
        for (const text of misplaced) {
          yield* ask(`/v1/licenses?key=${text}&again=${text}`, { headers: { "X-Request-ID": key, Referer: text } })
          yield* ask(`/v1/licenses/${text}`, { key, headers: { "User-Agent": text } })
        }
        const questions = [
          "/v1/validate?config=%7B%7D",
          "/v1/validates?from=v1&config=%7B%7D",
          "/v1/migrate?%63onfig=%7B%7D"
        ]
        for (const question of questions) yield* ask(question, { key })
        const free = (yield* (yield* TestServer).newKey("free")).key
        yield* ask("/v1/licenses", { key: free, headers: { "X-Request-ID": "limited" } })
        yield* ask("/v1/licenses?version=v1.0", { key, headers: { "X-Request-ID": "last" } })
        const last = (text: string) => text.includes('"last"')
        const read = fs.readFileString(log)
        const text = yield* Effect.repeat(read, { until: last, schedule: Schedule.spaced("20 millis") })
        const plain = (line: string): string =>
          line.includes("%")
            ? plain(line.replaceAll(/%25/g, "%").replaceAll(/%(?!25)([0-7][0-9a-f])/gi, decodeCharacter))
            : line
        assert.notInclude(plain(text).toLowerCase(), key.slice(0, 13).toLowerCase())
        const lines = text
          .trimEnd()
          .split("\n")
          .map((line) => decodeObject(line))
        // Other tests write to the same log.
        const logged = lines.find((line) => Object.values(line).includes("last"))
        assert.deepInclude(logged, {
          address: "127.0.0.1",
          key: key.slice(0, 12),
          request: "GET /api/taxonomy/v1/licenses?version=v1.0 HTTP/1.1",
          status: 200,
          cache: "MISS",
          version: "v1.0",
          limit: ""
        })
        // What remains of the limits of a key.
        const limited = lines.find((line) => Object.values(line).includes("limited"))
        assert.match(String(limited?.["limit"]), /^"hour";r=99;t=\d+$/)
        for (const question of questions) {
          const [path = ""] = question.split("?")
          assert.isTrue(
            lines.some(({ request }) => request === `GET /api/taxonomy${path}`),
            path
          )
        }
        assert.notInclude(text, "onfig=")
        const inQuery = lines.find(({ request }) => String(request).includes("?key=nil_"))
        assert.strictEqual(inQuery?.["request"], `GET /api/taxonomy/v1/licenses?key=${key.slice(0, 12)}...`)
      }).pipe(Effect.provide(NodeServices.layer))
    )

    it.effect("requests that no cached response can answer do not look for one", () =>
      Effect.gen(function* () {
        const { ask } = yield* CachedServer
        const { key } = yield* (yield* TestServer).newKey("enterprise")
        const requests: ReadonlyArray<readonly [number, AskedWithKey & { readonly query?: string }]> = [
          [200, { key, query: "?envelope=true" }],
          [401, {}],
          [401, { headers: { Authorization: "" } }],
          [401, { query: "?envelope=true" }]
        ]
        yield* ask("/v1/licenses", { key })
        for (const [status, { query = "", ...asked }] of requests) {
          const received = yield* ask(`/v1/licenses${query}`, asked)
          assert.deepStrictEqual([received.status, cacheStatus(received)], [status, undefined])
        }
      })
    )

    it.effect.each([
      ["an unknown path beside the interface", "GET /api/nothing HTTP/1.1\r\nHost: a", 404],
      ["the root", "GET / HTTP/1.1\r\nHost: a", 404],
      ["the base path", "GET /api/taxonomy HTTP/1.1\r\nHost: a", 404],
      ["a path of nginx alone", "GET /taxonomy-refused-method HTTP/1.1\r\nHost: a", 404],
      ["a header of 15 kB", `GET /api/health HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(15_000)}`, 200],
      ["a header of 20 kB", `GET /api/health HTTP/1.1\r\nHost: a\r\nX-Long: ${"x".repeat(20_000)}`, 400],
      ["a path of 20 kB", `GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: a`, 414],
      ["a body of 2 MB", "POST /api/health HTTP/1.1\r\nHost: a\r\nContent-Length: 2000000", 413],
      ["TRACE", "TRACE /api/health HTTP/1.1\r\nHost: a", 405],
      ["no host", "GET /api/health HTTP/1.1", 400],
      ["a coding that nobody knows", "GET /api/health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: foo", 400],
      ["a later version of HTTP", "GET /api/health HTTP/3.1\r\nHost: a", 400],
      ["what is no HTTP", "hello", 400]
    ] as const)("%s gets a JSON response", ([, head, expected]) =>
      Effect.gen(function* () {
        const { port } = yield* CachedServer
        const { body, headers, status } = only(
          rawAnswers(yield* overSocket(port, `${head}\r\nConnection: close\r\n\r\n`))
        )
        assert.strictEqual(status, expected)
        assert.strictEqual(headers.get("content-type"), "application/json")
        assert.strictEqual(headers.get("access-control-allow-origin"), "*")
        assert.strictEqual(headers.get("cache-control"), "no-store")
        assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f]{32}$/)
        if (status === 405) assert.strictEqual(headers.get("allow"), "GET, OPTIONS")
        assert.property(decodeObject(body), status === 200 ? "status" : "error")
        if (status !== 200) assert.strictEqual(errorCodes[decodeErrorCode(headers.get("x-error-code"))].status, status)
      })
    )

    it.effect("API keys are not written to disk", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const { ask, folder } = yield* CachedServer
        const { key } = yield* (yield* TestServer).newKey("enterprise")
        // What is kept has its name only after the caller has all of it.
        const { bytes } = yield* askUntil(ask("/v1/dimensions", { key }), (received) => cacheStatus(received) === "HIT")
        const kept: Array<Buffer> = []
        for (const file of yield* fs.readDirectory(folder, { recursive: true })) {
          const path = `${folder}/${file}`
          if ((yield* fs.stat(path)).type === "File") kept.push(Buffer.from(yield* fs.readFile(path)))
        }
        assert.isTrue(kept.some((file) => file.includes(bytes)))
        assert.isFalse(kept.some((file) => file.includes(key)))
      }).pipe(Effect.provide(NodeServices.layer))
    )
  })

  layer(CachedServer.layer(recommended("1s")), { excludeTestServices: true })(
    "as recommended, when the time is up",
    (it) => {
      it.effect("a revoked key is refused what it has read before", () =>
        Effect.gen(function* () {
          const server = yield* TestServer
          const { ask } = yield* CachedServer
          const { identifier, key } = yield* server.newKey("enterprise")
          yield* askUntil(ask("/v1/schema", { key }), (received) => cacheStatus(received) === "HIT")
          yield* server.revoke(identifier)
          let last = yield* askUntil(ask("/v1/schema", { key }), ({ status }) => status !== 200)
          for (let time = 0; time < 3; time++) {
            assert.strictEqual(last.status, 403)
            assert.notProperty(last.headers, "etag")
            last = yield* ask("/v1/schema", { key, headers: { "If-None-Match": "*" } })
          }
        })
      )

      it.effect("a new release is served, and older ones announce it", () =>
        Effect.gen(function* () {
          const server = yield* TestServer
          const { ask } = yield* CachedServer
          const { key } = yield* server.newKey("enterprise")
          const before = yield* ask("/v2/dimensions", { key })
          assert.isTrue(before.bytes.equals(yield* server.file("v2.0.0/dimensions.json")))
          assert.strictEqual((yield* ask("/v1/dimensions", { key })).headers["x-latest-version"], "v2.0")
          yield* publishRelease(server.releases, "2.1.0", grown, "2026-10-15T10:00:00Z")
          const headers = { "If-None-Match": String(before.headers.etag) }
          const last = yield* askUntil(ask("/v2/dimensions", { key, headers }), ({ status }) => status !== 304)
          assert.strictEqual(last.status, 200)
          assert.strictEqual(last.headers["x-taxonomy-version"], "v2.1")
          assert.isTrue(last.bytes.equals(yield* server.file("v2.1.0/dimensions.json")))
          yield* askUntil(ask("/v1/dimensions", { key }), ({ headers }) => headers["x-latest-version"] === "v2.1")
        }).pipe(Effect.orDie, Effect.provide(NodeServices.layer))
      )
    }
  )

  it.live("clients get 503 in JSON and nothing from the cache if the server is unreachable", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const server = Context.get(
        yield* Layer.buildWithScope(
          TestServer.layer((releases) => publishStory(releases, "1.0.0")),
          scope
        ),
        TestServer
      )
      const { key } = yield* server.newKey("enterprise")
      const { port } = yield* runNginx(recommended("1s")(server.port))
      const headers = { Authorization: `Bearer ${key}`, "X-Request-ID": "the-same" }
      const ask = exchange(port, "/api/taxonomy/v1/schema", { headers })
      yield* askUntil(ask, (received) => cacheStatus(received) === "HIT")
      yield* Scope.close(scope, yield* Effect.exit(Effect.void))
      const last = yield* askUntil(ask, ({ status }) => status !== 200)
      assert.strictEqual(last.status, 503)
      assert.deepStrictEqual(yield* decodeJson(last.bytes.toString()), {
        error: "Service Unavailable",
        message: "The service cannot be reached"
      })
      assert.include(last.headers, {
        "content-type": "application/json",
        "cache-control": "no-store",
        "access-control-allow-origin": "*",
        "x-error-code": "service-unavailable",
        "x-request-id": "the-same"
      })
      assert.strictEqual((yield* ask).status, 503)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("the server gets the client's address over reused connections", () =>
    Effect.gen(function* () {
      const seen: Array<IncomingHttpHeaders> = []
      const origin = yield* startOrigin((request, response) => {
        seen.push(request.headers)
        response.end()
      })
      const { port } = yield* runNginx(recommended("1s")(origin.port))
      for (const path of ["/api/health", "/api/taxonomy/v1/schema", "/api/taxonomy/health"]) {
        yield* exchange(port, path, { headers: { Host: "a.example", "X-Forwarded-For": "192.0.2.1" } })
        assert.include(seen.at(-1), {
          host: "a.example",
          "x-forwarded-for": "192.0.2.1, 127.0.0.1",
          "x-forwarded-proto": "http"
        })
      }
      assert.deepStrictEqual([seen.length, origin.connections()], [3, 1])
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("no client waits for another one that asks for the same URL", () =>
    Effect.gen(function* () {
      const held: Array<ServerResponse> = []
      const origin = yield* startOrigin(({ headers }, response) => {
        if (headers["x-held"] !== undefined) return held.push(response)
        response.writeHead(200, {
          "Cache-Control": "public, s-maxage=7200",
          "Content-Length": 2,
          Vary: "Authorization"
        })
        return response.end("{}")
      })
      // If there were a lock, nobody would get past it.
      const patient = (text: string) =>
        text
          .replace("proxy_cache_lock ", "proxy_cache_lock_timeout 1h; proxy_cache_lock_age 1h; proxy_cache_lock ")
          .replace("proxy_read_timeout 30s", "proxy_read_timeout 1h")
      const { port } = yield* runNginx(recommendedConfiguration(origin.port, "1h", patient))
      const ask = (headers: Readonly<Record<string, string>>) => exchange(port, "/api/taxonomy/v1/schema", { headers })
      const waiting = yield* Effect.forEach([{}, { Authorization: "a" }, { Authorization: "b" }], (headers) =>
        Effect.forkChild(ask({ ...headers, "X-Held": "yes" }))
      )
      yield* waitUntil(() => held.length === waiting.length)
      const answered = [yield* ask({ Authorization: "b" }), yield* ask({ Authorization: "b" })]
      assert.deepStrictEqual(answered.map(cacheStatus), ["MISS", "HIT"])
      for (const response of held) response.end()
      yield* Effect.forEach(waiting, Fiber.join)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("an address that sends too much at once gets 503", () =>
    Effect.gen(function* () {
      const held: Array<ServerResponse> = []
      const origin = yield* startOrigin(({ url }, response) =>
        url === "/api/held" ? held.push(response) : response.end()
      )
      const strict = (text: string) =>
        text.replace("rate=50r/s", "rate=1r/m").replaceAll(/(burst=|_addresses )\d+/g, "$11")
      const { port } = yield* runNginx(recommendedConfiguration(origin.port, "1h", strict))
      const ask = (path: string, headers = {}) => exchange(port, `/api${path}`, { headers })
      const statuses: Array<number> = []
      for (const key of ["", "", "a", ""]) {
        statuses.push((yield* ask("/taxonomy/v1/schema", { Authorization: key })).status)
      }
      assert.deepStrictEqual(statuses, [200, 200, 200, 503])
      const waiting = yield* Effect.forkChild(ask("/held"))
      yield* waitUntil(() => held.length === 1)
      for (const refused of [yield* ask("/taxonomy/v1/schema"), yield* ask("/health", { Authorization: "a" })]) {
        assert.strictEqual(refused.status, 503)
        assert.include(refused.headers, {
          "content-type": "application/json",
          "cache-control": "no-store",
          "access-control-allow-origin": "*",
          "retry-after": "1",
          "x-error-code": "service-unavailable"
        })
        assert.property(decodeObject(refused.bytes.toString()), "error")
      }
      for (const response of held) response.end()
      yield* Fiber.join(waiting)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  layer(CachedServer.layer(headersAlone()), { excludeTestServices: true })("that follows only the headers", (it) => {
    it.effect("a cached response has the id and the limits of the original request", () =>
      Effect.gen(function* () {
        const { ask } = yield* CachedServer
        const { key } = yield* (yield* TestServer).newKey("free")
        for (const [id, status] of [
          ["the-first", "MISS"],
          ["the-second", "HIT"]
        ] as const) {
          const { headers } = yield* ask("/v1/schema", { key, headers: { "X-Request-ID": id } })
          assert.include(headers, {
            "x-cache-status": status,
            "x-request-id": "the-first",
            "x-ratelimit-remaining": "99"
          })
        }
      })
    )
  })

  layer(
    CachedServer.layer(
      headersAlone("proxy_ignore_headers Cache-Control; proxy_cache_valid 200 1s; proxy_cache_revalidate on;")
    ),
    { excludeTestServices: true }
  )("with revalidation", (it) => {
    it.effect("serves the cached body after a 304 in the requested encoding", () =>
      Effect.gen(function* () {
        const { answered, ask, askOrigin } = yield* CachedServer
        const { key } = yield* (yield* TestServer).newKey("enterprise")
        const {
          headers: { etag }
        } = yield* askOrigin("/v1/dimensions", { key, headers: { "Accept-Encoding": "br" } })
        for (const [id, condition] of [
          ["without", {}],
          ["with", { "If-None-Match": String(etag) }]
        ] as const) {
          const asked = { key, headers: { ...condition, "Accept-Encoding": "br" } }
          const direct = yield* askOrigin("/v1/dimensions", asked)
          const again = ask("/v1/dimensions", { key, headers: { ...asked.headers, "X-Request-ID": id } })
          assertSame(yield* askUntil(again, (received) => cacheStatus(received) === "REVALIDATED"), direct)
          assert.include(yield* answered(id), 304)
        }
      })
    )
  })

  layer(CachedServer.layer(headersAlone("proxy_ignore_headers Vary;")), { excludeTestServices: true })(
    "that ignores Vary",
    (it) => {
      it.effect("the check of a cache finds the leak", () =>
        Effect.gen(function* () {
          const { port } = yield* CachedServer
          const { key } = yield* (yield* TestServer).newKey("enterprise")
          const { code, output } = yield* checkCache(port, key)
          assert.strictEqual(code, 1)
          assert.include(output, "LEAK: a client without a valid key gets 200 instead of 401")
        })
      )

      it.effect("a client without a key gets what another key has read, which Vary prevents", () =>
        Effect.gen(function* () {
          const { ask } = yield* CachedServer
          const { key } = yield* (yield* TestServer).newKey("enterprise")
          const first = yield* ask("/v1/schema", { key, headers: { "Accept-Encoding": "br" } })
          const second = yield* ask("/v1/schema")
          assert.strictEqual(cacheStatus(second), "HIT")
          assert.isTrue(second.bytes.equals(first.bytes))
        })
      )
    }
  )
})

/** Runs the check that operators are told to run. */
const checkCache = (port: number, key: string) =>
  Effect.callback<{ readonly code: number | null; readonly output: string }>((resume) => {
    const env = { ...process.env, TAXONOMY_URL: `http://127.0.0.1:${port}/api/taxonomy`, TAXONOMY_API_KEY: key }
    const script = fileURLToPath(new URL("../../../docs/how-to/cdn/check.sh", import.meta.url))
    const child = spawn("sh", [script], { env, stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)))
    child.on("close", (code) => resume(Effect.succeed({ code, output })))
  })

/** A server behind nginx that keeps its connections, however long the test takes. */
const startOrigin = Effect.fnUntraced(function* (listener: RequestListener) {
  let connections = 0
  const origin = createServer({ keepAliveTimeout: 0 }, listener)
  origin.on("connection", () => connections++)
  const address = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof origin.address>>((resume) => {
      origin.listen(0, "127.0.0.1", () => resume(Effect.succeed(origin.address())))
    }),
    () => Effect.sync(() => origin.close().closeAllConnections())
  )
  return { port: typeof address === "object" ? (address?.port ?? 0) : 0, connections: () => connections }
})

const decodeJson = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))

/** What 2.0.0 was, and one value more. */
const grown = (() => {
  const last = story.at(-1)?.[2]
  if (last === undefined) throw new RangeError("The story has no end")
  return {
    ...last,
    dimensions: last.dimensions.map((dimension) =>
      dimension.name === "use_type"
        ? { ...dimension, values: [...dimension.values, { code: "archive", label: "Archive", description: "Kept." }] }
        : dimension
    )
  }
})()
