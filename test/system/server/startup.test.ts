import { dirname } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { PlatformError } from "effect/PlatformError"
import { errorExitCode } from "../../../src/cli/ExitCode.ts"
import { CurrentCatalog, type CatalogOptions } from "../../../src/server/catalog/CurrentCatalog.ts"
import { generateSigningKey } from "../../../src/transparency/SigningKey.ts"
import { publishRelease, vocabulary } from "./releases.ts"
import { checkpointOf, signLog } from "./signedLog.ts"

const published = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const releases = `${yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })}/releases`
  yield* publishRelease(releases, "1.0.0", vocabulary("EDU"))
  yield* publishRelease(releases, "1.1.0", vocabulary("EDU", "FILM"))
  return releases
})

/** The catalog as the server has it when it starts. */
const started = (releases: string, options?: CatalogOptions) =>
  Effect.scoped(
    Effect.map(Layer.build(CurrentCatalog.layer(releases, options)), (services) =>
      Context.get(services, CurrentCatalog).get()
    )
  )

const { key } = await generateSigningKey("example.com/taxonomy", "ed25519")
const { key: otherKey } = await generateSigningKey("example.com/taxonomy", "ed25519")

const filesBelow = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const found: Array<string> = []
  for (const path of (yield* fs.readDirectory(folder, { recursive: true })).toSorted()) {
    if (!path.startsWith(".") && (yield* fs.stat(`${folder}/${path}`)).type === "File") found.push(path)
  }
  return found
})

