import { brotliDecompressSync, gunzipSync } from "node:zlib"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schedule from "effect/Schedule"
import { TaxonomyClient } from "../../../src/client/TaxonomyClient.ts"
import { endMajor, withdraw } from "../../../src/domain/release/LifecycleCommands.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { sha256 } from "../../../src/platform/Sha256.ts"
import { appendEvent } from "../../../src/release/Publish.ts"
import { publishStory } from "./licensing.ts"
import type { Received } from "./request.ts"
import { TestServer } from "./TestServer.ts"

const fastFood = "/licenses?exclusive_categories=QSR_FAST_FOOD"
const warning = (removal: string) =>
  `exclusive_categories/QSR_FAST_FOOD is deprecated since v1.1, use QSR instead, ${removal}`
const removalAfter = (releases: string) =>
  warning(`removal in v2.0 at the earliest,${releases} and not before 2026-08-15`)
const told = ({ headers }: Received) => headers["x-deprecation-warning"]
const versionsOf = ({ headers }: Received) => [headers["x-your-version"], headers["x-latest-version"]]

describe("QSR_FAST_FOOD, deprecated in favour of QSR", () => {
  it.live(
    "is served without a warning until 1.1 deprecates it, with one from then on, and refused in 2.0, by one running server",
    () =>
      Effect.gen(function* () {
        const server = yield* TestServer
        const published = (version: string, served: string) =>
          Effect.andThen(
            publishStory(server.releases, version, version),
            server
              .get(`/v${version[0]}/schema`)
              .pipe(Effect.repeat({ until: (got) => got.headers["x-taxonomy-version"] === served, schedule: often }))
          )

        const before = yield* server.get(`/v1${fastFood}`)
        assert.deepStrictEqual([before.status, told(before)], [200, undefined])
        assert.strictEqual((yield* server.get(`/v2${fastFood}`)).status, 404)

        for (const [version, served, expected] of [
          ["1.1.0", "v1.1", removalAfter(" after v1.2 and v1.3,")],
          ["1.2.0", "v1.2", removalAfter(" after v1.3,")],
          ["1.3.0", "v1.3", removalAfter("")]
        ] as const) {
          yield* published(version, served)
          const got = yield* server.get(`/v1${fastFood}`)
          assert.deepStrictEqual([got.status, told(got), ...versionsOf(got)], [200, expected, served, served])
          assert.include(told(yield* server.get("/v1/dimensions")) ?? "", expected)
        }

        yield* published("2.0.0", "v2.0")
        const after = yield* server.get(`/v2${fastFood}`)
        assert.strictEqual(after.status, 400)
        assert.deepStrictEqual(after.json, {
          error: "The value 'QSR_FAST_FOOD' of exclusive_categories was removed in v2.0. Use 'QSR' instead."
        })
        assert.strictEqual(told(yield* server.get("/v2/licenses?exclusive_categories=QSR")), undefined)
        // Those who stay on v1 lose nothing, and learn that there is a v2.
        const old = yield* server.get(`/v1${fastFood}`)
        assert.deepStrictEqual(
          [old.status, told(old), ...versionsOf(old)],
          [200, warning("removal in v2.0 on 2026-09-15"), "v1.3", "v2.0"]
        )
        assert.strictEqual(old.headers["x-upgrade-available"], "true")
        const first = yield* server.get(`/v1${fastFood}&version=v1.0.0`)
        // A client that stays on 1.0 learns of it, too.
        assert.deepStrictEqual(
          [first.status, told(first), ...versionsOf(first)],
          [200, warning("removal in v2.0 on 2026-09-15"), "v1.0", "v2.0"]
        )
        for (const { headers } of [old, first]) {
          assert.strictEqual(headers["x-latest-compatible-version"], "v1.3")
          assert.include(headers["access-control-expose-headers"], "X-Latest-Compatible-Version")
        }
      }).pipe(Effect.provide([TestServer.layer((releases) => publishStory(releases, "1.0.0")), NodeServices.layer]))
  )
})

const often = Schedule.spaced("10 millis")

