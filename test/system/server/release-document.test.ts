import { brotliDecompressSync, gunzipSync } from "node:zlib"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import packageJson from "../../../package.json" with { type: "json" }
import { openApiText } from "../../../src/api/openapi/OpenApi.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { readLedger } from "../../../src/release/Ledger.ts"
import { taxonomy } from "../../support/CommandLine.ts"
import { publishStory } from "./licensing.ts"
import { TestServer } from "./TestServer.ts"

const options = { basePath: "/api/taxonomy", serverVersion: packageJson.version }
const decodeJson = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))

layer(
  TestServer.layer((releases) => publishStory(releases)),
  { excludeTestServices: true }
)("the OpenAPI document of a release", (it) => {
  it.effect.each([
    ["/v1/openapi.json", "1.3.0"],
    ["/v1/openapi.json?version=v1.1", "1.1.0"],
    ["/v2/openapi.json?version=latest", "2.0.0"],
    ["/v1/openapi.json?version=1.0.0&envelope=true", "1.0.0"]
  ] as const)("describes the release that %s selects", ([path, version]) =>
    Effect.gen(function* () {
      const { get, releases } = yield* TestServer
      const { history } = yield* Effect.orDie(readLedger(releases)).pipe(Effect.provide(NodeServices.layer))
      const release = history.releases.get(Version.make(version))
      if (release === undefined) throw new Error(`${version} is not published`)
      const document = openApiText({ ...options, release, envelope: path.includes("envelope") })
      const { headers, json, status } = yield* get(path)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(json, decodeJson(document))
      assert.include(headers, {
        "content-type": "application/json",
        "cache-control": "public, max-age=3600, s-maxage=7200",
        vary: "Authorization, Accept-Encoding",
        "x-taxonomy-version": version.replace(/^(.*)\.0$/, "v$1"),
        "x-latest-version": "v2.0"
      })
    })
  )

  it.effect("is revalidated and compressed like every other body, and warns of deprecated items", () =>
    Effect.gen(function* () {
      const { get } = yield* TestServer
      const plain = yield* get("/v1/openapi.json")
      const [br, gzip] = yield* Effect.forEach(["br", "gzip"], (encoding) =>
        get("/v1/openapi.json", { headers: { "Accept-Encoding": encoding } })
      )
      assert.isTrue(plain.bytes.equals(brotliDecompressSync(br?.bytes ?? "")))
      assert.isTrue(plain.bytes.equals(gunzipSync(gzip?.bytes ?? "")))
      const etags = [plain, br, gzip].map((received) => received?.headers.etag ?? "")
      assert.strictEqual(new Set(etags).size, 3)
      for (const etag of etags) {
        const encoding = etag.includes("-") ? etag.slice(etag.lastIndexOf("-") + 1, -1) : "identity"
        const sent = { headers: { "If-None-Match": etag, "Accept-Encoding": encoding } }
        const { bytes, status } = yield* get("/v1/openapi.json?version=v1.3.0", sent)
        assert.deepStrictEqual([status, bytes.length], [304, 0])
      }
      assert.match(String(plain.headers["x-deprecation-warning"]), /QSR_FAST_FOOD is deprecated since v1\.1/)
      const first = yield* get("/v1/openapi.json?version=1.0.0")
      assert.notStrictEqual(first.headers.etag, plain.headers.etag)
    })
  )

  it.effect("requires an API key and counts against its limit", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      assert.strictEqual((yield* server.get("/v1/openapi.json", { key: "nil_none" })).status, 401)
      const { key } = yield* server.newKey("free")
      const { headers } = yield* server.get("/v1/openapi.json", { key })
      assert.strictEqual(headers["x-ratelimit-remaining"], "99")
    })
  )

  it.effect("is what taxonomy export openapi writes", () =>
    Effect.gen(function* () {
      const { get, releases } = yield* TestServer
      const args = ["export", "openapi", "--version", "v1.2.0", "--releases", releases]
      const { code, stderr, stdout } = yield* Effect.promise(() => taxonomy(args, { cwd: releases }))
      assert.deepStrictEqual([code, stderr], [0, ""])
      assert.deepStrictEqual(decodeJson(stdout), (yield* get("/v1/openapi.json?version=v1.2.0")).json)
    })
  )
})
