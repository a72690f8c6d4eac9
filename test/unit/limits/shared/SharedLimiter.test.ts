import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Tier } from "../../../../src/domain/keys/Tier.ts"
import type { Instant } from "../../../../src/limits/Instant.ts"
import { makeMemoryLimiter, toLimiter } from "../../../../src/limits/MemoryLimiter.ts"
import { lockBucket, releaseLocksOf } from "../../../../src/limits/shared/BucketLock.ts"
import { makeSharedLimiter } from "../../../../src/limits/shared/SharedLimiter.ts"
import { makeWindowTable, viewWindowTable } from "../../../../src/limits/shared/WindowTable.ts"
import { pick, whole } from "../../../support/arbitrary/pick.ts"
import { at, day, hour, limiterContract, start, subjectOf } from "../../../support/limits/contract.ts"

describe("the limiter in shared memory", () => {
  limiterContract(
    Effect.sync(() => subjectOf(toLimiter(makeSharedLimiter(makeWindowTable(16), 1)))),
    { runs: 50 }
  )

  it.prop("decides like the limiter of one thread, whichever of two threads is asked", [calls], ([sent]) => {
    const table = makeWindowTable(4)
    const shared = [makeSharedLimiter(table, 1), makeSharedLimiter(table, 2)] as const
    const alone = makeMemoryLimiter()
    let now = at(start)
    for (const { action, clockStep, count, keyPrefix, thread, tier, wait } of sent) {
      now = { unixMillis: now.unixMillis + wait + clockStep, monotonicMillis: now.monotonicMillis + wait }
      for (let made = 0; made < count; made++) {
        const limiter = shared[(made + thread) % 2 === 0 ? 0 : 1]
        assert.deepStrictEqual(limiter[action](keyPrefix, tier, now), alone[action](keyPrefix, tier, now))
      }
    }
  })

  it("stores nothing for a key without limits, or one that was only peeked at", () => {
    const limiter = makeSharedLimiter(makeWindowTable(1), 1)
    limiter.charge("unlimited", "enterprise", at(start))
    limiter.peek("key", "free", at(start))
    assert.strictEqual(limiter.size(), 0)
    limiter.charge("key", "free", at(start))
    assert.strictEqual(limiter.size(), 1)
  })

  it("forgets the key whose day ends first if a bucket is full, and counts that", () => {
    const limiter = makeSharedLimiter(makeWindowTable(1), 1)
    for (let index = 0; index < 40; index++) limiter.charge(`key ${index}`, "free", at(start + index))
    assert.strictEqual(limiter.size(), 32)
    assert.strictEqual(limiter.forgotten(), 8)
    assert.strictEqual(limiter.peek("key 7", "free", at(start + 40)).remaining, 100)
    assert.strictEqual(limiter.peek("key 8", "free", at(start + 40)).remaining, 99)
  })

  it("gives the places of keys with closed windows to others", () => {
    const limiter = makeSharedLimiter(makeWindowTable(1), 1)
    for (let index = 0; index < 32; index++) limiter.charge(`key ${index}`, "free", at(start + index * hour))
    limiter.charge("another", "free", at(start + day + 9 * hour))
    assert.strictEqual(limiter.size(), 32 - 10 + 1)
    assert.strictEqual(limiter.forgotten(), 0)
    assert.strictEqual(limiter.peek("key 10", "free", at(start + day + 9 * hour)).remaining, 100)
    assert.strictEqual(limiter.charge("key 31", "free", at(start + 31 * hour + 1)).remaining, 98)
  })

  it("takes the lock from a thread that has ended, which changed nothing", () => {
    const table = makeWindowTable(1)
    const limiter = makeSharedLimiter(table, 1)
    limiter.charge("key", "free", at(start))
    const { lockIndex, words } = viewWindowTable(table)
    lockBucket(words, lockIndex(0), 2)
    releaseLocksOf(table, 3)
    assert.strictEqual(Atomics.load(words, lockIndex(0)), 2)
    releaseLocksOf(table, 2)
    assert.strictEqual(limiter.charge("key", "free", at(start)).remaining, 98)
  })

  it.for(interruptions)("keeps the usage of all keys if a thread is stopped %s", ([, interrupt]) => {
    const table = makeWindowTable(1)
    const limiter = makeSharedLimiter(table, 1)
    const now: Instant = at(start)
    for (let index = 0; index < 32; index++) limiter.charge(`key ${index}`, "free", now)
    interrupt(table)
    // The key that was being stored may be forgotten, or another for it, but none is counted wrongly.
    const remaining = Array.from({ length: 32 }, (_, index) => limiter.peek(`key ${index}`, "free", now).remaining)
    assert.isAtLeast(remaining.filter((left) => left === 99).length, 31)
  })
})

/** What a thread may have done when it is stopped: `viewWindowTable` writes in this order. */
const interruptions: ReadonlyArray<readonly [string, (table: ReturnType<typeof makeWindowTable>) => void]> = [
  [
    "while it writes the next usage",
    (table) => {
      const view = viewWindowTable(table)
      const [place = 0] = view.taken(0)
      const numbers = new Float64Array(table.memory)
      const second = place + 2 + 6
      for (let cell = second; cell < second + 5; cell++) numbers[cell] = 1e9
    }
  ],
  [
    "while it gives a place to another key",
    (table) => {
      const view = viewWindowTable(table)
      const [place = 0] = view.taken(0)
      view.free(place)
      view.words[2 * place + 1] = 7
    }
  ]
]

const calls = Arbitrary.array(
  Arbitrary.all({
    action: pick("charge", "peek"),
    keyPrefix: pick("nil_00000001", "nil_00000002", "nil_10000001"),
    tier: Arbitrary.schema(Schema.Literals(["free", "professional"] satisfies ReadonlyArray<Tier>)),
    thread: whole(0, 1),
    wait: Arbitrary.map(whole(0, 40), (quarters) => (quarters * hour) / 4),
    clockStep: Arbitrary.map(whole(-3, 3), (steps) => steps * 20_000),
    count: whole(1, 120)
  }),
  { maxLength: 30 }
)
