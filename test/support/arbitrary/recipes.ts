import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { Shape } from "../../../src/domain/taxonomy/Scalars.ts"
import { pick, some, whole } from "./pick.ts"

/** How an item is deprecated, before it is known which items there are to replace it. */
export type DeprecationRecipe = "none" | "replaced" | "given up" | "given up late"

export interface Deprecated {
  readonly recipe: DeprecationRecipe
}

const definitions = pick("", "It means this.", "It means that.")
const translations = pick("", "", "Un nom", "Un autre nom")
const deprecations = pick<DeprecationRecipe>("none", "none", "replaced", "given up", "given up late")
const labels = pick("A label", "Another label")
const descriptions = pick("Described.", "Described otherwise.")
const pool = ["A", "B", "C", "D", "E"] as const

const valueRecipes = Arbitrary.all({
  label: labels,
  others: some(0, "Another name", "A nickname"),
  notes: pick("", "", "Ask first."),
  examples: some(0, "One case", "Another case"),
  cited: pick("", "", "Title 16", "Title 17"),
  // What the value means for programs: one of a few combinations, or nothing.
  semantics: whole(0, 15),
  description: descriptions,
  definition: definitions,
  translation: translations,
  recipe: deprecations
})

// One number a dimension: what is set, and to which of its values.
const choices = Arbitrary.array(whole(0, 1023), { minLength: 4, maxLength: 4 })

export type DimensionRecipe = ArbitraryValue<typeof dimensionRecipes>
export const dimensionRecipes = Arbitrary.all({
  name: pick("alpha", "beta", "gamma", "constructor"),
  label: labels,
  description: descriptions,
  definition: definitions,
  translation: translations,
  semantics: whole(0, 15),
  shape: Arbitrary.schema(Shape),
  required: Arbitrary.schema(Schema.Boolean),
  recipe: deprecations,
  codes: some(1, ...pool),
  values: Arbitrary.array(valueRecipes, { minLength: pool.length, maxLength: pool.length })
})

export type LicenseRecipe = ArbitraryValue<typeof licenseRecipes>
export const licenseRecipes = Arbitrary.all({
  code: pick("NIL-1", "NIL-2", "NIL-3", "toString"),
  name: labels,
  description: descriptions,
  translation: translations,
  recipe: deprecations,
  choices
})

export type RuleRecipe = ArbitraryValue<typeof ruleRecipes>
export const ruleRecipes = Arbitrary.all({
  id: pick("rule-1", "rule-2", "rule-3"),
  description: descriptions,
  translation: translations,
  choices
})

type ArbitraryValue<A> = A extends Arbitrary.Arbitrary<infer B> ? B : never
