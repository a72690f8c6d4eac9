import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import { publishRelease, vocabulary } from "./releases.ts"
import { noReleases, servedFrom, until } from "./servedFrom.ts"

const codes = ["EDU", "FILM", "GAME", "BOOK", "CARD"]

/** Five releases of one major, each a little larger than the one before. */
const fiveReleases = Effect.gen(function* () {
  const releases = yield* noReleases
  for (const index of codes.keys()) {
    yield* publishRelease(releases, `1.${index}.0`, vocabulary(...codes.slice(0, index + 1)))
  }
  return releases
})

layer(NodeServices.layer, { excludeTestServices: true })("releases before the newest", (it) => {
  it.effect("are loaded on their first request", () =>
    Effect.gen(function* () {
      const served = yield* servedFrom(yield* fiveReleases)
      assert.deepInclude(served.status(), { loads: 1, releasesHeld: 1 })
      assert.isFalse(served.isHeld("1.2.0"))
      const before = served.status().bytesHeld
      const bodies = yield* served.load("1.2.0")
      assert.isTrue(served.isHeld("1.2.0"))
      assert.strictEqual(yield* served.load("1.2.0"), bodies)
      assert.deepInclude(served.status(), { loads: 2, releasesHeld: 2, bytesHeld: before + bodies.byteLength })
    })
  )

  it.effect("are evicted least recently used first, and the newest never", () =>
    Effect.gen(function* () {
      const releases = yield* fiveReleases
      const { byteLength } = yield* (yield* servedFrom(releases)).load("1.3.0")
      const served = yield* servedFrom(releases, { bodyBudget: 2 * byteLength })
      const held = () => ["1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.4.0"].filter(served.isHeld)
      const always = served.status().bytesHeld
      yield* served.load("1.0.0")
      yield* served.load("1.1.0")
      assert.isTrue(served.isHeld("1.0.0"))
      yield* served.load("1.2.0")
      assert.deepStrictEqual(held(), ["1.0.0", "1.2.0", "1.4.0"])
      yield* served.load("1.3.0")
      yield* served.load("1.1.0")
      assert.deepStrictEqual(held(), ["1.1.0", "1.3.0", "1.4.0"])
      assert.isAtMost(served.status().bytesHeld - always, 2 * byteLength)
      assert.strictEqual(served.status().evictions, 3)
    })
  )

  it.effect("are held until they exceed the budget", () =>
    Effect.gen(function* () {
      const releases = yield* fiveReleases
      const { load } = yield* servedFrom(releases)
      const sizes = [(yield* load("1.0.0")).byteLength, (yield* load("1.1.0")).byteLength] as const
      for (const [spare, evictions] of [
        [0, 0],
        [-1, 1]
      ] as const) {
        const served = yield* servedFrom(releases, { bodyBudget: sizes[0] + sizes[1] + spare })
        yield* served.load("1.0.0")
        yield* served.load("1.1.0")
        assert.strictEqual(served.status().evictions, evictions)
      }
    })
  )

  it.effect("are held one at a time if the budget is too small for one", () =>
    Effect.gen(function* () {
      const releases = yield* fiveReleases
      const served = yield* servedFrom(releases, { bodyBudget: 1 })
      assert.isTrue((yield* served.load("1.0.0")).bodies.has("licenses/EDU.json"))
      assert.isTrue(served.isHeld("1.0.0"))
      yield* served.load("1.1.0")
      assert.isTrue(served.isHeld("1.1.0"))
      assert.isFalse(served.isHeld("1.0.0"))
      assert.strictEqual(served.status().evictions, 1)
      // What is served by default no longer is when there is a newer one.
      yield* publishRelease(releases, "1.5.0", vocabulary(...codes, "SHOE"))
      yield* until(() => served.defaults()[0] === "1.5.0")
      assert.isTrue(served.isHeld("1.4.0"))
      assert.isFalse(served.isHeld("1.1.0"))
      assert.isTrue(served.isHeld("1.5.0"))
      assert.strictEqual(served.status().evictions, 2)
    })
  )

  it.effect("are loaded once for concurrent requests, even if the first client disconnects", () =>
    Effect.gen(function* () {
      const served = yield* servedFrom(yield* fiveReleases)
      const first = yield* Effect.forkChild(served.load("1.0.0"), { startImmediately: true })
      const others = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 20 }, () => served.load("1.0.0")),
          { concurrency: "unbounded" }
        ),
        { startImmediately: true }
      )
      yield* Fiber.interrupt(first)
      const loaded = yield* Fiber.join(others)
      assert.strictEqual(new Set(loaded).size, 1)
      assert.strictEqual(served.status().loads, 2)
    })
  )

  it.effect("are loaded completely even if all clients disconnect", () =>
    Effect.gen(function* () {
      const served = yield* servedFrom(yield* fiveReleases)
      const only = yield* Effect.forkChild(served.load("1.0.0"), { startImmediately: true })
      yield* Fiber.interrupt(only)
      yield* until(() => served.isHeld("1.0.0"))
    })
  )

  it.effect("are refused if a file was altered since the start, and served after it is restored", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* fiveReleases
      const served = yield* servedFrom(releases, { bodyBudget: 1 })
      for (const file of ["schema.json", "licenses/EDU.json", "manifest.json"]) {
        const path = `${releases}/v1.0.0/${file}`
        const sound = yield* fs.readFile(path)
        const altered = Uint8Array.from(sound)
        altered[20] = (altered[20] ?? 0) ^ 1
        const wrongs: ReadonlyArray<Effect.Effect<void, PlatformError>> = [
          fs.writeFile(path, altered),
          fs.writeFile(path, sound.subarray(0, -1)),
          fs.writeFile(path, Buffer.concat([sound, Buffer.from(" ")])),
          fs.writeFile(path, new Uint8Array()),
          fs.symlink(`${releases}/v1.1.0/${file}`, path),
          fs.makeDirectory(path),
          Effect.void
        ]
        for (const wrong of wrongs) {
          yield* fs.remove(path)
          yield* wrong
          const failures = yield* Effect.all([Effect.flip(served.load("1.0.0")), Effect.flip(served.load("1.0.0"))], {
            concurrency: "unbounded"
          })
          for (const error of failures) assert.deepInclude(error, { _tag: "ArtifactBroken", file: `v1.0.0/${file}` })
          assert.isDefined(yield* served.load("1.1.0"))
          yield* fs.remove(path, { recursive: true, force: true })
          yield* fs.writeFile(path, sound)
          // One may still be under way that read the file before.
          assert.isDefined(yield* Effect.retry(served.load("1.0.0"), { times: 2 }))
          // It must not be in memory when the file is altered again.
          yield* served.load("1.1.0")
          assert.isFalse(served.isHeld("1.0.0"))
        }
      }
    })
  )

  it.effect("degrade the service while they cannot be loaded, until a retry without a request succeeds", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* fiveReleases
      const served = yield* servedFrom(releases)
      yield* fs.rename(`${releases}/v1.0.0`, `${releases}/away`)
      assert.isFalse(served.status().degraded)
      yield* Effect.flip(served.load("1.0.0"))
      assert.deepInclude(served.status(), { degraded: true, failedReloads: 0 })
      assert.include(served.status().reason, "v1.0.0/manifest.json")
      yield* until(() => served.logged.length === 1)
      yield* served.someLooks
      assert.lengthOf(served.logged, 1)

      // Newer releases are none the worse for it.
      yield* publishRelease(releases, "1.5.0", vocabulary(...codes, "SHOE"))
      yield* until(() => served.defaults()[0] === "1.5.0")

      yield* fs.rename(`${releases}/away`, `${releases}/v1.0.0`)
      yield* until(() => !served.status().degraded)
      assert.isTrue(served.isHeld("1.0.0"))
    })
  )

  it.effect("are retried even if they break again right after a retry has succeeded", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* fiveReleases
      const served = yield* servedFrom(releases, { bodyBudget: 1 })
      for (let outage = 0; outage < 5; outage++) {
        yield* served.load("1.1.0")
        yield* fs.rename(`${releases}/v1.0.0`, `${releases}/away`)
        yield* Effect.flip(served.load("1.0.0"))
        yield* fs.rename(`${releases}/away`, `${releases}/v1.0.0`)
        yield* until(() => !served.status().degraded)
      }
    })
  )
})
