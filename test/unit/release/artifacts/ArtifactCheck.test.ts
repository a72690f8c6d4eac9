import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import type { PlatformError } from "effect/PlatformError"
import type { PublishedRelease } from "../../../../src/domain/release/ReleaseHistory.ts"
import { makeSyncReader, readFilesInBackground } from "../../../../src/platform/RegularFiles.ts"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import { checkRelease, readArtifacts, readManifest } from "../../../../src/release/artifacts/ArtifactCheck.ts"
import { given, release } from "../../../support/domain/ReleaseScenario.ts"

/** More than a chunk of every reader, with chunks that differ. */
const large = Array.from({ length: 60_000 }, (_, index) => `${index}`).join(" ")
const files: Readonly<Record<string, string>> = {
  "schema.json": "{}\n",
  "licenses/A.json": '"A"\n',
  "large.txt": large,
  "empty.txt": ""
}
const manifest = JSON.stringify({
  version: "1.0.0",
  published_at: "2026-01-10T12:00:00Z",
  source_commit: "0".repeat(40),
  format: 1,
  files: Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, { bytes: Buffer.byteLength(text), sha256: sha256(text) }])
  )
})

const [published = assert.fail("It is published")] = given(release("1.0.0", "2026-01-10")).history.releases.values()
const sound: PublishedRelease = { ...published, manifest: `sha256:${sha256(manifest)}` }
const readers = [
  ["in the thread", makeSyncReader()],
  ["in the background", readFilesInBackground]
] as const

type Change = (fs: FileSystem.FileSystem, folder: string) => Effect.Effect<void, PlatformError>

/** A folder of releases whose only release was changed after it was written. */
const changedRelease = Effect.fnUntraced(function* (change: Change) {
  const fs = yield* FileSystem.FileSystem
  const releases = yield* fs.makeTempDirectoryScoped()
  const folder = `${releases}/v1.0.0`
  yield* fs.makeDirectory(`${folder}/licenses`, { recursive: true })
  for (const [path, text] of Object.entries({ ...files, "manifest.json": manifest })) {
    yield* fs.writeFileString(`${folder}/${path}`, text)
  }
  yield* change(fs, folder)
  return releases
})

const nothing: Change = () => Effect.void
const write =
  (path: string, text: string): Change =>
  (fs, folder) =>
    fs.writeFileString(`${folder}/${path}`, text)
const remove =
  (path: string): Change =>
  (fs, folder) =>
    fs.remove(`${folder}${path}`, { recursive: true })
const makeFolder =
  (path: string): Change =>
  (fs, folder) =>
    fs.makeDirectory(`${folder}/${path}`)
const both =
  (first: Change, second: Change): Change =>
  (fs, folder) =>
    Effect.andThen(first(fs, folder), second(fs, folder))

const altered = (file: string, reason: string) => ({ file, reason, missing: false })
const missing = (file: string, reason = "it is missing") => ({ file, reason, missing: true })
const notRegular = "it is not a regular file"

