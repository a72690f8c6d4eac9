import { isObject } from "../Json.ts"
import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import type { Config, Condition } from "./Config.ts"
import { codesIn, conflicts, isConfig, isOfShape, settingOf } from "./Settings.ts"
import type { ConflictRule, Dimension, Value } from "./Taxonomy.ts"

/** Why a config is not valid under a taxonomy. `path` leads to the place within the config. */
export type ConfigProblem =
  | { readonly _tag: "UnknownDimension"; readonly dimension: string; readonly path: Path }
  | { readonly _tag: "UnknownValue"; readonly dimension: string; readonly value: string; readonly path: Path }
  | { readonly _tag: "RepeatedValue"; readonly dimension: string; readonly value: string; readonly path: Path }
  | { readonly _tag: "WrongShape"; readonly dimension: string; readonly expected: string; readonly path: Path }
  | { readonly _tag: "MissingDimension"; readonly dimension: string; readonly path: Path }
  | { readonly _tag: "Conflict"; readonly rule: ConflictRule; readonly path: Path }

/**
 * Every problem of a config, in a fixed order: its settings one by one, then required dimensions that are missing,
 * then, where each setting is well-formed, the conflict rules that it breaks. `config.schema.json` of a release
 * accepts exactly the configs that have none.
 */
export const configProblems = (vocabulary: Vocabulary, config: unknown): ReadonlyArray<ConfigProblem> => {
  if (!isObject(config)) return [wrongShape("", "an object of dimension settings", [])]
  const settings = Object.entries(config).flatMap(([name, setting]) => settingProblems(vocabulary, name, setting))
  const missing = vocabulary.required.flatMap((dimension): ReadonlyArray<ConfigProblem> =>
    Object.hasOwn(config, dimension) ? [] : [{ _tag: "MissingDimension", dimension, path: [] }]
  )
  return settings.length > 0 ? [...settings, ...missing] : [...missing, ...conflictProblems(vocabulary.rules, config)]
}

/** What a taxonomy says of configs, indexed for look-ups. */
export interface Vocabulary<Terms extends DimensionTerms = DimensionTerms> {
  readonly dimensions: ReadonlyMap<string, VocabularyDimension<Terms>>
  readonly required: ReadonlyArray<string>
  readonly rules: ReadonlyArray<ConflictRule>
}

/** What a vocabulary needs of a dimension. */
export type DimensionTerms = Pick<Dimension, "name" | "shape" | "required"> & {
  readonly values: ReadonlyArray<Pick<Value, "code">>
}

export type VocabularyDimension<Terms extends DimensionTerms = DimensionTerms> = Pick<
  Terms,
  "shape" | "required" | "values"
> & { readonly codes: ReadonlySet<string> }

export const vocabularyOf = <Terms extends DimensionTerms>(
  dimensions: ReadonlyArray<Terms>,
  rules: ReadonlyArray<ConflictRule>
): Vocabulary<Terms> => ({
  dimensions: new Map(dimensions.map((dimension) => [dimension.name, vocabularyDimension(dimension)])),
  required: dimensions.filter(({ required }) => required).map(({ name }) => name),
  rules
})

const vocabularyDimension = <Terms extends DimensionTerms>({
  required,
  shape,
  values
}: Terms): VocabularyDimension<Terms> => ({
  shape,
  required,
  values,
  // Indexed when they are looked up: most of many dimensions are set by no license.
  get codes() {
    return codesOfValues(values)
  }
})

const codesOfValues = /* @__PURE__ */ memoizeByIdentity(
  (values: DimensionTerms["values"]): ReadonlySet<string> => new Set(values.map(({ code }) => code))
)

/** What a dimension of each shape takes, in words. */
export const shapeInWords = {
  single: "one code",
  multiple: "a list of codes",
  territory: "an object with global (true or false) and countries (a list of codes)",
  flags: "an object of members that are true or false"
} as const

type Path = ReadonlyArray<string | number>

