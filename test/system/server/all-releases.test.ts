import { brotliDecompressSync, gunzipSync } from "node:zlib"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { itemsBody } from "../../../src/api/projections/ItemsProjection.ts"
import { releasesBody } from "../../../src/api/projections/ReleasesProjection.ts"
import { endMajor, withdraw } from "../../../src/domain/release/LifecycleCommands.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { readLedger } from "../../../src/release/Ledger.ts"
import { appendEvent } from "../../../src/release/Publish.ts"
import { publishStory } from "./licensing.ts"
import { publishRelease, vocabulary } from "./releases.ts"
import type { Received } from "./request.ts"
import { TestServer } from "./TestServer.ts"

const resources = [
  ["releases", releasesBody],
  ["items", itemsBody]
] as const

const withoutBody = (status: number) => ({ status, bytes: Buffer.from("") })

layer(
  Layer.merge(
    TestServer.layer((releases) => publishStory(releases)),
    NodeServices.layer
  ),
  {
    excludeTestServices: true
  }
)("a list of the whole history", (it) => {
  it.effect.each(resources)("is what the ledger says: /%s", ([name, project]) =>
    Effect.gen(function* () {
      const { get, releases } = yield* TestServer
      const { history } = yield* Effect.orDie(readLedger(releases))
      for (const [apiVersion, newest] of [
        ["v1", "1.3.0"],
        ["v2", "2.0.0"]
      ] as const) {
        const received = yield* get(`/${apiVersion}/${name}`)
        assert.strictEqual(received.status, 200)
        expect(received.json).toEqual(project(history, Version.make(newest)))
        assert.include(received.headers, {
          "content-type": "application/json",
          "cache-control": "public, max-age=3600, s-maxage=7200",
          vary: "Authorization, Accept-Encoding",
          "x-taxonomy-version": newest.replace(/^(.*)\.0$/, "v$1"),
          "x-api-version": apiVersion,
          "x-latest-version": "v2.0",
          "x-upgrade-available": String(apiVersion === "v1")
        })
      }
    })
  )

  it.effect.each(resources)("is the same for every API version but for the release that it names: /%s", ([name]) =>
    Effect.gen(function* () {
      const { get } = yield* TestServer
      const [first, second] = yield* Effect.all([get(`/v1/${name}`), get(`/v2/${name}`)])
      expect(first.json).toMatchObject({ version: "v1.3", _meta: { release: "1.3.0" } })
      expect(second.json).toMatchObject({ version: "v2.0", _meta: { release: "2.0.0" } })
      expect(Reflect.get(Object(first.json), name)).toEqual(Reflect.get(Object(second.json), name))
    })
  )

  it.effect.each(resources)("is compressed, with an entity tag for each encoding: /%s", ([name]) =>
    Effect.gen(function* () {
      const { get } = yield* TestServer
      const plain = yield* get(`/v1/${name}`)
      const br = yield* get(`/v1/${name}`, { headers: { "Accept-Encoding": "br, gzip" } })
      const gzip = yield* get(`/v1/${name}`, { headers: { "Accept-Encoding": "gzip" } })
      assert.deepStrictEqual(brotliDecompressSync(br.bytes), plain.bytes)
      assert.deepStrictEqual(gunzipSync(gzip.bytes), plain.bytes)
      assert.include(br.headers, { "content-encoding": "br" })
      assert.include(gzip.headers, { "content-encoding": "gzip" })
      assert.strictEqual(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size, 3)
    })
  )

  it.effect.each(resources)("gets 304 for its entity tag, at the price of one request: /%s", ([name]) =>
    Effect.gen(function* () {
      const { get, newKey } = yield* TestServer
      const { key } = yield* newKey("free")
      const { headers } = yield* get(`/v1/${name}`, { key })
      assert.include(headers, { "x-ratelimit-remaining": "99" })
      const again = yield* get(`/v1/${name}`, { key, headers: { "If-None-Match": String(headers.etag) } })
      expect(again).toMatchObject(withoutBody(304))
      assert.include(again.headers, { etag: headers.etag, "x-ratelimit-remaining": "98" })
    })
  )

  it.effect.each(resources)("comes in the envelope on request: /%s", ([name]) =>
    Effect.gen(function* () {
      const { get } = yield* TestServer
      const { json: data } = yield* get(`/v1/${name}`)
      const { headers, json } = yield* get(`/v1/${name}?envelope=true`, {
        headers: { "Accept-Encoding": "br", "X-Request-ID": "id-1" }
      })
      expect(json).toMatchObject({ version: "v1.3", data, _meta: { request_id: "id-1" } })
      assert.include(headers, { "cache-control": "no-store" })
      assert.notProperty(headers, "etag")
      assert.notProperty(headers, "content-encoding")
    })
  )

  it.effect.each(
    resources.flatMap(([name]) => [
      [`/v1/${name}?version=v1.0`, 400, "parameter-unknown"] as const,
      [`/v1/${name}?use_type=editorial`, 400, "parameter-unknown"] as const,
      [`/v1/${name}?envelope=yes`, 400, "parameter-malformed"] as const,
      [`/v1/${name}?envelope=true&envelope=true`, 400, "parameter-malformed"] as const,
      [`/v3/${name}`, 404, "version-not-found"] as const,
      [`/v1/${name}/`, 404, "path-not-found"] as const,
      [`/v1/${name}/1.0.0`, 404, "path-not-found"] as const
    ])
  )("is refused for %s with %i and a code", ([path, status, code]) =>
    Effect.gen(function* () {
      const received = yield* (yield* TestServer).get(path)
      assert.strictEqual(received.status, status)
      assert.include(received.headers, { "x-error-code": code, "cache-control": "no-store" })
    })
  )

  it.effect.each(resources)("requires an API key, and allows GET and OPTIONS only: /%s", ([name]) =>
    Effect.gen(function* () {
      const { get } = yield* TestServer
      const unknown = yield* get(`/v1/${name}`, { key: "nil_none" })
      assert.deepStrictEqual([unknown.status, unknown.headers["x-error-code"]], [401, "key-malformed"])
      assert.strictEqual((yield* get(`/v1/${name}`, { method: "HEAD" })).status, 405)
      expect(yield* get(`/v1/${name}`, { method: "OPTIONS" })).toMatchObject(withoutBody(204))
    })
  )
})

