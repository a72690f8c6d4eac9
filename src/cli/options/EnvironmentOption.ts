import * as Flag from "effect/cli/Flag"
import * as Param from "effect/cli/Param"
import * as Prompt from "effect/cli/Prompt"
import * as Config from "effect/Config"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** The environment variable that supplies an option if the command line does not. */
export const environmentName = (option: string): string => `TAXONOMY_${option.toUpperCase().replaceAll("-", "_")}`

/** A text option, from the command line or the environment. */
export const textOption = (name: string, description: string, ...notes: ReadonlyArray<string>): Flag.Flag<string> =>
  Flag.String(name).pipe(withEnvironment(name, Config.String), withNotes(description, envNote(name), ...notes))

/** A text option with a default, which `shown` describes in the help. */
export const textOptionOr = (
  name: string,
  description: string,
  value: string | Effect.Effect<string>,
  shown = String(value)
): Flag.Flag<string> => textOption(name, description, defaultNote(shown)).pipe(Flag.withDefault(value))

/** An option that takes one of a few words, from the command line or the environment. */
export const literalOption = <const Word extends string>(
  name: string,
  words: ReadonlyArray<Word>,
  description: string,
  ...notes: ReadonlyArray<string>
): Flag.Flag<Word> =>
  Flag.Literals(name, words).pipe(
    withEnvironment(name, (variable) => Config.Literals(words, variable)),
    withNotes(description, envNote(name), ...notes)
  )

/** An option with one of a few words, with a prompt if it is missing on a terminal. */
export const choiceOption = <const Word extends string>(
  name: string,
  words: ReadonlyArray<Word>,
  description: string,
  question: string
) =>
  literalOption(name, words, description, promptNote).pipe(
    Flag.withFallbackPrompt(
      Prompt.Select({ message: question, choices: words.map((word) => ({ title: word, value: word })) })
    )
  )

export const promptNote = "prompted for on a terminal"

/** An option without a value, off by default. `--no-<name>` turns it off. */
export const toggleOption = (name: string, description: string, value = false): Flag.Flag<boolean> =>
  Flag.Boolean(name).pipe(
    withEnvironment(name, Config.Boolean),
    withNotes(description, envNote(name), defaultNote(value ? "yes" : "no")),
    Flag.withDefault(value)
  )

/** A toggle without an environment variable, which would apply to later runs too. */
export const explicitToggle = (name: string, description: string, shown = "no"): Flag.Flag<boolean> =>
  Flag.Boolean(name).pipe(withNotes(description, defaultNote(shown)), Flag.withDefault(false))

/** Sets the help text of an option, followed by notes in brackets. */
export const withNotes =
  (description: string, ...notes: ReadonlyArray<string>) =>
  <A>(flag: Flag.Flag<A>): Flag.Flag<A> =>
    Flag.withDescription(flag, [description, ...notes.map((note) => `[${note}]`)].join(" "))

/** Falls back to the environment variable of an option. */
export const withEnvironment =
  <B>(name: string, config: (variable: string) => Config.Config<B>) =>
  <A>(flag: Flag.Flag<A>): Flag.Flag<A | B> =>
    Flag.withFallbackConfig(flag, config(environmentName(name)))

export const envNote = (name: string): string => `env: ${environmentName(name)}`

export const defaultNote = (shown: string): string => `default: ${shown}`

export interface IntegerRange {
  /** Such as "a port". */
  readonly noun: string
  readonly minimum: number
  readonly maximum: number
}

/** Restricts a text option to the integers of a range. */
export const withRange = (flag: Flag.Flag<string>, range: IntegerRange): Flag.Flag<number> =>
  flag.pipe(
    Flag.withMetavar("integer"),
    Flag.filterMap(
      (text) => parseInteger(text, range),
      () => `${range.noun} from ${range.minimum} to ${range.maximum}`
    )
  )

const parseInteger = (text: string, { maximum, minimum }: IntegerRange): Option.Option<number> => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1
  return value >= minimum && value <= maximum ? Option.some(value) : Option.none()
}

/** A text option that may be missing. `shown` stands in the help as its default. */
export const optionalOption = (name: string, description: string, shown: string, metavar: string) =>
  textOption(name, description, defaultNote(shown)).pipe(Flag.withMetavar(metavar), optional)

/** An option or argument that may be missing. */
export const optional = <Kind extends Param.ParamKind, A>(
  param: Param.Param<Kind, A>
): Param.Param<Kind, A | undefined> => Param.map(Param.optional(param), Option.getOrUndefined)