describe("the server refuses to start", () => {
  it.effect("if one byte of any file below releases/ was flipped, and names the file", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* published
      const files = yield* filesBelow(releases)
      assert.include(files, "v1.0.0/licenses/EDU.json")
      assert.include(files, "v1.1.0/CHANGES.md")
      for (const file of files) {
        const sound = yield* fs.readFile(`${releases}/${file}`)
        for (const place of [0, Math.floor(sound.length / 2), sound.length - 1]) {
          const flipped = Uint8Array.from(sound)
          flipped[place] = (flipped[place] ?? 0) ^ 1
          yield* fs.writeFile(`${releases}/${file}`, flipped)
          const error = yield* Effect.flip(started(releases))
          if (file === "ledger.ndjson") assert.strictEqual(error._tag, "ChainBroken")
          else assert.deepInclude(error, { _tag: "ArtifactBroken", file })
          assert.include(error.message, file === "ledger.ndjson" ? "ledger" : file)
        }
        yield* fs.writeFile(`${releases}/${file}`, sound)
      }
      yield* started(releases)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("if a file is missing, unexpected or a link", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      for (const file of ["schema.json", "manifest.json", "licenses/EDU.json"]) {
        const releases = yield* published
        yield* fs.remove(`${releases}/v1.0.0/${file}`)
        assert.deepInclude(yield* Effect.flip(started(releases)), {
          _tag: "ArtifactBroken",
          file: `v1.0.0/${file}`
        })
      }
      for (const file of ["licenses/NEW.json", "notes/extra.txt", ".hidden"]) {
        const releases = yield* published
        if (file.startsWith("notes/")) yield* fs.makeDirectory(`${releases}/v1.0.0/notes`)
        yield* fs.writeFileString(`${releases}/v1.0.0/${file}`, "{}")
        assert.deepInclude(yield* Effect.flip(started(releases)), {
          _tag: "ArtifactBroken",
          file: `v1.0.0/${file}`
        })
      }
      const releases = yield* published
      yield* fs.rename(`${releases}/v1.0.0/schema.json`, `${releases}/elsewhere.json`)
      yield* fs.symlink(`${releases}/elsewhere.json`, `${releases}/v1.0.0/schema.json`)
      assert.deepInclude(yield* Effect.flip(started(releases)), {
        _tag: "ArtifactBroken",
        file: "v1.0.0/schema.json"
      })
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("if a folder is a file or a link, a file is a folder, or a folder is empty", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const turns: Readonly<Record<string, (folder: string) => Effect.Effect<void, PlatformError>>> = {
        "v1.0.0": (folder) =>
          Effect.andThen(fs.rename(folder, `${folder}/../../away`), fs.writeFileString(folder, "a file")),
        "v1.0.0 ": (folder) => Effect.andThen(fs.rename(folder, `${folder}/../../away`), fs.symlink(`../away`, folder)),
        "v1.0.0/schema.json": (folder) =>
          Effect.andThen(fs.remove(`${folder}/schema.json`), fs.makeDirectory(`${folder}/schema.json`)),
        "v1.0.0/manifest.json": (folder) =>
          Effect.andThen(fs.remove(`${folder}/manifest.json`), fs.makeDirectory(`${folder}/manifest.json`)),
        "v1.0.0/notes/empty": (folder) => fs.makeDirectory(`${folder}/notes/empty`, { recursive: true })
      }
      for (const [file, turn] of Object.entries(turns)) {
        const releases = yield* published
        yield* turn(`${releases}/v1.0.0`)
        const error = yield* Effect.flip(started(releases))
        assert.deepInclude(error, { _tag: "ArtifactBroken", file: file.trim() })
        assert.strictEqual(errorExitCode(error), 4)
      }
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("if the folder of a release is missing", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* published
      yield* fs.remove(`${releases}/v1.0.0`, { recursive: true })
      assert.deepInclude(yield* Effect.flip(started(releases)), {
        _tag: "ArtifactBroken",
        file: "v1.0.0/manifest.json"
      })
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("if the checkpoint does not fit the ledger or is none, and names the file", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* published
      const good = yield* checkpointOf(releases, [key])
      const longer = `${releases}-longer`
      yield* fs.copy(releases, longer)
      yield* publishRelease(longer, "1.2.0", vocabulary("EDU", "FILM", "GAME"))
      const fork = `${releases}-fork`
      yield* publishRelease(fork, "1.0.0", vocabulary("OTHER"))
      yield* publishRelease(fork, "1.1.0", vocabulary("OTHER", "FILM"))
      const cases = [
        [yield* checkpointOf(fork, [key]), "LogForked"],
        [yield* checkpointOf(fork, [key], 1), "LogRewritten"],
        [yield* checkpointOf(longer, [key]), "LogTruncated"],
        ["", "NotANote"],
        [good.slice(0, -1), "NotANote"],
        [good.replace("\n2\n", "\ntwo\n"), "NotACheckpoint"]
      ] as const
      const refuse = Effect.fnUntraced(function* ([text, problem]: (typeof cases)[number]) {
        const folder = `${releases}-${cases.findIndex((each) => each[0] === text)}`
        yield* fs.copy(releases, folder)
        yield* fs.writeFileString(`${folder}/checkpoint`, text)
        const error = yield* Effect.flip(started(folder))
        assert.strictEqual(error._tag === "CheckpointBroken" && error.cause.problem._tag, problem)
        assert.match(error.message, /^checkpoint: /)
        assert.strictEqual(errorExitCode(error), 4)
      })
      // A server waits for a file that may be incomplete.
      yield* Effect.forEach(cases, refuse, { concurrency: "unbounded", discard: true })
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("if no trusted key has signed the whole ledger", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* published
      const options = { trustedKeys: [key.verifier] }
      assert.deepInclude(yield* Effect.flip(started(releases, options)), { _tag: "LogUnsigned", covered: undefined })

      yield* fs.writeFileString(`${releases}/checkpoint`, yield* checkpointOf(releases, [key], 1))
      const behind = yield* Effect.flip(started(releases, options))
      assert.strictEqual(behind.message, "checkpoint covers only 1 of the 2 events that must be signed")
      assert.strictEqual(errorExitCode(behind), 4)

      yield* signLog(releases, otherKey)
      assert.include((yield* Effect.flip(started(releases, options))).message, "but is another key")
      yield* started(releases)

      yield* signLog(releases, otherKey, key)
      yield* started(releases, options)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("if nothing was published or the folder is missing, and says what to do", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })
      for (const releases of [folder, `${folder}/none`]) {
        const error = yield* Effect.flip(started(releases))
        assert.strictEqual(error._tag, "NothingPublished")
        assert.include(error.message, "Copy releases with taxonomy mirror")
      }
      const release = `${yield* published}/v1.0.0`
      assert.strictEqual(
        (yield* Effect.flip(started(release))).message,
        `${release} is the folder of one release, and the ledger that vouches for it is elsewhere. Name the folder that contains ledger.ndjson and all releases with --releases, such as ${dirname(release)}.`
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )
})

describe("the server starts", () => {
  it.live("while the checkpoint arrives before the ledger, and waits for that", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* published
      const ledger = yield* fs.readFileString(`${releases}/ledger.ndjson`)
      yield* signLog(releases, key)
      yield* fs.writeFileString(`${releases}/ledger.ndjson`, ledger.slice(0, ledger.indexOf("\n") + 1))
      const replaceLedger = Effect.andThen(
        fs.writeFileString(`${releases}/.new`, ledger),
        fs.rename(`${releases}/.new`, `${releases}/ledger.ndjson`)
      )
      const [catalog] = yield* Effect.all([started(releases), replaceLedger], { concurrency: "unbounded" })
      assert.deepInclude(catalog.log?.checkpoint, { size: 2 })
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("with a checkpoint that covers only the first events", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* published
      yield* fs.writeFileString(`${releases}/checkpoint`, yield* checkpointOf(releases, [key], 1))
      const catalog = yield* started(releases)
      assert.deepInclude(catalog.log?.checkpoint, { size: 1 })
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.effect("with a version folder that the ledger does not name, and does not serve it", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* published
      yield* fs.copy(`${releases}/v1.1.0`, `${releases}/v1.2.0`)
      const catalog = yield* started(releases)
      assert.deepStrictEqual(
        catalog.defaults.map(({ version }) => String(version)),
        ["1.1.0"]
      )
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
