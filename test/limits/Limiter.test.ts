import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { quotas, type Tier } from "../../src/domain/Tier.ts"
import { makeLimiter, type Limiter, type Verdict } from "../../src/limits/Limiter.ts"
import { pick, whole } from "../domain/arbitrary/pick.ts"

const start = 1_800_000_000_000
const second = 1000
const hour = 3600 * second
const day = 24 * hour

describe("the limiter", () => {
  it("lets through what the tier allows in an hour, and refuses the next", () => {
    const limiter = makeLimiter()
    for (let left = 99; left >= 0; left--) {
      assert.deepStrictEqual(limiter.charge("key", "free", start), {
        allowed: true,
        limit: 100,
        remaining: left,
        reset: (start + hour) / second
      })
    }
    assert.deepStrictEqual(limiter.charge("key", "free", start + 10 * second), {
      allowed: false,
      exceeded: "hour",
      limit: 100,
      remaining: 0,
      reset: (start + hour) / second,
      retryAfterSeconds: 3590
    })
  })

  it("opens a new hour with the first request after the old one closed, and not before", () => {
    const limiter = makeLimiter()
    charge(limiter, 100, start)
    assert.isFalse(limiter.charge("key", "free", start + hour - 1).allowed)
    const late = start + hour + 17 * second
    assert.strictEqual(limiter.charge("key", "free", late).reset, (late + hour) / second)
  })

  it("refuses by the day, naming its limit and its end", () => {
    const limiter = makeLimiter()
    for (let index = 0; index < 10; index++) charge(limiter, 100, start + index * hour)
    const now = start + 10 * hour
    assert.deepStrictEqual(limiter.charge("key", "free", now), {
      allowed: false,
      exceeded: "day",
      limit: 1000,
      remaining: 0,
      reset: (start + day) / second,
      retryAfterSeconds: 14 * 3600
    })
    assert.isTrue(limiter.charge("key", "free", start + day).allowed)
  })

  it("tells how many requests are left by the day where these are fewer", () => {
    const limiter = makeLimiter()
    for (let index = 0; index < 19; index++) charge(limiter, 50, start + index * hour)
    charge(limiter, 20, start + 19 * hour)
    const verdict = limiter.charge("key", "free", start + 20 * hour)
    assert.strictEqual(verdict.remaining, 29)
  })

  it("names the window that closes last where both are exhausted", () => {
    const limiter = makeLimiter()
    for (let index = 0; index < 10; index++) charge(limiter, 100, start + index * hour)
    assert.include(limiter.charge("key", "free", start + 9 * hour), { exceeded: "day" })

    const late = makeLimiter()
    for (let index = 0; index < 9; index++) charge(late, 100, start + index * hour)
    const lastHour = start + day - hour / 2
    charge(late, 100, lastHour)
    assert.include(late.charge("key", "free", lastHour), { exceeded: "hour", reset: (lastHour + hour) / second })
  })

  it("keeps an hour that is open when a new day opens", () => {
    const limiter = makeLimiter()
    charge(limiter, 1, start)
    const opened = start + day - hour / 2
    charge(limiter, 100, opened)
    assert.include(limiter.charge("key", "free", start + day), { exceeded: "hour", reset: (opened + hour) / second })
    assert.isTrue(limiter.charge("key", "free", opened + hour).allowed)
  })

  it("never limits an enterprise key, and tells a reset that stays put", () => {
    const limiter = makeLimiter()
    const expected: Verdict = {
      allowed: true,
      limit: "unlimited",
      remaining: "unlimited",
      reset: (start + hour) / second
    }
    for (let index = 0; index < 20_000; index++) limiter.charge("key", "enterprise", start)
    assert.deepStrictEqual(limiter.charge("key", "enterprise", start + hour - 1), expected)
  })

  it("peeks without charging and without opening a window", () => {
    const limiter = makeLimiter()
    const unopened: Verdict = { allowed: true, limit: 100, remaining: 100, reset: (start + hour) / second }
    assert.deepStrictEqual(limiter.peek("key", "free", start), unopened)
    assert.strictEqual(limiter.size(), 0)
    assert.strictEqual(limiter.charge("key", "free", start + second).reset, (start + second + hour) / second)
    charge(limiter, 99, start + second)
    assert.isFalse(limiter.peek("key", "free", start + second).allowed)
  })

  it("rounds up to whole seconds, so that who waits is let through", () => {
    const limiter = makeLimiter()
    const opened = start + 1
    charge(limiter, 100, opened)
    const verdict = limiter.charge("key", "free", opened + 500)
    assert.isFalse(verdict.allowed)
    if (!verdict.allowed) {
      assert.isTrue(limiter.peek("key", "free", verdict.reset * second).allowed)
      assert.isTrue(limiter.peek("key", "free", opened + 500 + verdict.retryAfterSeconds * second).allowed)
    }
  })

  it("holds no key for longer than a window when the clock is set back", () => {
    const limiter = makeLimiter()
    charge(limiter, 100, start)
    assert.isTrue(limiter.charge("key", "free", start - 2 * day).allowed)
    charge(limiter, 99, start - 2 * day)
    assert.isFalse(limiter.charge("key", "free", start - 2 * day - 1).allowed)
  })

  it("sweeps keys whose day is over", () => {
    const limiter = makeLimiter()
    for (let index = 0; index < 1000; index++) limiter.charge(`key ${index}`, "free", start + index)
    limiter.charge("another", "free", start + day + 500)
    assert.strictEqual(limiter.size(), 500)
  })

  it("holds no more keys than it may, and forgets those opened first", () => {
    const limiter = makeLimiter({ maximumKeys: 10 })
    for (let index = 0; index < 100; index++) limiter.charge(`key ${index}`, "free", start + index)
    assert.strictEqual(limiter.size(), 10)
    assert.strictEqual(limiter.peek("key 99", "free", start + 100).remaining, 99)
    assert.strictEqual(limiter.peek("key 0", "free", start + 100).remaining, 100)
  })

  it.prop("agrees with counting the requests in each window anew", [requests], ([sent]) => {
    const limiter = makeLimiter()
    const model = new Model()
    let now = start
    for (const { count, identifier, tier, wait } of sent) {
      now += wait
      for (let index = 0; index < count; index++) {
        const peeked = limiter.peek(identifier, tier, now)
        const charged = limiter.charge(identifier, tier, now)
        assert.strictEqual(charged.allowed, model.charge(identifier, tier, now))
        assert.strictEqual(peeked.allowed, charged.allowed)
        assert.strictEqual(peeked.reset, charged.reset)
        if (typeof charged.remaining === "number" && charged.allowed) {
          assert.strictEqual(peeked.remaining, charged.remaining + 1)
        }
        assertInBounds(charged, now)
      }
    }
  })
})

