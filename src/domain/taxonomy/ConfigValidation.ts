import { isObject } from "../Json.ts"
import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import type { Config } from "./Config.ts"
import { conflicts, dimensionsIn, isBinding } from "./Rules.ts"
import { codesIn, isListOfCodes, isOfShape, isTerritory, settingOf } from "./Settings.ts"
import type { ConflictRule, Dimension, Value } from "./Taxonomy.ts"

/** Why a config is not valid under a taxonomy. `path` leads to the place within the config. */
export type ConfigViolation =
  | { readonly _tag: "UnknownDimension"; readonly dimension: string; readonly path: Path }
  | { readonly _tag: "UnknownValue"; readonly dimension: string; readonly value: string; readonly path: Path }
  | { readonly _tag: "RepeatedValue"; readonly dimension: string; readonly value: string; readonly path: Path }
  | { readonly _tag: "WrongShape"; readonly dimension: string; readonly expected: string; readonly path: Path }
  | { readonly _tag: "MissingDimension"; readonly dimension: string; readonly path: Path }
  | { readonly _tag: "UnlistedCountry"; readonly dimension: string; readonly value: string; readonly path: Path }
  | Conflict

/** A rule that a config breaks. */
export interface Conflict {
  readonly _tag: "Conflict"
  readonly rule: ConflictRule
  readonly path: Path
}

/**
 * Every problem of a config, in a fixed order: its settings one by one, then required dimensions that are missing, then
 * parts of countries that it does not list, and the conflict rules that it breaks, as far as no setting that they judge has a
 * problem. `config.schema.json` of a release accepts exactly the configs that have none.
 */
export const configProblems = (vocabulary: Vocabulary, config: unknown): ReadonlyArray<ConfigViolation> => {
  if (!isObject(config)) return [wrongShape("", "an object of dimension settings", [])]
  const wrong = Object.keys(config).filter((name) => !isKnown(vocabulary.dimensions.get(name), config[name]))
  const missing = vocabulary.required.flatMap((dimension): ReadonlyArray<ConfigViolation> =>
    Object.hasOwn(config, dimension) ? [] : [{ _tag: "MissingDimension", dimension, path: [] }]
  )
  // An unknown name may be that of any dimension that seems to be left out.
  const isMisnamed = wrong.some((name) => !vocabulary.dimensions.has(name))
  const canJudge = (names: ReadonlyArray<string>): boolean =>
    wrong.length === 0 || names.every((name) => !wrong.includes(name) && (!isMisnamed || Object.hasOwn(config, name)))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- known dimensions that are set to known codes are a config
  const sound = config as Config
  return [
    ...wrong.flatMap((name) => settingProblems(vocabulary, name, config[name])),
    ...missing,
    ...unlistedCountries(vocabulary.refining.filter(canJudge), sound),
    ...conflictProblems(
      wrong.length === 0 ? vocabulary.rules : vocabulary.rules.filter((rule) => canJudge(dimensionsIn(rule))),
      sound
    )
  ]
}

/** The advice that a config breaks, in the order of the rules. None if a setting is not well-formed. */
export const brokenAdvice = ({ advice, dimensions }: Vocabulary, config: unknown): ReadonlyArray<Conflict> =>
  advice.length > 0 &&
  isObject(config) &&
  Object.keys(config).every((name) => isKnown(dimensions.get(name), config[name]))
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- known dimensions that are set to known codes are a config
      conflictProblems(advice, config as Config)
    : []

/** What a taxonomy says of configs, indexed for look-ups. */
export interface Vocabulary<Terms extends DimensionTerms = DimensionTerms> {
  readonly dimensions: ReadonlyMap<string, VocabularyDimension<Terms>>
  readonly required: ReadonlyArray<string>
  /** The dimensions of parts of countries, each with the territory that it refines. */
  readonly refining: ReadonlyArray<readonly [name: string, territory: string]>
  /** The rules that make configs invalid. */
  readonly rules: ReadonlyArray<ConflictRule>
  /** The rules that are only reported. */
  readonly advice: ReadonlyArray<ConflictRule>
}

