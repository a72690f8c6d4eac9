import { brotliDecompressSync, gunzipSync } from "node:zlib"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { verifyCheckpoint } from "../../../src/domain/transparency/VerifyCheckpoint.ts"
import { webCrypto } from "../../../src/platform/WebCrypto.ts"
import { generateSigningKey } from "../../../src/transparency/SigningKey.ts"
import { publishStory } from "./licensing.ts"
import { send } from "./request.ts"
import { signLog, verified } from "./signedLog.ts"
import { TestServer } from "./TestServer.ts"

const origin = "example.com/taxonomy"
const { key } = await generateSigningKey(origin, "ed25519")

const publishSigned = (releases: string) => Effect.andThen(publishStory(releases), signLog(releases, key))

const artifacts = [
  ["licenses/NIL-EDU", "licenses/NIL-EDU.json"],
  ["dimensions", "dimensions.json"],
  ["schema", "schema.json"]
] as const

layer(Layer.merge(TestServer.layer(publishSigned), NodeServices.layer), { excludeTestServices: true })(
  "the proofs of a signed log",
  (it) => {
    it.effect.each(artifacts)("prove the very bytes of /%s in every release", ([path, file]) =>
      Effect.gen(function* () {
        const { get } = yield* TestServer
        for (const [apiVersion, query, version] of [
          ["v1", "", "1.3.0"],
          ["v1", "?version=v1.0", "1.0.0"],
          ["v1", "?version=1.1.0", "1.1.0"],
          ["v1", "?version=latest", "1.3.0"],
          ["v2", "", "2.0.0"]
        ] as const) {
          const body = yield* get(`/${apiVersion}/${path}${query}`)
          const proof = yield* get(`/${apiVersion}/proofs/${path}${query}`)
          assert.strictEqual(proof.status, 200)
          const proven = yield* verified({ artifact: body.bytes, proof: proof.bytes }, key.verifier)
          assert.deepInclude(proven, { version, path: file })
          assert.include(proof.headers, {
            "content-type": "text/plain; charset=utf-8",
            "cache-control": "public, max-age=3600, s-maxage=7200",
            vary: "Authorization, Accept-Encoding",
            "x-taxonomy-version": String(body.headers["x-taxonomy-version"]),
            "x-latest-version": "v2.0"
          })
        }
      })
    )

    it.effect("are compressed and revalidated like every other body", () =>
      Effect.gen(function* () {
        const { get } = yield* TestServer
        const path = "/v1/proofs/licenses/NIL-EDU?version=1.2.0"
        const plain = yield* get(path)
        const [br, gzip] = yield* Effect.forEach(["br", "gzip"], (encoding) =>
          get(path, { headers: { "Accept-Encoding": encoding } })
        )
        assert.isTrue(plain.bytes.equals(brotliDecompressSync(br?.bytes ?? "")))
        assert.isTrue(plain.bytes.equals(gunzipSync(gzip?.bytes ?? "")))
        const { bytes, status } = yield* get(path, { headers: { "If-None-Match": String(plain.headers.etag) } })
        assert.deepStrictEqual([status, bytes.length], [304, 0])
      })
    )

    it.effect("do not prove a body with another byte, of another release, or of another path", () =>
      Effect.gen(function* () {
        const { get } = yield* TestServer
        const { bytes: artifact } = yield* get("/v1/schema?version=1.1.0")
        const { bytes: proof } = yield* get("/v1/proofs/schema?version=1.1.0")
        const altered = Buffer.from(artifact)
        altered[100] = (altered[100] ?? 0) ^ 1
        for (const [received, expected, message] of [
          [{ artifact: altered, proof }, {}, /not schema\.json of release 1\.1\.0/],
          [{ artifact, proof }, { version: "1.2.0" }, /for release 1\.1\.0, not for 1\.2\.0/],
          [{ artifact, proof }, { path: "dimensions.json" }, /for schema\.json, not for dimensions\.json/]
        ] as const) {
          const cause = yield* Effect.flip(Effect.sandbox(verified(received, key.verifier, expected)))
          assert.match(String(cause), message)
        }
      })
    )

    it.effect.each([
      ["/v1/proofs/licenses/NIL-NONE", 404, "license-not-found"],
      ["/v2/proofs/licenses/NIL-CLASSROOM", 400, "license-removed"],
      ["/v1/proofs/schema?version=v1.9", 404, "version-not-found"],
      ["/v1/proofs/schema?version=v2.0", 400, "version-not-served-here"],
      ["/v1/proofs/schema?envelope=true", 400, "parameter-unknown"],
      ["/v1/proofs/schema?envelope=perhaps", 400, "parameter-unknown"],
      ["/v1/proofs/dimensions?use_type=editorial", 400, "parameter-unknown"],
      ["/v9/proofs/schema", 404, "version-not-found"],
      ["/v1/proofs/licenses", 404, "path-not-found"],
      ["/v1/proofs/releases", 404, "path-not-found"],
      ["/v1/proofs/", 404, "path-not-found"],
      ["/v1/checkpoint", 404, "path-not-found"]
    ] as const)("refuse %s with %i %s", ([path, status, code]) =>
      Effect.gen(function* () {
        const { get } = yield* TestServer
        const received = yield* get(path)
        assert.deepStrictEqual([received.status, received.headers["x-error-code"]], [status, code])
      })
    )

    it.effect("require an API key and count against its limit", () =>
      Effect.gen(function* () {
        const { get, newKey } = yield* TestServer
        assert.strictEqual((yield* get("/v1/proofs/schema", { key: "nil_none" })).status, 401)
        const { key } = yield* newKey("free")
        const { headers } = yield* get("/v1/proofs/schema", { key })
        assert.strictEqual(headers["x-ratelimit-remaining"], "99")
      })
    )

    it.effect("come with a checkpoint that anybody can read, byte for byte the file", () =>
      Effect.gen(function* () {
        const { file, port } = yield* TestServer
        const path = "/api/taxonomy/checkpoint"
        const { bytes, headers, status } = yield* send(port, path)
        assert.strictEqual(status, 200)
        assert.isTrue(bytes.equals(yield* file("checkpoint")))
        assert.include(headers, {
          "content-type": "text/plain; charset=utf-8",
          "cache-control": "public, max-age=60",
          "access-control-allow-origin": "*"
        })
        const policy = { logKeys: [key.verifier] }
        const checkpoint = yield* Effect.promise(() => verifyCheckpoint(webCrypto, bytes.toString(), policy))
        assert.deepInclude(checkpoint, { origin, size: 5 })

        const unchanged = yield* send(port, path, { headers: { "If-None-Match": String(headers.etag) } })
        assert.deepStrictEqual([unchanged.status, unchanged.bytes.length], [304, 0])
        assert.strictEqual((yield* send(port, path, { method: "HEAD" })).status, 405)
        assert.strictEqual((yield* send(port, path, { method: "OPTIONS" })).status, 204)
        const refused = yield* send(port, `${path}?size=1`)
        assert.deepStrictEqual([refused.status, refused.headers["x-error-code"]], [400, "parameter-unknown"])
      })
    )

    it.effect("stay as they were when the folder changes after they were loaded", () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const { get, releases } = yield* TestServer
        const { bytes: artifact } = yield* get("/v1/licenses/NIL-EDU?version=1.0.0")
        yield* fs.rename(`${releases}/v1.0.0/manifest.json`, `${releases}/manifest-away`)
        const { bytes: proof } = yield* get("/v1/proofs/licenses/NIL-EDU?version=1.0.0")
        yield* fs.rename(`${releases}/manifest-away`, `${releases}/v1.0.0/manifest.json`)
        assert.deepInclude(yield* verified({ artifact, proof }, key.verifier), { version: "1.0.0" })
      })
    )
  }
)
