import { randomBytes } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { generateApiKey } from "../../../src/domain/keys/ApiKey.ts"
import { pause } from "../../support/Patience.ts"
import { send, type Received } from "./request.ts"
import { stopwatch, TestServer, upgradeUrl, use, waitUntil } from "./TestServer.ts"

const protectedPaths = ["/v1/licenses", "/v1/licenses/EDU", "/v1/licenses/NO-SUCH", "/v1/dimensions", "/v1/schema"]

const limitsOf = ({ headers }: Received) => [
  headers["x-ratelimit-limit"],
  headers["x-ratelimit-remaining"],
  headers["x-ratelimit-reset"]
]

const assertRefused = (received: Received, status: number, body: unknown) => {
  assert.strictEqual(received.status, status)
  assert.deepStrictEqual(received.json, body)
  assert.include(received.headers, {
    "content-type": "application/json",
    "cache-control": "no-store",
    vary: "Authorization, Accept-Encoding",
    "access-control-allow-origin": "*"
  })
  assert.notProperty(received.headers, "etag")
}

const LogLine = Schema.fromJsonString(
  Schema.Struct({
    level: Schema.String,
    message: Schema.String,
    method: Schema.String,
    path: Schema.String,
    query: Schema.String,
    status: Schema.Int,
    bytes: Schema.Int,
    client: Schema.String,
    user_agent: Schema.String,
    duration_ms: Schema.Finite,
    request_id: Schema.String,
    key: Schema.String
  })
)

