import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import type { Condition, Conditions, Config, MultipleCondition, SingleCondition, TerritoryCondition } from "./Config.ts"
import type { Shape } from "./Scalars.ts"
import {
  formatCondition,
  isMultipleCondition,
  isSingleCondition,
  isTerritoryCondition,
  meetsCondition,
  settingOf
} from "./Settings.ts"
import type { ConflictRule } from "./Taxonomy.ts"

/** What a rule says of configs, whatever it is called: `forbid`, or `when` and `require`, each by dimension. */
export type RuleConditions = Pick<ConflictRule, "forbid" | "when" | "require">

type ConditionKey = keyof RuleConditions

/** A condition of a rule, and the key that it is under. */
export interface RuleCondition {
  readonly key: ConditionKey
  readonly dimension: string
  readonly condition: Condition
}

const keys = ["forbid", "when", "require"] as const

/** The conditions of a rule as its sources write them, by their keys. */
export const conditionsOf = (rule: RuleConditions): RuleConditions =>
  Object.fromEntries(keys.flatMap((key) => (rule[key] === undefined ? [] : [[key, rule[key]]])))

/** Every condition of a rule. */
export const listConditions = (rule: RuleConditions): ReadonlyArray<RuleCondition> =>
  keys.flatMap((key) =>
    Object.entries(rule[key] ?? {}).map(([dimension, condition]) => ({ key, dimension, condition }))
  )

/** The dimensions of a rule: first one that each config sets which breaks the rule. */
export const dimensionsIn = /* @__PURE__ */ memoizeByIdentity((rule: RuleConditions): ReadonlyArray<string> => [
  ...new Set(listConditions(rule).map(({ dimension }) => dimension))
])

/** True for a rule that makes configs invalid. An advice only reports them. */
export const isBinding = ({ advice }: Pick<ConflictRule, "advice">): boolean => advice !== true

/** Whether a config breaks a rule. Settings are read by their own form, which the shape of a valid config fixes. */
export const conflicts = ({ forbid, require: required, when }: RuleConditions, config: Config): boolean =>
  forbid === undefined
    ? when !== undefined && meetsAll(when, config) && !meetsAll(required ?? {}, config)
    : meetsAll(forbid, config)

/** A dimension that a config leaves unset meets no condition. */
const meetsAll = (conditions: Conditions, config: Config): boolean =>
  entriesOf(conditions).every(([dimension, condition]) => {
    const setting = settingOf(config, dimension)
    return setting !== undefined && meetsCondition(condition, setting)
  })

// Few rules are evaluated for many configs.
const entriesOf = /* @__PURE__ */ memoizeByIdentity((conditions: Conditions) => Object.entries(conditions))

/** The shape and the codes of a dimension. */
/** What a rule does to a config that breaks it, after its name in a sentence. */
export const verdictOf = ({ forbid }: RuleConditions): string =>
  forbid === undefined ? "is not met" : "forbids this combination"

/** How a text names dimensions and codes. */
export interface RuleWords {
  readonly dimension: (name: string) => string
  readonly code: (dimension: string, code: string) => string
}

/** A rule as a sentence: "A license needs Copy in Approval rights if Commercial scope is Full commercial." */
export const describeRule = (
  { forbid, require: required = {}, when = {} }: RuleConditions,
  words: RuleWords
): string => {
  const cases = (conditions: Conditions): string =>
    Object.entries(conditions)
      .map(
        ([name, condition]) =>
          // The condition of flags begins with a code, and two names side by side would read as one.
          `${words.dimension(name)}${isOfFlags(condition) ? ":" : ""} ${formatCondition(condition, (code) => words.code(name, code))}`
      )
      .join(", together with ")
  if (forbid !== undefined) return `A license is not valid if ${cases(forbid)}.`
  const needs = Object.entries(required).map(([name, condition]) => formatNeed(name, condition, words))
  return `A license needs ${needs.join(" and ")} if ${cases(when)}.`
}

const isOfFlags = (condition: Condition): boolean =>
  !isMultipleCondition(condition) && !isSingleCondition(condition) && !isTerritoryCondition(condition)

/** What a rule requires of a dimension, as a noun. */
const formatNeed = (name: string, condition: Condition, words: RuleWords): string => {
  const [[operator, operand] = ["", undefined], ...more]: ReadonlyArray<readonly [string, unknown]> =
    Object.entries(condition)
  const dimension = words.dimension(name)
  const codes = (Array.isArray(operand) ? operand : [operand]).filter((code) => typeof code === "string")
  const listed = (conjunction: string) => codes.map((code) => words.code(name, code)).join(` ${conjunction} `)
  if (more.length === 0 && codes.length > 0) {
    if (operator === "contains" || operator === "contains_all") return `${listed("and")} in ${dimension}`
    if (operator === "contains_any") return `${listed("or")} in ${dimension}`
    if (operator === "equals" || operator === "any_of") return `${listed("or")} as ${dimension}`
  }
  return `a setting of ${dimension} that ${formatCondition(condition, (code) => words.code(name, code))}`
}

