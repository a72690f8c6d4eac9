import { appendFile } from "node:fs/promises"
import { basename, join, relative } from "node:path"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { rebuild } from "../../../src/release/Rebuild.ts"
import { verify } from "../../../src/release/Verify.ts"
import { taxonomy } from "../../support/CommandLine.ts"
import { digests } from "../../support/Folder.ts"
import { publishRelease, vocabulary } from "../server/releases.ts"

const published = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })
  const releases = join(folder, "releases")
  yield* publishRelease(releases, "1.0.0", vocabulary("EDU", "FILM"))
  return { folder, releases }
})

const damage = Effect.fnUntraced(function* (releases: string) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.remove(`${releases}/v1.0.0/schema.json`)
  yield* fs.remove(`${releases}/v1.0.0/licenses`, { recursive: true })
})

describe("rebuild", () => {
  it.live("leaves only missing files if it is interrupted at any step, and writes them on the next run", () =>
    Effect.gen(function* () {
      const { releases } = yield* published
      const sound = yield* Effect.promise(() => digests(releases))
      let finished = false
      let steps = 0
      for (; !finished; steps++) {
        yield* damage(releases)
        const { layer } = watched(releases, steps)
        finished = (yield* Effect.exit(rebuild(releases, undefined).pipe(Effect.provide(layer))))._tag === "Success"
        for (const { rule } of (yield* verify(releases)).findings) assert.strictEqual(rule, "artifact/missing")
        yield* rebuild(releases, undefined)
        assert.deepStrictEqual(yield* Effect.promise(() => digests(releases)), sound)
      }
      assert.isAbove(steps, 12)
    }).pipe(Effect.provide(Layer.merge(NodeFileSystem.layer, NodePath.layer)))
  )

  it.live("renames a file after its bytes are synced, and syncs the folder of every new name", () =>
    Effect.gen(function* () {
      const { releases } = yield* published
      yield* damage(releases)
      const { layer, log } = watched(releases, Infinity)
      yield* rebuild(releases, undefined).pipe(Effect.provide(layer))
      const licenses = log.indexOf("make v1.0.0/licenses")
      assert.strictEqual(log[licenses + 1], "sync v1.0.0")
      const renames = log.flatMap((entry, at) => (entry.startsWith("rename ") ? [at] : []))
      assert.lengthOf(renames, 3)
      for (const at of renames) {
        const [, from = "", to = ""] = log[at]?.split(" ") ?? []
        assert.deepStrictEqual(log.slice(at - 2, at), [`write ${from}`, `sync ${from}`])
        assert.strictEqual(log[at + 1], `sync ${to.slice(0, -basename(to).length - 1)}`)
      }
    }).pipe(Effect.provide(Layer.merge(NodeFileSystem.layer, NodePath.layer)))
  )

  it.live("does not change existing entries, including a link or a file in place of a folder", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      for (const inPlace of ["file", "link"]) {
        const { folder, releases } = yield* published
        const licenses = `${releases}/v1.0.0/licenses`
        yield* fs.remove(licenses, { recursive: true })
        yield* fs.makeDirectory(`${folder}/elsewhere`)
        yield* inPlace === "file" ? fs.writeFileString(licenses, "") : fs.symlink(`${folder}/elsewhere`, licenses)
        assert.deepStrictEqual((yield* rebuild(releases, undefined)).written, [])
        assert.deepStrictEqual(yield* fs.readDirectory(`${folder}/elsewhere`), [])
        assert.deepStrictEqual(yield* fs.readDirectory(releases), [".lock", "ledger.ndjson", "v1.0.0"])
      }
    }).pipe(Effect.provide(Layer.merge(NodeFileSystem.layer, NodePath.layer)))
  )

  it.live("ends with 4 if the ledger is damaged, for any release", () =>
    Effect.gen(function* () {
      const { folder, releases } = yield* published
      yield* Effect.promise(() => appendFile(join(releases, "ledger.ndjson"), "{}\n"))
      for (const versions of [[], ["v1.0.0"], ["v7.0.0"]]) {
        const { code, stderr } = yield* Effect.promise(() => taxonomy(["rebuild", ...versions], { cwd: folder }))
        assert.deepStrictEqual([code, stderr.includes("Line 2 of the ledger")], [4, true], stderr)
      }
    }).pipe(Effect.provide(Layer.merge(NodeFileSystem.layer, NodePath.layer)))
  )
})

/** A file system that logs every step, and fails after some steps: a write fails after half of its bytes. */
const watched = (releases: string, steps: number) => {
  let left = steps
  const log: Array<string> = []
  const step = <A, E, R>(
    entry: string,
    effect: Effect.Effect<A, E, R>,
    half: Effect.Effect<void, E, R> = Effect.void
  ) =>
    Effect.suspend(() => {
      if (left === 0) return Effect.andThen(half, Effect.die("interrupted"))
      left -= 1
      log.push(entry)
      return effect
    })
  const name = (path: string) => relative(releases, path)
  const layer = Layer.effect(
    FileSystem.FileSystem,
    Effect.map(FileSystem.FileSystem, (fs) => ({
      ...fs,
      makeDirectory: (path, options) => step(`make ${name(path)}`, fs.makeDirectory(path, options)),
      rename: (from, to) => step(`rename ${name(from)} ${name(to)}`, fs.rename(from, to)),
      open: (path, options) =>
        Effect.map(fs.open(path, options), (file) => ({
          ...file,
          sync: step(`sync ${name(path)}`, file.sync),
          writeAll: (bytes) =>
            step(`write ${name(path)}`, file.writeAll(bytes), file.writeAll(bytes.subarray(0, bytes.length / 2)))
        }))
    }))
  ).pipe(Layer.provide(NodeFileSystem.layer))
  return { layer, log }
}
