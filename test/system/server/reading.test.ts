import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import packageJson from "../../../package.json" with { type: "json" }
import { sha256 } from "../../../src/platform/Sha256.ts"
import { vocabulary } from "./releases.ts"
import { send } from "./request.ts"
import { TestServer } from "./TestServer.ts"

const endpoints = [
  ["/v1/licenses", "licenses.json"],
  ["/v1/licenses/EDU", "licenses/EDU.json"],
  ["/v1/licenses/TEXT-1.5", "licenses/TEXT-1.5.json"],
  ["/v1/dimensions", "dimensions.json"],
  ["/v1/schema", "schema.json"]
] as const

layer(TestServer.layer(), { excludeTestServices: true })("the read endpoints", (it) => {
  it.effect.each(endpoints)("send exactly the bytes of the artifact with every header: %s", ([path, artifact]) =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const { bytes, headers, status } = yield* server.get(path)
      const file = yield* server.file(`v1.0.0/${artifact}`)
      assert.strictEqual(status, 200)
      assert.isTrue(bytes.equals(file))
      assert.include(headers, {
        "content-type": "application/json",
        "content-length": String(file.length),
        "cache-control": "public, max-age=3600, s-maxage=7200",
        vary: "Authorization, Accept-Encoding",
        etag: `"${sha256(file)}"`,
        "x-taxonomy-version": "v1.0",
        "x-api-version": "v1",
        "x-your-version": "v1.0",
        "x-latest-version": "v1.0",
        "x-upgrade-available": "false",
        "x-ratelimit-limit": "unlimited",
        "x-ratelimit-remaining": "unlimited",
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, OPTIONS",
        "access-control-allow-headers": "Authorization, Content-Type",
        "x-content-type-options": "nosniff"
      })
      assert.match(String(headers["x-ratelimit-reset"]), /^\d{10}$/)
      assert.match(String(headers["x-request-id"]), /^[0-9a-f-]{36}$/)
    })
  )

  it.effect("accept a license code in percent-encoding", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      assert.isTrue(
        (yield* server.get("/v1/licenses/%54EXT%2D1.5")).bytes.equals(
          yield* server.file("v1.0.0/licenses/TEXT-1.5.json")
        )
      )
    })
  )

  it.effect.each([
    ["NO-SUCH", "NO-SUCH"],
    ["edu", "edu"],
    ["__proto__", "__proto__"],
    ["constructor", "constructor"],
    ["%00", "\0"],
    ["..%2fschema", "../schema"],
    ["%2e%2e%2F%2e%2e%2fledger", "../../ledger"],
    ["EDU.json", "EDU.json"],
    ["EDU;v=1", "EDU;v=1"],
    ["%C3%A9", "é"]
  ])("name the code of an unknown license: %s", ([sent, code]) =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const { headers, json, status } = yield* server.get(`/v1/licenses/${sent}`)
      assert.strictEqual(status, 404)
      assert.deepStrictEqual(json, { error: "Not Found", message: `Base license '${code}' not found` })
      assert.include(headers, {
        "content-type": "application/json",
        "cache-control": "no-store",
        vary: "Authorization, Accept-Encoding",
        "x-ratelimit-limit": "unlimited"
      })
    })
  )

  it.effect.each([
    "",
    "/",
    "/v1",
    "/v1/",
    "/v1/nothing",
    "/v1/Schema",
    "/v1/schema/",
    "/v1//schema",
    "//v1/schema",
    "/v1/schema;x=1",
    "/v1/licenses/EDU/",
    "/v1/licenses/EDU/config",
    "/v1/./schema",
    "/v1/dimensions/../schema",
    "/v2/nothing"
  ])("answer an unknown path with 404 in JSON before authentication: '%s'", (path) =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const { headers, json, status } = yield* send(port, `/api/taxonomy${path}`)
      assert.strictEqual(status, 404)
      assert.propertyVal(json, "error", "Not Found")
      assert.include(headers, { "content-type": "application/json", "cache-control": "no-store" })
      assert.notProperty(headers, "etag")
    })
  )

  it.effect.each(["/V1/schema", "/v0/schema", "/v01/schema", "/v1.0/schema", "/latest/schema", "/v1/licenses/"])(
    "answer what is no version or code with 404 after authentication: '%s'",
    (path) =>
      Effect.gen(function* () {
        const { get, port } = yield* TestServer
        assert.strictEqual((yield* send(port, `/api/taxonomy${path}`)).status, 401)
        assert.strictEqual((yield* get(path)).status, 404)
      })
  )

  it.effect("answer an API version without releases with 404 and a code", () =>
    Effect.gen(function* () {
      const { get } = yield* TestServer
      const { headers, json, status } = yield* get("/v2/schema")
      assert.strictEqual(status, 404)
      assert.deepStrictEqual(json, { error: "Not Found", message: "No release of API version v2 is published" })
      assert.include(headers, { "x-error-code": "version-not-found", "cache-control": "no-store" })
    })
  )

  it.effect.each(["/api/health", "/api/taxonomy/health"])("report health without a key at %s", (path) =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const { headers, json, status } = yield* send(port, path)
      assert.strictEqual(status, 200)
      assert.hasAllKeys(json, ["status", "version", "timestamp"])
      assert.include(json, { status: "ok", version: packageJson.version })
      assert.include(headers, { "content-type": "application/json", "cache-control": "no-store" })
      assert.notProperty(headers, "x-ratelimit-limit")
    })
  )

  it.effect.each(["HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])("refuse %s", (method) =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const { headers, json, status } = yield* send(port, "/api/taxonomy/v1/schema", { method })
      assert.strictEqual(status, 405)
      assert.include(headers, {
        allow: "GET, OPTIONS",
        "cache-control": "no-store",
        "content-type": "application/json"
      })
      if (method !== "HEAD") assert.propertyVal(json, "error", "Method Not Allowed")
      assert.strictEqual((yield* send(port, "/api/nothing", { method })).status, 404)
    })
  )

  it.effect("answer OPTIONS without a key, at endpoints only", () =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const { bytes, headers, status } = yield* send(port, "/api/taxonomy/v1/licenses/EDU", { method: "OPTIONS" })
      assert.strictEqual(status, 204)
      assert.strictEqual(bytes.length, 0)
      assert.include(headers, {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, OPTIONS",
        "access-control-allow-headers": "Authorization, Content-Type",
        "access-control-max-age": "86400",
        "cache-control": "no-store"
      })
      assert.strictEqual((yield* send(port, "/api/taxonomy/v1/nothing", { method: "OPTIONS" })).status, 404)
    })
  )

  it.effect.each(["/v1/nothing", "/v9/schema", "/v1.0/schema", "/explore/nothing", "/v1/licenses/%ZZ"])(
    "answers a preflight of %s, so that a script can read the error of the request that follows",
    (path) =>
      Effect.gen(function* () {
        const { get } = yield* TestServer
        const preflight = yield* get(path, {
          method: "OPTIONS",
          headers: { Origin: "https://shop.example", "Access-Control-Request-Method": "GET" }
        })
        assert.strictEqual(preflight.status, 204)
        assert.strictEqual(preflight.headers["access-control-allow-origin"], "*")
        const { headers, status } = yield* get(path, { headers: { Origin: "https://shop.example" } })
        assert.strictEqual(status, path.includes("%") ? 400 : 404)
        assert.strictEqual(headers["access-control-allow-origin"], "*")
      })
  )

  it.effect.each(["/v1/licenses/%ZZ", "/v1/licenses/%ff", "/v1/licenses/%", "/%"])(
    "answers 400 for the malformed path %s",
    (path) =>
      Effect.gen(function* () {
        const { get } = yield* TestServer
        const { headers, json, status } = yield* get(path)
        assert.strictEqual(status, 400)
        assert.strictEqual(headers["x-error-code"], "request-malformed")
        assert.propertyVal(json, "error", "Bad Request")
      })
  )

  it.effect("refuse an unknown query parameter by name, after authentication", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const { json, status } = yield* server.get("/v1/schema?verison=v1")
      assert.strictEqual(status, 400)
      assert.deepStrictEqual(json, {
        error: "Bad Request",
        message: `Unknown query parameter 'verison'. Did you mean 'version'?`
      })
      assert.strictEqual((yield* server.get("/v1/licenses/NO-SUCH?%ff=%")).status, 400)
      assert.strictEqual((yield* server.get("/v1/schema?")).status, 200)
      assert.strictEqual((yield* send(server.port, "/api/taxonomy/v1/schema?a=b")).status, 401)
      assert.strictEqual((yield* send(server.port, "/api/health?a=b")).status, 400)
    })
  )

  it.effect("keep a valid request id of the client, and make a new one otherwise", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const idFor = (sent: string) =>
        Effect.map(
          server.get("/v1/nothing", { headers: { "X-Request-ID": sent } }),
          ({ headers }) => headers["x-request-id"]
        )
      assert.strictEqual(yield* idFor("Job_7.a-b"), "Job_7.a-b")
      for (const other of ["", "a b", "a/b", "x".repeat(65), "<script>"]) {
        assert.match(String(yield* idFor(other)), /^[0-9a-f-]{36}$/)
      }
    })
  )
})

