import { dirname, join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PublishedRelease } from "../../../../src/domain/release/ReleaseHistory.ts"
import { readFilesInBackground, type ReadRegularFiles } from "../../../../src/platform/RegularFiles.ts"
import { folderOf } from "../../../../src/release/artifacts/Manifest.ts"
import { makeReleaseRenderer } from "../../../../src/release/artifacts/ReleaseRenderer.ts"
import { makeBodyCache, type BodyCache, type BodyCacheOptions } from "../../../../src/server/catalog/BodyCache.ts"
import { patience } from "../../../support/Patience.ts"
import { categories, release } from "../../../support/server/histories.ts"
import { renderedCatalog } from "../../../support/server/RenderedCatalog.ts"

const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = renderedCatalog([
  release("1.0.0", "2026-01-15", categories(["A"])),
  release("1.1.0", "2026-02-15", categories(["A", "B"])),
  release("1.2.0", "2026-03-15", categories(["A", "B", "C"]))
]).history.releases.values()

const filesOf = (published: PublishedRelease): ReadonlyArray<readonly [string, Uint8Array]> => {
  const rendered = makeReleaseRenderer()(published)
  return [...(rendered ?? assert.fail()).files].map(([path, bytes]) => [join(folderOf(published), path), bytes])
}

const writeRelease = Effect.fnUntraced(function* (releases: string, published: PublishedRelease) {
  const fs = yield* FileSystem.FileSystem
  for (const [path, bytes] of filesOf(published)) {
    yield* fs.makeDirectory(dirname(join(releases, path)), { recursive: true })
    yield* fs.writeFile(join(releases, path), bytes)
  }
})

/** A cache of three releases whose files are on disk. */
const makeCache = Effect.fnUntraced(function* (options: Partial<BodyCacheOptions> = {}) {
  const fs = yield* FileSystem.FileSystem
  const releases = yield* fs.makeTempDirectoryScoped()
  for (const published of [first, second, third]) yield* writeRelease(releases, published)
  const cache = yield* makeBodyCache({
    releases,
    budget: 0,
    retryInterval: Duration.millis(5),
    ...options
  })
  return { ...cache, releases }
})

/** A budget for the two largest releases. */
const budgetForTwo = Effect.gen(function* () {
  const { counts, load } = yield* makeCache({ budget: Number.MAX_SAFE_INTEGER })
  yield* load(second)
  yield* load(third)
  return counts().bytesHeld
})

const until = (condition: () => boolean) =>
  Effect.sleep(Duration.millis(1)).pipe(Effect.repeat({ until: condition }), Effect.timeout(patience))

const assertEvicted = ({ counts, peek }: BodyCache, ...evicted: ReadonlyArray<PublishedRelease>): void => {
  assert.strictEqual(counts().evictions, evicted.length)
  assert.isTrue(evicted.every((published) => peek(published) === undefined))
}

const schemaOf = (published: PublishedRelease) => join(folderOf(published), "schema.json")