layer(
  TestServer.layer((releases) => publishStory(releases)),
  { excludeTestServices: true }
)("several releases at once", (it) => {
  const all = ["1.0.0", "1.1.0", "1.2.0", "1.3.0", "2.0.0"]
  const artifacts = ["licenses", "licenses/NIL-EDU", "dimensions", "schema"]

  it.effect.each(all.flatMap((version) => artifacts.map((path) => [version, path] as const)))(
    "send the bytes of release %s in each content encoding: %s",
    ([version, path]) =>
      Effect.gen(function* () {
        const server = yield* TestServer
        const file = yield* server.file(`v${version}/${path}.json`)
        const url = `/v${version[0]}/${path}?version=${version}`
        const get = (coding: string) => server.get(url, { headers: { "Accept-Encoding": coding } })
        const plain = yield* get("identity")
        assert.isTrue(plain.bytes.equals(file))
        assert.strictEqual(plain.headers.etag, `"${sha256(file)}"`)
        const br = yield* get("br")
        assert.isTrue(brotliDecompressSync(br.bytes).equals(file))
        const gzip = yield* get("gzip")
        assert.isTrue(gunzipSync(gzip.bytes).equals(file))
        for (const [coding, { bytes, headers }] of [
          ["br", br],
          ["gzip", gzip]
        ] as const) {
          assert.include(headers, { "content-encoding": coding, etag: `"${sha256(file)}-${coding}"` })
          assert.strictEqual(headers["content-length"], String(bytes.length))
          assert.isBelow(bytes.length, file.length)
          const unchanged = yield* server.get(url, {
            headers: { "Accept-Encoding": coding, "If-None-Match": headers.etag ?? "" }
          })
          assert.strictEqual(unchanged.status, 304)
          assert.strictEqual(unchanged.headers.etag, headers.etag)
          assert.notProperty(unchanged.headers, "content-encoding")
        }
      })
  )

  it.effect("have a different entity tag for different bytes", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const { headers } = yield* server.get("/v1/schema", { headers: { "Accept-Encoding": "br" } })
      const other = yield* server.get("/v1/schema", { headers: { "If-None-Match": headers.etag ?? "" } })
      assert.strictEqual(other.status, 200)
      const another = yield* server.get("/v1/schema?version=v1.2", {
        headers: { "Accept-Encoding": "br", "If-None-Match": headers.etag ?? "" }
      })
      assert.strictEqual(another.status, 200)
    })
  )

  it.effect("assemble a filtered list from the bytes of the complete one, with its own entity tag", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const whole = (yield* server.file("v1.3.0/licenses.json")).toString()
      const filtered = yield* server.get("/v1/licenses?use_type=educational&territory=DE")
      const text = filtered.bytes.toString()
      for (const code of ["NIL-CLASSROOM", "NIL-EDU"]) {
        const start = whole.indexOf(`{"code":"${code}"`)
        const entry = whole.slice(start, whole.indexOf("}}", start) + 1)
        assert.include(text, entry)
      }
      assert.notInclude(text, "NIL-AD-NA")
      assert.propertyVal(filtered.json, "count", 2)
      const etag = filtered.headers.etag ?? ""
      const same = yield* server.get("/v1/licenses?territory=DE&use_type=educational&use_type=educational", {
        headers: { "If-None-Match": etag }
      })
      assert.strictEqual(same.status, 304)
      for (const query of ["use_type=educational", "use_type=educational&territory=DE&version=v1.2"]) {
        assert.strictEqual(
          (yield* server.get(`/v1/licenses?${query}`, { headers: { "If-None-Match": etag } })).status,
          200
        )
      }
      const everything = yield* server.get("/v1/licenses?use_type=educational&use_type=editorial")
      assert.strictEqual(everything.bytes.toString(), whole)
    })
  )

  it.effect.each([...artifacts, "licenses?use_type=educational"])(
    "put the envelope around the same bytes: %s",
    (path) =>
      Effect.gen(function* () {
        const server = yield* TestServer
        const mark = path.includes("?") ? "&" : "?"
        const plain = yield* server.get(`/v1/${path}`)
        const enveloped = yield* server.get(`/v1/${path}${mark}envelope=true`, {
          headers: { "Accept-Encoding": "br", "If-None-Match": "*", "X-Request-ID": "job-1" }
        })
        assert.strictEqual(enveloped.status, 200)
        assert.include(enveloped.bytes.toString(), plain.bytes.toString().trimEnd())
        assert.isTrue(Predicate.hasProperty(enveloped.json, "data"))
        assert.deepNestedInclude(enveloped.json, { data: plain.json, version: "v1.3", "_meta.request_id": "job-1" })
        assert.include(enveloped.headers, { "cache-control": "no-store", vary: "Authorization, Accept-Encoding" })
        assert.notProperty(enveloped.headers, "content-encoding")
        assert.strictEqual(told(enveloped), told(plain))
        const without = yield* server.get(`/v1/${path}${mark}envelope=false`)
        assert.isTrue(without.bytes.equals(plain.bytes))
      })
  )
})

