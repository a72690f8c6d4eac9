import { regions } from "../../../taxonomy/CountryAliases.ts"
import type { Shape } from "../../../taxonomy/Taxonomy.ts"
import { isBlankWord } from "./BlankWord.ts"
import { isMap, meantCodes, type KnownDimension } from "./MeantCode.ts"
import { meantSetting } from "./MeantSetting.ts"
import { settingExample } from "./ShapeExamples.ts"

/** The facts of a setting that the shape of its dimension does not take. */
export type WrongSetting = {
  readonly dimension: string
  readonly shape: Shape
  /** The key of a territory that is wrong, or that it does not take. */
  readonly part?: string
  /** The name of a region that stands in a list of countries. */
  readonly region?: string
  /** What the editor meant, as it is written. */
  readonly meant: string | null
  /** How a setting of this dimension is written. */
  readonly example: string
  /** The codes of which only one can be set. */
  readonly choices?: ReadonlyArray<string>
  /** True for nothing, or a word for it, in a dimension that a license can leave out. */
  readonly is_blank?: true
}

export const describeSetting = (name: string, dimension: KnownDimension, written: unknown): WrongSetting => {
  const part = dimension.shape === "territory" && isMap(written) ? wrongPart(dimension, written) : undefined
  return {
    dimension: name,
    shape: dimension.shape,
    ...(part === undefined ? {} : { part }),
    ...(part === "countries" ? describeRegion(written) : {}),
    meant: meantSetting(dimension, written) ?? null,
    example: settingExample(name, dimension, written),
    ...(dimension.shape === "single" ? describeChoice(dimension, written) : {}),
    ...(isBlankWord(written) && dimension.isRequired !== true ? { is_blank: true } : {})
  }
}

/** The keys from a setting to what is wrong in it. */
export const pathToWrong = ({ part }: WrongSetting): ReadonlyArray<string> => (part === undefined ? [] : [part])

const describeRegion = (written: unknown): Pick<WrongSetting, "region"> => {
  const countries = isMap(written) ? written["countries"] : undefined
  const region = Array.isArray(countries)
    ? countries.find((code) => typeof code === "string" && regions.has(code.toLowerCase()))
    : undefined
  return typeof region === "string" ? { region } : {}
}

const describeChoice = (dimension: KnownDimension, written: unknown): Pick<WrongSetting, "choices"> => {
  const { codes } = meantCodes(dimension, written)
  return codes.length > 1 ? { choices: codes } : {}
}

/** True for a word that says that nothing is set, and for several codes. */
export const isNoSingleCode = (dimension: KnownDimension, written: string): boolean =>
  isBlankWord(written) || meantCodes(dimension, written).codes.length > 1

const wrongPart = (
  { codes }: KnownDimension,
  { countries, global, ...others }: Readonly<Record<string, unknown>>
): string | undefined => {
  // Countries without brackets around them.
  const isStray = Object.values(others).every((value) => value === null)
  if (isStray && countries !== undefined && Object.keys(others).length > 0) return "countries"
  const [unknown, ...more] = Object.keys(others)
  if (unknown !== undefined && more.length === 0) return unknown
  if (Object.keys(others).length > 0 || global === undefined || countries === undefined) return undefined
  if (typeof global !== "boolean") return "global"
  const isList = Array.isArray(countries) && countries.every((code) => typeof code === "string" && codes.has(code))
  return isList ? undefined : "countries"
}
