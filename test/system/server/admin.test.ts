import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as NetAddress from "effect/net/NetAddress"
import * as Schema from "effect/Schema"
import { genesis } from "../../../src/domain/ledger/HashChain.ts"
import { KeyRing } from "../../../src/keys/KeyRing.ts"
import { serveAdmin } from "../../../src/server/AdminServer.ts"
import { CurrentCatalog } from "../../../src/server/catalog/CurrentCatalog.ts"
import type { Phase } from "../../../src/server/ReadServer.ts"
import { makeUsageRecorder } from "../../../src/usage/UsageRecorder.ts"
import { makeMemoryUsageStore } from "../../../src/usage/UsageStore.ts"
import { overSocket } from "./rawAnswers.ts"
import { publishRelease, vocabulary } from "./releases.ts"
import { send } from "./request.ts"
import { waitUntil } from "./TestServer.ts"

/** An admin server whose read server is wherever the test says. */
const adminServer = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const releases = `${yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })}/releases`
  yield* publishRelease(releases, "1.0.0", vocabulary("EDU"))
  yield* publishRelease(releases, "2.0.0", vocabulary("EDU", "NEWS"))
  const state: { phase: Phase; keys: string | undefined } = { phase: "serving", keys: undefined }
  const ring = Layer.succeed(KeyRing, {
    authenticate: () => ({ _tag: "Missing" }),
    status: () => ({ reason: state.keys, ageMillis: 0, active: 1, expiringSoon: 0, ledgerHash: genesis.hash })
  })
  const services = yield* Layer.build(Layer.merge(CurrentCatalog.layer(releases, { pollInterval: "20 millis" }), ring))
  const usage = yield* makeUsageRecorder({ store: yield* makeMemoryUsageStore, batchSize: Infinity })
  const address = yield* serveAdmin({
    host: "127.0.0.1",
    port: 0,
    phase: () => state.phase,
    allowNoKeys: true,
    usage
  }).pipe(Effect.provideContext(services))
  return { port: NetAddress.isUnixPathAddress(address) ? 0 : address.port, releases, state, services, usage }
}).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))

/** The last event of the ledger, as it is on disk. */
const lastEvent = Effect.fnUntraced(function* (releases: string) {
  const fs = yield* FileSystem.FileSystem
  const lines = (yield* fs.readFileString(`${releases}/ledger.ndjson`)).trimEnd().split("\n")
  return decodeEvent(lines.at(-1))
})

const decodeEvent = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Struct({ sequence: Schema.Int, hash: Schema.String }))
)

const text = (port: number, path: string) =>
  Effect.promise(async () => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return { headers: response.headers, body: await response.text() }
  })

