import { resolve } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as PubSub from "effect/PubSub"
import * as Stream from "effect/Stream"
import type { CatalogOptions } from "../../../../src/server/catalog/CurrentCatalog.ts"
import { categories } from "../../../support/server/histories.ts"
import { publishRelease } from "../../../system/server/releases.ts"
import { noReleases, servedFrom, until } from "../../../system/server/servedFrom.ts"

const versions = [
  ["1.0.0", ["QSR"]],
  ["1.1.0", ["AUTO", "QSR"]],
  ["1.2.0", ["AUTO", "BANK", "QSR"]]
] as const

const publish = (releases: string, version: string, codes: ReadonlyArray<string>) =>
  publishRelease(releases, version, categories(codes))

/** A folder with three releases of one major. */
const published = Effect.gen(function* () {
  const releases = yield* noReleases
  for (const [version, codes] of versions) yield* publish(releases, version, codes)
  return releases
})

/** The catalog of a folder, which reads it again only when it is told to. */
const served = (releases: string, options: CatalogOptions = {}) =>
  servedFrom(releases, { pollInterval: "1 hour", ...options })

const run = Effect.provide(NodeServices.layer)

describe("CurrentCatalog", () => {
  it.live("loads what is served by default at the start, and older releases when they are requested", () =>
    Effect.gen(function* () {
      const { defaults, isHeld, load, logged, status } = yield* Effect.flatMap(published, served)
      assert.deepStrictEqual(defaults(), ["1.2.0"])
      assert.deepStrictEqual(
        versions.map(([version]) => isHeld(version)),
        [false, false, true]
      )
      const { bytesHeld, polls: _, ...before } = status()
      assert.deepStrictEqual(before, {
        degraded: false,
        reason: undefined,
        reloads: 0,
        failedReloads: 0,
        loads: 1,
        failedLoads: 0,
        rebuilds: 0,
        evictions: 0,
        releasesHeld: 1
      })
      const [older, same] = yield* Effect.all([load("1.0.0"), load("1.0.0")], { concurrency: "unbounded" })
      assert.strictEqual(older, same)
      assert.strictEqual(yield* load("1.0.0"), older)
      assert.deepStrictEqual([...older.bodies.keys()].toSorted(), [
        "dimensions.json",
        "licenses.json",
        "licenses/PLAIN.json",
        "schema.json"
      ])
      const after = status()
      assert.deepStrictEqual([after.loads, after.releasesHeld, after.bytesHeld], [2, 2, bytesHeld + older.byteLength])
      assert.deepStrictEqual(logged, [])
    }).pipe(run)
  )

  it.live("evicts the releases that were not used for longest, but none that is served by default", () =>
    Effect.gen(function* () {
      const releases = yield* published
      yield* publish(releases, "1.3.0", ["AUTO", "BANK", "FILM", "QSR"])
      const { byteLength } = yield* Effect.flatMap(served(releases), ({ load }) => load("1.2.0"))
      const { isHeld, load, status } = yield* served(releases, { bodyBudget: 2 * byteLength })
      const held = () => ["1.0.0", "1.1.0", "1.2.0", "1.3.0"].map(isHeld)
      for (const version of ["1.0.0", "1.1.0", "1.0.0", "1.2.0"]) yield* load(version)
      assert.deepStrictEqual(held(), [true, false, true, true])
      assert.deepStrictEqual([status().evictions, status().loads, status().releasesHeld], [1, 4, 3])
    }).pipe(run)
  )

  it.live("serves what was published when it is told to look, and keeps what it served before", () =>
    Effect.gen(function* () {
      const releases = yield* published
      const reloads = yield* PubSub.unbounded<void>({ replay: 1 })
      const { defaults, isHeld, logged, status } = yield* served(releases, { reloads: Stream.fromPubSub(reloads) })
      yield* publish(releases, "2.0.0", ["AUTO", "BANK", "FILM", "QSR"])
      yield* publish(releases, "1.3.0", ["AUTO", "BANK", "FILM", "QSR"])
      yield* PubSub.publish(reloads, undefined)
      yield* until(() => status().reloads > 0)
      assert.deepStrictEqual(defaults(), ["1.3.0", "2.0.0"])
      assert.deepStrictEqual(["1.2.0", "1.3.0", "2.0.0"].map(isHeld), [true, true, true])
      assert.include(logged, "Serving a newer ledger")
    }).pipe(run)
  )

  it.live("is degraded while a requested release is damaged, and counts the failures", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* published
      const { load, status } = yield* served(releases)
      yield* fs.remove(`${releases}/v1.0.0/schema.json`)
      const error = yield* Effect.flip(load("1.0.0"))
      const { degraded, failedLoads, loads, reason } = status()
      assert.deepStrictEqual([degraded, reason, failedLoads, loads], [true, error.message, 1, 1])
      assert.include(error.message, "v1.0.0/schema.json")
    }).pipe(run)
  )

  it.live("serves a damaged release from the ledger if it may, and says so", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* published
      const sound = yield* Effect.flatMap(served(releases), ({ load }) => load("1.0.0"))
      yield* fs.writeFileString(`${releases}/v1.0.0/schema.json`, "{}")
      const refused = yield* Effect.flip(served(releases))
      assert.deepInclude(refused, { _tag: "ArtifactBroken", file: "v1.0.0/schema.json" })
      const { load, status } = yield* served(releases, { rebuild: true })
      // The files of an old release are checked when they are first read.
      assert.isFalse(status().degraded)
      const { bodies, manifest } = yield* load("1.0.0")
      assert.deepStrictEqual([manifest, bodies], [sound.manifest, sound.bodies])
      assert.deepStrictEqual([status().degraded, status().reason], [true, refused.message])
      assert.deepStrictEqual([status().failedLoads, status().rebuilds], [0, 1])
    }).pipe(run)
  )

  it.live("does not serve a folder that the ledger does not know, and says so", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* published
      for (const name of ["v9.9.9", "v9.9", "xv9.9.9", "v9.9.9x"]) yield* fs.makeDirectory(`${releases}/${name}`)
      const { logged } = yield* served(releases)
      assert.deepStrictEqual(logged, ["v9.9.9 is not in the ledger, so it was never published and is not served"])
    }).pipe(run)
  )

  it.live("does not start without a release to serve", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* noReleases
      yield* fs.makeDirectory(releases)
      yield* publish(releases, "0.1.0", ["QSR"])
      const { message } = yield* Effect.flip(served(releases))
      assert.strictEqual(
        message,
        `No release to serve in ${resolve(releases)}. Copy releases with taxonomy mirror, publish one with build-release, or name another folder with --releases.`
      )
    }).pipe(run)
  )
})
