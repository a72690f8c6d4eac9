import { execFileSync } from "node:child_process"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { endMajor, withdraw } from "../../../src/domain/release/LifecycleCommands.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { readLedger, ledgerStateOf } from "../../../src/release/Ledger.ts"
import { watchLedger } from "../../../src/release/LedgerWatch.ts"
import { appendEvent } from "../../../src/release/Publish.ts"
import { publishRelease, vocabulary } from "./releases.ts"
import { manualClock, noReleases, servedFrom, until, withStillClock } from "./servedFrom.ts"

/** A folder with 1.0.0, and beside it what the same folder looks like once 1.1.0 is published. */
const twoStates = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const releases = yield* noReleases
  yield* publishRelease(releases, "1.0.0", vocabulary("EDU"))
  const later = `${releases}-later`
  yield* fs.copy(releases, later)
  yield* publishRelease(later, "1.1.0", vocabulary("EDU", "FILM"))
  const ledger = yield* fs.readFileString(`${later}/ledger.ndjson`)
  return {
    releases,
    later,
    before: yield* fs.readFileString(`${releases}/ledger.ndjson`),
    ledger,
    /** Puts another ledger in place in one step, as the publisher does. */
    replaceLedger: (text: string) =>
      Effect.andThen(
        fs.writeFileString(`${releases}/.new`, text),
        fs.rename(`${releases}/.new`, `${releases}/ledger.ndjson`)
      )
  }
})

