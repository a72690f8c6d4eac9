import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { makeMemoryLimiter, toLimiter } from "../../../../src/limits/MemoryLimiter.ts"
import { ArtifactBroken } from "../../../../src/release/artifacts/ArtifactBroken.ts"
import { makeChangesCache, type ChangesSource } from "../../../../src/server/changes/ChangesCache.ts"
import { ifNoneMatchMatches } from "../../../../src/server/representation/ConditionalRequest.ts"
import { answerWithinLimit } from "../../../../src/server/request/AnswerWithinLimit.ts"
import { findChangesContent } from "../../../../src/server/request/ChangesContent.ts"
import { makeRouter } from "../../../../src/server/request/Routes.ts"
import { makePathNotFound } from "../../../../src/server/response/ErrorReplies.ts"
import { catalogAfter, categories, release } from "../../../support/server/histories.ts"

const many = Array.from({ length: 40 }, (_, index) => `CATEGORY_${index}`)
const catalog = catalogAfter(
  release("1.0.0", "2026-01-01", categories(["QSR"])),
  release("1.1.0", "2026-02-01", categories(["QSR", ...many]))
)
const pathNotFound = makePathNotFound("/api/taxonomy")
const now = { unixMillis: 0, monotonicMillis: 0 }
const route = makeRouter("/api/taxonomy")("/api/taxonomy/v1/changes")

/** A key with 100 requests, and a cache that forgets the body of a pair with the next pair. */
const makeAsk = Effect.gen(function* () {
  const cache = yield* makeChangesCache({ budget: 0 })
  let made = 0
  const changes: ChangesSource = {
    ...cache,
    load: (pair) =>
      Effect.suspend(() => {
        made += 1
        return cache.load(pair)
      })
  }
  const limiter = makeMemoryLimiter()
  const ask = Effect.fnUntraced(function* (query: string, acceptEncoding: string, ifNoneMatch?: string) {
    if (route?._tag !== "Changes") return assert.fail("no route")
    const request = {
      id: "a",
      method: "GET",
      client: undefined,
      isPreflight: false,
      target: "",
      authorization: undefined,
      acceptEncoding,
      ifMatch: undefined,
      ifNoneMatch
    }
    const content = findChangesContent({ changes, pathNotFound }, catalog, route, query, request, now)
    assert.isTrue(Result.isSuccess(content))
    const { reply } = yield* answerWithinLimit(
      { limiter: toLimiter(limiter), upgradeUrl: "https://upgrade.example" },
      {
        requestId: "a",
        endpoint: "changes",
        key: "key",
        tier: "free",
        now,
        content,
        hasCondition: ifNoneMatch !== undefined,
        isUnchanged: ({ etag }) =>
          ifNoneMatch !== undefined && etag !== undefined && ifNoneMatchMatches(ifNoneMatch, etag)
      }
    )
    return { status: reply.status, etag: reply.headers[reply.headers.indexOf("ETag") + 1], headers: reply.headers }
  })
  const forget = ask("from=v1.1&to=v1.0", "identity")
  return { ask, forget, made: () => made, remaining: () => limiter.peek("key", "free", now) }
})

describe("answerWithinLimit", () => {
  it.effect.each<readonly [query: string, acceptEncoding: string]>([
    ["from=v1.0", "identity"],
    ["from=v1.0", "br"],
    ["from=v1.0", "gzip"],
    ["from=v1.0&kind=value-added", "br"]
  ])("answers 304 without making changes again, for nothing and with the same headers: %s, %s", (asked) =>
    Effect.gen(function* () {
      const { ask, forget, made, remaining } = yield* makeAsk
      const first = yield* ask(...asked)
      const held = yield* ask(...asked, first.etag)
      yield* forget
      const [before, verdict] = [made(), remaining()]
      for (const condition of ["*", first.etag]) {
        assert.deepStrictEqual(yield* ask(...asked, condition), held)
      }
      assert.deepStrictEqual([held.status, made(), remaining()], [304, before, verdict])
    })
  )

  it.effect.each([
    { condition: "without a condition", hasCondition: false },
    { condition: "with one", hasCondition: true }
  ])("charges once for content that cannot be loaded, requested $condition, and tells the cause", ({ hasCondition }) =>
    Effect.gen(function* () {
      const limiter = makeMemoryLimiter()
      const broken = new ArtifactBroken({ file: "v1.0.0/schema.json", reason: "it is missing", missing: true })
      const { failure, limits, reply } = yield* answerWithinLimit(
        { limiter: toLimiter(limiter), upgradeUrl: "https://upgrade.example" },
        {
          requestId: "a",
          endpoint: "schema",
          key: "key",
          tier: "free",
          now,
          content: Result.succeed({ peek: () => undefined, load: Effect.fail(broken) }),
          hasCondition,
          isUnchanged: () => false
        }
      )
      const remaining = limits[limits.indexOf("X-RateLimit-Remaining") + 1]
      assert.deepStrictEqual([reply.status, remaining], [500, "99"])
      assert.deepStrictEqual(failure, Cause.fail(broken))
      assert.strictEqual(limiter.peek("key", "free", now).remaining, 99)
    })
  )

  it.effect("charges for an outdated copy before it makes the changes again", () =>
    Effect.gen(function* () {
      const { ask, forget, made } = yield* makeAsk
      yield* ask("from=v1.0", "br")
      yield* forget
      for (let used = 2; used < 99; used += 1) yield* ask("from=v1.1&to=v1.0", "br", '"outdated"')
      const before = made()
      const both = yield* Effect.all([ask("from=v1.0", "br", '"a"'), ask("from=v1.0", "br", '"b"')], {
        concurrency: "unbounded"
      })
      assert.sameMembers(
        both.map(({ status }) => status),
        [200, 429]
      )
      assert.strictEqual(made(), before + 1)
    })
  )
})
