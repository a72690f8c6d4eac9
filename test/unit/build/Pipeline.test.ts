import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { releaseDate } from "../../../src/build/Pipeline.ts"

const dateWith = (variables: Readonly<Record<string, string>>) =>
  releaseDate(1_768_471_200).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(variables))
  )

describe("releaseDate", () => {
  it.effect("is that of the commit, or SOURCE_DATE_EPOCH", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* dateWith({}), "2026-01-15T10:00:00Z")
      assert.strictEqual(yield* dateWith({ SOURCE_DATE_EPOCH: "" }), "2026-01-15T10:00:00Z")
      assert.strictEqual(yield* dateWith({ SOURCE_DATE_EPOCH: "0" }), "1970-01-01T00:00:00Z")
      assert.strictEqual(yield* dateWith({ SOURCE_DATE_EPOCH: "1800000000" }), "2027-01-15T08:00:00Z")
    })
  )

  it.effect("rejects a SOURCE_DATE_EPOCH that is not a number of seconds", () =>
    Effect.gen(function* () {
      for (const text of ["tomorrow", "1800000000s", "x1800000000", "-1", "1.5", "1".repeat(12)]) {
        const error = yield* Effect.flip(dateWith({ SOURCE_DATE_EPOCH: text }))
        assert.deepInclude(error, { _tag: "InvalidSourceDate", text })
        assert.strictEqual(error.message, `SOURCE_DATE_EPOCH must be a number of seconds since 1970, not "${text}"`)
      }
    })
  )
})
