import { stripVTControlCharacters } from "node:util"
import type { NonShowHelpErrors } from "effect/cli/CliError"
import type * as CliOutput from "effect/cli/CliOutput"
import type { FlagDoc, HelpDoc } from "effect/cli/HelpDoc"
import * as Option from "effect/Option"
import { maskApiKeys } from "../domain/keys/ApiKey.ts"
import { didYouMean } from "../domain/taxonomy/Suggestion.ts"
import { wrapText } from "../report/text/TerminalText.ts"
import * as Options from "./options/Options.ts"
import { maskSecrets } from "./terminal/ErrorMessage.ts"

/** Formats usage errors: one line per error, then the usage and the help command. */
export const formatUsageErrors = (
  { commandPath, errors, helpDoc }: CliOutput.Presenter.InvalidInvocation,
  args: ReadonlyArray<string>,
  environment: NodeJS.ProcessEnv
): string => {
  const isGiven = (name: string) =>
    args.some((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`))
  const lines = errors.map((error) => `error: ${formatUsageError(error, helpDoc, { isGiven, environment })}`)
  // An API key may have been typed in the place of another argument.
  return maskApiKeys([...lines, `usage: ${helpDoc.usage}`, `help:  ${commandPath.join(" ")} --help`].join("\n"))
}

interface Invocation {
  readonly isGiven: (option: string) => boolean
  readonly environment: NodeJS.ProcessEnv
}

const formatUsageError = (
  error: NonShowHelpErrors,
  { args = [], flags, subcommands = [] }: HelpDoc,
  invocation: Invocation
): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return `Unknown option ${escapeControls(error.option)}.${suggest(error.suggestions)}`
    case "UnknownSubcommand": {
      if (error.subcommand === "build-release") return "build-release is a separate program: node bin/build-release.js."
      const known = subcommands.flatMap(({ commands }) => commands.map(({ name }) => name))
      const near = suggest(error.suggestions)
      return `Unknown command ${quote(error.subcommand)}.${near === "" ? ` Expected one of ${known.join(", ")}.` : near}`
    }
    case "MissingOption":
      // The parser stops at the first missing option.
      return flags
        .filter(({ name, required }) => name === error.option || (required && !isSet(name, invocation)))
        .map(formatMissingOption)
        .join("\nerror: ")
    case "MissingArgument": {
      const argument = args.find(({ name }) => name === error.argument)
      const description = argument === undefined ? undefined : Option.getOrUndefined(argument.description)
      return `<${error.argument}> is missing${description === undefined ? "" : `: ${description}`}.`
    }
    case "UnexpectedArgument":
      return `Unexpected ${error.arguments.map(quote).join(", ")}. Put quotes around a value that contains spaces.`
    case "InvalidValue":
      return formatInvalidValue(error, invocation)
    case "DuplicateOption":
    case "ValidationError":
    case "UserError":
      return error.message
  }
}

const isSet = (option: string, { environment, isGiven }: Invocation): boolean =>
  isGiven(option) || environment[Options.environmentName(option)] !== undefined

const formatMissingOption = ({ description, name }: FlagDoc): string => {
  // Effect appends the choices to the description.
  const [, choices] = /\(choices: ([^)]*)\)$/.exec(Option.getOrElse(description, () => "")) ?? []
  const expected = choices === undefined ? "" : ` Expected one of ${choices}.`
  return `--${name} is missing. Pass it or set ${Options.environmentName(name)}.${expected}`
}

type InvalidValue = Extract<NonShowHelpErrors, { readonly _tag: "InvalidValue" }>

const formatInvalidValue = (
  { expected, kind, option, value }: InvalidValue,
  { environment, isGiven }: Invocation
): string => {
  const times = repetitions(value, expected)
  if (times !== undefined) return `--${option} is given ${times} times. Pass it once.`
  const { text, words } = parseExpectation(expected)
  if (kind === "argument") return `Invalid <${option}> ${quote(value)}. Expected ${text}.${suggestWord(value, words)}`
  if (isGiven(option)) {
    return value === ""
      ? `--${option} has no value. Expected ${text}.`
      : `Invalid --${option} ${quote(value)}. Expected ${text}.${suggestWord(value, words)}`
  }
  const variable = Options.environmentName(option)
  // If Effect cannot read the variable, its error names "config" as the value.
  const set = value === "config" ? (environment[variable] ?? value) : value
  return `Invalid ${variable} ${quote(set)} (for --${option}). Expected ${text}.${suggestWord(set, words)}`
}

/** How often an option is given that may be given once: Effect reports the count as a value. */
const repetitions = (value: string, expected: string): string | undefined =>
  expected === "at most 1 value" ? /^(\d+) occurrences$/.exec(value)?.[1] : undefined

interface Expectation {
  readonly text: string
  /** The choices, if the option takes one of a list of words. */
  readonly words: ReadonlyArray<string>
}

/** Extracts the expectation from an error of Effect's parser, which may be the rendered error of a schema. */
const parseExpectation = (expected: string): Expectation => {
  const alternatives = expected
    .replace(/^Schema validation failed: /, "")
    .replace(/^SchemaError\(([\s\S]*)\)$/, "$1")
    .split("\n")
    .map((line) => line.trim().replace(/^Expected:? /, ""))
    .filter((line) => line !== "" && !line.startsWith("at ["))
  const words = alternatives
    .flatMap((line) => (line.includes(" | ") ? line.split(" | ") : []))
    .map((word) => word.replaceAll('"', ""))
  return { text: words.length === 0 ? alternatives.join(", or ") : `one of ${words.join(", ")}`, words }
}

const suggestWord = (value: string, words: ReadonlyArray<string>): string => {
  const near = didYouMean(value, words)
  return near === undefined ? "" : ` ${near}`
}

const suggest = (suggestions: ReadonlyArray<string>): string =>
  suggestions.length === 0 ? "" : ` Did you mean ${suggestions.join(" or ")}?`

/** Quotes what was given, without a password in it. */
const quote = (text: string): string => JSON.stringify(maskSecrets(text))

/** Escapes what would control the terminal. */
const escapeControls = (text: string): string => quote(text).slice(1, -1)

/** Wraps a help page to the terminal. The description of an option or command continues below its beginning. */
export const wrapHelp = (page: string, width: number): string =>
  page
    .split("\n")
    .map((line) => wrapLine(line, width))
    .join("\n")

const wrapLine = (line: string, width: number): string => {
  const text = stripVTControlCharacters(line)
  if (text.length <= width) return line
  const before = /^ +\S.*? {2,}(?=\S)/.exec(text)?.[0]
  if (before === undefined) {
    const indent = /^ */.exec(text)?.[0] ?? ""
    return wrapText(line.slice(indent.length), width, { first: indent, rest: indent })
  }
  const [first, description] = splitAfter(line, before)
  return width - before.length >= minDescriptionWidth
    ? wrapText(description, width, { first, rest: " ".repeat(before.length) })
    : // In a narrow terminal the description has lines of its own.
      `${first.trimEnd()}\n${wrapText(description, width, { first: "      " })}`
}

/** Splits a line, which can have colors, after the text that it begins with. */
const splitAfter = (line: string, text: string): readonly [string, string] => {
  let end = text.length
  while (end < line.length && stripVTControlCharacters(line.slice(0, end)) !== text) end += 1
  return [line.slice(0, end), line.slice(end)]
}

const minDescriptionWidth = 30
