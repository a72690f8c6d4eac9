import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import { itemsBody } from "../../../../src/api/projections/ItemsProjection.ts"
import { assess, type Assessment } from "../../../../src/domain/contracts/Assess.ts"
import type { ContractRelease } from "../../../../src/domain/contracts/ContractRelease.ts"
import { releaseOfBodies } from "../../../../src/domain/contracts/ReleaseOfBodies.ts"
import { releaseOfHistory } from "../../../../src/domain/contracts/ReleaseOfHistory.ts"
import type { PublishedRelease, ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import type { ConflictRule } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { compare } from "../../../../src/domain/taxonomy/VersionArithmetic.ts"
import { toRelease1 } from "../../../../src/release/artifacts/ReleaseRenderer.ts"
import { schemaBody as schemaBody1 } from "../../../../src/release/format1/Bodies.ts"
import { schemaBody as schemaBody2 } from "../../../../src/release/format3/Bodies.ts"
import { whole } from "../../../support/arbitrary/pick.ts"
import { histories } from "../../../support/domain/RandomHistories.ts"

/** Two releases of a history that the rules accept, on any lines and in any order. */
const pairs = Arbitrary.map(Arbitrary.all([histories, whole(0, 99), whole(0, 99)]), ([{ history }, first, second]) => {
  const releases = [...history.releases.values()]
  return { history, from: releases[first % releases.length], to: releases[second % releases.length] }
})

const forbids = ({ advice, forbid }: ConflictRule): boolean => advice !== true && forbid !== undefined

describe("releaseOfBodies", () => {
  it.prop(
    "leads to the assessment that the history leads to, from schemas of format 2",
    [pairs],
    ([{ from, history, to }]) => {
      if (from === undefined || to === undefined) return
      for (const config of configsOf(from)) {
        const expected = assess(config, releaseOfHistory(history, from), releaseOfHistory(history, to))
        const [first, second] = [releaseOfBodies(schemaBody2(from)), releaseOfBodies(schemaBody2(to))]
        assert.deepStrictEqual(comparable(assess(config, first, second)), comparable(expected))
        const listed = withItems(history, from, to)
        assert.deepStrictEqual(comparable(assess(config, ...listed)), comparable(expected))
      }
    },
    { arbitrary: { runs: 60 } }
  )

  it.prop(
    "leads to the same verdicts from schemas of format 1, and to the same migration with a list of items",
    [pairs],
    ([{ from, history, to }]) => {
      // Format 1 has no rules that demand or advise.
      if (from === undefined || to === undefined || [from, to].some(({ taxonomy }) => !taxonomy.rules.every(forbids)))
        return
      const items = itemsBody(history, to.version).items
      const [first, second] = [schemaBody1(toRelease1(from)), schemaBody1(toRelease1(to))]
      for (const config of configsOf(from)) {
        const expected = assess(config, releaseOfHistory(history, from), releaseOfHistory(history, to))
        assert.strictEqual(assess(config, releaseOfBodies(first), releaseOfBodies(second)).verdict, expected.verdict)
        const listed = assess(config, releaseOfBodies(first, items), releaseOfBodies(second, items))
        assert.strictEqual(listed.verdict, expected.verdict)
        // The list tells of each item what its newest line says, which need not be the line of the releases.
        if (isLinear(history) && isForward(from, to)) assert.deepStrictEqual(outcomeOf(listed), outcomeOf(expected))
      }
    },
    { arbitrary: { runs: 60 } }
  )

  it("reads format 1 and 2, and leaves out what releases do not say", () => {
    const expected: ContractRelease = {
      version: "2.0.0",
      dimensions: [{ name: "use", shape: "multiple", required: true, values: [{ code: "A" }] }],
      rules: [{ id: "never", description: "Never.", forbid: { use: { contains: "A" } } }],
      deprecations: new Map([
        [
          "value use/A",
          {
            replacement: { mode: "one_of", items: [{ _tag: "Value", dimension: "other", value: "B" }] },
            reason: undefined,
            since: { version: "v1.1", date: "2026-01-01T00:00:00Z" },
            earliest_removal: { version: "v2.0", date: "2026-07-01", after: [], deprecated_in: undefined }
          }
        ]
      ]),
      removed: new Map([
        ["value use/B", { removed_in: "2.0.0", replacement: { mode: "one_of", items: [] }, reason: "Nobody uses it." }]
      ]),
      added: new Map()
    }
    assert.deepStrictEqual(releaseOfBodies(body), expected)
  })
})

const body = {
  _meta: { release: "2.0.0" },
  dimensions: {
    use: {
      shape: "multiple",
      required: true,
      values: ["A"],
      value_details: {
        A: {
          deprecation: {
            since: { version: "v1.1", date: "2026-01-01T00:00:00Z" },
            replaced_by: ["other/B"],
            earliest_removal: { version: "v2.0", date: "2026-07-01" }
          }
        }
      }
    }
  },
  validation_rules: { conflicts: { never: { description: "Never.", forbid: { use: { contains: "A" } } } } },
  removed: [
    { item: "use/B", removed_in: "2.0.0", reason: "Nobody uses it." },
    { item: "NIL-1", removed_in: "2.0.0" }
  ]
} as const

const withItems = (
  history: ReleaseHistory,
  from: PublishedRelease,
  to: PublishedRelease
): readonly [ContractRelease, ContractRelease] => {
  const { items } = itemsBody(history, to.version)
  return [releaseOfBodies(schemaBody2(from), items), releaseOfBodies(schemaBody2(to), items)]
}

/** Without the problems: format 1 does not translate the rules that they name. */
const outcomeOf = ({ migration }: Assessment) =>
  migration && { config: migration.config, steps: migration.steps, open: migration.open }

const isLinear = ({ releases }: ReleaseHistory): boolean =>
  [...releases.values()].every(({ base }, index, all) => base === (all[index - 1]?.version ?? null))

const isForward = (from: PublishedRelease, to: PublishedRelease): boolean => compare(from.version, to.version) <= 0

const configsOf = ({ taxonomy: { dimensions, licenses } }: PublishedRelease): ReadonlyArray<unknown> => [
  ...licenses.map(({ config }) => config),
  ...dimensions.flatMap(({ name, shape, values }) =>
    values.map(({ code }) => ({ [name]: shape === "flags" ? { [code]: true } : [code] }))
  )
]

/** Bodies shorten some versions, and only some say which release added an item. */
const comparable = (assessment: Assessment): unknown => ({
  ...assessment,
  broken: assessment.broken.map((each) => ({ ...each, since: each._tag === "ItemRemoved" ? each.since : undefined })),
  deprecated: assessment.deprecated.map(({ earliest_removal, since, ...each }) => ({
    ...each,
    since: { ...since, version: short(since.version) },
    earliest_removal: earliest_removal && {
      ...earliest_removal,
      version: short(earliest_removal.version),
      after: earliest_removal.after.map(short),
      deprecated_in: earliest_removal.deprecated_in && short(earliest_removal.deprecated_in)
    }
  }))
})

const short = (version: string): string =>
  version.startsWith("v") ? version : `v${version.split(".").slice(0, 2).join(".")}`
