import { assert, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Tier } from "../../../src/domain/keys/Tier.ts"
import type { Instant, LimitDecision, Limiter, Verdict } from "../../../src/limits/Limiter.ts"
import { pick, whole } from "../arbitrary/pick.ts"
import { LimiterModel } from "./LimiterModel.ts"

/** A limiter whose time is that of its calls. */
export interface Subject {
  readonly charge: (keyPrefix: string, tier: Tier, now: Instant, cost?: number) => Effect.Effect<Verdict>
  readonly peek: (keyPrefix: string, tier: Tier, now: Instant) => Effect.Effect<Verdict>
}

/** The same limiter as effects that run on demand. `onInstant` is called with the time of each call. */
export const subjectOf = (limiter: Limiter, onInstant: (now: Instant) => void = () => undefined): Subject => {
  const asked =
    (action: "charge" | "peek"): Subject["charge"] =>
    (keyPrefix, tier, now, cost) =>
      Effect.suspend(() => {
        onInstant(now)
        return Effect.map(limiter[action](keyPrefix, tier, now, cost), decided)
      })
  return { charge: asked("charge"), peek: asked("peek") }
}

/** The verdict of a limiter that always decides. */
export const decided = (decision: LimitDecision): Verdict => {
  if (decision.allowed === undefined) throw new Error("The limiter has not decided")
  return decision
}

export const start = 1_800_000_000_000
export const second = 1000
export const hour = 3600 * second
export const day = 24 * hour

/** An instant at which both clocks have advanced equally. Their origins differ. */
export const at = (unix: number): Instant => ({ unixMillis: unix, monotonicMillis: unix - start + 12_345.678 })

/** Sends so many requests of a cost concurrently. */
export const burst = (
  subject: Subject,
  count: number,
  now: Instant,
  keyPrefix = "key",
  tier: Tier = "free",
  cost = 1
) =>
  Effect.all(
    Array.from({ length: count }, () => subject.charge(keyPrefix, tier, now, cost)),
    { concurrency: "unbounded" }
  )

export const allowedOf = (verdicts: ReadonlyArray<Verdict>): number => verdicts.filter(({ allowed }) => allowed).length