layer(TestServer.layer(), { excludeTestServices: true })("keys", (it) => {
  it.effect.each(protectedPaths)("are required at %s", (path) =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const received = yield* send(port, `/api/taxonomy${path}`)
      assertRefused(received, 401, { error: "Unauthorized", message: "Missing Authorization header" })
      assert.strictEqual(received.headers["www-authenticate"], 'Bearer realm="taxonomy"')
      assert.notProperty(received.headers, "x-ratelimit-limit")
    })
  )

  it.effect.each([
    ["", "scheme-unsupported"],
    ["Basic bmlsXw==", "scheme-unsupported"],
    ["nil_x", "scheme-unsupported"],
    ["Bearer", "key-malformed"],
    ["Bearer ", "key-malformed"],
    ["Bearer nil_000000000000000000000000000000", "key-malformed"],
    ["Bearer a b", "key-malformed"],
    [`Bearer ${generateApiKey(randomBytes)}`, "key-invalid"]
  ] as const)("that are invalid are refused: '%s', %s", ([authorization, code]) =>
    Effect.gen(function* () {
      const { port } = yield* TestServer
      const received = yield* send(port, "/api/taxonomy/v1/schema", { headers: { Authorization: authorization } })
      assertRefused(received, 401, { error: "Unauthorized", message: "Invalid API key" })
      const { "www-authenticate": sent, "x-error-code": sentCode } = received.headers
      assert.strictEqual(sentCode, code)
      const error = code === "scheme-unsupported" ? "" : ', error="invalid_token", error_description="The API key is '
      assert.isTrue(sent?.startsWith(`Bearer realm="taxonomy"${error}`))
    })
  )

  it.effect("that are revoked get 403", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const { identifier, key } = yield* server.newKey("free")
      assert.strictEqual((yield* server.get("/v1/schema", { key })).status, 200)
      yield* server.revoke(identifier)
      let last = yield* server.get("/v1/schema", { key })
      while (last.status === 200) last = yield* server.get("/v1/schema", { key })
      assertRefused(last, 403, { error: "Forbidden", message: "API key has been revoked" })
      assert.notProperty(last.headers, "x-ratelimit-limit")
    })
  )

  it.effect("are accepted with the scheme in any case", () =>
    Effect.gen(function* () {
      const { newKey, port } = yield* TestServer
      const { key } = yield* newKey("free")
      const headers = { Authorization: `bearer ${key}` }
      assert.strictEqual((yield* send(port, "/api/taxonomy/v1/schema", { headers })).status, 200)
    })
  )

  it.effect("that expire get 403 without any event, until they are given more time", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const { identifier, key } = yield* server.newKey("enterprise")
      const becomes = (status: number) =>
        server
          .get("/v1/schema", { key })
          .pipe(Effect.repeat({ until: (received) => received.status === status, schedule: pause }))
      yield* server.change(identifier, { expiry: { _tag: "After", millis: 1000 } })
      const last = yield* becomes(403)
      assertRefused(last, 403, { error: "Forbidden", message: "API key has expired" })
      assert.strictEqual(last.headers["x-error-code"], "key-expired")
      assert.notProperty(last.headers, "x-ratelimit-limit")
      yield* server.change(identifier, { expiry: { _tag: "Never" } })
      yield* becomes(200)
    })
  )

  it.effect("are logged by their prefix only, with the request id", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const { identifier, key } = yield* server.newKey("free")
      const { bytes } = yield* server.get(`/v1/licenses/${key}?token=${key}`, {
        key,
        headers: { "X-Request-ID": "the-logged-one", "User-Agent": `reader ${key}` }
      })
      yield* waitUntil(() => server.logged().includes("the-logged-one"))
      const line = server
        .logged()
        .split("\n")
        .find((text) => text.includes("the-logged-one"))
      const entry = yield* Schema.decodeUnknownEffect(LogLine)(line)
      const { duration_ms, ...rest } = entry
      assert.isAtLeast(duration_ms, 0)
      assert.deepStrictEqual(rest, {
        level: "INFO",
        message: "request",
        method: "GET",
        path: `/api/taxonomy/v1/licenses/${identifier}…`,
        query: `token=${identifier}…`,
        status: 400,
        bytes: bytes.length,
        client: "127.0.0.1",
        user_agent: `reader ${identifier}…`,
        request_id: "the-logged-one",
        key: identifier
      })
      assert.notInclude(server.logged(), key)
    })
  )

  it.effect("reach no log line as a request id or encoded in a path", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const { identifier, key } = yield* server.newKey("free")
      for (const id of [key, `x-${key}.y`, key.toUpperCase(), key.slice(0, 13)]) {
        const { headers } = yield* server.get("/v1/schema", { headers: { "X-Request-ID": id } })
        assert.match(String(headers["x-request-id"]), /^[0-9a-f-]{36}$/)
      }
      const known = yield* server.get("/v1/schema", { headers: { "X-Request-ID": identifier } })
      assert.strictEqual(known.headers["x-request-id"], identifier)
      const secret = key.slice(identifier.length)
      const encoded = ["_", "n", key.charAt(20)].map((character) =>
        key.replace(character, `%${character.charCodeAt(0).toString(16)}`)
      )
      const paths = [...encoded, key.replace("_", "%5F"), key.replace("_", "%25255F"), `${key}/${encoded[0]}`]
      for (const path of paths) yield* server.get(`/v1/licenses/${path}`)
      yield* server.get("/v1/licenses/a%5Fb%zz", { headers: { "X-Request-ID": "the-last-one" } })
      yield* waitUntil(() => server.logged().includes("the-last-one"))
      const logged = server.logged().toLowerCase()
      assert.include(logged, "/a%5fb%zz")
      assert.strictEqual(logged.split(`/${identifier.toLowerCase()}…`).length, paths.length + 2)
      const shown = logged.replaceAll(/%([0-9a-f]{2})/g, (_, digits) =>
        String.fromCharCode(Number.parseInt(digits, 16))
      )
      for (const text of [logged, shown]) assert.notInclude(text, secret.toLowerCase())
    })
  )
})

