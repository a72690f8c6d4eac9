import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import { apply } from "../../../../src/domain/change/Apply.ts"
import type { Change } from "../../../../src/domain/change/Change.ts"
import { changeKinds } from "../../../../src/domain/change/ChangeSchema.ts"
import { diff, differences } from "../../../../src/domain/change/Diff.ts"
import { isError } from "../../../../src/domain/Finding.ts"
import { canonicalJson } from "../../../../src/domain/ledger/CanonicalJson.ts"
import { decide } from "../../../../src/domain/release/PublishRelease.ts"
import { emptyHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import type { Conditions } from "../../../../src/domain/taxonomy/Config.ts"
import { empty } from "../../../../src/domain/taxonomy/Normalize.ts"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { publish } from "../../../support/arbitrary/releases.ts"
import { taxonomies } from "../../../support/arbitrary/taxonomies.ts"

describe("differences", () => {
  it("come in steps, however many values change", () => {
    const withTexts = (description: string, count: number): Taxonomy => ({
      ...empty,
      dimensions: [
        {
          name: "tone",
          label: "Tone",
          description: "How it sounds.",
          shape: "multiple",
          required: false,
          values: Array.from({ length: count }, (_, index) => ({ code: `T${index}`, label: "A tone", description }))
        }
      ]
    })
    const [before, after] = [withTexts("A tone.", 5000), withTexts("A sound.", 4000)]
    const steps = [...differences(before, after)]
    assert.isAtMost(Math.max(...steps.map(({ length }) => length)), 512)
    assert.deepStrictEqual(
      steps.flatMap((step) => step.flatMap(({ changes }) => changes)),
      diff(before, after)
    )
    assert.strictEqual(diff(before, after).length, 5000)
  })
})

describe("diff and apply", () => {
  it.prop(
    "lead from any snapshot to any other",
    [taxonomies, taxonomies],
    ([before, after]) => {
      assert.deepStrictEqual(apply(before, diff(before, after)), after)
    },
    { arbitrary: { runs: 300 } }
  )

  it.prop("lead from nothing to any snapshot", [taxonomies], ([after]) => {
    assert.deepStrictEqual(apply(empty, diff(empty, after)), after)
  })

  it.prop("find nothing between equal snapshots", [taxonomies], ([taxonomy]) => {
    assert.deepStrictEqual(diff(taxonomy, structuredClone(taxonomy)), [])
  })

  it.prop("find something between snapshots that differ", [taxonomies, taxonomies], ([before, after]) => {
    assert.strictEqual(diff(before, after).length === 0, canonicalJson(before) === canonicalJson(after))
  })

  it.prop("record each item and kind once", [taxonomies, taxonomies], ([before, after]) => {
    const records = diff(before, after).map((change) =>
      canonicalJson({ ...change, before: null, after: null, index: null, bump: null })
    )
    assert.strictEqual(new Set(records).size, records.length)
  })

  it.prop("survive the ledger's form", [taxonomies, taxonomies], ([before, after]) => {
    const read: ReadonlyArray<Change> = JSON.parse(canonicalJson(diff(before, after)))
    assert.deepStrictEqual(apply(before, read), after)
  })

  it.effect("are tried with changes of every kind", () =>
    Effect.gen(function* () {
      const pairs = yield* Arbitrary.sampleEffect(Arbitrary.all([taxonomies, taxonomies]), {
        count: 500,
        seed: "kinds"
      })
      const found = new Set(pairs.flatMap(([before, after]) => diff(before, after).map(({ kind }) => kind)))
      const kinds = changeKinds.filter((kind) => !kind.endsWith("-corrected"))
      assert.deepStrictEqual([...found].sort(), [...kinds].sort())
    })
  )
})

describe("the taxonomies of these tests", () => {
  it.prop("are valid", [taxonomies], ([taxonomy]) => {
    assert.deepStrictEqual(
      decide(emptyHistory, publish("1.0.0", taxonomy)).findings.filter(
        (finding) => isError(finding) && /^(?:reference|license|source)\//.test(finding.rule)
      ),
      []
    )
  })
})

describe("diff", () => {
  it("needs a minor bump where a license only sets dimensions that are new", () => {
    assert.deepStrictEqual(bumpsBetween({}, { tone: "calm" }, []), ["minor", "minor"])
  })

  it("needs a major bump where a license sets a dimension that was there", () => {
    assert.deepStrictEqual(bumpsBetween({}, { tone: "calm" }, [tone]), ["major"])
  })

  it("needs a minor bump for a rule with a condition on a dimension that is new", () => {
    assert.deepStrictEqual(bumpsOfRule({ tone: { equals: "calm" }, use: { equals: "art" } }), ["minor", "minor"])
  })

  it("needs a major bump for a rule on dimensions that were there, though others are new", () => {
    assert.deepStrictEqual(bumpsOfRule({ use: { equals: "art" } }), ["minor", "major"])
  })

  it("needs a major bump for a dimension that every license must set", () => {
    const change = diff(empty, { ...empty, dimensions: [{ ...tone, required: true }] })
    assert.deepStrictEqual(
      change.map(({ bump, kind }) => [kind, bump]),
      [["dimension-added", "major"]]
    )
  })
})

const tone = {
  name: "tone",
  label: "Tone",
  description: "How it sounds.",
  shape: "single",
  required: false,
  values: [{ code: "calm", label: "Calm", description: "Not loud." }]
} as const

const bumpsBetween = (
  before: Taxonomy["licenses"][number]["config"],
  after: Taxonomy["licenses"][number]["config"],
  dimensions: Taxonomy["dimensions"]
) => {
  const license = { code: "NIL-1", name: "One", description: "The first." }
  return diff(
    { ...empty, dimensions, licenses: [{ ...license, config: before }] },
    { ...empty, dimensions: [tone], licenses: [{ ...license, config: after }] }
  ).map(({ bump }) => bump)
}

/** The bumps of the dimension `tone` and of a rule, beside a dimension `use` that was there. */
const bumpsOfRule = (forbid: Conditions) => {
  const use = { ...tone, name: "use", values: [{ code: "art", label: "Art", description: "Not for sale." }] }
  return diff(
    { ...empty, dimensions: [use] },
    { ...empty, dimensions: [tone, use], rules: [{ id: "never", description: "Never.", forbid }] }
  ).map(({ bump }) => bump)
}