layer(
  TestServer.layer((releases) =>
    Effect.gen(function* () {
      yield* publishStory(releases)
      const date = "2026-10-01T10:00:00Z"
      yield* appendEvent(releases, (history) =>
        withdraw(history, { version: Version.make("1.3.0"), date, reason: "Wrong countries" })
      )
      yield* appendEvent(releases, (history) => endMajor(history, { major: 1, date, reason: "Everybody has moved on" }))
    }).pipe(Effect.orDie)
  ),
  { excludeTestServices: true }
)("a withdrawn release and a major at its end of life", (it) => {
  const ended = "Taxonomy v1 has its end of life on 2026-10-01, use v2 instead: Everybody has moved on"

  it.effect(
    "are skipped if withdrawn, and warn if requested by full version or as the last of their minor version",
    () =>
      Effect.gen(function* () {
        const server = yield* TestServer
        for (const path of ["/v1/licenses", "/v1/licenses?version=v1", "/v1/licenses?version=latest"]) {
          assert.deepStrictEqual(versionsOf(yield* server.get(path)), ["v1.2", "v2.0"])
        }
        for (const version of ["v1.3.0", "v1.3", "1.3"]) {
          const pinned = yield* server.get(`/v1/licenses?version=${version}`)
          assert.strictEqual(pinned.status, 200)
          assert.isTrue(pinned.bytes.equals(yield* server.file("v1.3.0/licenses.json")))
          assert.isTrue(
            told(pinned)
              ?.toString()
              .startsWith(`Release v1.3.0 was withdrawn on 2026-10-01, use v1.2.0 instead: Wrong countries; ${ended}`)
          )
        }
      })
  )

  it.effect("are read by the client, which reports the withdrawal", () =>
    Effect.gen(function* () {
      const { key, port } = yield* TestServer
      const noticed = Promise.withResolvers<string>()
      const client = new TaxonomyClient({
        baseUrl: `http://127.0.0.1:${port}/api/taxonomy`,
        apiKey: key,
        version: "v1.3",
        onDeprecation: ({ text }) => noticed.resolve(text)
      })
      const { data: license, response } = yield* Effect.promise(() => client.license("NIL-EDU").withResponse())
      assert.strictEqual(license._meta.release, "1.3.0")
      assert.include(
        yield* Effect.promise(() => noticed.promise),
        "Release v1.3.0 was withdrawn on 2026-10-01, use v1.2.0 instead"
      )
      assert.deepStrictEqual(response.version, {
        taxonomy: "v1.3",
        latest: "v2.0",
        latestCompatible: "v1.2",
        upgradeAvailable: true
      })
    })
  )

  it.effect.each(["/v1/licenses", "/v1/licenses/NIL-EDU", "/v1/dimensions", "/v1/schema"])(
    "are served with a warning and dates: %s",
    (path) =>
      Effect.gen(function* () {
        const server = yield* TestServer
        const got = yield* server.get(path)
        assert.strictEqual(got.status, 200)
        assert.include(String(told(got)), ended)
        assert.include(got.headers, { deprecation: "@1790848800", sunset: "Thu, 01 Oct 2026 10:00:00 GMT" })
        const newer = yield* server.get(path.replace("v1", "v2"))
        assert.notProperty(newer.headers, "deprecation")
        assert.notProperty(newer.headers, "sunset")
      })
  )

  it.effect.each([
    ["/v1/licenses?unknown=1", 400],
    ["/v1/licenses/NONE", 404]
  ] as const)("are named by errors about what they contain: %s", ([path, status]) =>
    Effect.gen(function* () {
      const refused = yield* (yield* TestServer).get(path)
      assert.strictEqual(refused.status, status)
      assert.include(String(told(refused)), ended)
      assert.include(refused.headers, { deprecation: "@1790848800", sunset: "Thu, 01 Oct 2026 10:00:00 GMT" })
    })
  )
})
