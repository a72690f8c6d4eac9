import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import type { Condition, Config, Setting } from "../../../src/domain/taxonomy/Config.ts"
import { configProblems, vocabularyOf } from "../../../src/domain/taxonomy/ConfigValidation.ts"
import type { Deprecation } from "../../../src/domain/taxonomy/Deprecation.ts"
import { normalize } from "../../../src/domain/taxonomy/Normalize.ts"
import type { ConflictRule, Dimension, License, Taxonomy, Value } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { pick } from "./pick.ts"
import {
  dimensionRecipes,
  licenseRecipes,
  ruleRecipes,
  type Deprecated,
  type DeprecationRecipe,
  type DimensionRecipe,
  type LicenseRecipe,
  type RuleRecipe
} from "./recipes.ts"

/**
 * Valid taxonomies, from small stores of names and texts, so that any two of them share items and differ in every way
 * that items can differ.
 */
export const taxonomies: Arbitrary.Arbitrary<Taxonomy> = Arbitrary.map(
  Arbitrary.all({
    namespace: pick("nil-licensing", "other-licensing"),
    iri: pick("", "https://vocabulary.example/nil/", "http://other.example/nil#"),
    title: pick("A title", "Another title"),
    description: pick("What it is for.", "What it is for, in other words."),
    translation: pick("", "Un titre"),
    grouped: Arbitrary.schema(Schema.Boolean),
    dimensions: Arbitrary.array(dimensionRecipes, { maxLength: 5 }),
    licenses: Arbitrary.array(licenseRecipes, { maxLength: 5 }),
    rules: Arbitrary.array(ruleRecipes, { maxLength: 3 })
  }),
  ({ description, grouped, iri, namespace, title, translation, ...recipes }) => {
    const dimensions = withKnownNames(
      withReplacements(unique(recipes.dimensions, ({ name }) => name).map(dimensionOf), ({ name }) => name)
    )
    const first = dimensions.at(-1)
    const rules = unique(recipes.rules, ({ id }) => id).flatMap((recipe) => ruleOf(recipe, dimensions))
    const licenses = unique(recipes.licenses, ({ code }) => code)
      .map((recipe) => licenseOf(recipe, dimensions))
      .filter(({ config }) => configProblems(vocabularyOf(dimensions, rules), config).length === 0)
    const replaced = withReplacements(licenses, ({ code }) => code)
    return normalize({
      namespace,
      ...(iri === "" ? {} : { iri }),
      title,
      description,
      ...translated("title", translation),
      ...(first === undefined || !grouped ? {} : { groups: [{ label: "First", dimensions: [first.name] }] }),
      dimensions,
      licenses: replaced,
      rules
    })
  }
)

const dimensionOf = (recipe: DimensionRecipe): Dimension & Deprecated => {
  const { codes, definition, semantics, translation, values, ...rest } = recipe
  const items = codes.flatMap((code, index): ReadonlyArray<Value & Deprecated> => {
    const value = values[index]
    if (value === undefined) return []
    const { cited, definition, examples, notes, others, semantics, translation, ...rest } = value
    const more = {
      ...(others.length === 0 ? {} : { alt_labels: others }),
      ...(notes === "" ? {} : { notes }),
      ...(examples.length === 0 ? {} : { examples }),
      ...(cited === "" ? {} : { citations: [{ title: cited, url: "https://example.org/" }] })
    }
    return [
      {
        code,
        ...rest,
        ...more,
        ...valueSemantics(semantics, codes[index + 1] ?? code),
        ...defined(definition),
        ...translated("label", translation)
      }
    ]
  })
  return {
    ...rest,
    ...dimensionSemantics(semantics, rest.name),
    ...defined(definition),
    ...translated("label", translation),
    values: withReplacements(items, ({ code }) => code)
  }
}

/** The semantics of a value, one for each bit of a number. What they name need not make sense. */
const valueSemantics = (bits: number, other: string): Partial<Value> => ({
  ...(bits % 5 === 0 ? { role: [bits % 2 === 0 ? "duty" : "limit"] } : {}),
  ...(bits & 1 ? { broader: [other] } : {}),
  ...(bits & 2 ? { includes: [other] } : {}),
  ...(bits % 7 === 0 ? { reserves: bits < 8 ? "everything" : "alpha" } : {}),
  ...(bits % 6 === 0 ? { unbound_by: [bits < 8 ? "beta" : "gamma"] } : {})
})

const dimensionSemantics = (bits: number, other: string): Partial<Dimension> => ({
  ...(bits & 1 ? { role: bits < 8 ? "scope" : "duty" } : {}),
  ...(bits & 2 ? { unset: bits < 8 ? "nothing" : "everything" } : {}),
  ...(bits & 4 ? { reserves: bits < 8 ? other : "alpha" } : {}),
  ...(bits % 3 === 0 ? { within: [bits < 8 ? "beta" : "gamma"] } : {}),
  ...(bits % 5 === 0 ? { values_of: bits < 8 ? "beta" : "gamma" } : {}),
  ...(bits % 7 === 0 ? { refines: bits < 8 ? "beta" : "gamma" } : {})
})

