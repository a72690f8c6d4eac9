import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"
import { generateApiKey, toKeyPrefix } from "../../../../src/domain/keys/ApiKey.ts"
import { issue } from "../../../../src/domain/keys/KeyCommands.ts"
import { emptyKeyRegistry, evolve, type KeyRegistry } from "../../../../src/domain/keys/KeyRegistry.ts"
import { publicationOf, type PublishedRelease } from "../../../../src/domain/release/ReleaseHistory.ts"
import type { LogLeaf } from "../../../../src/domain/transparency/LogLeaf.ts"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import { ArtifactBroken } from "../../../../src/release/artifacts/ArtifactCheck.ts"
import { ledgerStateOf } from "../../../../src/release/Ledger.ts"
import type { BodySource } from "../../../../src/server/catalog/BodyCache.ts"
import type { ServedState } from "../../../../src/server/catalog/CurrentCatalog.ts"
import type { ReleaseBodies } from "../../../../src/server/catalog/ReleaseBodies.ts"
import { makeBodyLending, type BodyMessage } from "../../../../src/server/workers/coordinator/BodyLending.ts"
import { makeReplication, type Replica } from "../../../../src/server/workers/coordinator/Replication.ts"
import { makeStatusFlags, writeStatusFlags } from "../../../../src/server/workers/StatusFlags.ts"
import { followCatalog } from "../../../../src/server/workers/thread/FollowedCatalog.ts"
import type { Order, ToWorker } from "../../../../src/server/workers/WorkerMessages.ts"
import { categories, release } from "../../../support/server/histories.ts"
import { renderBodies, renderedCatalog } from "../../../support/server/RenderedCatalog.ts"
import { holder } from "../../../system/keys/storeIn.ts"

const { history } = renderedCatalog([
  release("1.0.0", "2026-01-01", categories(["QSR"])),
  release("1.1.0", "2026-02-01", categories(["AUTO", "QSR"]))
])
const releases = [...history.releases.values()]
const [first, second] = releases
if (first === undefined || second === undefined) throw new Error("There are two releases")

const events = releases.map((each) => publicationOf(each, each.manifest))
const leaves = releases.map(({ manifest, version }: PublishedRelease, index): LogLeaf => ({
  event: `sha256:${sha256(version)}`,
  manifest,
  sequence: index + 1,
  type: "ReleasePublished",
  version
}))
const headAt = (sequence: number) => ({ sequence, hash: `sha256:${sha256(String(sequence))}` as const })

/** The state after so many releases, with the given bodies in memory. */
const stateAfter = (count: number, pinned: ReadonlyArray<ReleaseBodies> = []): ServedState => ({
  signed: {
    ledger: ledgerStateOf({
      text: "",
      head: headAt(count),
      events: events.slice(0, count),
      history: { ...history, releases: new Map([...history.releases].slice(0, count)) },
      leaves: leaves.slice(0, count)
    }),
    log: undefined
  },
  pinned
})

/** What makes the state after so many releases that after more of them. */
const updateOf = (from: number, to: number) => ({
  events: events.slice(from, to),
  leaves: leaves.slice(from, to),
  head: headAt(to),
  checkpoint: undefined,
  pinned: []
})

/** A worker that carries out every order at once. */
const makeReplica = () => {
  const told: Array<ToWorker> = []
  const given: Array<Order> = []
  const replica: Replica = {
    tell: (message) => void told.push(message),
    give: (order) => Effect.sync(() => void given.push(order))
  }
  return { replica, told, given }
}

/** A registry with one more key. */
const issueKey = (keys: KeyRegistry, byte: number): KeyRegistry => {
  const key = generateApiKey((count) => new Uint8Array(count).fill(byte))
  const fingerprint = { keyPrefix: toKeyPrefix(key), sha256: sha256(key) }
  return evolve(keys, Result.getOrThrow(issue(keys, { key: fingerprint, holder, date: "2026-01-01T00:00:00Z" })))
}