/** What a vocabulary needs of a dimension. */
export type DimensionTerms = Pick<Dimension, "name" | "shape" | "required" | "refines"> & {
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
  refining: dimensions.flatMap(({ name, refines }) => (refines === undefined ? [] : [[name, refines] as const])),
  rules: rules.filter(isBinding),
  advice: rules.filter((rule) => !isBinding(rule))
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

/** True for a setting without problems, of which it lists nothing: of many configs, most are valid. */
const isKnown = (dimension: VocabularyDimension | undefined, setting: unknown): boolean => {
  const listed = dimension && listedIn(dimension.shape, setting)
  return (
    dimension !== undefined &&
    Array.isArray(listed) &&
    // Sees the holes of a list, unlike `every`.
    listed.findIndex((code) => !dimension.codes.has(code)) === -1 &&
    (listed.length < 2 || new Set(listed).size === listed.length)
  )
}

const listedIn = (shape: DimensionTerms["shape"], setting: unknown): unknown => {
  if (shape === "single") return [setting]
  if (shape === "multiple") return setting
  if (!isObject(setting)) return undefined
  if (shape === "flags") return Object.values(setting).every(isBoolean) ? Object.keys(setting) : undefined
  return isBoolean(setting["global"]) && Object.keys(setting).length === 2 ? setting["countries"] : undefined
}

const isBoolean = (value: unknown): boolean => typeof value === "boolean"

const settingProblems = (vocabulary: Vocabulary, name: string, setting: unknown): ReadonlyArray<ConfigViolation> => {
  const dimension = vocabulary.dimensions.get(name)
  if (dimension === undefined) return [{ _tag: "UnknownDimension", dimension: name, path: [name] }]
  const { codes, shape } = dimension
  const isComplete = shape !== "territory" || (isObject(setting) && Object.keys(setting).length === 2)
  if (!isComplete || !isOfShape[shape](setting)) return [wrongShape(name, shapeInWords[shape], [name])]
  const seen = new Set<string>()
  return codesIn(setting).flatMap(({ code: value, path }): ReadonlyArray<ConfigViolation> => {
    const place = { dimension: name, value, path: [name, ...path] }
    if (seen.has(value)) return [{ _tag: "RepeatedValue", ...place }]
    seen.add(value)
    return codes.has(value) ? [] : [{ _tag: "UnknownValue", ...place }]
  })
}

/** The country of which a code names a part, such as `US` for `US-NY`. */
export const countryOf = (part: string): string => part.split("-", 1)[0] ?? ""

const unlistedCountries = (refining: Vocabulary["refining"], config: Config): ReadonlyArray<ConfigViolation> =>
  refining.flatMap(([dimension, name]) => {
    const [parts, territory] = [settingOf(config, dimension), settingOf(config, name)]
    if (!isListOfCodes(parts)) return []
    const countries = isTerritory(territory) && !territory.global ? territory.countries : []
    return parts.flatMap((value, index): ReadonlyArray<ConfigViolation> =>
      countries.includes(countryOf(value))
        ? []
        : [{ _tag: "UnlistedCountry", dimension, value, path: [dimension, index] }]
    )
  })

const conflictProblems = (rules: ReadonlyArray<ConflictRule>, config: Config): ReadonlyArray<Conflict> =>
  rules.filter((rule) => conflicts(rule, config)).map((rule) => conflictProblem(rule, config))

const conflictProblem = (rule: ConflictRule, config: Config): Conflict => {
  const first = dimensionsIn(rule).find((dimension) => settingOf(config, dimension) !== undefined)
  return { _tag: "Conflict", rule, path: first === undefined ? [] : [first] }
}

const wrongShape = (dimension: string, expected: string, path: Path): ConfigViolation => ({
  _tag: "WrongShape",
  dimension,
  expected,
  path
})
