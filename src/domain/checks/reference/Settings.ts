import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { isObject } from "../../Json.ts"
import { foldText } from "../../lookup/SearchItems.ts"
import { conditionOfShape, type Condition } from "../../taxonomy/Config.ts"
import type { VocabularyDimension } from "../../taxonomy/ConfigValidation.ts"
import { countryAliases } from "../../taxonomy/CountryAliases.ts"
import type { Shape } from "../../taxonomy/Scalars.ts"
import { nearest } from "../../taxonomy/Suggestion.ts"
import type { Dimension } from "../../taxonomy/Taxonomy.ts"

/** A dimension whose labels tell what an editor meant by a text that is no code. */
export type KnownDimension = VocabularyDimension<Dimension>

/** The facts of a setting that the shape of its dimension does not take. */
export type WrongSetting = {
  readonly dimension: string
  readonly shape: Shape
  /** The keys of a territory or of flags that are wrong. */
  readonly parts?: ReadonlyArray<string>
  /** How a setting of this dimension is written. */
  readonly example: string
  /** True for nothing in a dimension that a license can leave out. */
  readonly is_blank?: true
}

/** The facts of a condition that the shape of its dimension does not take. */
export type WrongCondition = {
  readonly dimension: string
  readonly shape: Shape
  /** An operator of this shape that is similar to one in the condition. */
  readonly suggestion: string | null
  /** True if the condition excludes codes by an operator that does not exist. */
  readonly is_negated?: true
  /** How a condition of this dimension is written. */
  readonly example: string
}

/**
 * The code that an editor may mean by a text: the code with that label or of that country, or a similar one. A deprecated
 * code gives way to its replacement.
 */
export const suggestCode = ({ codes, shape, values }: KnownDimension, written: string): string | undefined => {
  const text = foldText(written.trim())
  const labeled = values.filter(({ label }) => foldText(label) === text)
  const alias = shape === "territory" ? countryAliases.get(text) : undefined
  const near = labeled.length === 1 ? labeled[0]?.code : (alias ?? nearest(written.trim(), codes))
  const { replaced_by: [replacement, ...others] = [] } = values.find(({ code }) => code === near)?.deprecated ?? {}
  const isReplaced = replacement !== undefined && others.length === 0 && codes.has(replacement)
  return near !== undefined && codes.has(near) ? (isReplaced ? replacement : near) : undefined
}

export const describeSetting = (name: string, dimension: KnownDimension, written: unknown): WrongSetting => {
  const parts = wrongParts(dimension, written)
  return {
    dimension: name,
    shape: dimension.shape,
    ...(parts.length === 0 ? {} : { parts }),
    example: settingExample(name, dimension, written),
    ...(written === null && !dimension.required ? { is_blank: true } : {})
  }
}

/** The keys from a setting to what is wrong in it. */
export const pathToWrong = ({ parts = [] }: WrongSetting): ReadonlyArray<string> => parts.slice(0, 1)

export const describeCondition = (name: string, dimension: KnownDimension, condition: unknown): WrongCondition => {
  const operators = operatorsOf(dimension.shape)
  const near = (isObject(condition) ? Object.keys(condition) : []).map((operator) => nearest(operator, operators))
  return {
    dimension: name,
    shape: dimension.shape,
    suggestion: near.find((operator) => operator !== undefined) ?? null,
    ...(isNegated(dimension, condition) ? { is_negated: true } : {}),
    example: conditionExample(name, dimension, condition)
  }
}

/** True if a condition is one that a dimension of this shape takes. */
export const fitsShape = (shape: Shape, condition: Condition): boolean => fits[shape](condition)

/** A code as the sources write it: in quotes if YAML would not read it as text. */
const writeCode = (code: string): string => (/^(?:[-+.]?\d.*|true|false|null|~)$/i.test(code) ? `"${code}"` : code)

const wrongParts = ({ codes, shape }: KnownDimension, written: unknown): ReadonlyArray<string> => {
  if (!isObject(written)) return []
  if (shape === "flags") return Object.keys(written).filter((key) => typeof written[key] !== "boolean")
  if (shape !== "territory") return []
  const { countries, global, ...others } = written
  const [unknown, ...more] = Object.keys(others)
  if (unknown !== undefined && more.length === 0) return [unknown]
  if (unknown !== undefined || global === undefined || countries === undefined) return []
  if (typeof global !== "boolean") return ["global"]
  const isList = Array.isArray(countries) && countries.every((code) => typeof code === "string" && codes.has(code))
  return isList ? [] : ["countries"]
}

