import { dirname, join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PublishedRelease } from "../../../../src/domain/release/ReleaseHistory.ts"
import { readFilesInBackground, type ReadRegularFiles } from "../../../../src/platform/RegularFiles.ts"
import { folderOf } from "../../../../src/release/artifacts/Manifest.ts"
import { renderRelease } from "../../../../src/release/artifacts/ReleaseRenderer.ts"
import { makeBodyCache } from "../../../../src/server/bodies/BodyCache.ts"
import {
  isServedArtifact,
  makeReleaseSource,
  type ReleaseSourceOptions
} from "../../../../src/server/bodies/ReleaseSource.ts"
import { patience } from "../../../support/Patience.ts"
import { categories, release } from "../../../support/server/histories.ts"
import { renderedCatalog } from "../../../support/server/RenderedCatalog.ts"

const [first = assert.fail(), second = assert.fail(), third = assert.fail()] = renderedCatalog([
  release("1.0.0", "2026-01-15", categories(["A"])),
  release("1.1.0", "2026-02-15", categories(["A", "B"])),
  release("1.2.0", "2026-03-15", categories(["A", "B", "C"]))
]).history.releases.values()

const filesOf = (published: PublishedRelease): ReadonlyArray<readonly [string, Uint8Array]> => {
  const rendered = renderRelease(published)
  return [...(rendered ?? assert.fail()).files].map(([path, bytes]) => [join(folderOf(published), path), bytes])
}

const writeRelease = Effect.fnUntraced(function* (releases: string, published: PublishedRelease) {
  const fs = yield* FileSystem.FileSystem
  for (const [path, bytes] of filesOf(published)) {
    yield* fs.makeDirectory(dirname(join(releases, path)), { recursive: true })
    yield* fs.writeFile(join(releases, path), bytes)
  }
})

/** A source of three releases whose files are on disk, in a cache that holds one and what is pinned. */
const makeSource = Effect.fnUntraced(function* (options: Partial<ReleaseSourceOptions> = {}) {
  const fs = yield* FileSystem.FileSystem
  const releases = yield* fs.makeTempDirectoryScoped()
  for (const published of [first, second, third]) yield* writeRelease(releases, published)
  const cache = yield* makeBodyCache(0)
  const source = yield* makeReleaseSource(cache, { releases, retryInterval: Duration.millis(5), ...options })
  return { ...source, held: cache.counts, releases }
})

const until = (condition: () => boolean) =>
  Effect.sleep(Duration.millis(1)).pipe(Effect.repeat({ until: condition }), Effect.timeout(patience))

const schemaOf = (published: PublishedRelease) => join(folderOf(published), "schema.json")

describe("makeReleaseSource", () => {
  it.live("loads a release once, and again after it was evicted", () =>
    Effect.gen(function* () {
      const { counts, load, peek } = yield* makeSource()
      assert.isUndefined(peek(first))
      const [one, two] = yield* Effect.all([load(first), load(first)], { concurrency: 2 })
      assert.strictEqual(one, two)
      assert.strictEqual(peek(first), one)
      yield* load(second)
      assert.isUndefined(peek(first))
      assert.deepStrictEqual((yield* load(first)).bodies, one.bodies)
      assert.deepStrictEqual(counts(), { loads: 3, failedLoads: 0, rebuilds: 0, releasesHeld: 1 })
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("knows the digests of what it served and of what was checked, in memory or not", () =>
    Effect.gen(function* () {
      const { digestOf, load, noteDigests } = yield* makeSource()
      assert.isUndefined(digestOf(first, "schema.json"))
      const { bodies } = yield* load(first)
      yield* load(second)
      assert.strictEqual(digestOf(first, "schema.json"), bodies.get("schema.json")?.sha256)
      noteDigests(
        third,
        () =>
          new Map([
            ["schema.json", "a"],
            ["manifest.json", "b"]
          ])
      )
      assert.deepStrictEqual(
        ["schema.json", "manifest.json"].map((path) => digestOf(third, path)),
        ["a", undefined]
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("isServedArtifact", () => {
  it.each([
    ["licenses/A.B.json", true],
    ["schema.json", true],
    ["manifest.json", false],
    ["CHANGES.md", false],
    ["config.schema.json", false],
    ["licenses", false],
    ["licenses/A.txt", false]
  ])("is true for the body of an endpoint: %s, %s", (path, expected) => {
    assert.strictEqual(isServedArtifact(path), expected)
  })
})

describe("pinned releases", () => {
  it.live("are exactly those that were given last, and count against no budget", () =>
    Effect.gen(function* () {
      const { counts, held, load, peek, pin } = yield* makeSource()
      yield* pin([first, second], readFilesInBackground)
      const bodies = [peek(first), peek(second)]
      yield* load(third)
      yield* pin([second, third], readFilesInBackground)
      assert.deepStrictEqual([peek(first), peek(second)], bodies)
      assert.deepStrictEqual([counts().releasesHeld, held().evictions], [3, 0])
      yield* pin([third], readFilesInBackground)
      assert.deepStrictEqual([counts().loads, held().evictions, peek(first)], [3, 1, undefined])
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("are read with the reader that was given", () =>
    Effect.gen(function* () {
      const read: Array<string> = []
      const reader: ReadRegularFiles = (wanted) => {
        read.push(...wanted.map(({ path }) => path))
        return readFilesInBackground(wanted)
      }
      const source = yield* makeSource()
      yield* source.pin([first], reader)
      assert.include(read, join(source.releases, schemaOf(first)))
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("a release whose files are not what was published", () => {
  it.live("is broken until its files are back", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const source = yield* makeSource()
      yield* fs.writeFileString(join(source.releases, schemaOf(first)), "{}")
      const error = yield* Effect.flip(source.load(first))
      assert.include(error.message, `${schemaOf(first)} is not what was published`)
      assert.deepStrictEqual([...source.broken()], [[first, error]])
      assert.isUndefined(source.peek(first))
      assert.deepInclude(source.counts(), { loads: 0, releasesHeld: 0 })

      yield* writeRelease(source.releases, first)
      yield* until(() => source.broken().size === 0)
      assert.isDefined(source.peek(first))
      assert.strictEqual(source.counts().loads, 1)
      assert.isAtLeast(source.counts().failedLoads, 1)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("is served from the ledger where that is wanted, and damaged until its files are back", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const source = yield* makeSource({ rebuild: true })
      const sound = yield* source.load(first)
      yield* source.load(second)
      yield* fs.remove(join(source.releases, schemaOf(first)))
      const rebuilt = yield* source.load(first)
      assert.deepStrictEqual(rebuilt.bodies, sound.bodies)
      assert.deepStrictEqual([...source.broken().keys()], [first])
      assert.include(source.broken().get(first)?.message, schemaOf(first))
      assert.deepInclude(source.counts(), { loads: 3, failedLoads: 0 })

      yield* writeRelease(source.releases, first)
      yield* until(() => source.broken().size === 0)
      assert.strictEqual(source.counts().loads, 3)
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
