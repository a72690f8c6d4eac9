import { isObject } from "../Json.ts"
import type {
  Config,
  Flags,
  Setting,
  Territory,
  FlagsCondition,
  MultipleCondition,
  SingleCondition,
  TerritoryCondition,
  Condition
} from "./Config.ts"
import { dimensionRef, valueRef, type ItemRef } from "./ItemRef.ts"
import { isCode, isDimensionName } from "./Names.ts"
import type { Shape } from "./Scalars.ts"

// These guards accept what `Schema.is` of the schemas of the same names accepts. They need no schema at run time, so
// that browsers run the pipeline's own code without Effect.

/** Keys that are not names of dimensions do not count, as in the schema. */
export const isConfig = (value: unknown): value is Config =>
  isObject(value) && Object.entries(value).every(([name, setting]) => !isDimensionName(name) || isSetting(setting))

export const isSetting = (value: unknown): value is Setting =>
  isCode(value) || isListOfCodes(value) || isTerritory(value) || isFlags(value)

export const isTerritory = (value: unknown): value is Territory =>
  isObject(value) && typeof value["global"] === "boolean" && isListOfCodes(value["countries"])

/** Keys that are not codes do not count, as in the schema. */
export const isFlags = (value: unknown): value is Flags =>
  isObject(value) && Object.entries(value).every(([member, flag]) => typeof flag === "boolean" || !isCode(member))

/** A list without holes, which `every` would skip. */
const isListOf = <A>(value: unknown, isMember: (member: unknown) => member is A): value is ReadonlyArray<A> =>
  Array.isArray(value) && value.findIndex((member) => !isMember(member)) === -1

/** True for a setting that a dimension of each shape takes, whichever codes it names. */
export const isOfShape: { readonly [S in Shape]: (setting: unknown) => setting is Setting } = {
  single: (setting): setting is Setting => typeof setting === "string",
  multiple: (setting): setting is Setting => isListOf(setting, (code): code is string => typeof code === "string"),
  territory: isTerritory,
  flags: isFlags
}

export const isListOfCodes = (value: unknown): value is ReadonlyArray<string> => isListOf(value, isCode)

// These guards, too, accept what `Schema.is` of the schemas of the same names accepts: at least one
// operator, each with an operand of its type, beside whatever else.

export const isMultipleCondition = (value: unknown): value is MultipleCondition => hasOperators(value, ofMultiple)

export const isSingleCondition = (value: unknown): value is SingleCondition => hasOperators(value, ofSingle)

export const isTerritoryCondition = (value: unknown): value is TerritoryCondition => hasOperators(value, ofTerritory)

export const isFlagsCondition = (value: unknown): value is FlagsCondition => {
  if (!isObject(value)) return false
  const members = Object.keys(value).filter(isCode)
  return members.length > 0 && members.every((member) => isBoolean(value[member]))
}

type Operators = ReadonlyArray<readonly [operator: string, isOperand: (operand: unknown) => boolean]>

const hasOperators = (value: unknown, operators: Operators): boolean => {
  if (!isObject(value)) return false
  const named = operators.filter(([operator]) => operator in value)
  return named.length > 0 && named.every(([operator, isOperand]) => isOperand(value[operator]))
}

const isBoolean = (value: unknown): boolean => typeof value === "boolean"

const isNonEmptyListOfCodes = (value: unknown): boolean => isListOfCodes(value) && value.length > 0

const ofMultiple: Operators = [
  ["contains", isCode],
  ["contains_any", isNonEmptyListOfCodes],
  ["contains_all", isNonEmptyListOfCodes],
  ["contains_none", isNonEmptyListOfCodes],
  ["empty", isBoolean]
]

const ofSingle: Operators = [
  ["equals", isCode],
  ["any_of", isNonEmptyListOfCodes],
  ["none_of", isNonEmptyListOfCodes]
]

const ofTerritory: Operators = [
  ["global", isBoolean],
  ["countries", isMultipleCondition]
]

/** A config's setting, never an inherited property: `constructor` is a legal name. */
export const settingOf = (config: Config, dimension: string): Setting | undefined =>
  Object.hasOwn(config, dimension) ? config[dimension] : undefined

/** A dimension or value that a config names. */
export interface ConfigReference {
  readonly item: ItemRef
  /** Leads to the name within the config. */
  readonly path: ReadonlyArray<string | number>
}

/** Every dimension and value that a config names, including flags that are false. */
export const configReferences = (config: Config): ReadonlyArray<ConfigReference> =>
  Object.entries(config).flatMap(([dimension, setting]) => [
    { item: dimensionRef(dimension), path: [dimension] },
    ...codesIn(setting).map(({ code, path }) => ({ item: valueRef(dimension, code), path: [dimension, ...path] }))
  ])

export interface SettingCode {
  readonly code: string
  readonly path: ReadonlyArray<string | number>
}

/** The codes that a setting names, with the paths to them. */
export const codesIn = (setting: Setting): ReadonlyArray<SettingCode> => {
  if (typeof setting === "string") return [{ code: setting, path: [] }]
  if (isList(setting)) return setting.map((code, index) => ({ code, path: [index] }))
  if ("countries" in setting && isList(setting.countries)) {
    return setting.countries.map((code, index) => ({ code, path: ["countries", index] }))
  }
  return Object.keys(setting).map((code) => ({ code, path: [code] }))
}

