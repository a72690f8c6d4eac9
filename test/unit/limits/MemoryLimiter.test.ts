import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  currentUsage,
  makeMemoryLimiter,
  makeWindowStore,
  type Instant,
  type Limiter
} from "../../../src/limits/Limiter.ts"
import { at, day, decided, hour, limiterContract, second, start, subjectOf } from "../../support/limits/contract.ts"

describe("the limiter in memory", () => {
  limiterContract(
    Effect.sync(() => subjectOf(makeMemoryLimiter())),
    { runs: 100 }
  )

  it("stores nothing for a key that was only peeked at", () => {
    const limiter = makeLimiter()
    limiter.peek("key", "free", at(start))
    assert.strictEqual(limiter.size(), 0)
  })

  it.for([
    ["forward by a day", day],
    ["back by a day", -day],
    ["forward by half an hour", hour / 2],
    ["back by a year", -365 * day]
  ] as const)("measures by the monotonic clock if that of the machine is set %s", ([, step]) => {
    const limiter = makeLimiter()
    charge(limiter, 100, at(start))
    const stepped = (passed: number): Instant => ({
      unixMillis: start + passed + step,
      monotonicMillis: at(start + passed).monotonicMillis
    })
    // The advertised reset fits the new clock, and stays constant from then on.
    const refused = limiter.charge("key", "free", stepped(600_000))
    assert.include(refused, {
      allowed: false,
      exceeded: "hour",
      reset: (start + step + hour) / second,
      retryAfterSeconds: 3000
    })
    assert.strictEqual(limiter.charge("key", "free", stepped(600_100)).reset, refused.reset)
    assert.isFalse(limiter.charge("key", "free", stepped(hour - 1)).allowed)
    assert.isTrue(limiter.charge("key", "free", stepped(hour)).allowed)
  })

  it("advertises a constant reset while the clocks drift apart slightly", () => {
    const limiter = makeLimiter()
    const { reset } = limiter.charge("key", "free", at(start))
    for (const drift of [-20_000, -1500, -0.4, 0.4, 1500, 20_000]) {
      const { monotonicMillis, unixMillis } = at(start + hour / 2)
      assert.strictEqual(
        limiter.charge("key", "free", { unixMillis: unixMillis + drift, monotonicMillis }).reset,
        reset
      )
    }
  })

  it("sweeps keys with closed days in small batches when others open", () => {
    const limiter = makeLimiter()
    for (let index = 0; index < 1000; index++) limiter.charge(`key ${index}`, "free", at(start + index))
    const late = at(start + day + 500)
    limiter.charge("another", "free", late)
    assert.deepStrictEqual([limiter.size(), limiter.forgotten()], [1000 - 64 + 1, 0])
    for (let index = 0; index < 10; index++) limiter.charge(`another ${index}`, "free", late)
    assert.strictEqual(limiter.size(), 499 + 11)
  })

  it("stores at most the maximum number of keys, and forgets and counts those opened first", () => {
    const limiter = makeLimiter(makeWindowStore(10))
    for (let index = 0; index < 100; index++) limiter.charge(`key ${index}`, "free", at(start + index))
    assert.deepStrictEqual([limiter.size(), limiter.forgotten()], [10, 90])
    assert.strictEqual(limiter.peek("key 99", "free", at(start + 100)).remaining, 99)
    assert.strictEqual(limiter.peek("key 90", "free", at(start + 100)).remaining, 99)
    assert.strictEqual(limiter.peek("key 89", "free", at(start + 100)).remaining, 100)
  })

  it("forgets by the day that opened first if an equal day is set again, as replies of Redis are", () => {
    const store = makeWindowStore(2)
    const usage = () => {
      const opened = currentUsage(undefined, at(start))
      opened.hour.used = opened.day.used = 1
      return opened
    }
    store.set("a", usage(), at(start))
    store.set("b", usage(), at(start))
    store.set("a", usage(), at(start))
    store.set("c", usage(), at(start))
    assert.deepStrictEqual(
      ["a", "b", "c"].map((key) => store.get(key, at(start)).day.used),
      [0, 1, 1]
    )
  })

  it("stores only the keys in use over many days", () => {
    const limiter = makeLimiter(makeWindowStore(1000))
    let now = start
    for (let index = 0; index < 20_000; index++) {
      now += hour / 4
      limiter.charge(`key ${index % 150}`, "free", at(now))
      assert.isAtMost(limiter.size(), 97 + 1)
    }
  })
})

/** The same limiter, whose effects have their result at once. */
const makeLimiter = (store = makeWindowStore()) => {
  const { forgotten, size, ...limiter } = makeMemoryLimiter(store)
  const asked =
    (action: "charge" | "peek") =>
    (...asked: Parameters<Limiter["charge"]>) =>
      decided(Effect.runSync(limiter[action](...asked)))
  return { charge: asked("charge"), peek: asked("peek"), forgotten, size }
}

const charge = (limiter: ReturnType<typeof makeLimiter>, count: number, now: Instant): void => {
  for (let index = 0; index < count; index++) assert.isTrue(limiter.charge("key", "free", now).allowed)
}