layer(Layer.merge(TestServer.layer({ "1.0.0": vocabulary("EDU") }), NodeServices.layer), { excludeTestServices: true })(
  "a list of the whole history that grows",
  (it) => {
    it.effect("follows each event of the ledger", () =>
      Effect.gen(function* () {
        const { get, releases } = yield* TestServer
        const read = () => get("/v1/releases")
        /** Waits for another body. */
        const after = Effect.fnUntraced(function* (before: Received) {
          let received = yield* read()
          while (received.headers.etag === before.headers.etag) received = yield* Effect.delay(read(), "5 millis")
          return received
        })
        const first = yield* read()
        expect(first.json).toMatchObject({ count: 1, releases: [{ release: "1.0.0", status: "current" }] })

        yield* publishRelease(releases, "2.0.0", { ...vocabulary("EDU"), namespace: "other" }, "2026-02-15T10:00:00Z")
        const second = yield* after(first)
        expect(second.json).toMatchObject({
          version: "v1.0",
          count: 2,
          releases: [
            { release: "2.0.0", bump: "major", base: "1.0.0", api_version: "v2", status: "current" },
            { release: "1.0.0", status: "current" }
          ],
          _meta: { release: "1.0.0", generated_at: "2026-02-15T10:00:00Z" }
        })

        yield* appendEvent(releases, (history) =>
          endMajor(history, { major: 1, date: "2027-06-30T00:00:00Z", reason: "Replaced by v2" })
        )
        const third = yield* after(second)
        expect(third.json).toMatchObject({
          releases: [
            { release: "2.0.0", status: "current" },
            {
              release: "1.0.0",
              status: "end-of-life",
              end_of_life: { date: "2027-06-30T00:00:00Z", reason: "Replaced by v2" }
            }
          ],
          _meta: { generated_at: "2026-02-15T10:00:00Z" }
        })
        assert.include(third.headers, { deprecation: "@1814313600", sunset: "Wed, 30 Jun 2027 00:00:00 GMT" })

        yield* appendEvent(releases, (history) =>
          withdraw(history, { version: Version.make("1.0.0"), date: "2026-03-01T10:00:00Z", reason: "A mistake" })
        )
        const fourth = yield* after(third)
        // No release of v1 is left to describe, but a client must be able to read why.
        assert.strictEqual((yield* get("/v1/licenses")).status, 404)
        assert.strictEqual(fourth.status, 200)
        expect(fourth.json).toMatchObject({
          version: "v1.0",
          releases: [
            { release: "2.0.0" },
            { release: "1.0.0", status: "withdrawn", withdrawn: { date: "2026-03-01T10:00:00Z", reason: "A mistake" } }
          ],
          _meta: { release: "1.0.0", generated_at: "2026-03-01T10:00:00Z" }
        })
        assert.include(fourth.headers["x-deprecation-warning"], "Release v1.0.0 was withdrawn")
      })
    )
  }
)
