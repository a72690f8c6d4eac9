import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Path from "effect/Path"
import * as Result from "effect/Result"
import { evolve } from "../../../src/domain/release/ReleaseHistory.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { renderRelease } from "../../../src/release/artifacts/ReleaseRenderer.ts"
import { parseLedger, withEvent, type Ledger } from "../../../src/release/Ledger.ts"
import { verifyFiles } from "../../../src/release/Preview.ts"
import { removeStaleTemporaries, writeFolder } from "../../../src/release/ReleaseFolder.ts"
import { verify } from "../../../src/release/Verify.ts"
import { publish, publishedEvent } from "../../support/arbitrary/releases.ts"
import { start } from "../../support/domain/TaxonomyEdits.ts"

const empty = Result.getOrThrow(parseLedger(new Uint8Array()))

const [event, files] = (() => {
  const unsealed = publishedEvent(empty.history, publish("1.0.0", start))
  const release = evolve(empty.history, unsealed).releases.get(Version.make("1.0.0"))
  const rendered = release && renderRelease(release)
  if (rendered === undefined) throw new Error("The release has no artifacts")
  return [{ ...unsealed, manifest: rendered.digest }, rendered.files] as const
})()

const ledgerOf = (more: Partial<typeof event> = {}): Ledger =>
  Result.getOrThrow(withEvent(empty, { ...event, ...more }))

/** A folder of releases with the files of 1.0.0. */
const publishedFolder = Effect.fnUntraced(function* ({ text } = ledgerOf()) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const folder = yield* fs.makeTempDirectoryScoped()
  yield* writeFolder(folder, "v1.0.0", files)
  yield* fs.writeFileString(paths.join(folder, "ledger.ndjson"), text)
  return { fs, folder, at: (...names: ReadonlyArray<string>) => paths.join(folder, ...names) }
})

const findingsOf = Effect.fnUntraced(function* (folder: string) {
  const { findings } = yield* verify(folder)
  return findings.map(({ context, location, rule }) => [
    rule,
    context,
    location._tag === "Release" ? location.file : location._tag
  ])
})

