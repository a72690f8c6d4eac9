import { randomInt } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { clash, explainClash } from "../../../../src/domain/reasoning/Clash.ts"
import { compileConfig, compileUse } from "../../../../src/domain/reasoning/CompileConfig.ts"
import { covers } from "../../../../src/domain/reasoning/Covers.ts"
import { explainCovers } from "../../../../src/domain/reasoning/ExplainCovers.ts"
import { explainPermits, permits } from "../../../../src/domain/reasoning/Permits.ts"
import type { Config, Setting } from "../../../../src/domain/taxonomy/Config.ts"
import type { Dimension, Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../../../src/domain/vocabulary/Snapshot.ts"
import {
  isValidConfig,
  makeRandom,
  nearbyConfig,
  randomConfig,
  randomTaxonomy
} from "../../../support/domain/RandomMeanings.ts"
import { allCases, casesOf } from "../../../support/domain/ReasoningCases.ts"
import {
  countWorlds,
  isBelow,
  oracleClash,
  oracleCovers,
  oracleMet,
  oraclePermits,
  subsets
} from "../../../support/domain/ReasoningOracle.ts"

/** Questions about random taxonomies: the same in every run unless `PROPERTY_SEED` says otherwise. */
const { PROPERTY_SEED: seed = "taxonomy" } = process.env
const first = seed === "random" ? randomInt(2 ** 31) : 1

/** Asks until all cases are reached: most are by the first few thousand samples. */
const maxSamples = 60_000

function* questions(samples: number, maxWorlds: number, silence: number, isDone = () => true) {
  for (let sample = first; sample < first + samples || (sample < first + maxSamples && !isDone()); sample += 1) {
    const random = makeRandom(sample)
    const taxonomy = randomTaxonomy(random)
    const compile = (config: Config) => compileConfig(snapshotOf(taxonomy), config)
    for (let turn = 0; turn < 3; turn += 1) {
      const a = randomConfig(random, taxonomy, silence)
      const b = random.chance(0.3) ? nearbyConfig(random, taxonomy, a) : randomConfig(random, taxonomy, silence)
      if (countWorlds(taxonomy, [a, b]) <= maxWorlds) yield { sample, random, taxonomy, compile, a, b }
    }
  }
}

describe("covers, permits and clash", () => {
  it("agree with a brute force, for every role, shape, silence and verdict", () => {
    const reached = new Set<string>()
    const isDone = () => allCases.every((each) => reached.has(each))
    for (const { a, b, compile, random, sample, taxonomy } of questions(3_000, 250, 0.35, isDone)) {
      const use = randomConfig(random, taxonomy, 0.75)
      const told = `sample ${sample}: ${JSON.stringify([a, b, use])}`
      const [ofA, ofB] = [compile(a), compile(b)]
      const verdicts = {
        covers: [covers(ofA, ofB), oracleCovers(taxonomy, a, b)],
        clash: [clash(ofA, ofB), oracleClash(taxonomy, a, b)],
        permits: [permits(ofA, compileUse(snapshotOf(taxonomy), use)), oraclePermits(taxonomy, a, use)]
      }
      for (const [question, [found = "", expected = ""]] of Object.entries(verdicts)) {
        assert.strictEqual(found, expected, `${question} in ${told}`)
        for (const each of casesOf(taxonomy, question, found, question === "permits" ? [a] : [a, b])) reached.add(each)
      }
      assert.strictEqual(clash(ofB, ofA), clash(ofA, ofB), `clash is symmetric in ${told}`)
      assert.strictEqual(covers(ofA, ofA), "yes", `covers is reflexive in ${told}`)
    }
    assert.deepStrictEqual(
      allCases.filter((each) => !reached.has(each)),
      [],
      "each case is reached"
    )
  })

  it("keep the laws: covers is transitive, and what is covered permits and clashes no more", () => {
    const counts = { transitive: 0, permits: 0, clash: 0 }
    for (const { a, b, compile, random, sample, taxonomy } of questions(1_500, Infinity, 0.3)) {
      const c = random.chance(0.5) ? nearbyConfig(random, taxonomy, b) : randomConfig(random, taxonomy, 0.3)
      const [ofA, ofB, ofC] = [compile(a), compile(b), compile(c)]
      const told = `sample ${sample}: ${JSON.stringify([a, b, c])}`
      if (covers(ofA, ofB) !== "yes") continue
      if (covers(ofB, ofC) === "yes") {
        counts.transitive += 1
        assert.strictEqual(covers(ofA, ofC), "yes", `transitive in ${told}`)
      }
      const use = compileUse(snapshotOf(taxonomy), randomConfig(random, taxonomy, 0.6))
      if (permits(ofB, use) === "yes") {
        counts.permits += 1
        assert.strictEqual(permits(ofA, use), "yes", `permits in ${told}`)
      }
      const isBound = taxonomy.dimensions.every(({ values }) => values.every((value) => value.unbound_by === undefined))
      if (isBound && clash(ofB, ofC) === "clash") {
        counts.clash += 1
        assert.strictEqual(clash(ofA, ofC), "clash", `clash in ${told}`)
      }
    }
    for (const count of Object.values(counts)) assert.isAbove(count, 20)
  })

  it("give a reason for each no and an open point for each unknown, and no code that follows from another", () => {
    for (const { a, b, compile, random, sample, taxonomy } of questions(800, 300, 0.3)) {
      const told = `sample ${sample}: ${JSON.stringify([a, b])}`
      const use = randomConfig(random, taxonomy, 0.6)
      for (const { open, reasons, verdict } of [
        explainCovers(compile(a), compile(b)),
        explainPermits(compile(a), compileUse(snapshotOf(taxonomy), use))
      ]) {
        assert.strictEqual(reasons.length > 0, verdict === "no", told)
        if (verdict === "unknown") assert.isNotEmpty(open, told)
        for (const { codes, dimension } of reasons) {
          for (const code of codes)
            assert.isFalse(
              codes.some((other) => other !== code && isBelow(taxonomy, dimension, code, other)),
              told
            )
        }
      }
      const clashing = explainClash(compile(a), compile(b))
      if (clashing.verdict === "unknown") assert.isNotEmpty(clashing.open, told)
    }
  })

  it("name each reservation that is met whatever the agreements say, and codes at which the first one is", () => {
    const counts = { mutual: 0, codes: 0 }
    for (const { a, b, compile, sample, taxonomy } of questions(1_500, 150, 0.25)) {
      const told = `sample ${sample}: ${JSON.stringify([a, b])}`
      const { open, reasons, verdict } = explainClash(compile(a), compile(b))
      if (verdict !== "clash" || open.length > 0) continue
      const met = oracleMet(taxonomy, a, b)
      const named = new Set(reasons.map(({ dimension, of }) => `${of} ${dimension}`))
      assert.sameMembers(
        [...named],
        met.filter((each) => !each.includes("=")),
        told
      )
      if (new Set(reasons.map(({ of }) => of)).size === 2) counts.mutual += 1
      const [{ codes, dimension, of } = { codes: [], dimension: "", of: "a" }] = reasons
      const { reserves, values = [] } = taxonomy.dimensions.find(({ name }) => name === dimension) ?? {}
      for (const code of codes) {
        if (reserves === undefined || values.find((value) => value.code === code)?.reserves !== undefined) continue
        assert.include(met, `${of} ${dimension} ${reserves}=${code}`, told)
        counts.codes += 1
      }
    }
    for (const count of Object.values(counts)) assert.isAbove(count, 50)
  })

  it("repair a license with what the reasons name, so that less is not enough", () => {
    const counts = { repaired: 0, none: 0, added: 0 }
    for (const { a, b, compile, sample, taxonomy } of questions(700, 60, 0.2)) {
      const told = `sample ${sample}: ${JSON.stringify([a, b])}`
      const { reasons, repair, verdict } = explainCovers(compile(a), compile(b))
      if (verdict !== "no" || compile(a).isEmpty) continue
      counts[repair.length > 0 ? "repaired" : "none"] += 1
      for (const { changed, config } of repair) {
        assert.isTrue(isValidConfig(taxonomy, config), told)
        assert.notStrictEqual(oracleCovers(taxonomy, config, b), "no", `sufficient in ${told}`)
        assert.strictEqual(oracleCovers(taxonomy, config, a), "yes", `keeps all in ${told}`)
        for (const less of withoutAdded(taxonomy, a, config, changed)) {
          counts.added += 1
          assert.strictEqual(oracleCovers(taxonomy, less, b), "no", `smallest in ${told}`)
        }
      }
      if (repair.length > 0) continue
      const failing = new Set(reasons.map(({ dimension }) => dimension))
      const other = variants(taxonomy, a, failing).find(
        (config) =>
          isValidConfig(taxonomy, config) &&
          oracleCovers(taxonomy, config, b) !== "no" &&
          oracleCovers(taxonomy, config, a) === "yes"
      )
      assert.isUndefined(other, `none in ${told}`)
    }
    for (const count of Object.values(counts)) assert.isAbove(count, 100)
  })
})

/** The configs that lack one of the codes which a repair adds to lists. */
const withoutAdded = (
  taxonomy: Taxonomy,
  a: Config,
  config: Config,
  changed: Readonly<Record<string, Setting | null>>
): ReadonlyArray<Config> =>
  Object.entries(changed).flatMap(([name, setting]) => {
    const dimension = taxonomy.dimensions.find((each) => each.name === name)
    if (!Array.isArray(setting) || dimension === undefined || dimension.refines !== undefined) return []
    const had = a[name]
    // What silence gave is kept, not added.
    if (had === undefined && dimension.unset === "everything") return []
    return setting.flatMap((code: string) => {
      const { role = [dimension.role ?? "description"] } = dimension.values.find((value) => value.code === code) ?? {}
      const isGiving = role.some((each) => each === "scope" || each === "permission" || each === "exclusivity")
      const isAsking = role.some((each) => each === "limit" || each === "duty")
      return isGiving && !isAsking && !(Array.isArray(had) && had.includes(code))
        ? [{ ...config, [name]: setting.filter((each: string) => each !== code) }]
        : []
    })
  })

/** Every config that differs from another one in some dimensions, and settles them. */
const variants = (taxonomy: Taxonomy, config: Config, names: ReadonlySet<string>): ReadonlyArray<Config> =>
  taxonomy.dimensions
    .filter(
      ({ name, refines }) =>
        refines === undefined &&
        (names.has(name) || taxonomy.dimensions.some((part) => part.refines === name && names.has(part.name)))
    )
    .reduce<ReadonlyArray<Config>>(
      (found, dimension) =>
        found.flatMap((each) => [
          ...settingsOf(dimension).map((setting) => Object.assign({}, each, { [dimension.name]: setting })),
          ...(dimension.shape === "single" && dimension.unset === "nothing" && dimension.role !== "exclusivity"
            ? [Object.fromEntries(Object.entries(each).filter(([name]) => name !== dimension.name))]
            : [])
        ]),
      [config]
    )

const settingsOf = ({ shape, values }: Dimension): ReadonlyArray<Setting> => {
  const codes = values.map(({ code }) => code)
  const lists = subsets(codes)
  switch (shape) {
    case "single":
      return codes
    case "multiple":
      return lists
    case "territory":
      return [{ global: true, countries: [] }, ...lists.map((countries) => ({ global: false, countries }))]
    case "flags":
      return lists.map((on) => Object.fromEntries(codes.map((code) => [code, on.includes(code)])))
  }
}