layer(TestServer.layer(), { excludeTestServices: true })("limits", (it) => {
  it.effect("count every response to a valid request except 304", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const { key } = yield* server.newKey("free")
      const first = yield* server.get("/v1/schema", { key })
      const [limit, remaining, reset] = limitsOf(first)
      assert.deepStrictEqual([limit, remaining], ["100", "99"])
      const remainingAfter = (path: string, sent: Parameters<typeof server.get>[1] = {}) =>
        Effect.map(server.get(path, { key, ...sent }), (received) => limitsOf(received))

      assert.deepStrictEqual(yield* remainingAfter("/v1/dimensions"), ["100", "98", reset])
      assert.deepStrictEqual(yield* remainingAfter("/v1/licenses/NO-SUCH"), ["100", "98", reset])
      assert.deepStrictEqual(yield* remainingAfter("/v1/licenses?x=1"), ["100", "98", reset])
      assert.deepStrictEqual(yield* remainingAfter("/v1/releases?x=1"), ["100", "98", reset])
      const unchanged = { headers: { "If-None-Match": String(first.headers.etag) } }
      assert.deepStrictEqual(yield* remainingAfter("/v1/schema", unchanged), ["100", "98", reset])
      assert.deepStrictEqual(yield* remainingAfter("/v1/schema", { method: "POST" }), [undefined, undefined, undefined])
      assert.deepStrictEqual(yield* remainingAfter("/v1/nothing"), [undefined, undefined, undefined])
      assert.deepStrictEqual(yield* remainingAfter("/health"), [undefined, undefined, undefined])
      assert.deepStrictEqual(yield* remainingAfter("/v1/releases"), ["100", "97", reset])
    })
  )

  it.effect("of another tier hold at once, and windows go on with their counts", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const { identifier, key } = yield* server.newKey("free")
      yield* use(identifier, "free", 100)
      const refused = yield* server.get("/v1/schema", { key })
      assert.strictEqual(refused.status, 429)
      yield* server.change(identifier, { tier: "professional" })
      const accepted = yield* server
        .get("/v1/schema", { key })
        .pipe(Effect.repeat({ until: ({ status }) => status === 200 }))
      assert.deepStrictEqual(limitsOf(accepted), ["1000", "899", refused.headers["x-ratelimit-reset"]])
    })
  )

  it.effect("refuse requests over the hour, including conditional ones, and do not count refusals", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const { identifier, key } = yield* server.newKey("free")
      const elapsed = yield* stopwatch
      const { headers } = yield* server.get("/v1/schema", { key })
      yield* use(identifier, "free", 99)
      for (const sent of [{}, { headers: { "If-None-Match": String(headers.etag) } }]) {
        const received = yield* server.get("/v1/schema", { key, ...sent })
        assert.strictEqual(received.status, 429)
        assert.hasAllKeys(received.json, ["error", "message", "retry_after", "upgrade_url"])
        assert.include(received.json, {
          error: "Rate limit exceeded",
          message: "You have exceeded the limit of 100 requests per hour",
          upgrade_url: upgradeUrl
        })
        const left = Number(received.headers["retry-after"])
        assert.propertyVal(received.json, "retry_after", left)
        assert.isTrue(left <= 3600 && left >= 3600 - (yield* elapsed), String(left))
        assert.include(received.headers, {
          "x-ratelimit-limit": "100",
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": headers["x-ratelimit-reset"],
          "cache-control": "no-store",
          vary: "Authorization, Accept-Encoding"
        })
      }
      for (const path of ["/v1/licenses/NO-SUCH", "/v1/releases?x=1", "/v1/changes", "/v9/schema"]) {
        assert.strictEqual((yield* server.get(path, { key })).status, 429, path)
      }
    })
  )

  it.effect("state the seconds that are left", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const { identifier, key } = yield* server.newKey("free")
      const elapsed = yield* stopwatch
      yield* use(identifier, "free", 100, 3000)
      const { json } = yield* server.get("/v1/schema", { key })
      assert.isObject(json)
      const left = json !== null && typeof json === "object" && "retry_after" in json ? Number(json.retry_after) : NaN
      assert.isTrue(left <= 600 && left >= 600 - (yield* elapsed), String(left))
    })
  )

  it.effect("name the day if the day is exceeded", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const { identifier, key } = yield* server.newKey("free")
      const elapsed = yield* stopwatch
      for (let hour = 11; hour >= 1; hour--) yield* use(identifier, "free", 100, hour * 3600)
      const { headers, json, status } = yield* server.get("/v1/schema", { key })
      assert.strictEqual(status, 429)
      assert.propertyVal(json, "message", "You have exceeded the limit of 1000 requests per day")
      const left = Number(headers["retry-after"])
      assert.propertyVal(json, "retry_after", left)
      assert.isTrue(left <= 46_800 && left >= 46_800 - (yield* elapsed), String(left))
      assert.strictEqual(headers["x-ratelimit-remaining"], "0")
    })
  )
})
