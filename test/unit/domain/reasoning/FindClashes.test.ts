import { randomInt } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import {
  explainPair,
  findClashes,
  makeReadGrant,
  type ListedContract
} from "../../../../src/domain/reasoning/FindClashes.ts"
import type { Config } from "../../../../src/domain/taxonomy/Config.ts"
import type { Dimension, Taxonomy, Value } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { makeRandom, randomConfig, randomTaxonomy, type Random } from "../../../support/domain/RandomMeanings.ts"
import { countWorlds, oracleClash } from "../../../support/domain/ReasoningOracle.ts"

/** Lists of contracts: the same in every run unless `PROPERTY_SEED` says otherwise. */
const { PROPERTY_SEED: seed = "taxonomy" } = process.env
const first = seed === "random" ? randomInt(2 ** 31) : 1

interface NumberedContract extends ListedContract {
  readonly number: number
  readonly config: Config
}

const dayOf = (number: number): string =>
  `2026-0${1 + Math.floor(number / 28)}-${String(1 + (number % 28)).padStart(2, "0")}`

const randomContracts = (random: Random, releases: ReadonlyMap<string, Taxonomy>): ReadonlyArray<NumberedContract> =>
  Array.from({ length: 7 }, (_, number) => {
    const version = random.pick([...releases.keys()])
    const [from, until] = [random.pick([1, 5, 20, 30, 31]), random.pick([31, 32, 40, 60])]
    const taxonomy = releases.get(version)
    return {
      number,
      licensor: random.pick(["Ada", "Bo"]),
      version,
      config: taxonomy === undefined ? {} : randomConfig(random, taxonomy, 0.2),
      ...(random.chance(0.3) ? {} : { licensee: random.pick(["X", "Y", "Z"]) }),
      // Some end on the day on which others begin.
      ...(random.chance(0.6) ? {} : { from: dayOf(random.chance(0.5) ? from : 31) }),
      ...(random.chance(0.6) ? {} : { until: dayOf(random.chance(0.2) ? 31 : until) })
    }
  })

/** Every two contracts of a licensor, in words that share nothing with the pipeline. */
const plainPairs = (
  contracts: ReadonlyArray<NumberedContract>,
  ask: (a: NumberedContract, b: NumberedContract) => string
): ReadonlyArray<string> =>
  contracts.flatMap((a) =>
    contracts.flatMap((b) => {
      if (a.number >= b.number || a.licensor !== b.licensor) return []
      if (a.licensee !== undefined && a.licensee === b.licensee) return []
      const start = [a.from ?? "0000", b.from ?? "0000"].sort()[1] ?? ""
      const end = [a.until ?? "9999", b.until ?? "9999"].sort()[0] ?? ""
      if (start > end) return []
      const verdict = ask(a, b)
      return verdict === "none" ? [] : [`${a.number}-${b.number} ${verdict}`]
    })
  )

/** A taxonomy without a dimension and a code, and without what names the code. */
const reduce = (taxonomy: Taxonomy, lacking: { readonly dimension: string; readonly code?: string }): Taxonomy => {
  const others = (codes: ReadonlyArray<string> | undefined) => codes?.filter((code) => code !== lacking.code)
  return changeValues(
    { ...taxonomy, dimensions: taxonomy.dimensions.filter(({ name }) => name !== lacking.dimension) },
    ({ broader, code, includes, ...value }) =>
      code === lacking.code ? undefined : withKinds({ ...value, code }, others(broader), others(includes))
  )
}

/** A release that means something else by all that a newer one has, too. */
const withOtherMeaning = (older: Taxonomy, newer: Taxonomy): Taxonomy => {
  const kept = new Map(newer.dimensions.map(({ name, values }) => [name, new Set(values.map(({ code }) => code))]))
  const changed = changeValues(older, ({ broader, code, includes, role, ...value }, { name }) => {
    const codes = kept.get(name)
    const isGone = codes !== undefined && !codes.has(code)
    if (codes === undefined || isGone) return withKinds({ ...value, code, ...(role && { role }) }, broader, includes)
    const removed = (kinds: ReadonlyArray<string> | undefined) => kinds?.filter((kind) => !codes.has(kind))
    return withKinds({ ...value, code }, removed(broader), removed(includes))
  })
  return {
    ...changed,
    dimensions: changed.dimensions.map((dimension) => {
      if (!kept.has(dimension.name)) return dimension
      const { role: _, unset: __, within: ___, ...other } = dimension
      return other
    })
  }
}