/** True if a setting grants any of the codes. A global territory grants every country. */
export const grantsAny = (setting: Setting, codes: ReadonlySet<string>): boolean => {
  if (typeof setting === "string") return codes.has(setting)
  if (isList(setting)) return setting.some((code) => codes.has(code))
  if ("countries" in setting && isList(setting.countries)) {
    return setting.global || setting.countries.some((code) => codes.has(code))
  }
  return Object.entries(setting).some(([flag, isGranted]) => isGranted === true && codes.has(flag))
}

const isList = (setting: unknown): setting is ReadonlyArray<string> => Array.isArray(setting)

/** Every code that a condition names, with the path to it. */
export const codesOf = (condition: Condition, shape: Shape): ReadonlyArray<SettingCode> => {
  if (shape === "flags") return Object.keys(condition).map((code) => ({ code, path: [code] }))
  if (shape !== "territory") return namedIn(condition)
  const { countries = {} } = isTerritoryCondition(condition) ? condition : {}
  return namedIn(countries).map(({ code, path }) => ({ code, path: ["countries", ...path] }))
}

const namedIn = (condition: object): ReadonlyArray<SettingCode> =>
  Object.entries(condition).flatMap(([operator, operand]: [string, unknown]) => {
    if (typeof operand === "string") return [{ code: operand, path: [operator] }]
    return isListOfCodes(operand) ? operand.map((code, index) => ({ code, path: [operator, index] })) : []
  })

/** True if a setting meets a condition. A setting of another shape meets none. */
export const meetsCondition = (condition: Condition, setting: Setting): boolean => {
  if (typeof setting === "string") return isSingleCondition(condition) && meetsSingle(condition, setting)
  if (Array.isArray(setting)) return isMultipleCondition(condition) && meetsMultiple(condition, setting)
  if (isTerritory(setting)) return isTerritoryCondition(condition) && meetsTerritory(condition, setting)
  return isFlags(setting) && isFlagsCondition(condition) && meetsFlags(condition, setting)
}

const meetsSingle = ({ any_of, equals, none_of }: SingleCondition, code: string): boolean =>
  (equals === undefined || equals === code) &&
  (any_of === undefined || any_of.includes(code)) &&
  none_of?.includes(code) !== true

const meetsMultiple = (condition: MultipleCondition, codes: ReadonlyArray<string>): boolean => {
  const { contains, contains_all = [], contains_any, contains_none, empty } = condition
  if (empty !== undefined && empty !== (codes.length === 0)) return false
  return (
    (contains === undefined || codes.includes(contains)) &&
    (contains_any === undefined || contains_any.some((code) => codes.includes(code))) &&
    contains_all.every((code) => codes.includes(code)) &&
    contains_none?.some((code) => codes.includes(code)) !== true
  )
}

const meetsTerritory = (condition: TerritoryCondition, territory: Territory): boolean =>
  (condition.global === undefined || condition.global === territory.global) &&
  (condition.countries === undefined || meetsMultiple(condition.countries, territory.countries))

const meetsFlags = (condition: FlagsCondition, flags: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(condition).every(([member, wanted]) => Object.hasOwn(flags, member) && flags[member] === wanted)

/** Formats the code of a value of one dimension. */
export type FormatCode = (code: string) => string

/** What a condition of a conflict rule asks of a dimension, in words. */
export const formatCondition = (condition: Condition, formatCode: FormatCode): string => {
  if (isMultipleCondition(condition)) return formatMultiple(condition, formatCode)
  if (isSingleCondition(condition)) {
    const { any_of, equals, none_of } = condition
    return [
      ...(equals === undefined ? [] : [`is ${formatCode(equals)}`]),
      ...(any_of === undefined ? [] : [`is ${any_of.map(formatCode).join(" or ")}`]),
      ...(none_of === undefined ? [] : [`is not ${none_of.map(formatCode).join(" or ")}`])
    ].join(" and ")
  }
  if (isTerritoryCondition(condition)) {
    const { countries, global } = condition
    return [
      ...(global === undefined ? [] : [global ? "is worldwide" : "is not worldwide"]),
      ...(countries === undefined ? [] : [`its list of countries ${formatMultiple(countries, formatCode)}`])
    ].join(" and ")
  }
  return Object.entries(condition)
    .map(([member, value]) => `${formatCode(member)} is ${value ? "yes" : "no"}`)
    .join(" and ")
}

const formatMultiple = (
  { contains, contains_all, contains_any, contains_none, empty }: MultipleCondition,
  formatCode: FormatCode
): string =>
  [
    ...(contains === undefined ? [] : [`contains ${formatCode(contains)}`]),
    ...(contains_any === undefined ? [] : [`contains ${contains_any.map(formatCode).join(" or ")}`]),
    ...(contains_all === undefined ? [] : [`contains ${contains_all.map(formatCode).join(" and ")}`]),
    ...(contains_none === undefined ? [] : [`does not contain ${contains_none.map(formatCode).join(" or ")}`]),
    ...(empty === undefined ? [] : [empty ? "is empty" : "is not empty"])
  ].join(" and ")