layer(
  TestServer.layer({
    "1.0.0": vocabulary("A"),
    "1.1.0": vocabulary("A", "B"),
    "1.2.0": vocabulary("A", "B", "C"),
    "1.3.0": vocabulary("A", "B", "C", "D")
  }),
  { excludeTestServices: true }
)("a release that is loaded on its first request", (it) => {
  it.effect("costs one request like any other, and none for a 304", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const { key } = yield* server.newKey("free")
      const tag = `"${sha256(yield* server.file("v1.2.0/schema.json"))}"`
      const asked = [
        ["/v1/schema?version=1.0.0", undefined, 200],
        ["/v1/schema?version=1.1.0", '"another"', 200],
        ["/v1/schema?version=1.2.0", tag, 304]
      ] as const
      const left: Array<unknown> = []
      for (const [path, ifNoneMatch, status] of asked) {
        const got = yield* server.get(path, {
          key,
          ...(ifNoneMatch === undefined ? {} : { headers: { "If-None-Match": ifNoneMatch } })
        })
        assert.strictEqual(got.status, status)
        left.push(got.headers["x-ratelimit-remaining"])
      }
      assert.deepStrictEqual(left, ["99", "98", "98"])
    })
  )
})

layer(
  TestServer.layer({
    "0.9.0": vocabulary("OLD"),
    "1.0.0": vocabulary("OLD", "EDU"),
    "1.1.0": vocabulary("OLD", "EDU", "FILM")
  }),
  { excludeTestServices: true }
)("several releases", (it) => {
  it.effect("are served as the newest of the path's major, from 1.0.0 on", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const { bytes, headers } = yield* server.get("/v1/licenses")
      assert.isTrue(bytes.equals(yield* server.file("v1.1.0/licenses.json")))
      assert.include(headers, {
        "x-taxonomy-version": "v1.1",
        "x-latest-version": "v1.1",
        "x-upgrade-available": "false"
      })
      const before = yield* server.get("/v0/licenses")
      assert.strictEqual(before.status, 404)
      assert.include(before.bytes.toString(), "See /api/taxonomy/docs")
    })
  )
})
