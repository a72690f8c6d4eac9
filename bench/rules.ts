// Measures how long it takes to understand 500 rules over 100,000 values together: sparse ones, which name a code or two of
// 100 dimensions, and dense ones, which name 100 codes each of 10 dimensions.
// Targets (DESIGN, section 22): 200 ms sparse, 1.5 s dense.
import { analyzeRules, findEscapes, kindsBelow } from "../src/domain/reasoning/RuleAnalysis.ts"
import type { ConflictRule, Taxonomy } from "../src/domain/taxonomy/Taxonomy.ts"
import { makeRandom } from "../test/support/domain/RandomMeanings.ts"
import { sizeOf } from "./figures/Counts.ts"

const random = makeRandom(1)
const text = { label: "Label", description: "Text." }

const make = (dimensionCount: number, valueCount: number, listed: number): Taxonomy => {
  const dimensions = Array.from({ length: dimensionCount }, (_, index) => ({
    ...text,
    name: `d${index}`,
    shape: index % 2 === 0 ? ("single" as const) : ("multiple" as const),
    required: index % 10 === 0,
    values: Array.from({ length: valueCount }, (_, at) => ({ ...text, code: `V${at}` }))
  }))
  const condition = () => {
    const { name, shape, values } = random.pick(dimensions)
    const [first = "", ...codes] = Array.from({ length: listed }, () => random.pick(values).code)
    return [
      name,
      shape === "single" ? { any_of: [first, ...codes] as const } : { contains_any: [first, ...codes] as const }
    ]
  }
  const rules = Array.from({ length: sizeOf(500, 10) }, (_, index): ConflictRule => {
    const rule = { id: `r${index}`, description: "Text." }
    const conditions = () => Object.fromEntries([condition(), condition()])
    return index % 3 === 0
      ? { ...rule, when: conditions(), require: Object.fromEntries([condition()]) }
      : { ...rule, forbid: { ...conditions(), ...conditions() } }
  })
  return { namespace: "bench", title: "Bench", description: "Bench.", dimensions, licenses: [], rules }
}

const measure = (name: string, makeTaxonomy: () => Taxonomy): void => {
  const times = Array.from({ length: sizeOf(3, 1) }, () => {
    const taxonomy = makeTaxonomy()
    const start = performance.now()
    const found = analyzeRules(taxonomy)
    const escapes = findEscapes(taxonomy, kindsBelow(new Set(taxonomy.rules.map(({ id }) => id)), undefined))
    const millis = performance.now() - start
    const { implied, neverMet, unsettable, unusable } = found
    const counts = [implied, neverMet, unsettable, unusable, escapes].map(({ length }) => length)
    return { millis, counts, isContradictory: found.contradiction !== undefined }
  })
  for (const { counts, isContradictory, millis } of times) {
    process.stdout.write(
      `${name}: ${millis.toFixed(0)} ms (found ${counts.join(", ")}${isContradictory ? ", no valid config" : ""})\n`
    )
  }
}

measure("sparse", () => make(100, sizeOf(1_000, 10), 2))
measure("dense", () => make(10, sizeOf(10_000, 10), 100))