describe("the admin server", () => {
  it.live("refuses a foreign host, so that no web page can read it under a name that it chooses", () =>
    Effect.gen(function* () {
      const { port } = yield* adminServer
      for (const path of ["/metrics", "/ready", "/live"]) {
        const foreign = yield* send(port, path, { headers: { Host: `evil.example:${port}` } })
        assert.strictEqual(foreign.status, 400)
        assert.notInclude(foreign.bytes.toString(), "taxonomy_")
        assert.strictEqual((yield* send(port, path, { headers: { Host: `localhost:${port}` } })).status, 200)
      }
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("reports in /ready the head of the ledger and the served releases", () =>
    Effect.gen(function* () {
      const { port, releases } = yield* adminServer
      const { headers, json, status } = yield* send(port, "/ready")
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(json, {
        status: "ready",
        ledger: yield* lastEvent(releases),
        versions: { v1: "1.0.0", v2: "2.0.0" }
      })
      assert.include(headers, { "content-type": "application/json", "cache-control": "no-store" })
      assert.match(String(headers["x-request-id"]), /^[0-9a-f-]{36}$/)

      yield* publishRelease(releases, "2.1.0", vocabulary("EDU", "NEWS", "TEXT"))
      const { hash } = yield* lastEvent(releases)
      yield* askUntil(port, hash)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("is ready only while the read server serves, and live throughout", () =>
    Effect.gen(function* () {
      const { port, state } = yield* adminServer
      for (const phase of ["starting", "draining"] as const) {
        state.phase = phase
        const { json, status } = yield* send(port, "/ready")
        assert.strictEqual(status, 503)
        assert.propertyVal(json, "status", phase)
        assert.strictEqual((yield* send(port, "/live")).status, 200)
      }
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("is ready and degraded with a reason if the ledger is damaged", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { port, releases } = yield* adminServer
      yield* fs.writeFileString(`${releases}/ledger.ndjson`, "nonsense\n")
      yield* askUntil(port, '"degraded":')
      const { bytes, json, status } = yield* send(port, "/ready")
      assert.strictEqual(status, 200)
      assert.propertyVal(json, "status", "ready")
      assert.match(String(bytes), /"degraded":"Line 1 of the ledger /)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("is ready and degraded with a reason if the key ledger cannot be read", () =>
    Effect.gen(function* () {
      const { port, state } = yield* adminServer
      state.keys = "The key ledger is away"
      const { json, status } = yield* send(port, "/ready")
      assert.strictEqual(status, 200)
      assert.propertyVal(json, "degraded", "The key ledger is away")
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("serves metrics of the process in the Prometheus text format", () =>
    Effect.gen(function* () {
      const { port } = yield* adminServer
      const { body, headers } = yield* text(port, "/metrics")
      assert.strictEqual(headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8")
      for (const name of ["process_start_time_seconds", "process_resident_memory_bytes", "taxonomy_build_info"]) {
        assert.match(body, new RegExp(`^# HELP ${name} .+\n# TYPE ${name} gauge\n${name}(\\{.*\\})? [\\d.]+$`, "m"))
      }
      assert.isTrue(body.endsWith("\n"))
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("answers other paths and other methods in JSON, and refuses malformed HTTP", () =>
    Effect.gen(function* () {
      const { port } = yield* adminServer
      const others = [
        "/",
        "/Ready",
        "/ready/",
        "//ready",
        "/ready;a",
        "/%72eady",
        "/ready/../ready",
        "/api/health",
        "*"
      ]
      for (const path of others) {
        const { json, status } = yield* send(port, path)
        assert.strictEqual(status, 404, path)
        assert.propertyVal(json, "error", "Not Found")
      }
      for (const method of ["POST", "DELETE", "OPTIONS", "TRACE"]) {
        const { headers, json, status } = yield* send(port, "/metrics", { method })
        assert.strictEqual(status, 405, method)
        assert.strictEqual(headers.allow, "GET, HEAD")
        assert.deepStrictEqual(json, { error: "Method Not Allowed", message: "Only GET and HEAD are allowed" })
      }
      const head = yield* send(port, "/ready", { method: "HEAD" })
      assert.strictEqual(head.status, 200)
      assert.strictEqual(head.bytes.length, 0)
      assert.match(yield* overSocket(port, "hello\r\n\r\n"), /^HTTP\/1\.1 400 /)
      assert.strictEqual((yield* send(port, "/ready?a=b")).status, 200)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("sends no CORS headers and accepts request ids like the read server", () =>
    Effect.gen(function* () {
      const { port } = yield* adminServer
      for (const path of ["/metrics", "/ready", "/live", "/none"]) {
        const { headers } = yield* text(port, path)
        assert.isFalse(headers.has("access-control-allow-origin"))
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
      }
      const { headers } = yield* send(port, "/live", { headers: { "X-Request-ID": "the-probe", Origin: "http://a" } })
      assert.strictEqual(headers["x-request-id"], "the-probe")
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("tells the usage of one key or of all, with what is not written yet", () =>
    Effect.gen(function* () {
      const { port, usage } = yield* adminServer
      const read = (path: string) => Effect.map(send(port, path), ({ json, status }) => ({ json, status }))
      const none = yield* read("/keys/usage?key=nil_AAAAAAAA")
      assert.propertyVal(none, "status", 200)
      assert.deepPropertyVal(none.json, "keys", [])
      const request = { isRefused: false, isNearLimit: false, unixMillis: 1_000_000_000_000 }
      for (const keyPrefix of ["nil_AAAAAAAA", "nil_AAAAAAAA", "nil_BBBBBBBB"]) {
        usage.counter.count({ ...request, keyPrefix })
      }
      const first = { identifier: "nil_AAAAAAAA", requests: 2, refused: 0, last_used_at: "2001-09-09T01:46:40.000Z" }
      const second = { ...first, identifier: "nil_BBBBBBBB", requests: 1 }
      assert.deepPropertyVal((yield* read("/keys/usage?key=nil_AAAAAAAA")).json, "keys", [first])
      assert.deepPropertyVal((yield* read("/keys/usage")).json, "keys", [first, second])
      assert.strictEqual((yield* read("/keys/usage?key=../etc")).status, 400)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("answers a defect with 500 and logs it with the request id", () =>
    Effect.gen(function* () {
      let logged = ""
      const logger = Logger.layer([
        Logger.map(Logger.formatJson, (line) => {
          logged += line
        })
      ])
      const { services, usage } = yield* adminServer
      const address = yield* serveAdmin({
        host: "127.0.0.1",
        port: 0,
        phase: () => {
          throw new RangeError("a mistake")
        },
        allowNoKeys: true,
        usage
      }).pipe(Effect.provideContext(services), Effect.provide(logger))
      const port = NetAddress.isUnixPathAddress(address) ? 0 : address.port
      const { headers, json, status } = yield* send(port, "/ready", { headers: { "X-Request-ID": "the-broken-one" } })
      assert.strictEqual(status, 500)
      assert.strictEqual(headers["x-request-id"], "the-broken-one")
      assert.propertyVal(json, "request_id", "the-broken-one")
      yield* waitUntil(() => logged.includes("the-broken-one") && logged.includes("a mistake"))
      assert.strictEqual((yield* send(port, "/live")).status, 200)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

/** Asks again until the answer holds a text. */
const askUntil = (port: number, text: string): Effect.Effect<void> =>
  Effect.flatMap(send(port, "/ready"), ({ bytes }) =>
    bytes.includes(text) ? Effect.void : Effect.delay(askUntil(port, text), "5 millis")
  )