type DimensionCodes = (
  dimension: string
) => { readonly shape: Shape; readonly codes: ReadonlyArray<string> } | undefined

/**
 * What a rule forbids, in conditions that programs for the first release know: `equals`, `any_of`, `contains`,
 * `contains_any`, `contains_all`, `empty`, `global` and members. A config that meets all conditions of one of the results
 * breaks the rule. The reverse holds as far as these conditions can say: they have no way to say that a list lacks a code, or
 * that a dimension is left out.
 */
export const forbiddenBy = (
  rule: RuleConditions,
  dimensionOf: DimensionCodes
): readonly [Conditions, ...ReadonlyArray<Conditions>] => {
  const found = rule.forbid === undefined ? demanded(rule, dimensionOf) : sufficient(rule.forbid, dimensionOf)
  const [first, ...others] = found
  return first === undefined ? [unmet(rule, dimensionOf)] : [first, ...others]
}

const demanded = ({ require: required = {}, when = {} }: RuleConditions, dimensionOf: DimensionCodes) =>
  sufficient(when, dimensionOf).flatMap((conditions) =>
    Object.entries(required).flatMap(([name, condition]) =>
      oppositesOf(condition, dimensionOf(name)).map((opposite): Conditions => ({
        ...conditions,
        [name]: { ...conditions[name], ...opposite }
      }))
    )
  )

/** Conditions of the first release that are met by nothing else than what meets the given ones; none if there are none. */
const sufficient = (conditions: Conditions, dimensionOf: DimensionCodes): ReadonlyArray<Conditions> => {
  const found = Object.entries(conditions).map(
    ([name, condition]) => [name, sufficientCondition(condition, dimensionOf(name))] as const
  )
  return found.some(([, condition]) => condition === undefined)
    ? []
    : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- none is missing
      [Object.fromEntries(found) as Conditions]
}

type Dimension = ReturnType<DimensionCodes>

const sufficientCondition = (condition: Condition, dimension: Dimension): Condition | undefined => {
  switch (dimension?.shape) {
    case "single": {
      if (!("none_of" in condition)) return condition
      const any_of = dimension.codes.filter((code) => meetsCondition(condition, code))
      return isNotEmpty(any_of) ? { any_of } : undefined
    }
    case "multiple":
      return isMultipleCondition(condition) ? sufficientList(condition) : condition
    case "territory": {
      const { countries, ...rest }: TerritoryCondition = isTerritoryCondition(condition) ? condition : {}
      if (countries === undefined) return condition
      const list = sufficientList(countries)
      return list && { ...rest, countries: list }
    }
    default:
      return condition
  }
}

/** Of the lists without a code, these conditions can only name the empty one. */
const sufficientList = (condition: MultipleCondition): MultipleCondition | undefined => {
  if (condition.contains_none === undefined) return condition
  const { contains, contains_all, contains_any, empty } = condition
  return contains === undefined && contains_all === undefined && contains_any === undefined && empty !== false
    ? { empty: true }
    : undefined
}

/** Conditions of the first release, each of which is met only by settings that do not meet the given one. */
const oppositesOf = (condition: Condition, dimension: Dimension): ReadonlyArray<Condition> => {
  switch (dimension?.shape) {
    case "single": {
      const any_of = dimension.codes.filter((code) => !meetsCondition(condition, code))
      return isNotEmpty(any_of) ? [{ any_of }] : []
    }
    case "multiple":
      return isMultipleCondition(condition) ? oppositesOfList(condition) : []
    case "territory": {
      const { countries, global }: TerritoryCondition = isTerritoryCondition(condition) ? condition : {}
      return [
        ...(global === undefined ? [] : [{ global: !global }]),
        ...(countries === undefined ? [] : oppositesOfList(countries).map((list) => ({ countries: list })))
      ]
    }
    case "flags":
      return Object.entries(condition).map(([member, wanted]) => ({ [member]: !wanted }))
    default:
      return []
  }
}

const oppositesOfList = ({
  contains,
  contains_all,
  contains_any,
  contains_none,
  empty
}: MultipleCondition): ReadonlyArray<MultipleCondition> => [
  ...(contains_none === undefined ? [] : [{ contains_any: contains_none }]),
  ...(empty === true ? [{ empty: false }] : []),
  ...(empty === false || contains !== undefined || contains_all !== undefined || contains_any !== undefined
    ? [{ empty: true }]
    : [])
]

const isNotEmpty = (codes: ReadonlyArray<string>): codes is readonly [string, ...ReadonlyArray<string>] =>
  codes.length > 0

/** Conditions that nothing meets, for a rule of which the first release can say nothing. */
const unmet = (rule: RuleConditions, dimensionOf: DimensionCodes): Conditions => {
  const [name = ""] = dimensionsIn(rule)
  const { codes: [code = "none"] = [], shape } = dimensionOf(name) ?? {}
  const [list, single]: readonly [MultipleCondition, SingleCondition] = [
    { contains: code, empty: true },
    { equals: code, any_of: [`${code}.`] }
  ]
  return { [name]: shape === "territory" ? { countries: list } : shape === "single" ? single : list }
}
