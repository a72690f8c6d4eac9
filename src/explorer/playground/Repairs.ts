import type { Config, Setting } from "../../domain/taxonomy/Config.ts"
import { configProblems, type ConfigViolation, type Vocabulary } from "../../domain/taxonomy/ConfigValidation.ts"
import { listConditions } from "../../domain/taxonomy/Rules.ts"
import { codesIn, isFlags, isListOfCodes, isTerritory, settingOf } from "../../domain/taxonomy/Settings.ts"

/** A change of a config that solves problems of it and makes none. */
export interface Repair {
  readonly config: Config
  readonly dimension: string
  /** The value that is left out; the whole setting if it is missing. */
  readonly code?: string
}

/** The smallest changes that solve a problem: a value is left out, or if that is not enough, a setting. */
export const findRepairs = (
  vocabulary: Vocabulary,
  config: Config,
  problem: ConfigViolation
): ReadonlyArray<Repair> => {
  const count = configProblems(vocabulary, config).length
  const solving = (repairs: ReadonlyArray<Repair>) =>
    repairs.filter((repair) => configProblems(vocabulary, repair.config).length < count)
  const places = placesOf(problem, config)
  const byValue = solving(
    places.flatMap(({ codes, dimension }) => codes.map((code) => withoutCode(config, dimension, code)))
  )
  return byValue.length > 0 ? byValue : solving(places.map(({ dimension }) => withoutSetting(config, dimension)))
}

/** The values that a problem is about. A rule is about all values of its dimensions that the config sets. */
const placesOf = (problem: ConfigViolation, config: Config) => {
  if (problem._tag === "Conflict") {
    return [...new Set(listConditions(problem.rule).map(({ dimension }) => dimension))].flatMap((dimension) => {
      const setting = settingOf(config, dimension)
      return setting === undefined
        ? []
        : [
            {
              dimension,
              codes: codesIn(setting)
                .slice(0, maxTried)
                .map(({ code }) => code)
            }
          ]
    })
  }
  if (problem._tag === "MissingDimension") return []
  return [{ dimension: problem.dimension, codes: "value" in problem ? [problem.value] : [] }]
}

/** A person looks for the wrong one of more in another way. */
const maxTried = 50

const withoutSetting = (config: Config, dimension: string): Repair => ({
  config: Object.fromEntries(Object.entries(config).filter(([name]) => name !== dimension)),
  dimension
})

const withoutCode = (config: Config, dimension: string, code: string): Repair => {
  const setting = settingOf(config, dimension)
  const left = setting === undefined ? undefined : leaveOut(setting, code)
  return left === undefined
    ? { ...withoutSetting(config, dimension), code }
    : { config: { ...config, [dimension]: left }, dimension, code }
}

const leaveOut = (setting: Setting, code: string): Setting | undefined => {
  if (isListOfCodes(setting)) return nonEmpty(setting.filter((other) => other !== code))
  if (isTerritory(setting)) return { ...setting, countries: setting.countries.filter((other) => other !== code) }
  if (!isFlags(setting)) return undefined
  const members = Object.entries(setting).filter(([name]) => name !== code)
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

const nonEmpty = (codes: ReadonlyArray<string>) => (codes.length === 0 ? undefined : codes)
