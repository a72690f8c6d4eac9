import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { PublishedRelease } from "../../../../src/domain/release/ReleaseHistory.ts"
import type { LogLeaf } from "../../../../src/domain/transparency/LogLeaf.ts"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import { makeLogTree } from "../../../../src/release/log/CheckpointFile.ts"
import { makeProver, type SignedLog } from "../../../../src/release/log/ProveArtifact.ts"
import type { ServedCatalog } from "../../../../src/server/catalog/Catalog.ts"
import { makeProofSource } from "../../../../src/server/catalog/ProofSource.ts"
import { memoryOf } from "../../../../src/server/catalog/ReleaseBodies.ts"
import { signCheckpoint } from "../../../../src/transparency/SigningKey.ts"
import { makeService } from "../../../support/server/AskService.ts"
import { categories, release } from "../../../support/server/histories.ts"
import { makeRenderedBodies, renderedCatalog } from "../../../support/server/RenderedCatalog.ts"
import { testKey } from "../../../support/transparency/signNote.ts"

const origin = "licensing.example/taxonomy"
const key = await testKey(origin, 1)

const signLog =
  (size: number) =>
  (releases: ReadonlyArray<PublishedRelease>): SignedLog => {
    const leaves = releases.map(({ manifest, version }, index): LogLeaf => ({
      event: `sha256:${sha256(version)}`,
      manifest,
      sequence: index + 1,
      type: "ReleasePublished",
      version
    }))
    const tree = makeLogTree(leaves)
    return {
      leaves,
      tree,
      checkpoint: { size, source: signCheckpoint({ origin, size, root: tree.root(size) }, [key]) }
    }
  }

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
    ["/v1/proofs/schema", "1.1.0", "schema.json", "schemaProof"],
    ["/v1/proofs/dimensions?version=1.0", "1.0.0", "dimensions.json", "dimensionsProof"],
    ["/v1/proofs/licenses/PLAIN", "1.1.0", "licenses/PLAIN.json", "licenseProof"]
  ] as const)("are made for an artifact of a release: %s", ([path, version, artifact, endpoint]) =>
    Effect.gen(function* () {
      const { ask, bodies } = yield* makeService(catalog)
      const answer = yield* ask(path)
      const { manifest } = yield* bodies.load(servedOf(catalog, version).release)
      const text = makeProver(logOf(catalog))({ version, manifest, path: artifact }) ?? assert.fail(path)
      assert.strictEqual(answer.text, text)
      assert.deepStrictEqual([answer.endpoint, answer.status, answer.releases], [endpoint, 200, [undefined, version]])
      assert.deepStrictEqual(answer.headers, {
        "Cache-Control": "public, max-age=3600, s-maxage=7200",
        Vary: "Authorization, Accept-Encoding",
        "Content-Type": "text/plain; charset=utf-8",
        ...servedOf(catalog, version).headers,
        ETag: `"${sha256(text)}"`,
        "Content-Length": String(Buffer.byteLength(text))
      })
      assert.deepStrictEqual(yield* ask(path), answer)
    })
  )

  it.effect("cannot be made while the checkpoint does not cover the release", () =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
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
      const { ask } = yield* makeService(catalog)
      const { source } = logOf(catalog).checkpoint
      assert.deepStrictEqual(yield* ask("/checkpoint", { authorization: undefined }), {
        endpoint: "checkpoint",
        key: undefined,
        limits: [],
        status: 200,
        headers: {
          "Cache-Control": "public, max-age=60",
          Vary: "Authorization, Accept-Encoding",
          "Content-Type": "text/plain; charset=utf-8",
          ETag: `"${sha256(source)}"`,
          "Content-Length": String(Buffer.byteLength(source))
        },
        text: source
      })
    })
  )
})

describe("makeProofSource", () => {
  const request = (of: ServedCatalog, code: string) => ({
    log: logOf(of),
    served: servedOf(of, "1.1.0"),
    resource: code === "" ? ({ name: "schema", code } as const) : ({ name: "license", code } as const),
    encoding: "identity" as const
  })

  it.effect("makes a proof once, and counts it as one of the bodies", () =>
    Effect.gen(function* () {
      const bodies = makeRenderedBodies()
      const { load, peek } = makeProofSource(bodies)
      assert.isUndefined(peek(request(catalog, "")))
      const [first, same] = yield* Effect.all([load(request(catalog, "")), load(request(catalog, ""))], {
        concurrency: "unbounded"
      })
      assert.strictEqual(first?.etag, same?.etag)
      assert.strictEqual(peek(request(catalog, ""))?.etag, first?.etag)
      assert.isUndefined(peek(request(catalog, "PLAIN")))
      const once = bodies.extended()
      assert.isAbove(once, Buffer.byteLength(first?.ok.body ?? ""))
      yield* load(request(catalog, ""))
      assert.strictEqual(bodies.extended(), once)
      const other = yield* load(request(catalog, "PLAIN"))
      assert.isAbove(bodies.extended(), once + Buffer.byteLength(other?.ok.body ?? ""))
    })
  )

  it.effect("forgets the proofs of an earlier checkpoint", () =>
    Effect.gen(function* () {
      const bodies = makeRenderedBodies()
      const { load, peek } = makeProofSource(bodies)
      const [log, later] = [logOf(catalog), logOf(catalogOf(3))]
      const served = servedOf(catalog, "1.1.0")
      const asked = (log: SignedLog) => ({ ...request(catalog, ""), served, log })
      const before = yield* load(asked(log))
      const once = bodies.extended()
      const after = yield* load(asked(later))
      assert.notStrictEqual(before?.etag, after?.etag)
      assert.isUndefined(peek(asked(log)))
      assert.strictEqual(peek(asked(later))?.etag, after?.etag)
      const difference = Buffer.byteLength(after?.ok.body ?? "") - Buffer.byteLength(before?.ok.body ?? "")
      assert.isBelow(Math.abs(bodies.extended() - once - difference), 500)
    })
  )

  it.effect.each([
    [0, [false, true]],
    [1_000_000, [true, true]]
  ] as const)("keeps the last proofs that fit into %d bytes", ([maxBytes, expected]) =>
    Effect.gen(function* () {
      const bodies = makeRenderedBodies()
      const { load, peek } = makeProofSource(bodies, maxBytes)
      yield* load(request(catalog, ""))
      const { ok } = (yield* load(request(catalog, "PLAIN"))) ?? assert.fail("no proof")
      const held = ["", "PLAIN"].map((code) => peek(request(catalog, code)) !== undefined)
      assert.deepStrictEqual<ReadonlyArray<boolean>>(held, expected)
      const body = { sha256: "", identity: ok.body ?? "", br: undefined, gzip: undefined }
      if (maxBytes === 0) assert.isAtLeast(bodies.extended(), memoryOf(body))
    })
  )

  it.effect("knows no proof of a release that the checkpoint does not cover", () =>
    Effect.gen(function* () {
      const { load } = makeProofSource(makeRenderedBodies())
      const served = servedOf(catalog, "2.0.0")
      assert.isUndefined(yield* load({ ...request(catalog, ""), served }))
    })
  )
})