describe("checkRelease", () => {
  it.effect("accepts exactly what the manifest lists, in files of many chunks and in empty ones", () =>
    Effect.gen(function* () {
      const releases = yield* changedRelease(nothing)
      for (const [, read] of readers) yield* checkRelease(releases, sound, read)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect.each<[string, Change, ReturnType<typeof altered>]>([
    ["without its folder", remove(""), missing("v1.0.0/manifest.json")],
    [
      "that is a file",
      both(remove(""), (fs, folder) => fs.writeFileString(folder, "")),
      altered("v1.0.0", "it is not a folder")
    ],
    ["without its manifest", remove("/manifest.json"), missing("v1.0.0/manifest.json")],
    ["with an empty manifest", write("manifest.json", ""), missing("v1.0.0/manifest.json", "it is empty")],
    [
      "with another manifest",
      write("manifest.json", `${manifest}\n`),
      altered("v1.0.0/manifest.json", "its digest is not the one in the ledger")
    ],
    [
      "with a folder in place of its manifest",
      both(remove("/manifest.json"), makeFolder("manifest.json")),
      altered("v1.0.0/manifest.json", notRegular)
    ],
    ["without a file", remove("/schema.json"), missing("v1.0.0/schema.json")],
    ["without a folder of files", remove("/licenses"), missing("v1.0.0/licenses/A.json")],
    [
      "with a folder in place of a file",
      both(remove("/schema.json"), makeFolder("schema.json")),
      altered("v1.0.0/schema.json", notRegular)
    ],
    [
      "with a link",
      (fs, folder) => fs.symlink(`${folder}/schema.json`, `${folder}/more.json`),
      altered("v1.0.0/more.json", notRegular)
    ],
    [
      "with a shorter file",
      write("licenses/A.json", '"A"'),
      missing("v1.0.0/licenses/A.json", "it has 3 of its 4 bytes")
    ],
    ["with an empty file", write("schema.json", ""), missing("v1.0.0/schema.json", "it has 0 of its 3 bytes")],
    ["with a longer file", write("schema.json", "{ }\n"), altered("v1.0.0/schema.json", "it has more than 3 bytes")],
    ["with a file that was empty", write("empty.txt", "\n"), altered("v1.0.0/empty.txt", "it has more than 0 bytes")],
    [
      "with a file of the same length",
      write("schema.json", "[]\n"),
      altered("v1.0.0/schema.json", "its digest is not the one in the manifest")
    ],
    [
      "with another last chunk of a file",
      write("large.txt", `${large.slice(0, -1)}X`),
      altered("v1.0.0/large.txt", "its digest is not the one in the manifest")
    ],
    ["with a file too many", write("more.json", ""), altered("v1.0.0/more.json", "it is not part of the release")],
    ["with a folder too many", makeFolder("more"), altered("v1.0.0/more", "it is not part of the release")],
    [
      "with a file that is being copied",
      write("licenses/.A.json.x7", ""),
      missing("v1.0.0/licenses/.A.json.x7", "it is not part of the release")
    ]
  ])("refuses a release %s", ([, change, expected]) =>
    Effect.gen(function* () {
      const releases = yield* changedRelease(change)
      for (const [, read] of readers) {
        const refused = yield* Effect.flip(checkRelease(releases, sound, read))
        assert.deepInclude(refused, { _tag: "ArtifactBroken", ...expected })
      }
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("refuses a manifest that only another version can read", () =>
    Effect.gen(function* () {
      const releases = yield* changedRelease(write("manifest.json", "{}"))
      const release = { ...sound, manifest: `sha256:${sha256("{}")}` }
      const refused = yield* Effect.flip(checkRelease(releases, release, makeSyncReader()))
      assert.strictEqual(
        refused.message,
        "v1.0.0/manifest.json is not what was published: this version cannot read it. Restore it from git or a backup, or delete it and run taxonomy rebuild."
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe.each(readers)("a reader %s", (_, read) => {
  it.effect("returns the bytes of the selected files only, with their digests", () =>
    Effect.gen(function* () {
      const releases = yield* changedRelease(write("schema.json", "altered"))
      const found = yield* readArtifacts(releases, sound, read, (path) => path !== "schema.json")
      assert.deepStrictEqual(
        [...found].map(([path, { bytes, sha256 }]) => [path, Buffer.from(bytes).toString(), sha256]),
        Object.entries(files)
          .filter(([path]) => path !== "schema.json")
          .map(([path, text]) => [path, text, sha256(text)])
      )
      assert.strictEqual(yield* readManifest(releases, sound, read), manifest)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect.each<[string, Change, ReturnType<typeof altered>]>([
    ["is missing", remove("/licenses/A.json"), missing("v1.0.0/licenses/A.json")],
    [
      "became a folder",
      both(remove("/licenses/A.json"), makeFolder("licenses/A.json")),
      altered("v1.0.0/licenses/A.json", notRegular)
    ]
  ])("refuses a selected file that %s", ([, change, expected]) =>
    Effect.gen(function* () {
      const releases = yield* changedRelease(change)
      const refused = yield* Effect.flip(readArtifacts(releases, sound, read, () => true))
      assert.deepInclude(refused, { _tag: "ArtifactBroken", ...expected })
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
