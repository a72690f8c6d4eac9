import { once } from "node:events"
import { MessageChannel } from "node:worker_threads"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { PublishedRelease } from "../../../../src/domain/release/ReleaseHistory.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import type { ReleaseBodies } from "../../../../src/server/catalog/ReleaseBodies.ts"
import { shareBodies, type SharedBodies } from "../../../../src/server/workers/SharedBodies.ts"
import { borrowBodies } from "../../../../src/server/workers/thread/BorrowedBodies.ts"
import { makeWorkerLink } from "../../../../src/server/workers/thread/WorkerLink.ts"
import type { FromWorker, ToWorker } from "../../../../src/server/workers/WorkerMessages.ts"
import { catalogAfter, categories, release } from "../../../support/server/histories.ts"

/** A worker's end of a channel, and the coordinator's. */
const channel = Effect.gen(function* () {
  const { port1, port2 } = yield* Effect.acquireRelease(
    Effect.sync(() => new MessageChannel()),
    ({ port1 }) => Effect.sync(() => port1.close())
  )
  const borrowed = borrowBodies(makeWorkerLink(port1))
  const received = Effect.promise(async (): Promise<FromWorker> => (await once(port2, "message"))[0])
  /** Sends a message, and waits until the worker has acted on it. */
  const send = (message: ToWorker) =>
    Effect.promise(async () => {
      const done = once(port2, "message")
      port2.postMessage(message)
      port2.postMessage({ _tag: "Order", number: 1, order: { _tag: "Measure" } } satisfies ToWorker)
      await done
    })
  return { ...borrowed, received, send }
})

const published: PublishedRelease = (() => {
  const { defaults } = catalogAfter(release("1.0.0", "2026-01-15", categories(["A"])))
  const [first] = defaults
  if (first === undefined || first.version !== Version.make("1.0.0")) throw new Error("The catalog has one release")
  return first
})()

const shared = (loadNumber: number): SharedBodies => {
  const bytes = new Uint8Array(3)
  const bodies: ReleaseBodies = {
    bodies: new Map(),
    manifest: "{}",
    licenseEntries: { prefix: bytes.subarray(0, 1), entries: new Map(), suffix: bytes.subarray(1) },
    byteLength: 3
  }
  return shareBodies(published.manifest, loadNumber, bodies)
}

describe("the bodies that a worker borrows", () => {
  it.live("are asked for once, and kept until the coordinator evicts them", () =>
    Effect.gen(function* () {
      const { received, send, source } = yield* channel
      const asked = yield* Effect.forkChild(received, { startImmediately: true })
      const loads = yield* Effect.forkChild(
        Effect.all([source.load(published), source.load(published)], { concurrency: "unbounded" }),
        { startImmediately: true }
      )
      assert.deepStrictEqual(yield* Fiber.join(asked), { _tag: "LoadBodies", manifest: published.manifest })
      yield* send({ _tag: "Bodies", bodies: shared(1) })
      const [first, second] = yield* Fiber.join(loads)
      assert.strictEqual(first, second)
      assert.strictEqual(source.peek(published), first)
      // The coordinator is told that they are in use.
      assert.deepStrictEqual(yield* received, { _tag: "Used", manifests: [published.manifest] })
      source.extend(first, 10)
      assert.include(yield* received, { _tag: "Extended", loadNumber: 1, bytes: 10 })
      yield* send({ _tag: "Evicted", manifest: published.manifest })
      assert.isUndefined(source.peek(published))
    }).pipe(Effect.scoped)
  )

  it.live("fail as they do for the coordinator, and can be asked for again", () =>
    Effect.gen(function* () {
      const { received, send, source } = yield* channel
      for (const missing of [true, false]) {
        const asked = yield* Effect.forkChild(received, { startImmediately: true })
        const load = yield* Effect.forkChild(Effect.flip(source.load(published)), { startImmediately: true })
        yield* Fiber.join(asked)
        const problem = { file: "v1.0.0/schema.json", reason: "it is missing", missing }
        yield* send({ _tag: "BodiesBroken", manifest: published.manifest, problem })
        assert.deepInclude(yield* Fiber.join(load), problem)
      }
    }).pipe(Effect.scoped)
  )

  it.live("stay what they are while they are served by default, and go if they were evicted meanwhile", () =>
    Effect.gen(function* () {
      const { pin, send, source } = yield* channel
      const message = shared(1)
      pin([message])
      const bodies = source.peek(published)
      pin([message])
      assert.strictEqual(source.peek(published), bodies)
      pin([])
      assert.strictEqual(source.peek(published), bodies)
      pin([message])
      yield* send({ _tag: "Evicted", manifest: published.manifest })
      assert.strictEqual(source.peek(published), bodies)
      pin([])
      assert.isUndefined(source.peek(published))
    }).pipe(Effect.scoped)
  )
})
