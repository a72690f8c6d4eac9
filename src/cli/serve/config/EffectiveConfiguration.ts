import * as Option from "effect/Option"
import { environmentName } from "../../options/EnvironmentOption.ts"
import { maskSecrets } from "../../terminal/SecretMasking.ts"
import type { OptionPath } from "./OptionPaths.ts"

type Source =
  | { readonly source: "option" }
  | { readonly source: "variable"; readonly variable: string }
  | { readonly source: "default" }

/** The value of an option as JSON, `null` if it has none, and where it comes from. */
export type EffectiveOption = { readonly value: unknown } & Source

export interface ConfigurationSources {
  readonly options: ReadonlyArray<OptionPath>
  /** The parsed input of the command. */
  readonly input: object
  /** The words of the command line. */
  readonly words: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Variables of other programs, by the option that they supply if nothing else does. */
  readonly standardVariables: Readonly<Record<string, string>>
}

/** The value of each option by its name, without secrets. */
export const toEffectiveConfiguration = (sources: ConfigurationSources): Readonly<Record<string, EffectiveOption>> =>
  Object.fromEntries(
    sources.options.map(({ name, path }) => [
      name,
      { value: toShownValue(valueAt(sources.input, path)), ...sourceOf(name, sources) }
    ])
  )

/** Renders JSON with a line for each option. */
export const renderConfiguration = (configuration: Readonly<Record<string, EffectiveOption>>): string => {
  const lines = Object.entries(configuration).map(([name, option]) => `  "${name}": ${JSON.stringify(option)}`)
  return `{\n${lines.join(",\n")}\n}`
}

const valueAt = (input: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>(
    (value, property) => (typeof value === "object" && value !== null ? Reflect.get(value, property) : undefined),
    input
  )

const toShownValue = (value: unknown): unknown => {
  if (Option.isOption(value)) return toShownValue(Option.getOrNull(value))
  if (Array.isArray(value)) return value.map(toShownValue)
  return typeof value === "string" ? maskSecrets(value) : value
}

const sourceOf = (name: string, { environment, standardVariables, words }: ConfigurationSources): Source => {
  const isOption = words.some(
    (word) => word === `--${name}` || word === `--no-${name}` || word.startsWith(`--${name}=`)
  )
  if (isOption) return { source: "option" }
  // An empty variable counts as missing.
  const variable = [environmentName(name), standardVariables[name] ?? ""].find(
    (each) => (environment[each] ?? "") !== ""
  )
  return variable === undefined ? { source: "default" } : { source: "variable", variable }
}