const settingProblems = (vocabulary: Vocabulary, name: string, setting: unknown): ReadonlyArray<ConfigProblem> => {
  const dimension = vocabulary.dimensions.get(name)
  if (dimension === undefined) return [{ _tag: "UnknownDimension", dimension: name, path: [name] }]
  const { codes, shape } = dimension
  const isComplete = shape !== "territory" || (isObject(setting) && Object.keys(setting).length === 2)
  if (!isComplete || !isOfShape[shape](setting)) return [wrongShape(name, shapeInWords[shape], [name])]
  const seen = new Set<string>()
  return codesIn(setting).flatMap(({ code: value, path }): ReadonlyArray<ConfigProblem> => {
    const place = { dimension: name, value, path: [name, ...path] }
    if (seen.has(value)) return [{ _tag: "RepeatedValue", ...place }]
    seen.add(value)
    return codes.has(value) ? [] : [{ _tag: "UnknownValue", ...place }]
  })
}

const conflictProblems = (rules: ReadonlyArray<ConflictRule>, config: unknown): ReadonlyArray<ConfigProblem> =>
  isConfig(config)
    ? relevantRules(rules, config)
        .filter((rule) => conflicts(rule, config))
        .map((rule) => conflictProblem(rule, config))
    : []

const conflictProblem = (rule: ConflictRule, config: Config): ConfigProblem => {
  const first = Object.keys(rule.forbid).find((dimension) => settingOf(config, dimension) !== undefined)
  return { _tag: "Conflict", rule, path: first === undefined ? [] : [first] }
}

const wrongShape = (dimension: string, expected: string, path: Path): ConfigProblem => ({
  _tag: "WrongShape",
  dimension,
  expected,
  path
})

/**
 * The rules that a config can violate, in their order: those with a dimension, and with a code if they name one, that the
 * config sets. A vocabulary may have as many rules as licenses, and most rules concern few of them.
 *
 * Holds only for conditions and settings that fit the shapes of their dimensions: the other ones are reported before, and
 * their rules and configs left out.
 */
export const relevantRules = (rules: ReadonlyArray<ConflictRule>, config: Config): ReadonlyArray<ConflictRule> => {
  const index = indexRules(rules)
  const positions = Object.entries(config).flatMap(([dimension, setting]) => {
    const known = index.get(dimension)
    return known === undefined
      ? []
      : [...known.always, ...codesIn(setting).flatMap(({ code }) => known.byCode.get(code) ?? [])]
  })
  return [...new Set(positions)].sort((left, right) => left - right).flatMap((position) => rules[position] ?? [])
}

/** The positions of the rules that a dimension can violate: with whatever it is set to, or with a code of its setting. */
interface DimensionRules {
  readonly always: ReadonlyArray<number>
  readonly byCode: ReadonlyMap<string, ReadonlyArray<number>>
}

/** The positions of the rules by what a config must set to violate them. */
const indexRules = /* @__PURE__ */ memoizeByIdentity(
  (rules: ReadonlyArray<ConflictRule>): ReadonlyMap<string, DimensionRules> => {
    const index = new Map<string, { always: Array<number>; byCode: Map<string, Array<number>> }>()
    for (const [position, { forbid }] of rules.entries()) {
      const { codes, dimension } = needOf(forbid)
      const known = index.get(dimension) ?? { always: [], byCode: new Map<string, Array<number>>() }
      index.set(dimension, known)
      if (codes.length === 0) known.always.push(position)
      for (const code of codes) {
        const positions = known.byCode.get(code) ?? []
        positions.push(position)
        known.byCode.set(code, positions)
      }
    }
    return index
  }
)

interface Need {
  readonly dimension: string
  /** Empty if any setting will do. */
  readonly codes: ReadonlyArray<string>
}

/** What a config that violates the rule sets. Codes tell more than a dimension that all set. */
const needOf = (forbid: ConflictRule["forbid"]): Need => {
  const needs = Object.entries(forbid).map(([dimension, condition]) => ({ dimension, codes: codesNeeded(condition) }))
  return needs.find(({ codes }) => codes.length > 0) ?? needs[0] ?? { dimension: "", codes: [] }
}

/** Codes of which a setting contains at least one if it meets the condition; empty if the condition needs no code. */
const codesNeeded = (condition: Condition): ReadonlyArray<string> => {
  for (const [operator, operand] of Object.entries(condition)) {
    if (typeof operand === "string") return [operand]
    if (Array.isArray(operand)) return operator === "contains_all" ? operand.slice(0, 1) : operand
    if (typeof operand === "object") return codesNeeded(operand)
    // What is not an operator is a member of a flags dimension.
    if (operator !== "empty" && operator !== "global") return [operator]
  }
  return []
}
