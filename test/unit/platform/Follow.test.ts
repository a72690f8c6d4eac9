import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import { follow, type FollowOptions } from "../../../src/platform/Follow.ts"

interface SourceError {
  readonly message: string
  readonly permanent?: boolean
}

describe("Follow", () => {
  it.effect("reads and applies each revision once", () =>
    Effect.gen(function* () {
      const { applied, source } = yield* followed()
      yield* polls(3)
      assert.deepStrictEqual([applied, source.reads], [["1"], 1])
      source.revision = "2"
      yield* polls(3)
      assert.deepStrictEqual([applied, source.reads], [["1", "2"], 2])
    })
  )

  it.effect("does not read the revision that the caller has applied", () =>
    Effect.gen(function* () {
      const { applied, source } = yield* followed({ applied: { revision: "1" } })
      yield* polls(2)
      assert.deepStrictEqual([applied, source.reads], [[], 0])
    })
  )

  it.effect("keeps the last good state, reports each failure once, and recovers", () =>
    Effect.gen(function* () {
      const { applied, logged, source, status } = yield* followed()
      yield* polls(1)
      source.revision = "2"
      source.error = { message: "no permission" }
      yield* polls(3)
      source.error = { message: "not found" }
      yield* polls(3)
      source.error = { message: "no permission" }
      yield* polls(3)
      assert.deepStrictEqual(logged, ["no permission", "not found"])
      assert.deepStrictEqual(applied, ["1"])
      assert.deepInclude(status(), { failure: "no permission", failures: 2, ageMillis: 9000 })
      source.error = undefined
      yield* polls(2)
      assert.deepStrictEqual(logged, ["no permission", "not found", "recovered"])
      assert.deepStrictEqual(applied, ["1", "2"])
      assert.deepInclude(status(), { failure: undefined, ageMillis: 0 })
    })
  )

  it.effect("reads a revision with a permanent error once", () =>
    Effect.gen(function* () {
      const { applied, source, status } = yield* followed()
      source.error = { message: "altered", permanent: true }
      source.revision = "2"
      yield* polls(5)
      assert.deepStrictEqual([source.reads, status().failure], [2, "altered"])
      source.error = undefined
      source.revision = "3"
      yield* polls(1)
      assert.deepStrictEqual(applied, ["1", "3"])
    })
  )

  it.effect("applies what was read again if that failed", () =>
    Effect.gen(function* () {
      let attempts = 0
      const { source, status } = yield* followed({
        apply: () => Effect.suspend(() => (++attempts < 3 ? Effect.fail({ message: "not yet" }) : Effect.void))
      })
      yield* polls(5)
      assert.deepStrictEqual([attempts, source.reads, status().failure], [3, 1, undefined])
    })
  )

  it.effect("reports an error only if it lasts longer than its grace period", () =>
    Effect.gen(function* () {
      const { logged, source } = yield* followed({ gracePeriod: () => Duration.seconds(5) })
      source.error = { message: "missing" }
      source.revision = "2"
      yield* polls(4)
      source.error = { message: "missing elsewhere" }
      yield* polls(5)
      assert.deepStrictEqual(logged, [])
      yield* polls(1)
      assert.deepStrictEqual(logged, ["missing elsewhere"])
    })
  )

  it.effect("goes on after a defect", () =>
    Effect.gen(function* () {
      const { applied, logged, source } = yield* followed()
      source.defect = "a mistake"
      yield* polls(2)
      source.defect = undefined
      source.revision = "2"
      yield* polls(1)
      assert.deepStrictEqual(logged, ["a mistake", "recovered"])
      assert.deepStrictEqual(applied, ["1", "2"])
    })
  )

  it.effect("reports the defects of an outage once, whatever their texts", () =>
    Effect.gen(function* () {
      const { logged, source, status } = yield* followed()
      for (const text of ["mistake 1", "mistake 2", "mistake 3"]) {
        source.defect = text
        yield* polls(1)
      }
      assert.deepStrictEqual(logged, ["mistake 1"])
      assert.deepInclude(status(), { failure: "mistake 3", failures: 1 })
    })
  )

  it.effect("reports a limited number of failures per outage", () =>
    Effect.gen(function* () {
      const { logged, source, status } = yield* followed()
      source.revision = "2"
      for (let count = 1; count <= 150; count++) {
        source.error = { message: `error ${count}` }
        yield* polls(1)
      }
      assert.deepStrictEqual([logged.length, status().failure], [100, "error 150"])
      source.error = undefined
      yield* polls(1)
      source.revision = "3"
      source.error = { message: "error 151" }
      yield* polls(1)
      assert.deepStrictEqual(logged.slice(100), ["recovered", "error 151"])
    })
  )

  it.effect("reports errors that alternate within their grace period", () =>
    Effect.gen(function* () {
      const { logged, source, status } = yield* followed({ gracePeriod: () => Duration.seconds(5) })
      source.revision = "2"
      for (let count = 0; count < 10; count++) {
        source.error = { message: count % 2 === 0 ? "missing" : "empty" }
        yield* polls(1)
      }
      assert.deepStrictEqual(logged, ["missing", "empty"])
      assert.strictEqual(status().failure, "empty")
    })
  )

  it.effect.each(["read", "apply"] as const)("goes on after %s was interrupted", (name) =>
    Effect.gen(function* () {
      let interrupts = true
      const { logged, source, status } = yield* followed({
        [name]: name === "read" ? step() : step
      })
      function step() {
        return Effect.suspend(() => (interrupts ? Effect.interrupt : Effect.succeed("value")))
      }
      yield* polls(2)
      assert.deepStrictEqual(logged, ["It was interrupted"])
      assert.strictEqual(status().failure, "It was interrupted")
      interrupts = false
      source.revision = "2"
      yield* polls(1)
      assert.deepStrictEqual(logged, ["It was interrupted", "recovered"])
      assert.isUndefined(status().failure)
    })
  )

  it.effect("ends with its scope", () =>
    Effect.gen(function* () {
      const { logged, status } = yield* Effect.scoped(followed({ interval: Duration.seconds(1) }))
      const hanging = yield* Effect.scoped(followed({ read: Effect.never }))
      yield* polls(3)
      assert.deepStrictEqual([status().polls, logged, hanging.logged], [1, [], []])
    })
  )

  it.effect("says that the next read is overdue if polling has ended", () =>
    Effect.gen(function* () {
      const { status } = yield* followed({
        read: Effect.withFiber((fiber) => {
          fiber.interruptUnsafe()
          return Effect.never
        })
      })
      yield* polls(6)
      assert.isUndefined(status().overdue)
      yield* polls(1)
      assert.deepInclude(status(), { overdue: "read", polls: 1 })
    })
  )

  it.effect("says which step gives neither a value nor an error", () =>
    Effect.gen(function* () {
      const { source, status } = yield* followed({ readTimeout: Duration.seconds(2) })
      source.hangs = true
      yield* polls(3)
      assert.isUndefined(status().overdue)
      yield* polls(1)
      assert.strictEqual(status().overdue, "read")
      const stuck = yield* followed({ apply: () => Effect.never, applyTimeout: Duration.seconds(10) })
      yield* polls(10)
      assert.isUndefined(stuck.status().overdue)
      yield* polls(1)
      assert.strictEqual(stuck.status().overdue, "apply")
    })
  )

  it.effect("reads and applies the same revision again if it is told to, even after a permanent error", () =>
    Effect.gen(function* () {
      const reloads = yield* Queue.unbounded<void>()
      const { applied, source } = yield* followed({ reloads: Stream.fromQueue(reloads) })
      yield* Queue.offer(reloads, undefined)
      yield* settled
      assert.deepStrictEqual([applied, source.reads], [["1", "1"], 2])
      source.revision = "2"
      source.error = { message: "altered", permanent: true }
      yield* polls(3)
      assert.strictEqual(source.reads, 3)
      source.error = undefined
      yield* polls(3)
      yield* Queue.offer(reloads, undefined)
      yield* settled
      assert.deepStrictEqual([applied, source.reads], [["1", "1", "2"], 4])
    })
  )

  it.effect("polls at once if it is woken", () =>
    Effect.gen(function* () {
      const wakeups = yield* Queue.unbounded<void>()
      const { applied, source } = yield* followed({ wakeups: Stream.fromQueue(wakeups) })
      source.revision = "2"
      yield* Queue.offer(wakeups, undefined)
      yield* settled
      assert.deepStrictEqual(applied, ["1", "2"])
    })
  )
})