describe("makeReplication", () => {
  it.effect("gives the workers what was appended, and a new worker everything", () =>
    Effect.gen(function* () {
      const replication = makeReplication()
      const { given, replica } = makeReplica()
      replication.join(replica)
      yield* replication.setCatalog(stateAfter(1))
      assert.deepStrictEqual(replication.snapshot().catalog, updateOf(0, 1))
      yield* replication.setCatalog(stateAfter(2))
      assert.deepStrictEqual(given, [
        { _tag: "Catalog", update: updateOf(0, 1) },
        { _tag: "Catalog", update: updateOf(1, 2) }
      ])
      assert.deepStrictEqual(replication.snapshot(), { catalog: updateOf(0, 2), keys: { changed: [] } })
    })
  )

  it.effect("gives the workers the keys that are new, and a new worker all", () =>
    Effect.gen(function* () {
      const replication = makeReplication()
      const { given, replica } = makeReplica()
      replication.join(replica)
      const one = issueKey(emptyKeyRegistry, 1)
      const both = issueKey(one, 2)
      const [record, added] = [...both.values()]
      if (record === undefined || added === undefined) return assert.fail("There are two keys")
      yield* replication.setKeys(one)
      yield* replication.setKeys(both)
      assert.deepStrictEqual(given, [
        { _tag: "Keys", update: { changed: [record] } },
        { _tag: "Keys", update: { changed: [added] } }
      ])
      yield* replication.setCatalog(stateAfter(1))
      assert.deepStrictEqual(replication.snapshot().keys, { changed: [record, added] })
    })
  )

  it.effect("tells workers about evictions until they leave", () =>
    Effect.gen(function* () {
      const replication = makeReplication()
      const { given, replica, told } = makeReplica()
      replication.join(replica)
      replication.evict(first.manifest)
      replication.leave(replica)
      replication.evict(second.manifest)
      yield* replication.setCatalog(stateAfter(1))
      assert.deepStrictEqual(told, [{ _tag: "Evicted", manifest: first.manifest }])
      assert.deepStrictEqual(given, [])
    })
  )

  it.effect("finds the releases of the newest state by their manifests", () =>
    Effect.gen(function* () {
      const { findRelease, setCatalog } = makeReplication()
      const found = () => releases.map(({ manifest }) => findRelease(manifest)?.version)
      assert.deepStrictEqual(found(), [undefined, undefined])
      yield* setCatalog(stateAfter(1))
      assert.deepStrictEqual(found(), [first.version, undefined])
      yield* setCatalog(stateAfter(2))
      assert.deepStrictEqual(found(), [first.version, second.version])
    })
  )

  it.effect("shares the bodies that are served by default, with a number for each load", () =>
    Effect.gen(function* () {
      const { setCatalog, share, sharedOf, snapshot } = makeReplication()
      const bodies = yield* renderBodies(first)
      assert.isUndefined(sharedOf(bodies))
      const [view, again] = [share(first, bodies), share(first, bodies)]
      assert.deepStrictEqual([sharedOf(view)?.loadNumber, sharedOf(again)?.loadNumber], [1, 2])
      assert.strictEqual(sharedOf(view)?.manifest, first.manifest)
      assert.deepStrictEqual([...view.bodies.keys()], [...bodies.bodies.keys()])
      yield* setCatalog(stateAfter(1, [view, bodies]))
      assert.deepStrictEqual(snapshot().catalog.pinned, [sharedOf(view) ?? assert.fail("shared")])
    })
  )

  it("starts no worker before the catalog is loaded", () => {
    assert.throws(() => makeReplication().snapshot(), "A worker starts before the catalog is loaded")
  })
})

