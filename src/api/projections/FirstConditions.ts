import type {
  Condition,
  Conditions,
  MultipleCondition,
  SingleCondition,
  TerritoryCondition
} from "../../domain/taxonomy/Config.ts"
import { dimensionsIn, type RuleConditions } from "../../domain/taxonomy/Rules.ts"
import type { Shape } from "../../domain/taxonomy/Scalars.ts"
import { isMultipleCondition, isTerritoryCondition, meetsCondition } from "../../domain/taxonomy/Settings.ts"

/** The shape and the codes of a dimension. */
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