describe("a cache of bodies", () => {
  it.live("evicts what was used least recently when its budget is exceeded", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache({ budget: yield* budgetForTwo })
      yield* cache.load(first)
      yield* cache.load(second)
      assertEvicted(cache)
      assert.isDefined(cache.peek(first))
      yield* cache.load(third)
      assertEvicted(cache, second)
      assert.isUndefined(cache.peek(second))
      const { bytesHeld, ...counts } = cache.counts()
      assert.deepStrictEqual(counts, { loads: 3, failedLoads: 0, evictions: 1, releasesHeld: 2 })
      assert.strictEqual(
        bytesHeld,
        [first, third].reduce((sum, published) => sum + (cache.peek(published)?.byteLength ?? assert.fail()), 0)
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("keeps the one that was used last, whatever its size", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      const bodies = yield* cache.load(first)
      assert.strictEqual(cache.peek(first), bodies)
      yield* cache.load(second)
      assertEvicted(cache, first)
      assert.isDefined(cache.peek(second))
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("loads a release once, for all who ask and for later ones", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      assert.isUndefined(cache.peek(first))
      const [one, two] = yield* Effect.all([cache.load(first), cache.load(first)], { concurrency: 2 })
      assert.strictEqual(one, two)
      assert.strictEqual(yield* cache.load(first), one)
      assert.strictEqual(cache.counts().loads, 1)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("loads a release again after it was evicted", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      for (const published of [first, second, first]) yield* cache.load(published)
      assert.strictEqual(cache.counts().loads, 3)
      assert.deepStrictEqual([cache.counts().evictions, cache.peek(second)], [2, undefined])
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("counts what was made from bodies while they are held, and forgets it with them", () =>
    Effect.gen(function* () {
      const budget = yield* budgetForTwo
      const cache = yield* makeCache({ budget })
      const bodies = yield* cache.load(first)
      cache.extend(bodies, budget)
      assert.strictEqual(cache.counts().bytesHeld, bodies.byteLength + budget)
      assertEvicted(cache)
      cache.extend(bodies, -budget)
      assert.strictEqual(cache.counts().bytesHeld, bodies.byteLength)

      const others = yield* cache.load(second)
      cache.extend(others, budget)
      assertEvicted(cache, first)
      cache.extend(bodies, 1000)
      assert.strictEqual(cache.counts().bytesHeld, others.byteLength + budget)
      yield* cache.load(third)
      assertEvicted(cache, first, second)
      assert.strictEqual(cache.counts().bytesHeld, cache.peek(third)?.byteLength)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("pinned releases", () => {
  it.live("are exactly those that were given last, and count against no budget", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      yield* cache.pin([first, second], readFilesInBackground)
      assertEvicted(cache)
      const held = [cache.peek(first), cache.peek(second)]
      yield* cache.load(third)
      assertEvicted(cache)
      assert.strictEqual(cache.counts().releasesHeld, 3)

      yield* cache.pin([second, third], readFilesInBackground)
      assertEvicted(cache)
      assert.strictEqual(cache.peek(first), held[0])
      assert.strictEqual(cache.peek(second), held[1])
      assert.strictEqual(cache.counts().releasesHeld, 3)
      const sizes = [first, second, third].map((published) => cache.peek(published)?.byteLength ?? assert.fail())
      assert.strictEqual(
        cache.counts().bytesHeld,
        sizes.reduce((sum, size) => sum + size, 0)
      )

      yield* cache.pin([third], readFilesInBackground)
      assertEvicted(cache, first)
      assert.strictEqual(cache.counts().loads, 3)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("stay as they are when the same are given again", () =>
    Effect.gen(function* () {
      const cache = yield* makeCache()
      yield* cache.pin([first], readFilesInBackground)
      const before = cache.counts()
      yield* cache.pin([first], readFilesInBackground)
      assert.deepStrictEqual(cache.counts(), before)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("are read with the reader that was given", () =>
    Effect.gen(function* () {
      const read: Array<string> = []
      const reader: ReadRegularFiles = (wanted) => {
        read.push(...wanted.map(({ path }) => path))
        return readFilesInBackground(wanted)
      }
      const cache = yield* makeCache()
      yield* cache.pin([first], reader)
      assert.include(read, join(cache.releases, schemaOf(first)))
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("a release whose files are not what was published", () => {
  it.live("is broken until its files are back", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const cache = yield* makeCache()
      yield* fs.writeFileString(join(cache.releases, schemaOf(first)), "{}")
      const error = yield* Effect.flip(cache.load(first))
      assert.include(error.message, `${schemaOf(first)} is not what was published`)
      assert.deepStrictEqual([...cache.broken()], [[first, error]])
      assert.isUndefined(cache.peek(first))
      assert.deepInclude(cache.counts(), { loads: 0, releasesHeld: 0, bytesHeld: 0 })

      yield* writeRelease(cache.releases, first)
      yield* until(() => cache.broken().size === 0)
      assert.isDefined(cache.peek(first))
      assert.strictEqual(cache.counts().loads, 1)
      assert.isAtLeast(cache.counts().failedLoads, 1)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("is served from the ledger where that is wanted, and damaged until its files are back", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const cache = yield* makeCache({ rebuild: true })
      const sound = yield* cache.load(first)
      yield* cache.load(second)
      yield* fs.remove(join(cache.releases, schemaOf(first)))
      const rebuilt = yield* cache.load(first)
      assert.deepStrictEqual(rebuilt.bodies, sound.bodies)
      assert.deepStrictEqual([...cache.broken().keys()], [first])
      assert.include(cache.broken().get(first)?.message, schemaOf(first))
      assert.deepInclude(cache.counts(), { loads: 3, failedLoads: 0 })

      yield* writeRelease(cache.releases, first)
      yield* until(() => cache.broken().size === 0)
      assert.strictEqual(cache.counts().loads, 3)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
