import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import type * as Effect from "effect/Effect"

/** The variable that an option's value is taken from where the command line has none. */
export const environmentName = (option: string): string => `TAXONOMY_${option.toUpperCase().replaceAll("-", "_")}`

/** A text, from the command line or the environment. */
export const option = (name: string, description: string, ...notes: ReadonlyArray<string>): Flag.Flag<string> =>
  Flag.String(name).pipe(fromEnvironment(name, Config.String), described(description, envNote(name), ...notes))

/** The same where it need not be given, with the value that it has then. */
export const optionOr = (
  name: string,
  description: string,
  value: string | Effect.Effect<string>,
  shown = String(value)
): Flag.Flag<string> => option(name, description, defaultNote(shown)).pipe(Flag.withDefault(value))

/** One of a few words, from the command line or the environment. */
export const choice = <const Word extends string>(
  name: string,
  words: ReadonlyArray<Word>,
  description: string,
  ...notes: ReadonlyArray<string>
): Flag.Flag<Word> =>
  Flag.Literals(name, words).pipe(
    fromEnvironment(name, (variable) => Config.Literals(words, variable)),
    described(description, envNote(name), ...notes)
  )

/** What is done or not, not unless the command line or the environment say so. */
export const toggle = (name: string, description: string): Flag.Flag<boolean> =>
  Flag.Boolean(name).pipe(
    fromEnvironment(name, Config.Boolean),
    described(description, envNote(name), defaultNote("no")),
    Flag.withDefault(false)
  )

/** What the help says of an option, and notes on it in brackets. */
export const described =
  (description: string, ...notes: ReadonlyArray<string>) =>
  <A>(flag: Flag.Flag<A>): Flag.Flag<A> =>
    Flag.withDescription(flag, [description, ...notes.map((note) => `[${note}]`)].join(" "))

/** Takes what is not given from the option's variable. */
export const fromEnvironment =
  <B>(name: string, config: (variable: string) => Config.Config<B>) =>
  <A>(flag: Flag.Flag<A>): Flag.Flag<A | B> =>
    Flag.withFallbackConfig(flag, config(environmentName(name)))

export const envNote = (name: string): string => `env: ${environmentName(name)}`

/** The value that holds, or what happens, where an option is not given. */
export const defaultNote = (shown: string): string => `default: ${shown}`
