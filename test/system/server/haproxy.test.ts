import { spawn, spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { exchange, type Asked } from "./exchange.ts"
import { publishStory } from "./licensing.ts"
import { freePort } from "./nginx/Nginx.ts"
import { TestServer, waitUntil } from "./TestServer.ts"

const isInstalled = spawnSync("haproxy", ["-v"]).status === 0
if (!isInstalled) process.stderr.write("HAProxy is not installed, so nothing is tested behind it\n")

const template = readFileSync(new URL("../../../docs/how-to/haproxy/taxonomy.cfg", import.meta.url), "utf8")

/** Runs HAProxy with the configuration that operators are told to copy until the scope closes. */
const runHaproxy = Effect.fnUntraced(function* (origin: string) {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-haproxy-" })
  // Another process may take the port before HAProxy does.
  for (let tries = 0; tries < 5; tries++) {
    const port = yield* freePort
    const values: Readonly<Record<string, string>> = { listen: `127.0.0.1:${port}`, origin, log: "stdout" }
    yield* fs.writeFileString(
      `${folder}/haproxy.cfg`,
      template.replaceAll(/^(?!#).*$/gm, (line) =>
        line.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
      )
    )
    const started = yield* start(`${folder}/haproxy.cfg`, port)
    if (started.isRunning()) return { port, log: started.log }
  }
  return yield* Effect.die(new Error("HAProxy found no free port"))
})

const start = (file: string, port: number) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const child = spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", "pipe", "ignore"] })
      let log = ""
      let hasEnded = false
      child.stdout.on("data", (chunk) => (log += String(chunk)))
      child.on("close", () => (hasEnded = true))
      // It does not tell when it listens.
      yield* exchange(port, "/api/health").pipe(
        Effect.retry({ while: () => !hasEnded, schedule: Schedule.spaced("20 millis") }),
        Effect.ignore
      )
      return { child, hasEnded: () => hasEnded, isRunning: () => !hasEnded, log: () => log }
    }),
    ({ child, hasEnded }) => {
      child.kill("SIGKILL")
      return waitUntil(hasEnded)
    }
  )

/** The server with HAProxy before it. */
class ProxiedServer extends Context.Service<
  ProxiedServer,
  {
    readonly ask: (path: string, key?: string, asked?: Asked) => ReturnType<typeof exchange>
    /** The line of the log about a request with an id. */
    readonly logged: (requestId: string) => Effect.Effect<typeof LogLine.Type>
    readonly log: () => string
  }
>()("taxonomy-licensing-data-service/test/system/server/haproxy.test/ProxiedServer") {
  static readonly layer = Layer.effect(
    ProxiedServer,
    Effect.gen(function* () {
      const server = yield* TestServer
      const { log, port } = yield* runHaproxy(`127.0.0.1:${server.port}`)
      return ProxiedServer.of({
        ask: (path, key, { headers, ...asked } = {}) =>
          exchange(port, `/api/taxonomy${path}`, {
            ...asked,
            headers: { ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }), ...headers }
          }),
        logged: Effect.fnUntraced(function* (requestId) {
          const isAbout = (line: string) => line.includes(`"${requestId}"`)
          yield* waitUntil(() => log().split("\n").some(isAbout))
          return decodeLine(log().split("\n").find(isAbout))
        }),
        log
      })
    })
  ).pipe(Layer.provideMerge(TestServer.layer((releases) => publishStory(releases))), Layer.provide(NodeServices.layer))
}

const LogLine = Schema.Struct({
  key: Schema.String,
  method: Schema.String,
  path: Schema.String,
  status: Schema.Int,
  limit: Schema.String,
  version: Schema.String,
  request_id: Schema.String
})
const decodeLine = Schema.decodeUnknownSync(Schema.fromJsonString(LogLine))

const config = encodeURIComponent('{"use_type":["editorial"]}')

