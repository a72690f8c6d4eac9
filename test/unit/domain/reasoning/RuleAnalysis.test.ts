import { randomInt } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { diff } from "../../../../src/domain/change/Diff.ts"
import { analyzeRules, ruleEffects } from "../../../../src/domain/reasoning/RuleAnalysis.ts"
import { RuleSpace, type Goal, type Premises } from "../../../../src/domain/reasoning/RuleSpace.ts"
import type { Config } from "../../../../src/domain/taxonomy/Config.ts"
import { configProblems, vocabularyOf } from "../../../../src/domain/taxonomy/ConfigValidation.ts"
import { isListOfCodes, isTerritory } from "../../../../src/domain/taxonomy/Settings.ts"
import type { ConflictRule, Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../../../src/domain/vocabulary/Snapshot.ts"
import { makeRandom } from "../../../support/domain/RandomMeanings.ts"
import { allConfigs, oracleBreaks, oracleUses, randomRules } from "../../../support/domain/RandomRules.ts"

const { PROPERTY_SEED: seed = "taxonomy" } = process.env
const first = seed === "random" ? randomInt(2 ** 31) : 1

function* taxonomies(count: number) {
  for (let sample = first; sample < first + count; sample += 1) {
    yield { sample, taxonomy: randomRules(makeRandom(sample)) }
  }
}

const isBinding = ({ advice }: ConflictRule): boolean => advice !== true

/** The configs that some premises allow: dimensions that they do not require may be left out. */
const allowedBy = (taxonomy: Taxonomy, { required, rules }: Premises): ReadonlyArray<Config> =>
  allConfigs({
    dimensions: taxonomy.dimensions.map((each) => ({ ...each, required: required.includes(each.name) }))
  }).filter((config) => !rules.some((rule) => oracleBreaks(rule, config)))

/** Fails unless the premises rule a goal out, and no premise can be left out. */
const assertProof = (taxonomy: Taxonomy, because: Premises, isMet: (config: Config) => boolean, told: string): void => {
  assert.isUndefined(allowedBy(taxonomy, because).find(isMet), `${told}: the proof suffices`)
  for (const premise of [...because.rules, ...because.required]) {
    const rest = {
      rules: because.rules.filter((rule) => rule !== premise),
      required: because.required.filter((name) => name !== premise)
    }
    assert.isDefined(allowedBy(taxonomy, rest).find(isMet), `${told}: the proof needs all of its premises`)
  }
}

const usesAny = (taxonomy: Taxonomy, dimension: string) => (config: Config) => {
  const setting = config[dimension]
  const isGlobal = isTerritory(setting) && setting.global
  const values = taxonomy.dimensions.find(({ name }) => name === dimension)?.values ?? []
  return isGlobal || values.some(({ code }) => oracleUses(config, dimension, code))
}

describe("analyzeRules", () => {
  it("finds exactly what a list of all configs shows, with proofs of which nothing can be left out", () => {
    const reached = { contradiction: 0, unsettable: 0, unusable: 0, implied: 0, neverMet: 0, advice: 0, required: 0 }
    for (const { sample, taxonomy } of taxonomies(400)) {
      const told = `sample ${sample}`
      const binding = taxonomy.rules.filter(isBinding)
      const all = allConfigs(taxonomy)
      const valid = all.filter((config) => !binding.some((rule) => oracleBreaks(rule, config)))
      const found = analyzeRules(taxonomy)
      if (valid.length === 0) {
        assert.isDefined(found.contradiction, told)
        if (found.contradiction !== undefined) assertProof(taxonomy, found.contradiction, () => true, told)
        assert.isEmpty([...found.unsettable, ...found.unusable, ...found.implied, ...found.neverMet], told)
        reached.contradiction += 1
        if ((found.contradiction?.required ?? []).length > 0) reached.required += 1
        continue
      }
      assert.isUndefined(found.contradiction, told)
      const unsettable = taxonomy.dimensions.filter(
        ({ name, values }) =>
          values.length > 0 &&
          !valid.some(usesAny(taxonomy, name)) &&
          // What the taxonomy itself rules out, such as parts of countries that it does not have, is no matter of rules.
          all.some(usesAny(taxonomy, name))
      )
      assert.sameMembers(
        found.unsettable.map(({ dimension }) => dimension),
        unsettable.map(({ name }) => name),
        told
      )
      for (const { because, dimension } of found.unsettable) {
        assertProof(taxonomy, because, usesAny(taxonomy, dimension), told)
        reached.unsettable += 1
      }
      const unusable = taxonomy.dimensions
        .filter((dimension) => !unsettable.includes(dimension))
        .flatMap(({ name, values }) =>
          values.flatMap(({ code }) => {
            const isUsed = (config: Config) => oracleUses(config, name, code)
            return valid.some(isUsed) || !all.some(isUsed) ? [] : [`${name}/${code}`]
          })
        )
      assert.sameMembers(
        found.unusable.flatMap(({ codes, dimension }) => codes.map((code) => `${dimension}/${code}`)),
        unusable,
        told
      )
      for (const { because, codes, dimension } of found.unusable) {
        for (const code of codes) assertProof(taxonomy, because, (config) => oracleUses(config, dimension, code), told)
        reached.unusable += 1
      }
      const idle = new Set([...found.implied, ...found.neverMet].map(({ rule }) => rule))
      for (const { because, rule } of [...found.implied, ...found.neverMet]) {
        assertProof(taxonomy, because, (config) => oracleBreaks(rule, config), `${told} ${rule.id}`)
        assert.isUndefined(
          because.rules.find((each) => idle.has(each)),
          told
        )
        if (!isBinding(rule)) reached.advice += 1
      }
      for (const { because } of found.neverMet.filter(({ rule }) => isBinding(rule)))
        assert.isEmpty(because.rules, told)
      reached.implied += found.implied.length
      reached.neverMet += found.neverMet.length
      for (const rule of taxonomy.rules) {
        if (idle.has(rule)) continue
        const others = binding.filter((each) => each !== rule && !idle.has(each))
        const isEffective = all.some(
          (config) => oracleBreaks(rule, config) && !others.some((each) => oracleBreaks(each, config))
        )
        assert.isTrue(isEffective, `${told} ${rule.id} forbids something by itself`)
      }
    }
    for (const [name, count] of Object.entries(reached)) assert.isAbove(count, 5, name)
  })

  it("says nothing if there are no rules", () => {
    const { dimensions, ...header } = randomRules(makeRandom(first))
    const found = analyzeRules({ ...header, dimensions, rules: [] })
    assert.deepStrictEqual(found, { unsettable: [], unusable: [], implied: [], neverMet: [] })
  })
})

describe("RuleSpace", () => {
  const budget = () => ({ left: 10_000, perQuestion: 2_000 })

  it("finds a valid config that breaks or keeps rules and uses values, of which nothing can be left out", () => {
    let found = 0
    for (const { sample, taxonomy } of taxonomies(300)) {
      const told = `sample ${sample}`
      const [goalRule, keptRule, ...others] = taxonomy.rules
      const used = taxonomy.dimensions.find(({ values }) => values.length > 0)
      const code = used?.values.at(-1)?.code
      if (goalRule === undefined || used === undefined || code === undefined) continue
      const goal: Goal = {
        breaks: goalRule,
        ...(keptRule === undefined ? {} : { keeps: keptRule }),
        ...(sample % 2 === 0 ? { uses: { dimension: used.name, codes: [code] } } : {})
      }
      const premises = {
        rules: others,
        required: taxonomy.dimensions.filter(({ required }) => required).map(({ name }) => name)
      }
      const isMet = (config: Config): boolean =>
        oracleBreaks(goalRule, config) &&
        (keptRule === undefined || !oracleBreaks(keptRule, config)) &&
        (goal.uses === undefined || oracleUses(config, used.name, code))
      const space = new RuleSpace(snapshotOf(taxonomy), premises, [goal])
      const outcome = space.ask(goal, budget())
      const possible = allowedBy(taxonomy, premises).filter(isMet)
      assert.strictEqual(outcome?._tag, possible.length > 0 ? "Possible" : "Impossible", told)
      if (outcome?._tag !== "Possible") continue
      const least = space.findLeast(goal, budget())
      if (least === undefined) throw new Error(`${told}: there is a config, so there is a least one`)
      const problems = configProblems(vocabularyOf(taxonomy.dimensions, others.filter(isBinding)), least)
      assert.isEmpty(problems, `${told}: ${JSON.stringify(least)}`)
      assert.isTrue(isMet(least), `${told}: ${JSON.stringify(least)}`)
      for (const less of lessThan(least)) {
        const isPossible = possible.some((config) => isSame(config, less))
        assert.isFalse(isPossible, `${told}: ${JSON.stringify(least)} could be ${JSON.stringify(less)}`)
      }
      found += 1
    }
    assert.isAbove(found, 60)
  })

  it("gives no answer if that takes more work than the budget has", () => {
    const taxonomy = randomRules(makeRandom(first))
    const space = new RuleSpace(snapshotOf(taxonomy), { rules: taxonomy.rules, required: [] })
    assert.isUndefined(space.ask({}, { left: 0, perQuestion: 10 }))
  })

  /** As many pigeons as holes and one more: each search has to look at every arrangement. */
  it("gives up on a question that takes too many conflicts", () => {
    const count = 8
    const text = { label: "Label", description: "Text." }
    const holes = Array.from({ length: count }, (_, hole) => `hole-${hole}`)
    const pigeons = Array.from({ length: count + 1 }, (_, pigeon) => `pigeon_${pigeon}`)
    const dimensions = pigeons.map((name) => ({
      ...text,
      name,
      shape: "single" as const,
      required: true,
      values: holes.map((code) => ({ ...text, code }))
    }))
    const rules = pigeons.flatMap((left, index) =>
      pigeons.slice(index + 1).flatMap((right) =>
        holes.map((hole) => ({
          id: `${left}-${right}-${hole}`,
          description: "One to a hole.",
          forbid: { [left]: { equals: hole }, [right]: { equals: hole } }
        }))
      )
    )
    const taxonomy = { namespace: "test", title: "Test", description: "Test.", dimensions, licenses: [], rules }
    const found = analyzeRules(taxonomy)
    assert.deepStrictEqual(found, { unsettable: [], unusable: [], implied: [], neverMet: [] })
  })
})

describe("ruleEffects", () => {
  it("shows a config that a change newly forbids, or newly allows, exactly if there is one", () => {
    const reached = { forbidden: 0, allowed: 0, none: 0 }
    for (const { sample, taxonomy } of taxonomies(300)) {
      const told = `sample ${sample}`
      const [now, other, ...rest] = taxonomy.rules
      if (now === undefined || other === undefined) continue
      const after = { ...taxonomy, rules: [now, ...rest] }
      const old = sample % 5 === 0 ? undefined : { ...other, id: now.id }
      const before = { ...after, rules: after.rules.flatMap((rule) => (rule === now ? (old ?? []) : rule)) }
      const effect = ruleEffects(before, after, diff(before, after)).find(({ rule }) => rule === now.id)
      const isBroken = (rule: ConflictRule | undefined, config: Config): boolean =>
        rule !== undefined && isBinding(rule) && oracleBreaks(rule, config)
      const fits = allConfigs(after).filter((config) =>
        after.rules.every((rule) => rule === now || !isBroken(rule, config))
      )
      const forbidden = fits.filter((config) => isBroken(now, config) && !isBroken(old, config))
      const allowed = fits.filter((config) => !isBroken(now, config) && isBroken(old, config))
      const expected = forbidden.length > 0 ? "forbidden" : allowed.length > 0 ? "allowed" : "none"
      assert.strictEqual(effect?.verdict ?? "none", expected, told)
      reached[expected] += 1
      if (effect === undefined) continue
      const { config } = effect
      const ofVerdict = effect.verdict === "forbidden" ? forbidden : allowed
      assert.isTrue(
        ofVerdict.some((each) => isSame(each, config)),
        `${told}: ${JSON.stringify(config)}`
      )
    }
    for (const [name, count] of Object.entries(reached)) assert.isAbove(count, 5, name)
  })

  it("says nothing of a first release, and nothing of rules that did not change", () => {
    const { taxonomy } = [...taxonomies(1)][0] ?? {}
    if (taxonomy === undefined) throw new Error("There is a first sample")
    assert.isEmpty(ruleEffects(undefined, taxonomy, diff({ ...taxonomy, rules: [] }, taxonomy)))
    assert.isEmpty(ruleEffects(taxonomy, taxonomy, []))
  })
})

/** The configs with one setting less, or with one code of a list or one flag less. */
const lessThan = (config: Config): ReadonlyArray<Config> =>
  Object.entries(config).flatMap(([name, setting]) => {
    const { [name]: _, ...rest } = config
    const shorter = (codes: ReadonlyArray<string>) => codes.map((code) => codes.filter((each) => each !== code))
    if (typeof setting === "string") return [rest]
    if (isListOfCodes(setting)) return [rest, ...shorter(setting).map((codes) => ({ ...config, [name]: codes }))]
    if (isTerritory(setting)) {
      return [
        rest,
        ...shorter(setting.countries).map((countries) => ({ ...config, [name]: { ...setting, countries } }))
      ]
    }
    const flags = Object.entries(setting)
    const fewer = flags.map(([flag]) => Object.fromEntries(flags.filter(([each]) => each !== flag)))
    return [rest, ...fewer.map((each) => ({ ...config, [name]: each }))]
  })

const isSame = (left: Config, right: Config): boolean => canonical(left) === canonical(right)

const canonical = (config: Config): string =>
  JSON.stringify(
    Object.entries(config)
      .map(([name, setting]) => [
        name,
        isListOfCodes(setting)
          ? setting.toSorted()
          : isTerritory(setting)
            ? [setting.global, setting.countries.toSorted()]
            : typeof setting === "string"
              ? setting
              : Object.entries(setting).toSorted(([left], [right]) => left.localeCompare(right))
      ])
      .toSorted(([left], [right]) => String(left).localeCompare(String(right)))
  )
