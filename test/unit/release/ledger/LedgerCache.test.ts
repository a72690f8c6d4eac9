import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { genesis, seal } from "../../../../src/domain/ledger/HashChain.ts"
import { publicationOf } from "../../../../src/domain/release/commands/PlannedRelease.ts"
import { decide } from "../../../../src/domain/release/commands/PublishRelease.ts"
import type { ReleaseEvent } from "../../../../src/domain/release/ReleaseEvent.ts"
import { releaseEventCodec } from "../../../../src/domain/release/ReleaseEventCodec.ts"
import { emptyHistory, type ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import type { Value } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { readEntry, writeEntry } from "../../../../src/platform/cache/CacheEntry.ts"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import { ledgerFile, parseLedger, readLedger } from "../../../../src/release/ledger/Ledger.ts"
import { makeLedgerCache, type LedgerCache } from "../../../../src/release/ledger/LedgerCache.ts"
import { readHistory } from "../../../../src/release/ledger/ReadHistory.ts"
import { ledgers, publish, publishedEvent } from "../../../support/arbitrary/releases.ts"
import { taxonomies } from "../../../support/arbitrary/taxonomies.ts"
import { histories } from "../../../support/domain/RandomHistories.ts"
import { license, taxonomyOf } from "../../../support/domain/SmallTaxonomy.ts"

const makeFolder = (): string => mkdtempSync(join(tmpdir(), "taxonomy-test-"))

const cacheIn = (folder: string, values?: ReadonlyMap<string, ReadonlyArray<Value>>): LedgerCache =>
  makeLedgerCache(folder, values, () => "code")

const entryIn = (folder: string): string => readdirSync(folder).find((name) => name !== "pruned") ?? ""

const linesOf = (events: ReadonlyArray<ReleaseEvent>): ReadonlyArray<string> => {
  let head = genesis
  return events.map((event) => {
    const sealed = seal(sha256, releaseEventCodec, head, event)
    head = sealed.head
    return `${sealed.line}\n`
  })
}

const bytesOf = (events: ReadonlyArray<ReleaseEvent>): Uint8Array => new TextEncoder().encode(linesOf(events).join(""))

/** Verifies a ledger without a cache, and stores what it leads to. */
const remember = (cache: LedgerCache, ledger: Uint8Array): ReleaseHistory => {
  const { head, history } = Result.getOrThrow(parseLedger(ledger))
  cache.store(ledger, head, history)
  return history
}

/** Reads a ledger as `check` does. */
const read = (ledger: Uint8Array, cache: LedgerCache) =>
  Effect.gen(function* () {
    const releases = makeFolder()
    writeFileSync(join(releases, ledgerFile), ledger)
    return yield* Effect.result(readHistory(releases, cache))
  }).pipe(Effect.provide(NodeServices.layer), Effect.runPromise)

/** Everything in a history, in its order. */
const contentOf = (history: ReleaseHistory): string =>
  JSON.stringify(history, (_, value: unknown) => (value instanceof Map ? [...value] : value))

const first = publishedEvent(emptyHistory, publish("1.0.0", taxonomyOf()))
const second = publishedEvent(
  Result.getOrThrow(parseLedger(bytesOf([first]))).history,
  publish("1.1.0", taxonomyOf({ licenses: [license("NIL-1")] }))
)
const ended = {
  _tag: "ReleaseWithdrawn",
  version: first.version,
  date: "2026-02-01T00:00:00Z",
  reason: "Wrong."
} as const

describe("LedgerCache", () => {
  it.prop(
    "gives the history that a ledger leads to, and the decision that follows from it",
    [ledgers, taxonomies],
    ([events, taxonomy]) => {
      const cache = cacheIn(makeFolder())
      const ledger = bytesOf(events)
      const history = remember(cache, ledger)
      const known = cache.find(ledger)?.history ?? emptyHistory
      const command = { ...publish("1.0.1", taxonomy), format: 3 }
      assert.strictEqual(JSON.stringify(decide(known, command)), JSON.stringify(decide(history, command)))
      assert.deepStrictEqual(known, history)
      assert.strictEqual(contentOf(known), contentOf(history))
    },
    { arbitrary: { runs: 15 } }
  )

  it.prop(
    "gives the history of several lines of releases",
    [histories],
    ([told]) => {
      const events = [...told.history.releases.values()].map((release) => publicationOf(release, release.manifest))
      const cache = cacheIn(makeFolder())
      const ledger = bytesOf(events)
      const history = remember(cache, ledger)
      assert.deepStrictEqual(cache.find(ledger)?.history ?? emptyHistory, history)
    },
    { arbitrary: { runs: 15 } }
  )

  it("verifies only the lines that were appended", async () => {
    const cache = cacheIn(makeFolder())
    remember(cache, bytesOf([first]))
    const ledger = bytesOf([first, second, ended])
    const known = cache.find(ledger)
    assert.strictEqual(known?.bytes, bytesOf([first]).length)
    assert.strictEqual(known?.head.sequence, 1)
    const history = Result.getOrThrow(await read(ledger, cache))
    assert.deepStrictEqual(history, Result.getOrThrow(parseLedger(ledger)).history)
    assert.strictEqual(cache.find(ledger)?.bytes, ledger.length)
  })

  it("finds an altered line although the original is known, whatever its hash", async () => {
    const cache = cacheIn(makeFolder())
    const ledger = bytesOf([first, second])
    remember(cache, bytesOf([first]))
    remember(cache, ledger)
    const altered = new TextEncoder().encode(new TextDecoder().decode(ledger).replace("2026-01-01", "2026-01-02"))
    assert.strictEqual(altered.length, ledger.length)
    const broken = await read(altered, cache)
    assert.isTrue(Result.isFailure(broken) && broken.failure._tag === "ChainBroken")
    const resealed = bytesOf([{ ...first, source_commit: "1".repeat(40) }, second])
    assert.strictEqual(resealed.length, ledger.length)
    const history = Result.getOrThrow(await read(resealed, cache))
    assert.strictEqual(history.releases.get(first.version)?.source_commit, "1".repeat(40))
  })

  it("reports a damaged end like a reader of the whole ledger", async () => {
    const cache = cacheIn(makeFolder())
    remember(cache, bytesOf([first]))
    const ends = ["x", "{}\n", "\n", linesOf([first, second])[1]?.slice(0, -2) ?? "", linesOf([first])[0] ?? ""]
    for (const end of [...ends.map((text) => Buffer.from(text)), Buffer.from([0xff, 0x0a])]) {
      const ledger = Buffer.concat([bytesOf([first]), end])
      assert.deepStrictEqual(
        await read(ledger, cache),
        Result.map(parseLedger(ledger), ({ history }) => history)
      )
    }
  })

  it("ignores an entry that is damaged in any place", async () => {
    const folder = makeFolder()
    const cache = cacheIn(folder)
    const ledger = bytesOf([first, second])
    const history = remember(cache, ledger)
    const name = entryIn(join(folder, "ledgers"))
    const file = join(folder, "ledgers", name)
    const stored = readFileSync(file)
    for (let at = 0; at < stored.length; at += 61) {
      const damaged = Buffer.from(stored)
      damaged[at] = (damaged[at] ?? 0) ^ 1
      for (const content of [damaged, stored.subarray(0, at)]) {
        writeFileSync(file, content)
        assert.deepStrictEqual(Result.getOrThrow(await read(ledger, cache)), history)
      }
    }
  })

  it("does not lead anybody who publishes or verifies astray, even by a forged entry", async () => {
    const folder = makeFolder()
    const cache = cacheIn(folder)
    const ledger = bytesOf([first])
    const history = remember(cache, ledger)
    const name = entryIn(join(folder, "ledgers"))
    const file = join(folder, "ledgers", name)
    const entry = readEntry(file)
    const texts = (entry?.digests ?? []).map((_, index) => entry?.textAt(index) ?? "")
    writeEntry(file, [...texts.slice(0, -1), texts.at(-1)?.replace("2026-01-01", "2020-02-02") ?? ""])
    const misled = Result.getOrThrow(await read(ledger, cache))
    assert.strictEqual(misled.releases.get(first.version)?.published_at, "2020-02-02T00:00:00Z")
    const releases = makeFolder()
    writeFileSync(join(releases, ledgerFile), ledger)
    const trusted = await Effect.runPromise(Effect.provide(readLedger(releases), NodeServices.layer))
    assert.deepStrictEqual(trusted.history, history)
  })

  it("shares the values that the sources have, and reads none of them", () => {
    const cache = makeFolder()
    const ledger = bytesOf([first])
    const history = remember(cacheIn(cache), ledger)
    const dimensions = history.releases.get(first.version)?.taxonomy.dimensions ?? []
    const values = new Map(dimensions.map((dimension) => [sha256(JSON.stringify(dimension.values)), dimension.values]))
    const known = cacheIn(cache, values).find(ledger)?.history.releases.get(first.version)
    assert.isAbove(dimensions.length, 0)
    for (const [index, dimension] of dimensions.entries()) {
      assert.strictEqual(known?.taxonomy.dimensions[index]?.values, dimension.values)
    }
  })

  it("finds nothing in a folder that is a link or that others can write to", () => {
    const folder = makeFolder()
    const ledgers = join(folder, "ledgers")
    const cache = cacheIn(folder)
    const ledger = bytesOf([first])
    remember(cache, ledger)
    for (const mode of [0o720, 0o702]) {
      chmodSync(ledgers, mode)
      assert.isUndefined(cache.find(ledger))
    }
    chmodSync(ledgers, 0o700)
    assert.isDefined(cache.find(ledger))
    renameSync(ledgers, join(folder, "elsewhere"))
    symlinkSync("elsewhere", ledgers)
    assert.isUndefined(cache.find(ledger))
  })

  it("stores nothing if the folder cannot be written, and finds nothing", async () => {
    const folder = join(makeFolder(), "file")
    await writeFile(folder, "not a folder")
    const cache = cacheIn(folder)
    remember(cache, bytesOf([first]))
    assert.isUndefined(cache.find(bytesOf([first])))
    await mkdir(join(folder, "..", "other", "ledgers"), { recursive: true })
    assert.isUndefined(cacheIn(join(folder, "..", "other")).find(bytesOf([first])))
    assert.isUndefined(makeLedgerCache(undefined).find(bytesOf([first])))
  })
})