describe.skipIf(!isInstalled)("HAProxy, configured as recommended,", () => {
  layer(ProxiedServer.layer, { excludeTestServices: true, timeout: "30 seconds" })((it) => {
    it.effect("passes bodies, conditions and errors on as they are", () =>
      Effect.gen(function* () {
        const { ask } = yield* ProxiedServer
        const { key, get } = yield* TestServer
        const direct = yield* get("/v1/licenses/NIL-EDU")
        const proxied = yield* ask("/v1/licenses/NIL-EDU", key)
        assert.strictEqual(proxied.status, 200)
        assert.strictEqual(proxied.bytes.toString(), direct.bytes.toString())
        for (const name of ["etag", "link", "repr-digest", "vary"]) {
          assert.strictEqual(proxied.headers[name], direct.headers[name])
        }
        const unchanged = yield* ask("/v1/licenses/NIL-EDU", key, { headers: { "If-None-Match": "*" } })
        assert.strictEqual(unchanged.status, 304)
        const missing = yield* ask("/v1/licenses/NIL-EDU")
        assert.deepStrictEqual([missing.status, missing.headers["x-error-code"]], [401, "key-missing"])
      })
    )

    it.effect("logs what remains of a limit, the prefix of the key and the release", () =>
      Effect.gen(function* () {
        const { ask, log, logged } = yield* ProxiedServer
        const { key } = yield* (yield* TestServer).newKey("free")
        const { headers } = yield* ask("/v1/licenses/NIL-EDU", key, { headers: { "X-Request-ID": "of-free" } })
        const line = yield* logged("of-free")
        assert.deepInclude(line, {
          key: key.slice(0, 12),
          method: "GET",
          path: "/api/taxonomy/v1/licenses/NIL-EDU",
          status: 200,
          version: "v1.3"
        })
        assert.match(line.limit, /^"hour";r=99;t=\d+$/)
        assert.strictEqual(line.limit, headers["ratelimit"])
        assert.notInclude(log(), key)
      })
    )

    it.effect.each(["validate", "migrate", "permits", "covers", "search"])("logs no query of a question: %s", (name) =>
      Effect.gen(function* () {
        const { ask, log, logged } = yield* ProxiedServer
        const { key } = yield* TestServer
        const query = `config=${config}&use=${config}&license=NIL-EDU&q=editorial`
        yield* ask(`/v1/${name}?${query}`, key, { headers: { "X-Request-ID": `question-${name}` } })
        assert.strictEqual((yield* logged(`question-${name}`)).path, `/api/taxonomy/v1/${name}`)
        assert.notInclude(log(), "editorial")
      })
    )

    it.effect("logs no key that stands in another place, however it is encoded", () =>
      Effect.gen(function* () {
        const { ask, log, logged } = yield* ProxiedServer
        const { key } = yield* TestServer
        const encoded = (mark: string) =>
          key.replaceAll(/./g, (character) => `${mark}${character.charCodeAt(0).toString(16)}`)
        for (const [index, text] of [key, key.toUpperCase(), encoded("%"), encoded("%2525")].entries()) {
          const id = `misplaced-${index}`
          yield* ask(`/v1/licenses/${text}?key=${text}`, undefined, { headers: { "X-Request-ID": id, Referer: text } })
          assert.strictEqual((yield* logged(id)).path, "/api/taxonomy/v1/licenses/nil_...")
        }
        yield* ask("/v1/schema", undefined, { headers: { "X-Request-ID": key } })
        yield* ask("/v1/schema", undefined, { headers: { "X-Request-ID": "basic", Authorization: `Basic ${key}` } })
        assert.strictEqual((yield* logged("basic")).key, "-")
        assert.notInclude(log().toLowerCase(), key.slice(0, 13).toLowerCase())
      })
    )
  })

  layer(NodeServices.layer, { excludeTestServices: true, timeout: "30 seconds" })("without a server", (it) => {
    it.effect("answers 503 in JSON, with a code", () =>
      Effect.gen(function* () {
        const { port } = yield* runHaproxy(`127.0.0.1:${yield* freePort}`)
        const { bytes, headers, status } = yield* exchange(port, "/api/taxonomy/v1/schema", {})
        assert.deepStrictEqual(
          [status, headers["content-type"], headers["x-error-code"], headers["cache-control"]],
          [503, "application/json", "service-unavailable", "no-store"]
        )
        assert.include(bytes.toString(), `"error":"Service Unavailable"`)
      })
    )
  })
})