/** The dimensions without the names of dimensions that do not exist. */
const withKnownNames = (dimensions: ReadonlyArray<Dimension>): ReadonlyArray<Dimension> => {
  const names = new Set([...dimensions.map(({ name }) => name), "everything"])
  const known = <A extends Dimension | Value>(item: A): A => {
    const kept = Object.entries(item).filter(
      ([key, named]: readonly [string, unknown]) =>
        !["reserves", "within", "values_of", "refines", "unbound_by"].includes(key) ||
        (Array.isArray(named) ? named : [named]).every((name) => names.has(name))
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is left out is optional
    return Object.fromEntries(kept) as A
  }
  return dimensions.map((dimension) => known({ ...dimension, values: dimension.values.map(known) }))
}

const licenseOf = (
  { choices, code, description, name, recipe, translation }: LicenseRecipe,
  dimensions: ReadonlyArray<Dimension>
): License & Deprecated => {
  const config: Config = Object.fromEntries(
    dimensions.flatMap((dimension, index) => {
      const choice = choices[index] ?? 0
      return dimension.required || choice % 3 > 0 ? [[dimension.name, settingOf(dimension, choice)]] : []
    })
  )
  return { code, name, description, config, recipe, ...translated("name", translation) }
}

const ruleOf = (
  { choices, description, id, translation }: RuleRecipe,
  dimensions: ReadonlyArray<Dimension>
): ReadonlyArray<ConflictRule> => {
  const conditions = dimensions.flatMap((dimension, index) => {
    const choice = choices[index] ?? 0
    return choice % 2 > 0 ? [[dimension.name, conditionOf(dimension, choice)] as const] : []
  })
  const [first, ...others] = conditions
  if (first === undefined) return []
  const force = (choices[0] ?? 0) % 7 === 0 ? { advice: true } : {}
  const label = (choices[1] ?? 0) % 3 === 0 ? { label: "A rule" } : {}
  const demands = others.length > 0 && (choices[2] ?? 0) % 2 === 0
  return [
    {
      id,
      ...label,
      description,
      ...force,
      ...(demands
        ? { when: Object.fromEntries([first]), require: Object.fromEntries(others) }
        : { forbid: Object.fromEntries(conditions) }),
      ...translated("description", translation)
    }
  ]
}

const settingOf = ({ shape, values }: Dimension, choice: number): Setting => {
  const codes = values.map(({ code }) => code)
  const chosen = codes.filter((_, index) => (choice >> index) & 1)
  switch (shape) {
    case "single":
      return codes[choice % codes.length] ?? ""
    case "multiple":
      return chosen
    case "territory":
      return choice % 5 === 0 ? { global: true, countries: [] } : { global: false, countries: chosen }
    case "flags":
      return Object.fromEntries(chosen.map((code, index) => [code, (choice >> (index + 5)) % 2 === 1]))
  }
}

const conditionOf = ({ shape, values }: Dimension, choice: number): Condition => {
  const [first = "A", ...rest] = values.map(({ code }) => code)
  const last = rest.at(-1) ?? first
  const operator = choice % 4
  const ofCodes: ReadonlyArray<Condition> = [
    { contains: first },
    { contains_any: [first, last] },
    choice % 8 < 4 ? { contains_all: [last, first] } : { contains_none: [last] },
    { empty: true }
  ]
  switch (shape) {
    case "single":
      return operator < 2 ? { equals: last } : operator === 2 ? { any_of: [last, first] } : { none_of: [first] }
    case "multiple":
      return ofCodes[operator] ?? { empty: false }
    case "territory":
      return operator === 0 ? { global: true } : { global: false, countries: { contains: first } }
    case "flags":
      return { [first]: operator % 2 === 0, [last]: true }
  }
}

/** Writes out the deprecations, each replacement being an item of the same collection that is not the item itself. */
const withReplacements = <A extends Deprecated>(
  items: ReadonlyArray<A>,
  keyOf: (item: A) => string
): ReadonlyArray<Omit<A, "recipe"> & { readonly deprecated?: Deprecation }> =>
  items.map((item, index) => {
    const { recipe, ...rest } = item
    const other = items[(index + 1) % items.length]
    const successor = other === undefined || other === item ? undefined : keyOf(other)
    const deprecated = deprecationOf(recipe, successor)
    return deprecated === undefined ? rest : { ...rest, deprecated }
  })

const deprecationOf = (recipe: DeprecationRecipe, successor: string | undefined): Deprecation | undefined => {
  switch (recipe) {
    case "none":
      return undefined
    case "replaced":
      return successor === undefined
        ? { replaced_by: [], reason: "Nothing takes its place." }
        : { replaced_by: [successor] }
    case "given up":
      return { replaced_by: [], reason: "Nobody uses it." }
    case "given up late":
      return {
        replaced_by: [],
        ...(successor === undefined ? {} : { consider: [successor] }),
        reason: "Nobody uses it any more."
      }
  }
}

const defined = (definition: string) => (definition === "" ? {} : { definition })

const translated = (name: string, text: string) =>
  text === "" ? {} : { translations: { "pt-BR": { [name]: text }, fr: { [name]: text } } }

const unique = <A>(items: ReadonlyArray<A>, keyOf: (item: A) => string): ReadonlyArray<A> => [
  ...new Map(items.map((item) => [keyOf(item), item])).values()
]
