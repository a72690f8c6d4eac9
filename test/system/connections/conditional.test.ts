import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestServer } from "../server/TestServer.ts"

layer(TestServer.layer(), { excludeTestServices: true })("a conditional request", (it) => {
  const respondTo = Effect.fnUntraced(function* (condition: (etag: string) => string) {
    const server = yield* TestServer
    const { headers } = yield* server.get("/v1/dimensions")
    const etag = String(headers.etag)
    return { etag, received: yield* server.get("/v1/dimensions", { headers: { "If-None-Match": condition(etag) } }) }
  })

  it.effect.each([
    ["the entity tag", (etag: string) => etag],
    ["the entity tag as a weak one", (etag: string) => `W/${etag}`],
    ["a list that contains it", (etag: string) => `"other", W/"a,b" ,${etag}`],
    ["a star", () => "*"]
  ] as const)("with %s gets 304 and no body", ([, condition]) =>
    Effect.gen(function* () {
      const { etag, received } = yield* respondTo(condition)
      assert.strictEqual(received.status, 304)
      assert.strictEqual(received.bytes.length, 0)
      assert.include(received.headers, {
        etag,
        "cache-control": "public, max-age=3600, s-maxage=7200",
        vary: "Authorization, Accept-Encoding",
        "x-taxonomy-version": "v1.0",
        "access-control-allow-origin": "*"
      })
      assert.notProperty(received.headers, "content-type")
      assert.property(received.headers, "x-request-id")
    })
  )

  it.effect("with If-Match gets 412 unless it names the entity tag, before If-None-Match is considered", () =>
    Effect.gen(function* () {
      const { get } = yield* TestServer
      const { headers } = yield* get("/v1/dimensions")
      const etag = String(headers.etag)
      const ask = (ifMatch: string, more = {}) =>
        Effect.map(get("/v1/dimensions", { headers: { "If-Match": ifMatch, ...more } }), ({ status }) => status)
      assert.strictEqual(yield* ask(etag), 200)
      assert.strictEqual(yield* ask("*"), 200)
      assert.strictEqual(yield* ask(`W/${etag}`), 412)
      assert.strictEqual(yield* ask('"other"', { "If-None-Match": etag }), 412)
      assert.strictEqual(yield* ask(etag, { "If-None-Match": etag }), 304)
      assert.strictEqual((yield* get("/health", { headers: { "If-Match": etag } })).status, 200)
    })
  )

  it.effect.each([
    ["another tag", () => '"other"'],
    ["an empty value", () => ""],
    ["the digest without its quotes", (etag: string) => etag.slice(1, -1)],
    ["part of it", (etag: string) => `${etag.slice(0, 20)}"`]
  ] as const)("with %s gets the body", ([, condition]) =>
    Effect.gen(function* () {
      const { received } = yield* respondTo(condition)
      assert.strictEqual(received.status, 200)
      assert.isTrue(received.bytes.length > 0)
    })
  )

  it.effect(
    "with the tag to which a proxy added its own encoding gets 304 for what exists without encodings only",
    () =>
      Effect.gen(function* () {
        const { get } = yield* TestServer
        const ask = Effect.fnUntraced(function* (path: string, headers: Record<string, string>) {
          const { headers: received } = yield* get(path, { headers })
          const condition = String(received.etag).replace(/"$/, '-gzip"')
          const { status } = yield* get(path, { headers: { ...headers, "If-None-Match": condition } })
          return status
        })
        const filtered = "/v1/licenses?use_type=editorial"
        assert.strictEqual(yield* ask(filtered, { "Accept-Encoding": "gzip" }), 304)
        assert.strictEqual(yield* ask(filtered, {}), 304)
        // Without Accept-Encoding, a client must not keep what is compressed.
        assert.strictEqual(yield* ask("/v1/licenses", {}), 200)
      })
  )

  it.effect("for an unknown license gets 404", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      assert.strictEqual((yield* server.get("/v1/licenses/NO", { headers: { "If-None-Match": "*" } })).status, 404)
    })
  )
})
