import * as Arbitrary from "effect/Arbitrary"
import type { Conditions, Config } from "../../../src/domain/taxonomy/Config.ts"
import { normalize } from "../../../src/domain/taxonomy/Normalize.ts"
import type { ConflictRule, Dimension, Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { pick, some, whole } from "./pick.ts"
import { taxonomies } from "./taxonomies.ts"

const kinds = ["A", "B"] as const
const countries = ["NO", "US"] as const
const parts = ["US-NY", "US-CA", "NO-03"] as const

const dimension = (name: string, shape: Dimension["shape"], codes: ReadonlyArray<string>): Dimension => ({
  name,
  label: "A label",
  description: "Described.",
  shape,
  required: false,
  values: codes.map((code) => ({ code, label: "A label", description: "Described." }))
})

const dimensions: ReadonlyArray<Dimension> = [
  dimension("kind", "single", kinds),
  dimension("where", "territory", countries),
  { ...dimension("states", "multiple", parts), refines: "where" }
]

const conditions: ReadonlyArray<Conditions> = [
  { kind: { none_of: ["A"] } },
  { kind: { none_of: ["A", "B"] } },
  { kind: { equals: "B" } },
  { states: { contains_none: ["US-NY"] } },
  { states: { contains: "US-CA", contains_none: ["US-NY", "NO-03"] } },
  { states: { empty: true } },
  { where: { global: false, countries: { contains_none: ["US"] } } },
  { where: { countries: { contains: "US", contains_none: ["NO"] } } },
  { where: { global: true } }
]

const someConditions = Arbitrary.map(whole(0, conditions.length - 1), (index) => conditions[index] ?? {})

const rules: Arbitrary.Arbitrary<Pick<ConflictRule, "advice" | "forbid" | "when" | "require">> = Arbitrary.map(
  Arbitrary.all({
    one: someConditions,
    other: someConditions,
    form: pick("forbid", "require"),
    advice: pick("no", "no", "yes")
  }),
  ({ advice, form, one, other }) => ({
    ...(form === "forbid" ? { forbid: { ...one, ...other } } : { when: one, require: other }),
    ...(advice === "yes" ? { advice: true } : {})
  })
)

/** Taxonomies with a territory, parts of its countries, a single value, and rules of every form about these. */
export const taxonomiesWithParts: Arbitrary.Arbitrary<Taxonomy> = Arbitrary.map(
  Arbitrary.all({ taxonomy: taxonomies, more: Arbitrary.array(rules, { minLength: 1, maxLength: 3 }) }),
  ({ more, taxonomy }) =>
    normalize({
      ...taxonomy,
      dimensions: [...taxonomy.dimensions, ...dimensions],
      rules: [
        ...taxonomy.rules,
        ...more.map((rule, index): ConflictRule => ({ id: `form-${index}`, description: "Described.", ...rule }))
      ]
    })
)

/** Settings of these dimensions: parts of countries that are listed, of others, of the world, and of no territory. */
export const settingsOfParts: Arbitrary.Arbitrary<Config> = Arbitrary.map(
  Arbitrary.all({
    kind: some(0, ...kinds),
    listed: some(0, ...countries),
    global: pick("no", "no", "yes", "not set"),
    states: some(0, ...parts)
  }),
  ({ global, kind: [kind], listed, states }): Config => ({
    ...(kind === undefined ? {} : { kind }),
    ...(global === "not set" ? {} : { where: { global: global === "yes", countries: listed } }),
    ...(states.length === 0 ? {} : { states })
  })
)