/** A source in memory that is followed, polled once already. */
const followed = Effect.fnUntraced(function* (options?: Partial<FollowOptions<string, SourceError, never>>) {
  const logged: Array<string> = []
  const applied: Array<string> = []
  const source = {
    revision: "1",
    reads: 0,
    error: undefined as SourceError | undefined,
    defect: undefined as string | undefined,
    hangs: false
  }
  const status = yield* follow({
    name: "test",
    interval: Duration.seconds(1),
    revision: Effect.suspend(() => {
      if (source.hangs) return Effect.never
      return source.defect === undefined ? Effect.succeed(source.revision) : Effect.die(source.defect)
    }),
    read: Effect.suspend(() => {
      source.reads++
      return source.error === undefined ? Effect.succeed(source.revision) : Effect.fail(source.error)
    }),
    apply: (value) => Effect.sync(() => applied.push(value)),
    isPermanent: ({ permanent }) => permanent === true,
    onFailure: (message) => Effect.sync(() => logged.push(message)),
    onRecovery: Effect.sync(() => logged.push("recovered")),
    ...options
  })
  yield* settled
  return { applied, logged, source, status }
})

/** Lets so many intervals pass. */
const polls = (count: number) => Effect.repeat(TestClock.adjust("1 second"), { times: count - 1 })

/** Lets other fibers run until they wait. */
const settled = Effect.repeat(Effect.yieldNow, { times: 20 })