// Many requests at once, so that quotas are reached within a few of them.
const requests = Arbitrary.array(
  Arbitrary.all({
    identifier: pick("A", "B"),
    tier: Arbitrary.schema(Schema.Literals(["free", "enterprise"])),
    wait: Arbitrary.map(whole(0, 40), (quarters) => (quarters * hour) / 4),
    count: whole(1, 120)
  }),
  { maxLength: 30 }
)

/** Remembers every request that was let through, in place of counters. */
class Model {
  readonly #counted = new Map<string, ReadonlyArray<number>>()

  charge(identifier: string, tier: Tier, now: number): boolean {
    const counted = this.#counted.get(identifier) ?? []
    const allowed = usedIn(counted, hour, now) < quotas[tier].hour && usedIn(counted, day, now) < quotas[tier].day
    if (allowed) this.#counted.set(identifier, [...counted, now])
    return allowed
  }
}

/** The requests in the window that is open: each window begins with the first request after the one before. */
const usedIn = (counted: ReadonlyArray<number>, length: number, now: number): number => {
  let opened = -Infinity
  for (const time of counted) if (time - opened >= length) opened = time
  return now - opened >= length ? 0 : counted.filter((time) => time >= opened).length
}

const assertInBounds = (verdict: Verdict, now: number): void => {
  assert.isTrue(verdict.reset * second > now && verdict.reset * second < now + day + second)
  if (verdict.allowed) return
  assert.isTrue(verdict.retryAfterSeconds > 0 && verdict.retryAfterSeconds <= 86_400)
}

const charge = (limiter: Limiter, count: number, now: number): void => {
  for (let index = 0; index < count; index++) assert.isTrue(limiter.charge("key", "free", now).allowed)
}
