import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { publishRelease, vocabulary } from "./releases.ts"
import { noReleases, servedFrom, until } from "./servedFrom.ts"

const published = Effect.gen(function* () {
  const releases = yield* noReleases
  yield* publishRelease(releases, "1.0.0", vocabulary("EDU"))
  yield* publishRelease(releases, "1.1.0", vocabulary("EDU", "FILM"))
  return releases
})

const damages = ["schema.json", "licenses/EDU.json", "manifest.json"]

describe("a server whose releases are damaged", () => {
  it.live("serves them from the ledger, says so, and stops saying so when they are restored", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      for (const file of damages) {
        const releases = yield* published
        const expected = yield* Effect.flatMap(servedFrom(releases), ({ load }) => load("1.0.0"))
        const path = `${releases}/v1.0.0/${file}`
        const sound = yield* fs.readFile(path)
        yield* fs.writeFile(path, sound.toReversed())
        const served = yield* servedFrom(releases, { rebuild: true })
        const { bodies, manifest } = yield* served.load("1.0.0")
        assert.deepStrictEqual([bodies, manifest], [expected.bodies, expected.manifest])
        assert.deepInclude(served.status(), { degraded: true, rebuilds: 1 })
        assert.include(served.status().reason, `v1.0.0/${file}`)
        yield* until(() => served.logged.some((line) => line.includes(`v1.0.0/${file}`)))
        yield* fs.writeFile(path, sound)
        yield* until(() => !served.status().degraded)
      }
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("serves a release of which a mirror has kept the manifest alone, which is no damage", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* published
      const expected = yield* Effect.flatMap(servedFrom(releases), ({ load }) => load("1.0.0"))
      for (const name of yield* fs.readDirectory(`${releases}/v1.0.0`)) {
        if (name !== "manifest.json") yield* fs.remove(`${releases}/v1.0.0/${name}`, { recursive: true })
      }
      const served = yield* servedFrom(releases, { rebuild: true })
      const { bodies, manifest } = yield* served.load("1.0.0")
      assert.deepStrictEqual([bodies, manifest], [expected.bodies, expected.manifest])
      assert.deepInclude(served.status(), { degraded: false, rebuilds: 0 })
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("does not start if one of them is the newest of its major", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      for (const file of damages) {
        const releases = yield* published
        const path = `${releases}/v1.1.0/${file}`
        yield* fs.writeFile(path, (yield* fs.readFile(path)).toReversed())
        const refused = yield* Effect.flip(servedFrom(releases, { rebuild: true }))
        assert.deepInclude(refused, { _tag: "ArtifactBroken", file: `v1.1.0/${file}` })
      }
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("serves a release whose folder is lost, at start and afterwards", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* published
      const served = yield* servedFrom(releases, { bodyBudget: 1, rebuild: true })
      yield* fs.remove(`${releases}/v1.0.0`, { recursive: true })
      assert.isDefined(yield* served.load("1.0.0"))
      assert.isTrue(served.status().degraded)
      const again = yield* servedFrom(releases, { rebuild: true })
      assert.isDefined(yield* again.load("1.0.0"))
      assert.isTrue(again.status().degraded)
      assert.isFalse(yield* fs.exists(`${releases}/v1.0.0`))
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