/** The contract of every limiter (service spec, section 8). `runs` is the number of cases compared with the model. */
export const limiterContract = (make: Effect.Effect<Subject, never, Scope.Scope>, { runs }: { runs: number }): void => {
  it.live("allows the hourly quota of the tier, and refuses the next request", () =>
    Effect.gen(function* () {
      const subject = yield* make
      const reset = (start + hour) / second
      for (let left = 99; left >= 0; left--) {
        const expected: Verdict = { allowed: true, remaining: left, reset, window: "hour" }
        assert.deepStrictEqual(yield* subject.charge("key", "free", at(start)), expected)
      }
      const refused: Verdict = {
        allowed: false,
        exceeded: "hour",
        limit: 100,
        remaining: 0,
        reset,
        retryAfterSeconds: 3590
      }
      assert.deepStrictEqual(yield* subject.charge("key", "free", at(start + 10 * second)), refused)
    })
  )

  it.live("allows a hundred of two hundred concurrent requests", () =>
    Effect.gen(function* () {
      const subject = yield* make
      assert.strictEqual(allowedOf(yield* burst(subject, 200, at(start))), 100)
      assert.strictEqual(allowedOf(yield* burst(subject, 200, at(start), "other", "professional")), 200)
    })
  )

  it.live("counts each key separately", () =>
    Effect.gen(function* () {
      const subject = yield* make
      yield* burst(subject, 100, at(start), "one")
      assert.isFalse((yield* subject.charge("one", "free", at(start))).allowed)
      assert.strictEqual((yield* subject.charge("two", "free", at(start))).remaining, 99)
    })
  )

  it.live("opens a new hour with the first request after the old one closed", () =>
    Effect.gen(function* () {
      const subject = yield* make
      yield* burst(subject, 100, at(start))
      assert.isFalse((yield* subject.charge("key", "free", at(start + hour - 1))).allowed)
      const late = start + hour + 17 * second
      assert.include(yield* subject.charge("key", "free", at(late)), { remaining: 99, reset: (late + hour) / second })
    })
  )

  it.live("refuses by the day with its quota and reset", () =>
    Effect.gen(function* () {
      const subject = yield* make
      for (let index = 0; index < 10; index++) {
        assert.strictEqual(allowedOf(yield* burst(subject, 100, at(start + index * hour))), 100)
      }
      const refused: Verdict = {
        allowed: false,
        exceeded: "day",
        limit: 1000,
        remaining: 0,
        reset: (start + day) / second,
        retryAfterSeconds: 14 * 3600
      }
      assert.deepStrictEqual(yield* subject.charge("key", "free", at(start + 10 * hour)), refused)
      assert.isTrue((yield* subject.charge("key", "free", at(start + day))).allowed)
    })
  )

  it.live("charges what a request costs, and refuses one that costs more than what remains", () =>
    Effect.gen(function* () {
      const subject = yield* make
      const reset = (start + hour) / second
      assert.include(yield* subject.charge("key", "free", at(start), 93), { allowed: true, remaining: 7 })
      const refused = { exceeded: "hour", limit: 100, remaining: 7, reset, retryAfterSeconds: 3600 } as const
      assert.deepStrictEqual(yield* subject.charge("key", "free", at(start), 8), { allowed: false, ...refused })
      assert.include(yield* subject.peek("key", "free", at(start)), { allowed: true, remaining: 7 })
      assert.include(yield* subject.charge("key", "free", at(start), 7), { allowed: true, remaining: 0 })
      assert.include(yield* subject.peek("key", "free", at(start)), { allowed: false, remaining: 0 })
    })
  )

  it.live("charges neither window if one refuses", () =>
    Effect.gen(function* () {
      const subject = yield* make
      for (let index = 0; index < 9; index++) {
        yield* burst(subject, 150, at(start + index * hour))
        assert.isFalse((yield* subject.charge("key", "free", at(start + index * hour))).allowed)
      }
      // If refusals were counted, the day would be exhausted by now.
      yield* burst(subject, 70, at(start + 9 * hour))
      assert.strictEqual(allowedOf(yield* burst(subject, 100, at(start + 10 * hour))), 30)
      yield* burst(subject, 50, at(start + 23.5 * hour))
      // A new day opens, with an hour that has no counts.
      assert.strictEqual((yield* subject.charge("key", "free", at(start + day))).remaining, 99)
    })
  )

  it.live("returns remaining and reset of the day if fewer requests remain there", () =>
    Effect.gen(function* () {
      const subject = yield* make
      for (let index = 0; index < 19; index++) yield* burst(subject, 50, at(start + index * hour))
      yield* burst(subject, 20, at(start + 19 * hour))
      const day = { remaining: 29, reset: (start + 24 * hour) / second }
      assert.include(yield* subject.charge("key", "free", at(start + 20 * hour)), day)
      assert.include(yield* subject.peek("key", "free", at(start + 20.5 * hour)), day)
    })
  )

  it.live("names the window that closes last if both are exhausted", () =>
    Effect.gen(function* () {
      const subject = yield* make
      for (let index = 0; index < 10; index++) yield* burst(subject, 100, at(start + index * hour))
      assert.include(yield* subject.charge("key", "free", at(start + 9 * hour)), { exceeded: "day" })

      for (let index = 0; index < 9; index++) yield* burst(subject, 100, at(start + index * hour), "late")
      const lastHour = start + day - hour / 2
      yield* burst(subject, 100, at(lastHour), "late")
      assert.include(yield* subject.charge("late", "free", at(lastHour)), {
        exceeded: "hour",
        reset: (lastHour + hour) / second
      })
    })
  )

  it.live("keeps an open hour when a new day opens", () =>
    Effect.gen(function* () {
      const subject = yield* make
      yield* subject.charge("key", "free", at(start))
      const opened = start + day - hour / 2
      yield* burst(subject, 100, at(opened))
      const reset = (opened + hour) / second
      assert.include(yield* subject.charge("key", "free", at(start + day)), { exceeded: "hour", reset })
      assert.isTrue((yield* subject.charge("key", "free", at(opened + hour))).allowed)
    })
  )

  it.live("never limits an enterprise key, and advertises a constant reset", () =>
    Effect.gen(function* () {
      const subject = yield* make
      yield* burst(subject, 1500, at(start), "key", "enterprise")
      const expected: Verdict = {
        allowed: true,
        remaining: "unlimited",
        window: undefined,
        reset: (start + hour) / second
      }
      assert.deepStrictEqual(yield* subject.charge("key", "enterprise", at(start + hour - 1)), expected)
    })
  )

  it.live("peeks without charging and without opening a window", () =>
    Effect.gen(function* () {
      const subject = yield* make
      const unopened: Verdict = {
        allowed: true,
        remaining: 100,
        reset: (start + hour) / second,
        window: "hour"
      }
      assert.deepStrictEqual(yield* subject.peek("key", "free", at(start)), unopened)
      const opened = start + 5 * second
      assert.include(yield* subject.charge("key", "free", at(opened)), { reset: (opened + hour) / second })
      yield* burst(subject, 99, at(opened))
      assert.include(yield* subject.peek("key", "free", at(opened)), { allowed: false, exceeded: "hour" })

      // The day is open, but the hour is not.
      const looked = start + 2 * hour
      yield* subject.peek("key", "free", at(looked))
      const later = looked + 90 * second
      assert.include(yield* subject.charge("key", "free", at(later)), { reset: (later + hour) / second })
    })
  )

  it.live("rounds up to whole seconds, so that a client that waits is allowed", () =>
    Effect.gen(function* () {
      const subject = yield* make
      const opened = start + 1
      yield* burst(subject, 100, at(opened))
      const verdict = yield* subject.charge("key", "free", at(opened + 500))
      assert.isFalse(verdict.allowed)
      if (verdict.allowed) return
      assert.isTrue((yield* subject.peek("key", "free", at(verdict.reset * second))).allowed)
      const waited = opened + 500 + verdict.retryAfterSeconds * second
      assert.isTrue((yield* subject.peek("key", "free", at(waited))).allowed)
    })
  )

  it.effect.prop(
    "agrees with counting the requests in each window anew",
    [requests],
    ([sent]) =>
      Effect.gen(function* () {
        const subject = yield* make
        const model = new LimiterModel()
        let now = start
        for (const { cost, count, keyPrefix, tier, wait } of sent) {
          now += wait
          const peeked = yield* subject.peek(keyPrefix, tier, at(now))
          const charged = yield* burst(subject, count, at(now), keyPrefix, tier, cost)
          const expected = charged.map(() => model.charge(keyPrefix, tier, now, cost))
          assert.deepStrictEqual(
            charged.map(({ allowed }) => allowed),
            expected
          )
          if (cost === 1) assert.strictEqual(peeked.allowed, expected[0])
          else assert.isTrue(peeked.allowed || expected[0] !== true)
          assert.strictEqual(new Set(charged.filter(isAllowed).map(({ reset }) => reset)).size <= 1, true)
          if (charged[0]?.allowed === true) {
            assert.strictEqual(peeked.reset, charged[0].reset)
            if (typeof peeked.remaining === "number") assert.strictEqual(charged[0].remaining, peeked.remaining - cost)
          }
          for (const verdict of charged) assertInBounds(verdict, now)
        }
      }).pipe(Effect.scoped),
    { arbitrary: { runs } }
  )
}

const isAllowed = ({ allowed }: Verdict): boolean => allowed

const assertInBounds = (verdict: Verdict, now: number): void => {
  assert.isTrue(verdict.reset * second > now && verdict.reset * second < now + day + second)
  if (verdict.allowed) return
  assert.isTrue(verdict.retryAfterSeconds > 0 && verdict.retryAfterSeconds <= 86_400)
}

const tiers = { A: "free", B: "free", unlimited: "enterprise" } as const

// Bursts, so that a few of them reach the quotas. A limiter may count the requests of a key without limits, or not.
const requests = Arbitrary.array(
  Arbitrary.map(
    Arbitrary.all({
      keyPrefix: pick("A", "B", "unlimited"),
      wait: Arbitrary.map(whole(0, 40), (quarters) => (quarters * hour) / 4),
      count: whole(1, 120),
      cost: whole(1, 7)
    }),
    (sent) => ({ ...sent, tier: tiers[sent.keyPrefix] })
  ),
  { maxLength: 30 }
)