layer(NodeServices.layer, { excludeTestServices: true })("the catalog", (it) => {
  it.effect("serves a release after it is published, with its bodies in memory, and keeps the earlier ones", () =>
    Effect.gen(function* () {
      const releases = yield* noReleases
      yield* publishRelease(releases, "1.0.0", vocabulary("EDU"))
      const served = yield* servedFrom(releases)
      const first = served.get()
      assert.deepStrictEqual(served.defaults(), ["1.0.0"])

      yield* publishRelease(releases, "1.1.0", vocabulary("EDU", "FILM"))
      yield* until(() => served.get() !== first)
      assert.deepStrictEqual(served.defaults(), ["1.1.0"])
      assert.isTrue(served.isHeld("1.1.0"))
      assert.isTrue(served.isHeld("1.0.0"))
      // Whoever took the catalog before has it as it was.
      assert.deepStrictEqual(
        first.defaults.map(({ version }) => String(version)),
        ["1.0.0"]
      )

      yield* publishRelease(releases, "2.0.0", vocabulary("EDU", "FILM", "GAME"))
      yield* until(() => served.defaults().length === 2)
      assert.deepStrictEqual(served.defaults(), ["1.1.0", "2.0.0"])
      assert.isTrue(served.isHeld("2.0.0"))
      assert.deepInclude(served.status(), { degraded: false, reason: undefined, reloads: 2, failedReloads: 0 })
    })
  )

  it.effect("follows events that publish nothing: an end of life and a withdrawal", () =>
    Effect.gen(function* () {
      const releases = yield* noReleases
      yield* publishRelease(releases, "1.0.0", vocabulary("EDU"))
      yield* publishRelease(releases, "1.1.0", vocabulary("EDU", "FILM"))
      yield* publishRelease(releases, "2.0.0", vocabulary("EDU", "FILM", "GAME"))
      const served = yield* servedFrom(releases)
      const date = "2026-02-01T00:00:00Z"

      yield* appendEvent(releases, (history) => endMajor(history, { major: 1, date, reason: "2 has replaced it" }))
      yield* until(() => served.get().history.endedMajors.has(1))

      const version = Version.make("1.1.0")
      yield* appendEvent(releases, (history) => withdraw(history, { version, date, reason: "It was wrong" }))
      yield* until(() => served.get().history.withdrawn.has(version))
      assert.deepStrictEqual(served.defaults(), ["1.0.0", "2.0.0"])
      assert.isTrue(served.isHeld("1.0.0"))
      assert.strictEqual(served.status().reloads, 2)
    })
  )

  it.effect("waits for folders that arrive after the ledger, file by file, without a failure", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { later, ledger, releases, replaceLedger } = yield* twoStates
      const served = yield* withStillClock(servedFrom(releases))
      yield* replaceLedger(ledger)
      yield* served.someLooks

      const files = (yield* fs.readDirectory(`${later}/v1.1.0`, { recursive: true })).toSorted().toReversed()
      assert.include(files, "manifest.json")
      yield* fs.makeDirectory(`${releases}/v1.1.0/licenses`, { recursive: true })
      for (const file of files.filter((name) => name !== "licenses")) {
        assert.deepStrictEqual(served.defaults(), ["1.0.0"])
        const bytes = yield* fs.readFile(`${later}/v1.1.0/${file}`)
        // Half of it first, as while it is being copied, under its own name or another.
        yield* fs.writeFile(`${releases}/v1.1.0/${file}`, file === "manifest.json" ? bytes : bytes.subarray(0, 20))
        yield* fs.writeFile(`${releases}/v1.1.0/.${file.replace("/", "-")}.part`, bytes)
        yield* served.someLooks
        yield* fs.remove(`${releases}/v1.1.0/.${file.replace("/", "-")}.part`)
        yield* fs.writeFile(`${releases}/v1.1.0/${file}`, bytes)
      }
      yield* until(() => served.defaults()[0] === "1.1.0")
      assert.deepInclude(served.status(), { degraded: false, reloads: 1, failedReloads: 0 })
      assert.notInclude(served.logged.join("\n"), "stays in force")
    })
  )

  it.effect("is degraded if a folder does not arrive in time, and serves it when it does", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { later, ledger, releases, replaceLedger } = yield* twoStates
      const served = yield* servedFrom(releases, { patience: "20 millis" })
      yield* replaceLedger(ledger)
      yield* until(() => served.status().reason?.includes("v1.1.0/manifest.json") === true)
      assert.isTrue(served.status().degraded)
      assert.deepStrictEqual(served.defaults(), ["1.0.0"])
      yield* served.someLooks
      assert.strictEqual(served.status().failedReloads, 1)
      assert.lengthOf(served.logged, 1)

      yield* fs.copy(`${later}/v1.1.0`, `${releases}/v1.1.0`)
      yield* until(() => served.defaults()[0] === "1.1.0")
      yield* until(() => !served.status().degraded)
    })
  )

  it.effect(
    "keeps the last good state while a new release is damaged, logs that once, and serves it after it is restored",
    () =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const { before, later, ledger, releases, replaceLedger } = yield* twoStates
        const served = yield* servedFrom(releases)
        for (const file of ["schema.json", "licenses/FILM.json", "CHANGES.md", "manifest.json"]) {
          const path = `${later}/v1.1.0/${file}`
          const sound = yield* fs.readFile(path)
          const altered = Uint8Array.from(sound)
          altered[10] = (altered[10] ?? 0) ^ 1
          yield* fs.writeFile(path, altered)
          yield* fs.copy(`${later}/v1.1.0`, `${releases}/v1.1.0`)
          yield* replaceLedger(ledger)
          yield* until(() => served.status().degraded)
          assert.include(served.status().reason, `v1.1.0/${file}`)
          yield* served.someLooks
          assert.deepStrictEqual(served.defaults(), ["1.0.0"])
          // In this order, since half a folder would be another failure.
          yield* replaceLedger(before)
          yield* until(() => !served.status().degraded)
          yield* fs.writeFile(path, sound)
          yield* fs.remove(`${releases}/v1.1.0`, { recursive: true })
        }
        assert.deepInclude(served.status(), { reloads: 0, failedReloads: 4 })
        assert.lengthOf(served.logged, 8)
        yield* fs.copy(`${later}/v1.1.0`, `${releases}/v1.1.0`)
        yield* replaceLedger(ledger)
        yield* until(() => served.defaults()[0] === "1.1.0")
      })
  )

  it.effect("refuses a torn, altered, shortened or different ledger, and recovers", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { before, later, ledger, releases, replaceLedger } = yield* twoStates
      yield* fs.copy(`${later}/v1.1.0`, `${releases}/v1.1.0`)
      yield* replaceLedger(ledger)
      const served = yield* servedFrom(releases)
      const other = yield* noReleases
      for (const [index, version] of ["1.0.0", "1.1.0", "1.2.0"].entries()) {
        yield* publishRelease(other, version, vocabulary(...["X", "Y", "Z"].slice(0, index + 1)))
      }
      const foreign = yield* fs.readFileString(`${other}/ledger.ndjson`)

      const broken = [
        ledger.slice(0, -1),
        ledger.slice(0, -200),
        ledger.replace("FILM", "FILN"),
        before,
        foreign,
        "not a ledger\n",
        `${ledger}${ledger.split("\n")[0] ?? ""}\n`,
        `${ledger}\n`
      ]
      for (const [index, text] of broken.entries()) {
        yield* replaceLedger(text)
        yield* until(() => served.status().degraded)
        yield* served.someLooks
        assert.include(served.status().reason, "ledger")
        assert.deepStrictEqual(served.defaults(), ["1.1.0"])
        assert.strictEqual(served.status().failedReloads, index + 1)
        yield* replaceLedger(ledger)
        yield* until(() => !served.status().degraded)
      }
      assert.lengthOf(served.logged, 2 * broken.length)
      assert.strictEqual(served.status().reloads, 0)
    })
  )

  it.effect("tolerates a ledger that is missing or empty for a moment", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { before, later, ledger, releases, replaceLedger } = yield* twoStates
      const served = yield* withStillClock(servedFrom(releases))
      yield* fs.rename(`${releases}/ledger.ndjson`, `${releases}/away`)
      yield* served.someLooks
      yield* fs.writeFileString(`${releases}/ledger.ndjson`, "")
      yield* served.someLooks
      yield* fs.rename(`${releases}/away`, `${releases}/ledger.ndjson`)
      yield* served.someLooks
      assert.deepInclude(served.status(), { degraded: false, failedReloads: 0 })
      yield* replaceLedger(before)
      yield* fs.copy(`${later}/v1.1.0`, `${releases}/v1.1.0`)
      yield* replaceLedger(ledger)
      yield* until(() => served.defaults()[0] === "1.1.0")
      assert.notInclude(served.logged.join("\n"), "stays in force")
    })
  )

  it.effect.each([
    { patience: "30 seconds", millis: 2000 },
    { patience: "500 millis", millis: 500 }
  ] as const)(
    "reports a ledger that is missing for $millis ms, if folders may be for $patience",
    ({ millis, patience }) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const { before, releases, replaceLedger } = yield* twoStates
        const { advance, clock } = yield* manualClock
        const served = yield* Effect.provideService(servedFrom(releases, { patience }), Clock.Clock, clock)
        yield* fs.remove(`${releases}/ledger.ndjson`)
        yield* served.someLooks
        advance(millis - 1)
        yield* served.someLooks
        assert.isFalse(served.status().degraded)
        advance(1)
        yield* until(() => served.status().degraded)
        assert.deepStrictEqual(served.defaults(), ["1.0.0"])
        yield* replaceLedger(before)
        yield* until(() => !served.status().degraded)
      })
  )

  it.effect("reports a ledger that is a pipe or a folder without waiting for it, and recovers", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { before, later, ledger, releases, replaceLedger } = yield* twoStates
      const served = yield* servedFrom(releases, { patience: "20 millis" })
      const path = `${releases}/ledger.ndjson`
      yield* fs.remove(path)
      execFileSync("mkfifo", [path])
      yield* until(() => served.status().degraded)
      assert.include(served.status().reason, path)
      yield* served.someLooks
      yield* replaceLedger(before)
      yield* until(() => !served.status().degraded)

      yield* fs.remove(path)
      yield* fs.makeDirectory(path)
      yield* until(() => served.status().degraded)
      yield* fs.remove(path, { recursive: true })
      yield* fs.copy(`${later}/v1.1.0`, `${releases}/v1.1.0`)
      // As where a folder is mounted whose files are links.
      yield* fs.writeFileString(`${releases}/elsewhere`, ledger)
      yield* fs.symlink("elsewhere", path)
      yield* until(() => served.defaults()[0] === "1.1.0")
      yield* until(() => !served.status().degraded)
    })
  )

  it.effect("reports that applying a newer ledger takes too long", () =>
    Effect.gen(function* () {
      const { ledger, releases, replaceLedger } = yield* twoStates
      const known = ledgerStateOf(yield* readLedger(releases))
      const { status } = yield* watchLedger({
        releases,
        pollInterval: Duration.millis(5),
        patience: Duration.millis(20),
        trustedKeys: [],
        served: () => ({ ledger: known, log: undefined }),
        apply: () => Effect.never
      })
      yield* until(() => status().polls > 3)
      assert.isUndefined(status().reason)
      yield* replaceLedger(ledger)
      yield* until(() => status().reason !== undefined)
      assert.include(status().reason, "could not be put in force")
    })
  )

  it.effect("checks only new releases: an old folder that was altered does not delay them", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const releases = yield* noReleases
      yield* publishRelease(releases, "1.0.0", vocabulary("EDU"))
      yield* publishRelease(releases, "1.1.0", vocabulary("EDU", "FILM"))
      const served = yield* servedFrom(releases)
      yield* fs.remove(`${releases}/v1.0.0`, { recursive: true })
      yield* publishRelease(releases, "1.2.0", vocabulary("EDU", "FILM", "GAME"))
      yield* until(() => served.defaults()[0] === "1.2.0")
      assert.isFalse(served.status().degraded)
    })
  )

  it.effect("stops polling when its scope closes", () =>
    Effect.gen(function* () {
      const releases = yield* noReleases
      yield* publishRelease(releases, "1.0.0", vocabulary("EDU"))
      const served = yield* Effect.scoped(Effect.tap(servedFrom(releases), ({ someLooks }) => someLooks))
      const { polls } = served.status()
      yield* publishRelease(releases, "1.1.0", vocabulary("EDU", "FILM"))
      yield* Effect.sleep("50 millis")
      assert.strictEqual(served.status().polls, polls)
      assert.deepStrictEqual(served.defaults(), ["1.0.0"])
    })
  )
})
