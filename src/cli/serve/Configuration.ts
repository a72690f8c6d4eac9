import * as Param from "effect/cli/Param"
import { distance } from "fastest-levenshtein"
import * as Options from "../options/Options.ts"
import { maskSecrets } from "../terminal/ErrorMessage.ts"

/** An option of a command. */
interface OptionPath {
  /** The name on the command line, without dashes in front. */
  readonly name: string
  /** Where the value is in the input of the command: options may be in groups. */
  readonly path: ReadonlyArray<string>
}

/** Lists the options that a command declares, also those in groups. An option is named for its property. */
export const listOptions = (declared: object): ReadonlyArray<OptionPath> =>
  Object.entries(declared).flatMap(([property, option]: [string, unknown]) =>
    typeof option === "object" && option !== null && !Param.isParam(option)
      ? listOptions(option).map(({ name, path }) => ({ name, path: [property, ...path] }))
      : [{ name: toOptionName(property), path: [property] }]
  )

const toOptionName = (property: string): string => property.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

interface ConfigurationSources {
  readonly options: ReadonlyArray<OptionPath>
  /** The parsed input of the command. */
  readonly input: object
  /** The words of the command line. */
  readonly words: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Variables of other programs, by the option that they supply if nothing else does. */
  readonly standardVariables: Readonly<Record<string, string>>
}

/**
 * The value of each option by its name, without secrets, and where it comes from. The value is `null` if the option has
 * none.
 */
export const toEffectiveConfiguration = (sources: ConfigurationSources) =>
  Object.fromEntries(
    sources.options.map(({ name, path }) => [
      name,
      { value: toShownValue(valueAt(sources.input, path)), ...sourceOf(name, sources) }
    ])
  )

/** Renders JSON with a line for each option. */
export const renderConfiguration = (configuration: Readonly<Record<string, object>>): string => {
  const lines = Object.entries(configuration).map(([name, option]) => `  "${name}": ${JSON.stringify(option)}`)
  return `{\n${lines.join(",\n")}\n}`
}

const valueAt = (input: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (value, property) => (typeof value === "object" && value !== null ? Reflect.get(value, property) : undefined),
    input
  )

const toShownValue = (value: unknown): unknown => {
  if (value === undefined) return null
  if (Array.isArray(value)) return value.map(toShownValue)
  return typeof value === "string" ? maskSecrets(value) : value
}

const sourceOf = (name: string, { environment, standardVariables, words }: ConfigurationSources) => {
  const isOption = words.some(
    (word) => word === `--${name}` || word === `--no-${name}` || word.startsWith(`--${name}=`)
  )
  if (isOption) return { source: "option" }
  // An empty variable counts as missing.
  const variable = [Options.environmentName(name), standardVariables[name] ?? ""].find(
    (each) => (environment[each] ?? "") !== ""
  )
  return variable === undefined ? { source: "default" } : { source: "variable", variable }
}

/** A variable that nothing reads, and the one that was probably meant. */
interface MisspelledVariable {
  readonly name: string
  readonly meant: string
}

/** Finds variables that are almost those of options, which are given by their names. */
export const findMisspelledVariables = (
  names: ReadonlyArray<string>,
  options: ReadonlyArray<string>
): ReadonlyArray<MisspelledVariable> => {
  const known = options.map(Options.environmentName)
  return names
    .filter((name) => name.startsWith("TAXONOMY_") && !known.includes(name) && !others.has(name))
    .flatMap((name) => {
      const meant = known.find((each) => distance(name, each) <= maxDistance)
      return meant === undefined ? [] : [{ name, meant }]
    })
}

const maxDistance = 2

/** Variables of clients and examples, which resemble those of options. */
const others: ReadonlySet<string> = new Set(["TAXONOMY_API_KEY", "TAXONOMY_URL"])