const changeValues = (
  taxonomy: Taxonomy,
  change: (value: Value, dimension: Dimension) => Value | undefined
): Taxonomy => ({
  ...taxonomy,
  dimensions: taxonomy.dimensions.map((dimension) => ({
    ...dimension,
    values: dimension.values.flatMap((value) => change(value, dimension) ?? [])
  }))
})

const withKinds = (
  value: Value,
  broader: ReadonlyArray<string> | undefined,
  includes: ReadonlyArray<string> | undefined
): Value => ({
  ...value,
  ...(broader === undefined || broader.length === 0 ? {} : { broader }),
  ...(includes === undefined || includes.length === 0 ? {} : { includes })
})

const found = (contracts: ReadonlyArray<NumberedContract>, releases: ReadonlyMap<string, Taxonomy>) =>
  findClashes(contracts, releases)
    .pairs.map(({ a, b, verdict }) => `${a.contract.number}-${b.contract.number} ${verdict}`)
    .sort()

describe("findClashes", () => {
  it("finds what a plain comparison of each two contracts finds, with licensees and days", () => {
    const counts = { clash: 0, unknown: 0, apart: 0 }
    for (let sample = first; sample < first + 400; sample += 1) {
      const random = makeRandom(sample)
      const taxonomy = randomTaxonomy(random)
      const releases = new Map([["1.0.0", taxonomy]])
      const contracts = randomContracts(random, releases).filter(({ config }) => countWorlds(taxonomy, [config]) < 15)
      const expected = plainPairs(contracts, (a, b) => oracleClash(taxonomy, a.config, b.config))
      assert.deepStrictEqual(found(contracts, releases), [...expected].sort(), `sample ${sample}`)
      for (const pair of expected) counts[pair.endsWith("clash") ? "clash" : "unknown"] += 1
      counts.apart += findClashes(contracts, releases).verdicts.none
    }
    for (const count of Object.values(counts)) assert.isAbove(count, 100)
  })

  it("reads contracts of several releases as they are written, by what the newest one says", () => {
    const counts = { clash: 0, unknown: 0, dimensions: 0, codes: 0 }
    for (let sample = first; sample < first + 900; sample += 1) {
      const random = makeRandom(sample)
      // What all releases have together is known here, and each of them lacks some of it.
      const whole = randomTaxonomy(random)
      const [added, removed] = [random.pick(whole.dimensions).name, random.pick(whole.dimensions).name]
      const gone = random.pick(whole.dimensions.flatMap(({ values }) => values)).code
      const newer = reduce(whole, { dimension: removed, code: gone })
      const older = withOtherMeaning(reduce(whole, { dimension: added }), newer)
      const releases = new Map([
        ["1.0.0", older],
        ["2.0.0", newer]
      ])
      // What was added has never had the code that is gone.
      const joint = {
        ...whole,
        dimensions: whole.dimensions.flatMap((dimension) =>
          dimension.name === added ? newer.dimensions.filter(({ name }) => name === added) : [dimension]
        )
      }
      const contracts = randomContracts(random, releases).filter(({ config }) => countWorlds(joint, [config]) < 12)
      const missingIn = ({ version }: NumberedContract) => new Set([version === "1.0.0" ? added : removed])
      const expected = plainPairs(contracts, (a, b) =>
        oracleClash(joint, a.config, b.config, [missingIn(a), missingIn(b)])
      )
      assert.deepStrictEqual(found(contracts, releases), [...expected].sort(), `sample ${sample}`)
      for (const pair of expected) counts[pair.endsWith("clash") ? "clash" : "unknown"] += 1
      if (added !== removed) counts.dimensions += expected.length
      if (contracts.some(({ config }) => JSON.stringify(config).includes(`"${gone}"`))) counts.codes += expected.length
    }
    for (const count of Object.values(counts)) assert.isAbove(count, 100)
  })

  it("says why two contracts cannot clash, and compares to the day", () => {
    const sole = { g: ["A"], y: "SOLE" }
    const answer = (a: Partial<ListedContract>, b: Partial<ListedContract>) => {
      const contract = { licensor: "Ada", version: "1.0.0", config: sole }
      const taxonomies = new Map([["1.0.0", drinks]])
      const { uncompared, verdicts } = findClashes(
        [
          { ...contract, ...a },
          { ...contract, ...b }
        ],
        taxonomies
      )
      assert.isEmpty(uncompared)
      return verdicts.clash === 1 ? "clash" : apartOf({ ...contract, ...a }, { ...contract, ...b })
    }
    assert.strictEqual(answer({ licensee: "X" }, { licensee: "X" }), "same-licensee")
    assert.strictEqual(answer({ licensee: "X" }, {}), "clash")
    assert.strictEqual(answer({}, {}), "clash")
    assert.strictEqual(answer({ until: "2026-06-30" }, { from: "2026-07-01" }), "no-common-day")
    assert.strictEqual(answer({ from: "2026-07-01" }, { until: "2026-06-30" }), "no-common-day")
    assert.strictEqual(answer({ until: "2026-06-30" }, { from: "2026-06-30" }), "clash")
    assert.strictEqual(answer({ from: "2028-02-29", until: "2028-02-29" }, { license: "X" }), "clash")
  })

  it("tells which contracts it cannot compare", () => {
    const { uncompared } = findClashes(
      [
        { config: { g: ["A"] }, version: "9.0.0" },
        { license: "NONE" },
        {},
        { license: "BASE", from: "2026-02-29" },
        { license: "BASE", from: "2026-2-01" },
        { license: "BASE", until: "2026-00-01" },
        { license: "BASE", from: "2026-02-02", until: "2026-02-01" },
        { config: { g: ["C"] } },
        { license: "BASE" }
      ].map((contract) => ({ licensor: "Ada", version: "1.0.0", ...contract })),
      new Map([["1.0.0", drinks]])
    )
    const tags = uncompared.flatMap(({ problem }): ReadonlyArray<string> =>
      problem._tag === "InvalidConfig" ? problem.problems.map(({ _tag }) => _tag) : [problem._tag]
    )
    const wrongDays = ["WrongDays", "WrongDays", "WrongDays", "WrongDays"]
    assert.deepStrictEqual(tags, ["UnknownVersion", "UnknownLicense", "UnknownLicense", ...wrongDays, "UnknownValue"])
  })

  it("takes flags for the list that they became, and the reverse", () => {
    const flags = withShape(drinks, "flags")
    for (const [older, newer, config] of [
      [flags, drinks, { g: { A: true, B: false }, y: "SOLE" }],
      [drinks, flags, { g: ["A"], y: "SOLE" }]
    ] as const) {
      const { pairs } = findClashes(
        [
          { licensor: "Ada", version: "1.0.0", config },
          { licensor: "Ada", version: "1.0.0", config: { ...config, y: "NONE" } },
          { licensor: "Ada", version: "2.0.0", config: newer === flags ? { g: { A: false, B: true } } : { g: ["B"] } }
        ],
        new Map([
          ["1.0.0", older],
          ["2.0.0", newer]
        ])
      )
      assert.deepStrictEqual(
        pairs.map(({ a, b, verdict }) => [a.contract.version, b.contract.version, verdict]),
        [["1.0.0", "1.0.0", "clash"]]
      )
    }
  })
})