layer(NodeServices.layer)("verify", (it) => {
  it.effect("finds nothing in what was published, with hidden files beside it", () =>
    Effect.gen(function* () {
      const { at, folder, fs } = yield* publishedFolder()
      yield* fs.writeFileString(at(".lock"), "")
      const { findings, head, history, log } = yield* verify(folder)
      assert.deepStrictEqual([findings, head.sequence, log], [[], 1, { signed: false, events: 1 }])
      assert.deepStrictEqual([...history.releases.keys()], ["1.0.0"])
      assert.deepStrictEqual((yield* fs.readDirectory(folder)).toSorted(), [".lock", "ledger.ndjson", "v1.0.0"])
    })
  )

  it.effect("reports every file that differs, is missing or was added", () =>
    Effect.gen(function* () {
      const { at, folder, fs } = yield* publishedFolder()
      const same = files.get("licenses.json") ?? new Uint8Array()
      yield* fs.writeFile(
        at("v1.0.0", "licenses.json"),
        same.map((byte, index) => (index === 9 ? byte ^ 1 : byte))
      )
      yield* fs.writeFile(at("v1.0.0", "dimensions.json"), (files.get("dimensions.json") ?? same).subarray(0, 9))
      yield* fs.remove(at("v1.0.0", "schema.json"))
      yield* fs.makeDirectory(at("v1.0.0", "new", "empty"), { recursive: true })
      yield* fs.makeDirectory(at("v1.0.0", "more"))
      yield* fs.writeFileString(at("v1.0.0", "more", "a.txt"), "")
      yield* fs.writeFileString(at("notes.txt"), "")
      yield* fs.makeDirectory(at("v1.1.0"))
      assert.sameDeepMembers(yield* findingsOf(folder), [
        ["artifact/altered", { file: "v1.0.0/licenses.json" }, "v1.0.0/licenses.json"],
        ["artifact/altered", { file: "v1.0.0/dimensions.json" }, "v1.0.0/dimensions.json"],
        ["artifact/missing", { file: "v1.0.0/schema.json" }, "v1.0.0/schema.json"],
        ["artifact/extra", { file: "v1.0.0/new/empty" }, "v1.0.0/new/empty"],
        ["artifact/extra", { file: "v1.0.0/more/a.txt" }, "v1.0.0/more/a.txt"],
        ["artifact/extra", { file: "notes.txt" }, "notes.txt"],
        ["artifact/unpublished", { folder: "v1.1.0" }, "v1.1.0"]
      ])
    })
  )

  it.effect("reports a release whose folder is missing, or is a file", () =>
    Effect.gen(function* () {
      const { at, folder, fs } = yield* publishedFolder()
      yield* fs.remove(at("v1.0.0"), { recursive: true })
      assert.deepStrictEqual(yield* findingsOf(folder), [["artifact/missing", { file: "v1.0.0" }, "v1.0.0"]])
      yield* fs.writeFileString(at("v1.0.0"), "")
      assert.deepStrictEqual(yield* findingsOf(folder), [["artifact/altered", { file: "v1.0.0" }, "v1.0.0"]])
    })
  )

  it.effect("reports a release whose manifest differs from the one in the ledger", () =>
    Effect.gen(function* () {
      const { folder } = yield* publishedFolder(ledgerOf({ manifest: `sha256:${"0".repeat(64)}` }))
      assert.deepStrictEqual(yield* findingsOf(folder), [
        ["artifact/not-reproducible", { version: "1.0.0" }, "v1.0.0/manifest.json"]
      ])
    })
  )

  it.effect("reports a damaged ledger, and then no folder of a release as unpublished", () =>
    Effect.gen(function* () {
      const { at, folder, fs } = yield* publishedFolder()
      yield* fs.writeFileString(at("ledger.ndjson"), "{}\n")
      yield* fs.writeFileString(at("notes.txt"), "")
      const verification = yield* verify(folder)
      assert.deepStrictEqual([verification.history.releases.size, verification.head.sequence], [0, 0])
      assert.isFalse("log" in verification)
      assert.deepStrictEqual(
        verification.findings.map(({ rule }) => rule),
        ["ledger/broken-chain", "artifact/extra"]
      )
    })
  )
})

layer(NodeServices.layer)("verifyFiles", (it) => {
  it.effect("finds what differs from the manifests, and manifests that differ from the ledger", () =>
    Effect.gen(function* () {
      const { at, folder, fs } = yield* publishedFolder()
      const rulesOf = ({ history }: Ledger) =>
        Effect.map(verifyFiles(folder, history), (findings) => findings.map(({ context, rule }) => [rule, context]))
      assert.deepStrictEqual(yield* rulesOf(ledgerOf()), [])
      assert.deepStrictEqual(yield* rulesOf(ledgerOf({ manifest: `sha256:${"0".repeat(64)}` })), [
        ["artifact/not-reproducible", { version: "1.0.0" }]
      ])
      yield* fs.writeFileString(at("v1.0.0", "schema.json"), "{}")
      yield* fs.remove(at("v1.0.0", "licenses.json"))
      yield* fs.writeFileString(at("v1.0.0", "notes.txt"), "")
      assert.sameDeepMembers(yield* rulesOf(ledgerOf()), [
        ["artifact/altered", { file: "v1.0.0/schema.json" }],
        ["artifact/missing", { file: "v1.0.0/licenses.json" }],
        ["artifact/extra", { file: "v1.0.0/notes.txt" }]
      ])
    })
  )
})

layer(NodeServices.layer)("removeStaleTemporaries", (it) => {
  it.effect("removes the unfinished work of interrupted runs alone", () =>
    Effect.gen(function* () {
      const { at, folder, fs } = yield* publishedFolder()
      yield* fs.makeDirectory(at(".tmp-v1.1.0", "schemas"), { recursive: true })
      yield* fs.writeFileString(at(".tmp-ledger.ndjson"), "")
      yield* removeStaleTemporaries(folder)
      assert.deepStrictEqual((yield* fs.readDirectory(folder)).toSorted(), ["ledger.ndjson", "v1.0.0"])
      assert.deepStrictEqual(yield* findingsOf(folder), [])
    })
  )
})
