import { assert, describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { changesBody } from "../../../../src/api/projections/ChangesProjection.ts"
import type { ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { makeChangesCache } from "../../../../src/server/changes/ChangesCache.ts"
import { filterChanges } from "../../../../src/server/changes/FilteredChanges.ts"
import { prepareChanges, type ReleasePair } from "../../../../src/server/changes/PrepareChanges.ts"
import { branchedHistories } from "../../../support/arbitrary/branchedHistories.ts"
import { historyOf, publish } from "../../../support/arbitrary/releases.ts"
import { taxonomyOf } from "../../../support/domain/SmallTaxonomy.ts"

const tones = (count: number, description: string): Taxonomy =>
  taxonomyOf({
    dimensions: [
      {
        name: "tone",
        label: "Tone",
        description: "How it sounds.",
        shape: "multiple",
        required: false,
        values: Array.from({ length: count }, (_, index) => ({
          code: `T${index}`,
          label: `Tone ${index} 🎵`,
          description
        }))
      }
    ]
  })

const { dimensions: _, ...nothing } = tones(0, "")
const history = historyOf(
  publish("1.0.0", { ...nothing, dimensions: [] }),
  publish("1.1.0", tones(3000, "A tone.")),
  publish("1.2.0", tones(2000, "A sound."))
)

const pairOf = (from: string, to: string, of: ReleaseHistory = history): ReleasePair => {
  const [left, right] = [from, to].map((version) => of.releases.get(Version.make(version)))
  return { history: of, from: left ?? assert.fail(from), to: right ?? assert.fail(to) }
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

const expected = ({ from, history, to }: ReleasePair): string => `${JSON.stringify(changesBody(history, from, to))}\n`

/** The selection of a filter, with every step at once. */
const selectionOf = (...input: Parameters<typeof filterChanges>): unknown => {
  const steps = filterChanges(...input)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return JSON.parse(textOf(step.value))
  }
}

describe("prepareChanges", () => {
  it.effect.each([
    ["1.0.0", "1.1.0"],
    ["1.1.0", "1.2.0"],
    ["1.2.0", "1.0.0"],
    ["1.1.0", "1.1.0"]
  ] as const)("makes the bytes of the body in parts: %s to %s", ([from, to]) =>
    Effect.gen(function* () {
      const pair = pairOf(from, to)
      assert.strictEqual(textOf((yield* prepareChanges(pair)).bytes), expected(pair))
    })
  )

  it.effect.prop("makes the bytes of the body, and of every selection", [branchedHistories], ([history]) =>
    Effect.gen(function* () {
      const versions = [...history.releases.keys()]
      const pair = pairOf(versions[0] ?? "", versions.at(-1) ?? "", history)
      const prepared = yield* prepareChanges(pair)
      assert.strictEqual(textOf(prepared.bytes), expected(pair))
      const body = changesBody(pair.history, pair.from, pair.to)
      const dimensionOf = (entry: object): unknown => Reflect.get(entry, "dimension")
      for (const kind of new Set(body.changes.map(({ kind }) => kind))) {
        const changes = body.changes.filter((entry) => entry.kind === kind)
        expect(selectionOf(prepared, { kinds: new Set([kind]), dimensions: undefined })).toEqual({
          ...body,
          changes,
          count: changes.length
        })
      }
      for (const { name } of pair.to.taxonomy.dimensions) {
        const changes = body.changes.filter((entry) => dimensionOf(entry) === name)
        expect(selectionOf(prepared, { kinds: undefined, dimensions: new Set([name]) })).toEqual({
          ...body,
          changes,
          count: changes.length
        })
      }
    })
  )
})

describe("the cache of changes", () => {
  it.effect("keeps what was asked for last within its budget, and the last one whatever its size", () =>
    Effect.gen(function* () {
      const [first, second, third] = [pairOf("1.0.0", "1.1.0"), pairOf("1.1.0", "1.2.0"), pairOf("1.0.0", "1.0.0")]
      const sizes = yield* Effect.forEach([first, third], prepareChanges)
      const budget = sizes.reduce((sum, { byteLength }) => sum + byteLength, 0)
      const roomy = yield* makeChangesCache({ budget })
      const loaded = yield* roomy.load(first)
      yield* roomy.load(third)
      assert.strictEqual(roomy.peek(first), loaded)
      assert.isDefined(roomy.peek(third))
      yield* roomy.load(second)
      assert.isUndefined(roomy.peek(first))
      const none = yield* makeChangesCache({ budget: 0 })
      yield* none.load(first)
      yield* none.load(second)
      assert.isUndefined(none.peek(first))
      assert.isDefined(none.peek(second))
    })
  )

  it.effect("counts the bytes of what it has dropped no longer", () =>
    Effect.gen(function* () {
      const [first, second, third] = [pairOf("1.0.0", "1.0.0"), pairOf("1.1.0", "1.1.0"), pairOf("1.2.0", "1.2.0")]
      const sizes = yield* Effect.forEach([first, second, third], prepareChanges)
      const { load, peek } = yield* makeChangesCache({ budget: 2 * Math.max(...sizes.map((it) => it.byteLength)) })
      for (const pair of [first, second, third, first, second, third]) yield* load(pair)
      assert.deepStrictEqual(
        [first, second, third].map((pair) => peek(pair) !== undefined),
        [false, true, true]
      )
    })
  )

  it.effect("makes changes once for concurrent requests, even if the first one leaves", () =>
    Effect.gen(function* () {
      const { load, peek } = yield* makeChangesCache()
      const pair = pairOf("1.0.0", "1.1.0")
      const first = yield* Effect.forkChild(load(pair), { startImmediately: true })
      const others = yield* Effect.forkChild(Effect.all([load(pair), load(pair)], { concurrency: "unbounded" }), {
        startImmediately: true
      })
      yield* Fiber.interrupt(first)
      const [second, third] = yield* Fiber.join(others)
      assert.strictEqual(second, third)
      assert.strictEqual(peek(pair), second)
    })
  )

  it.effect("stops when every request has left, and makes the changes for the next one", () =>
    Effect.gen(function* () {
      const { load, peek } = yield* makeChangesCache()
      const [pair, other] = [pairOf("1.0.0", "1.1.0"), pairOf("1.1.0", "1.2.0")]
      const both = yield* Effect.forkChild(Effect.all([load(pair), load(pair)], { concurrency: "unbounded" }), {
        startImmediately: true
      })
      yield* Fiber.interrupt(both)
      // Pairs are prepared in turn, so the first would be there before the second if it had gone on.
      yield* load(other)
      assert.isUndefined(peek(pair))
      assert.strictEqual(textOf((yield* load(pair)).bytes), expected(pair))
    })
  )
})
