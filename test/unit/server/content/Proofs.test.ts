import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import { makeProver, type SignedLog } from "../../../../src/release/log/ProveArtifact.ts"
import type { ServedCatalog } from "../../../../src/server/catalog/Catalog.ts"
import { makeFind } from "../../../support/server/FindContent.ts"
import { categories, release } from "../../../support/server/histories.ts"
import { renderedCatalog } from "../../../support/server/RenderedCatalog.ts"
import { serveCatalog } from "../../../support/server/ServeCatalog.ts"
import { signLog } from "../../../support/server/SignedLog.ts"

/** Three releases, of which the checkpoint covers so many. */
const catalogOf = (size: number): ServedCatalog =>
  renderedCatalog(
    [
      release("1.0.0", "2026-01-01", categories(["QSR"])),
      release("1.1.0", "2026-02-01", categories(["AUTO", "QSR"])),
      release("2.0.0", "2026-03-01", categories(["QSR"]))
    ],
    signLog(size)
  )

const catalog = catalogOf(2)
const logOf = ({ log }: ServedCatalog): SignedLog => log ?? assert.fail("The log is signed")
const servedOf = ({ apiVersions }: ServedCatalog, version: string) =>
  apiVersions.get(`v${version[0]}`)?.named.get(version) ?? assert.fail(version)

describe("the proofs of a service", () => {
  it.effect.each([
    ["/v1/proofs/schema", "1.1.0", "schema.json"],
    ["/v1/proofs/dimensions?version=1.0", "1.0.0", "dimensions.json"],
    ["/v1/proofs/licenses/PLAIN", "1.1.0", "licenses/PLAIN.json"]
  ] as const)("are made for an artifact of a release: %s", ([path, version, artifact]) =>
    Effect.gen(function* () {
      const { ask, current } = yield* serveCatalog(catalog)
      const answer = yield* ask(path)
      const { manifest } = yield* current.bodies.load(servedOf(catalog, version).release)
      const text = makeProver(logOf(catalog))({ version, manifest, path: artifact }) ?? assert.fail(path)
      assert.strictEqual(answer.text, text)
      assert.deepStrictEqual([answer.status, answer.releases], [200, [undefined, version]])
      assert.deepStrictEqual(answer.headers, {
        "Cache-Control": "public, max-age=3600, s-maxage=7200",
        Vary: "Authorization, Accept-Encoding",
        "Content-Type": "text/plain; charset=utf-8",
        ...servedOf(catalog, version).headers,
        ETag: `"${sha256(text)}"`,
        "Repr-Digest": `sha-256=:${Buffer.from(sha256(text), "hex").toString("base64")}:`,
        "Content-Length": String(Buffer.byteLength(text))
      })
      assert.deepStrictEqual(yield* ask(path), answer)
    })
  )

  it.effect("cannot be made while the checkpoint does not cover the release", () =>
    Effect.gen(function* () {
      const { ask } = yield* serveCatalog(catalog)
      const { headers, status, text } = yield* ask("/v2/proofs/schema")
      assert.deepStrictEqual(
        [status, headers["X-Error-Code"], headers["X-Taxonomy-Version"]],
        [404, "release-unsigned", "v2.0"]
      )
      assert.strictEqual(
        text,
        '{"error":"Not Found","message":"The checkpoint of the log does not cover release v2.0.0 yet. Try again later"}\n'
      )
    })
  )

  it.effect("come with the checkpoint, which nobody needs a key for", () =>
    Effect.gen(function* () {
      const { ask } = yield* serveCatalog(catalog)
      const { source } = logOf(catalog).checkpoint
      assert.deepStrictEqual(yield* ask("/checkpoint", { authorization: undefined }), {
        key: undefined,
        limits: [],
        status: 200,
        headers: {
          "Cache-Control": "public, max-age=60",
          Vary: "Authorization, Accept-Encoding",
          "Content-Type": "text/plain; charset=utf-8",
          ETag: `"${sha256(source)}"`,
          "Repr-Digest": `sha-256=:${Buffer.from(sha256(source), "hex").toString("base64")}:`,
          "Content-Length": String(Buffer.byteLength(source))
        },
        text: source
      })
    })
  )
})

describe("a proof", () => {
  const params = { api_version: "v1" }

  it.effect("is made once for a checkpoint, and again for the next", () =>
    Effect.gen(function* () {
      const { cache, read, replace } = yield* makeFind(catalog)
      const first = yield* read("schemaProof", params)
      const { bytesHeld } = cache.counts()
      assert.strictEqual(yield* read("schemaProof", params), first)
      assert.strictEqual(cache.counts().bytesHeld, bytesHeld)
      yield* read("dimensionsProof", params)
      assert.isAbove(cache.counts().bytesHeld, bytesHeld)
      replace({ ...catalog, log: logOf(catalogOf(3)) })
      const later = yield* read("schemaProof", params)
      const { source } = logOf(catalogOf(3)).checkpoint
      assert.deepStrictEqual([later.endsWith(source), first.endsWith(source)], [true, false])
    })
  )

  it.effect("is made again after it was evicted", () =>
    Effect.gen(function* () {
      const { cache, read } = yield* makeFind(catalog, 0)
      const first = yield* read("schemaProof", params)
      yield* read("dimensionsProof", params)
      assert.isAbove(cache.counts().evictions, 0)
      assert.strictEqual(yield* read("schemaProof", params), first)
    })
  )
})
