import { randomInt } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { clash } from "../../src/domain/reasoning/Clash.ts"
import { compileConfig, compileUse } from "../../src/domain/reasoning/CompileConfig.ts"
import { covers } from "../../src/domain/reasoning/Covers.ts"
import { permits } from "../../src/domain/reasoning/Permits.ts"
import type { Config } from "../../src/domain/taxonomy/Config.ts"
import type { Taxonomy } from "../../src/domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../src/domain/vocabulary/Snapshot.ts"
import {
  makeRandom,
  narrowerConfig,
  nearbyConfig,
  randomConfig,
  randomTaxonomy,
  type Random
} from "../support/domain/RandomMeanings.ts"
import { allCases, casesOf, meanings, verdicts } from "../support/domain/ReasoningCases.ts"
import { makeSmtQuestions } from "../support/domain/SmtQuestions.ts"
import { startSolver } from "../support/SmtSolver.ts"
import { isInstalled } from "../support/Terminal.ts"

const { PROPERTY_SEED: seed = "taxonomy", TAXONOMY_REQUIRE_SERVICES } = process.env
const first = seed === "random" ? randomInt(2 ** 30) : 1
const isRunning = TAXONOMY_REQUIRE_SERVICES === "1" || isInstalled("z3")

if (!isRunning) process.stderr.write("skipped: verdicts that an SMT solver judges, since z3 is missing\n")

const minQuestions = 10_000

/** Rare cases can need more questions. */
const maxQuestions = 60_000

describe.skipIf(!isRunning)("covers, permits and clash", () => {
  it("agree with an SMT solver on taxonomies of up to 30 codes in a dimension", async () => {
    using solver = startSolver()
    const counts = new Map(allCases.map((each) => [each, 0]))
    const missing = () => allCases.filter((each) => counts.get(each) === 0)
    let asked = 0
    for (let sample = first; asked < minQuestions || (asked < maxQuestions && missing().length > 0); sample += 1) {
      const random = makeRandom(sample)
      // Small ones reach the rare cases.
      const taxonomy = randomTaxonomy(random, random.chance(0.6))
      for (const { configs, expected, found, question } of questionsAbout(random, taxonomy)) {
        const verdict = await solver.answer(expected)
        const solved = question === "clash" ? clashVerdicts[verdict] : verdict
        assert.strictEqual(found, solved, `${question} in sample ${sample}: ${JSON.stringify(configs)}`)
        asked += 1
        const licenses = question === "permits" ? configs.slice(0, 1) : configs
        for (const each of casesOf(taxonomy, question, found, licenses)) counts.set(each, (counts.get(each) ?? 0) + 1)
      }
    }
    process.stdout.write(`${asked} questions from sample ${first} on\n${tableOf(counts)}\n`)
    assert.deepStrictEqual(missing(), [], "each case is reached")
  })
})

const clashVerdicts = { yes: "clash", no: "none", unknown: "unknown" } as const

const questionsAbout = (random: Random, taxonomy: Taxonomy) => {
  const smt = makeSmtQuestions(taxonomy)
  const a = randomConfig(random, taxonomy)
  const b = random.pick([narrowerConfig, nearbyConfig, narrowerConfig, () => randomConfig(random, taxonomy)])(
    random,
    taxonomy,
    a
  )
  const some = Object.fromEntries(Object.entries(a).filter(() => random.chance(0.5)))
  const use = narrowerConfig(random, taxonomy, random.chance(0.5) ? some : randomConfig(random, taxonomy, 0.75))
  const snapshot = snapshotOf(taxonomy)
  const [ofA, ofB] = [a, b].map((config) => compileConfig(snapshot, config))
  if (ofA === undefined || ofB === undefined) return []
  const ask = (
    question: string,
    found: string,
    expected: ReturnType<typeof smt.covers>,
    configs: ReadonlyArray<Config>
  ) => ({
    question,
    found,
    expected,
    configs
  })
  return [
    ask("covers", covers(ofA, ofB), smt.covers(a, b), [a, b]),
    ask("permits", permits(ofA, compileUse(snapshot, use)), smt.permits(a, use), [a, use]),
    ask("clash", clash(ofA, ofB), smt.clash(a, b), [a, b])
  ]
}

/** How often each case occurred: a line for each role, shape and silence, a column for each verdict. */
const tableOf = (counts: ReadonlyMap<string, number>): string =>
  [
    ["", ...verdicts],
    ...meanings.map((meaning) => [meaning, ...verdicts.map((verdict) => String(counts.get(`${meaning} ${verdict}`)))])
  ]
    .map(([name = "", ...cells]) =>
      [name.padEnd(32), ...cells.map((cell, index) => cell.padStart(verdicts[index]?.length ?? 0))].join("  ")
    )
    .join("\n")