/** True for `{ not: CODE }` and the like, where a shape has a condition that says so. */
const isNegated = ({ codes, shape }: KnownDimension, condition: unknown): boolean => {
  const [operator = "", ...more] = isObject(condition) ? Object.keys(condition) : []
  const negates = /^(?:not|no|exclude|except|without|none|!|isnt|unless)/i.test(operator)
  const isOfCodes = shape === "single" || shape === "multiple"
  return negates && isOfCodes && more.length === 0 && textsIn(condition).some((text) => codes.has(text))
}

/** A valid setting of a dimension, with the codes of an invalid one. */
const settingExample = (name: string, dimension: KnownDimension, written: unknown): string => {
  const codes = codesIn(dimension, written)
  switch (dimension.shape) {
    case "single":
      return `${name}: ${codes[0]}`
    case "multiple":
      return `${name}: [${codes.join(", ")}]`
    case "territory":
      return written === "global" || (isObject(written) && written["global"] === true)
        ? `${name}: { global: true, countries: [] }`
        : `${name}: { global: false, countries: [${codes.join(", ")}] }`
    case "flags":
      // What was written may have been a refusal, so that an example that permits would turn it around.
      return `${name}: { ${codes[0]}: ${textsIn(written).some((text) => dimension.codes.has(text))} }`
  }
}

/** A valid condition on a dimension, with the codes of an invalid one. */
const conditionExample = (name: string, dimension: KnownDimension, written: unknown): string => {
  const [first, ...more] = codesIn(dimension, written)
  const list = `[${[first, ...more].join(", ")}]`
  if (isNegated(dimension, written)) {
    return `${name}: { ${dimension.shape === "single" ? "none_of" : "contains_none"}: ${list} }`
  }
  const contains = more.length === 0 ? `{ contains: ${first} }` : `{ contains_any: ${list} }`
  switch (dimension.shape) {
    case "single":
      return `${name}: ${more.length === 0 ? `{ equals: ${first} }` : `{ any_of: ${list} }`}`
    case "multiple":
      return `${name}: ${contains}`
    case "territory":
      return `${name}: { countries: ${contains} }`
    case "flags":
      return `${name}: { ${first}: true }`
  }
}

/** The codes of the dimension in an invalid value; else a familiar or the first code of the dimension. */
const codesIn = ({ codes }: KnownDimension, written: unknown): ReadonlyArray<string> => {
  const named = textsIn(written).filter((text) => codes.has(text))
  const other = ["US", "GB", "DE"].find((code) => codes.has(code)) ?? [...codes.values().take(1)][0] ?? "CODE"
  return (named.length === 0 ? [other] : [...new Set(named)]).map(writeCode)
}

const textsIn = (written: unknown): ReadonlyArray<string> => {
  if (typeof written === "string") return written.split(/\s*[,;]\s*/)
  if (Array.isArray(written)) return written.flatMap(textsIn)
  if (!isObject(written)) return []
  return Object.entries(written).flatMap(([key, inner]) =>
    typeof inner === "boolean" ? key : [key, ...textsIn(inner)]
  )
}

const strict = { onExcessProperty: "error" } as const
const fitsWith =
  <A>(decode: (condition: unknown) => Result.Result<A, unknown>) =>
  (condition: unknown): boolean =>
    Result.isSuccess(decode(condition))

const fits = {
  single: fitsWith(Schema.decodeUnknownResult(conditionOfShape.single, strict)),
  multiple: fitsWith(Schema.decodeUnknownResult(conditionOfShape.multiple, strict)),
  territory: fitsWith(Schema.decodeUnknownResult(conditionOfShape.territory, strict)),
  flags: fitsWith(Schema.decodeUnknownResult(conditionOfShape.flags, strict))
} as const

/** The operators of conditions. The members of flags are codes. */
const operatorsOf = (shape: Shape): ReadonlyArray<string> =>
  shape === "flags" ? [] : Object.keys(conditionOfShape[shape].fields)
