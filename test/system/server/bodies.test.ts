import { brotliDecompressSync, gunzipSync } from "node:zlib"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { sha256 } from "../../../src/platform/Sha256.ts"
import { publishRelease, vocabulary } from "./releases.ts"
import { noReleases, servedFrom } from "./servedFrom.ts"

layer(NodeServices.layer, { excludeTestServices: true })("the bodies of a release", (it) => {
  it.effect("are the published bytes in every content encoding, with their digest", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* noReleases
      yield* publishRelease(releases, "1.0.0", vocabulary("EDU", "FILM"))
      const served = yield* servedFrom(releases)
      const { bodies } = yield* served.load("1.0.0")
      assert.deepStrictEqual([...bodies.keys()].toSorted(), [
        "dimensions.json",
        "licenses.json",
        "licenses/EDU.json",
        "licenses/FILM.json",
        "schema.json"
      ])
      for (const [path, { br, gzip, identity, sha256: digest }] of bodies) {
        const published = Buffer.from(yield* fs.readFile(`${releases}/v1.0.0/${path}`))
        assert.isTrue(published.equals(Buffer.from(identity)))
        assert.strictEqual(digest, sha256(published))
        assert.strictEqual(typeof identity === "string", published.length <= 32_768)
        assert.strictEqual(br === undefined, published.length < 256)
        assert.strictEqual(gzip === undefined, published.length < 256)
        if (br !== undefined) assert.isTrue(brotliDecompressSync(br).equals(published))
        if (gzip !== undefined) assert.isTrue(gunzipSync(gzip).equals(published))
      }
    })
  )

  it.effect("are the same at every load and use no more memory than they report", () =>
    Effect.gen(function* () {
      const releases = yield* noReleases
      yield* publishRelease(releases, "1.0.0", vocabulary("EDU", "FILM"))
      const first = yield* (yield* servedFrom(releases)).load("1.0.0")
      const second = yield* (yield* servedFrom(releases)).load("1.0.0")
      assert.notStrictEqual(first, second)
      assert.deepStrictEqual(first.bodies, second.bodies)

      const views = [...first.bodies.values()].flatMap(({ br, gzip, identity }) => [br, gzip, identity])
      const blocks = new Set(views.flatMap((view) => (typeof view === "object" ? [view.buffer] : [])))
      const held = [...blocks].reduce((sum, { byteLength }) => sum + byteLength, 0)
      assert.isAtMost(held, first.byteLength)
    })
  )
})
