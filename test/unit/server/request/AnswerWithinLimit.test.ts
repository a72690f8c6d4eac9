import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { makeMemoryLimiter, toLimiter } from "../../../../src/limits/MemoryLimiter.ts"
import { ArtifactBroken } from "../../../../src/release/artifacts/ArtifactCheck.ts"
import type { Representation } from "../../../../src/server/representation/Representation.ts"
import { answerWithinLimit } from "../../../../src/server/request/AnswerWithinLimit.ts"
import type { RequestedContent } from "../../../../src/server/request/Lookup.ts"
import { requestError } from "../../../../src/server/response/ErrorReplies.ts"
import { makeReply } from "../../../../src/server/response/Reply.ts"

const now = { unixMillis: 0, monotonicMillis: 0 }

const representation: Representation = { etag: '"a"', ok: makeReply(200, {}, "body"), notModified: makeReply(304, {}) }

/** A free key, which may send 100 requests, and content whose loads are counted. */
const makeAsk = () => {
  const limiter = makeMemoryLimiter()
  const counted = { found: 0, loaded: 0 }
  const content: RequestedContent = {
    peek: () => undefined,
    load: Effect.sync(() => {
      counted.loaded += 1
      return representation
    }),
    unchanged: (ifNoneMatch) => (ifNoneMatch === '"a"' ? representation.notModified : undefined)
  }
  const ask = (
    ifNoneMatch?: string,
    found: Result.Result<RequestedContent, Representation["ok"]> = Result.succeed(content)
  ) =>
    Effect.map(
      answerWithinLimit(
        { limiter: toLimiter(limiter), loads: (_key, load) => load, upgradeUrl: "https://upgrade.example" },
        {
          requestId: "a",
          endpoint: "schema",
          key: "key",
          tier: "free",
          now,
          content: () => {
            counted.found += 1
            return found
          },
          ifNoneMatch
        }
      ),
      (answer) => ({ ...answer, status: answer.reply.status })
    )
  return { ask, content, counted, remaining: () => limiter.peek("key", "free", now).remaining }
}

describe("answerWithinLimit", () => {
  it.effect("answers 304 to a known tag without a charge, and without loading anything", () =>
    Effect.gen(function* () {
      const { ask, counted, remaining } = makeAsk()
      const { limits, status } = yield* ask('"a"')
      assert.deepStrictEqual(
        [status, limits[limits.indexOf("X-RateLimit-Remaining") + 1], remaining(), counted.loaded],
        [304, "100", 100, 0]
      )
    })
  )

  it.effect.each<readonly [ifNoneMatch: string | undefined, status: number]>([
    [undefined, 200],
    ['"b"', 200],
    ["*", 304],
    [" * ", 304]
  ])("charges once for If-None-Match: %s, before it loads", ([ifNoneMatch, expected]) =>
    Effect.gen(function* () {
      const { ask, counted, remaining } = makeAsk()
      const { status } = yield* ask(ifNoneMatch)
      assert.deepStrictEqual([status, remaining(), counted], [expected, 99, { found: 1, loaded: 1 }])
    })
  )

  it.effect.each([undefined, '"a"', '"b"', "*"])("charges once for an error, with If-None-Match: %s", (ifNoneMatch) =>
    Effect.gen(function* () {
      const { ask, remaining } = makeAsk()
      const { status } = yield* ask(ifNoneMatch, Result.fail(requestError("license-not-found", "No license")))
      assert.deepStrictEqual([status, remaining()], [404, 99])
    })
  )

  it.effect("does nothing for a key that is exhausted", () =>
    Effect.gen(function* () {
      const { ask, counted } = makeAsk()
      for (let used = 0; used < 100; used += 1) yield* ask()
      const before = { ...counted }
      for (const ifNoneMatch of [undefined, '"a"', '"b"', "*"]) {
        const { exceeded, status } = yield* ask(ifNoneMatch)
        assert.deepStrictEqual([status, exceeded], [429, "hour"])
      }
      assert.deepStrictEqual(counted, before)
    })
  )

  it.effect.each([undefined, '"b"', "*"])(
    "charges once for content that cannot be loaded, requested with If-None-Match: %s, and tells the cause",
    (ifNoneMatch) =>
      Effect.gen(function* () {
        const { ask, content, remaining } = makeAsk()
        const broken = new ArtifactBroken({ file: "v1.0.0/schema.json", reason: "it is missing", missing: true })
        const { failure, status } = yield* ask(ifNoneMatch, Result.succeed({ ...content, load: Effect.fail(broken) }))
        assert.deepStrictEqual([status, remaining()], [500, 99])
        assert.deepStrictEqual(failure, Cause.fail(broken))
      })
  )
})
