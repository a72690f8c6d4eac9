import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { historyResources } from "../../../../src/server/representation/HistoryRepresentations.ts"
import { catalogAfter, categories, release } from "../../../support/server/histories.ts"

const names = Object.keys(historyResources).filter(
  (name): name is keyof typeof historyResources => name in historyResources
)

const representationsOf = (name: keyof typeof historyResources) => {
  const catalog = catalogAfter(release("1.0.0", "2026-01-01", categories(["QSR"])))
  const served = catalog.apiVersions.get("v1")?.newest
  return served?.history(name) ?? assert.fail("v1 has no release")
}

describe("the representations of the whole history", () => {
  it.effect.each(names)("are made on first use, and kept: %s", (name) =>
    Effect.gen(function* () {
      const { load, peek } = representationsOf(name)
      assert.isUndefined(peek("br"))
      const loaded = yield* load("br")
      assert.strictEqual(peek("br"), loaded)
      assert.strictEqual(yield* load("br"), loaded)
      assert.notStrictEqual(peek("identity")?.etag, loaded.etag)
    })
  )

  it.effect("are made once for concurrent clients, even if the first one disconnects", () =>
    Effect.gen(function* () {
      const { load } = representationsOf("items")
      const first = yield* Effect.forkChild(load("gzip"), { startImmediately: true })
      const others = yield* Effect.forkChild(Effect.all([load("gzip"), load("gzip")], { concurrency: "unbounded" }), {
        startImmediately: true
      })
      yield* Fiber.interrupt(first)
      const [second, third] = yield* Fiber.join(others)
      assert.strictEqual(second, third)
    })
  )

  it.effect("are made to the end although every client that waited has disconnected", () =>
    Effect.gen(function* () {
      const { load, peek } = representationsOf("items")
      const only = yield* Effect.forkChild(load("identity"), { startImmediately: true })
      yield* Fiber.interrupt(only)
      assert.strictEqual(peek("identity")?.ok.status, 200)
    })
  )
})