describe("makeBodyLending", () => {
  /** What one worker is told, and what is counted, after some messages of it. */
  const lend = Effect.fnUntraced(function* (load: BodySource["load"], peek: BodySource["peek"] = () => undefined) {
    const replication = makeReplication()
    yield* replication.setCatalog(stateAfter(2))
    const counted: Array<readonly [bodies: ReleaseBodies, bytes: number]> = []
    const { replica, told } = makeReplica()
    const source: BodySource = {
      load,
      peek,
      digestOf: () => undefined,
      extend: (...extended) => void counted.push(extended)
    }
    const { end, receive } = makeBodyLending(source, replication)
    return { counted, end, told, replication, receive: (message: BodyMessage) => receive(message, replica.tell) }
  })

  it.effect("lends bodies that are shared", () =>
    Effect.gen(function* () {
      let shared: ReleaseBodies | undefined
      const { receive, replication, told } = yield* lend(() => Effect.succeed(shared ?? assert.fail("not shared")))
      shared = replication.share(first, yield* renderBodies(first))
      yield* receive({ _tag: "LoadBodies", manifest: first.manifest })
      assert.deepStrictEqual(told, [{ _tag: "Bodies", bodies: replication.sharedOf(shared) ?? assert.fail("shared") }])
    })
  )

  it.effect("tells why a release cannot be lent", () =>
    Effect.gen(function* () {
      const broken = { file: "v1.0.0/schema.json", reason: "it is missing", missing: true }
      const { manifest } = first
      for (const [load, problem] of [
        [Effect.fail(new ArtifactBroken(broken)), broken],
        [Effect.die(new RangeError("no memory")), { file: "v1.0.0", reason: "no memory", missing: false }],
        [Effect.die("no memory"), { file: "v1.0.0", reason: "no memory", missing: false }],
        [renderBodies(first), { file: "v1.0.0", reason: `The bodies of ${manifest} are not shared`, missing: false }]
      ] as const) {
        const { receive, told } = yield* lend(() => load)
        yield* receive({ _tag: "LoadBodies", manifest })
        assert.deepStrictEqual(told, [{ _tag: "BodiesBroken", manifest, problem }])
      }
    })
  )

  it.effect("dies if a worker asks for a release that it was not told of", () =>
    Effect.gen(function* () {
      const { receive } = yield* lend(() => Effect.never)
      const exit = yield* Effect.exit(receive({ _tag: "LoadBodies", manifest: "sha256:0" }))
      assert.deepStrictEqual(exit, Exit.die(new Error("A worker asked for an unknown release: sha256:0")))
    })
  )

  it.effect("notes which bodies a worker has used", () =>
    Effect.gen(function* () {
      const peeked: Array<string> = []
      const { receive } = yield* lend(
        () => Effect.never,
        ({ version }) => void peeked.push(version)
      )
      yield* receive({ _tag: "Used", manifests: [second.manifest, "sha256:0", first.manifest] })
      assert.deepStrictEqual(peeked, [second.version, first.version])
    })
  )

  it.effect("counts what a worker makes of bodies, until it ends or they are loaded again", () =>
    Effect.gen(function* () {
      const held = new Map<string, ReleaseBodies>()
      const { counted, end, receive, replication } = yield* lend(
        () => Effect.never,
        ({ manifest }) => held.get(manifest)
      )
      const share = Effect.fnUntraced(function* (of: PublishedRelease) {
        const bodies = replication.share(of, yield* renderBodies(of))
        held.set(of.manifest, bodies)
        return bodies
      })
      const [one, two] = [yield* share(first), yield* share(second)]
      const extended = ({ manifest }: PublishedRelease, loadNumber: number, bytes: number) =>
        receive({ _tag: "Extended", manifest, loadNumber, bytes })
      yield* extended(first, 1, 10)
      yield* extended(first, 1, 20)
      yield* extended(second, 2, 5)
      assert.deepStrictEqual(counted, [
        [one, 10],
        [one, 20],
        [two, 5]
      ])
      const again = yield* share(first)
      yield* extended(first, 1, 40)
      yield* extended(first, 3, 7)
      yield* extended(first, 1, 80)
      end()
      assert.deepStrictEqual(counted.slice(3), [
        [again, 7],
        [again, -7],
        [two, -5]
      ])
    })
  )
})

describe("followCatalog", () => {
  it("serves what the coordinator puts into force", () => {
    let give: (order: Order) => void = () => assert.fail("Nobody listens")
    const flags = makeStatusFlags()
    const link = {
      tell: () => undefined,
      onOrder: (listener: typeof give) => void (give = listener),
      onMessage: () => undefined
    }
    const { get, status } = followCatalog(link, updateOf(0, 1), flags)
    const served = () => [get().defaults.map(({ version }) => version), get().head, get().log?.checkpoint]
    assert.deepStrictEqual(served(), [[first.version], headAt(1), undefined])

    give({ _tag: "Keys", update: { changed: [] } })
    assert.deepStrictEqual(served(), [[first.version], headAt(1), undefined])
    give({ _tag: "Catalog", update: updateOf(1, 2) })
    assert.deepStrictEqual(served(), [[second.version], headAt(2), undefined])

    const { history } = get()
    const checkpoint = { size: 2, source: "signed" }
    give({ _tag: "Catalog", update: { ...updateOf(2, 2), checkpoint } })
    assert.deepStrictEqual(served(), [[second.version], headAt(2), checkpoint])
    assert.deepStrictEqual(get().log?.leaves, leaves)
    assert.strictEqual(get().history, history)

    const sound = {
      degraded: false,
      reason: undefined,
      reloads: 0,
      failedReloads: 0,
      polls: 0,
      loads: 0,
      failedLoads: 0,
      evictions: 0,
      releasesHeld: 0,
      bytesHeld: 0
    }
    assert.deepStrictEqual(status(), sound)
    writeStatusFlags(flags, { catalogDegraded: true, keysDegraded: false })
    assert.deepStrictEqual(status(), { ...sound, degraded: true })
    writeStatusFlags(flags, { catalogDegraded: false, keysDegraded: true })
    assert.deepStrictEqual(status(), sound)
  })
})