const texts = (code: string) => ({ label: code, description: code })

const drinks: Taxonomy = {
  namespace: "n",
  title: "n",
  description: "n",
  dimensions: [
    {
      name: "g",
      ...texts("g"),
      shape: "multiple",
      required: false,
      role: "scope",
      values: ["A", "B"].map((code) => ({ code, ...texts(code) }))
    },
    {
      name: "y",
      ...texts("y"),
      shape: "single",
      required: false,
      role: "exclusivity",
      unset: "nothing",
      values: [
        { code: "NONE", ...texts("NONE"), role: ["description"] },
        { code: "SOLE", ...texts("SOLE"), reserves: "everything" }
      ]
    }
  ],
  licenses: [{ code: "BASE", name: "n", description: "n", config: { g: ["A"], y: "SOLE" } }],
  rules: []
}

const withShape = (taxonomy: Taxonomy, shape: Dimension["shape"]): Taxonomy => ({
  ...taxonomy,
  dimensions: taxonomy.dimensions.map((dimension) => (dimension.name === "g" ? { ...dimension, shape } : dimension))
})

const apartOf = (...contracts: readonly [ListedContract, ListedContract]) => {
  const { readGrant } = makeReadGrant([drinks])
  const [a, b] = contracts.map((contract) => readGrant(contract, drinks))
  return a !== undefined && b !== undefined && "contract" in a && "contract" in b
    ? explainPair({ a, b }).apart
    : undefined
}
