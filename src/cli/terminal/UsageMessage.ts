import type { NonShowHelpErrors } from "effect/cli/CliError"
import type * as CliOutput from "effect/cli/CliOutput"
import type { FlagDoc, HelpDoc } from "effect/cli/HelpDoc"
import * as Option from "effect/Option"
import { maskApiKeys } from "../../domain/keys/ApiKeyMasking.ts"
import { didYouMean } from "../../domain/taxonomy/Suggestion.ts"
import { environmentName } from "../options/EnvironmentOption.ts"

/** What is wrong with a command line, and where to look: one line for each error, and one for help. */
export const usageMessage = (
  { commandPath, errors, helpDoc }: CliOutput.Presenter.InvalidInvocation,
  args: ReadonlyArray<string>,
  environment: NodeJS.ProcessEnv
): string => {
  const given = (name: string) => args.some((argument) => argument === `--${name}` || argument.startsWith(`--${name}=`))
  const lines = errors.map((error) => `error: ${sentence(error, helpDoc, given, environment)}`)
  // A key may have been written where something else belongs.
  return maskApiKeys([...lines, `usage: ${helpDoc.usage}`, `help:  ${commandPath.join(" ")} --help`].join("\n"))
}

const sentence = (
  error: NonShowHelpErrors,
  { args = [], flags, subcommands = [] }: HelpDoc,
  given: (option: string) => boolean,
  environment: NodeJS.ProcessEnv
): string => {
  switch (error._tag) {
    case "UnrecognizedOption":
      return `There is no option ${printable(error.option)}.${suggestion(error.suggestions)}`
    case "UnknownSubcommand": {
      if (error.subcommand === "build-release") return "build-release is a command of its own: npx build-release."
      const known = subcommands.flatMap(({ commands }) => commands.map(({ name }) => name))
      const near = suggestion(error.suggestions)
      return `There is no command ${quoted(error.subcommand)}.${near === "" ? ` There is ${known.join(", ")}.` : near}`
    }
    case "MissingOption":
      // The parser stops at the first that is missing.
      return flags
        .filter(
          ({ name, required }) => name === error.option || (required && !given(name) && !isSet(name, environment))
        )
        .map(missingOption)
        .join("\nerror: ")
    case "MissingArgument": {
      const argument = args.find(({ name }) => name === error.argument)
      const what = argument === undefined ? undefined : Option.getOrUndefined(argument.description)
      return `<${error.argument}> is missing${what === undefined ? "" : `: ${what}`}.`
    }
    case "UnexpectedArgument": {
      const extra = error.arguments.map(quoted).join(", ")
      return `${extra} ${error.arguments.length === 1 ? "is one argument" : "are arguments"} too many. Put quotes around a value that holds spaces.`
    }
    case "InvalidValue":
      return invalidValue(error, given, environment)
    case "DuplicateOption":
    case "ValidationError":
    case "UserError":
      return error.message
  }
}

const isSet = (option: string, environment: NodeJS.ProcessEnv): boolean =>
  environment[environmentName(option)] !== undefined

const missingOption = ({ description, name }: FlagDoc): string => {
  // Effect puts them there.
  const [, choices] = /\(choices: ([^)]*)\)$/.exec(Option.getOrElse(description, () => "")) ?? []
  const wanted = choices === undefined ? "" : ` It is one of ${choices}.`
  return `--${name} is missing. Give it, or set ${environmentName(name)}.${wanted}`
}

type InvalidValue = Extract<NonShowHelpErrors, { readonly _tag: "InvalidValue" }>

const invalidValue = (
  { expected, kind, option, value }: InvalidValue,
  given: (option: string) => boolean,
  environment: NodeJS.ProcessEnv
): string => {
  const [wanted, words] = expectation(expected)
  if (kind === "argument") return `<${option}> cannot be ${quoted(value)}. Expected ${wanted}.${hint(value, words)}`
  if (given(option)) {
    return value === ""
      ? `--${option} has no value. Expected ${wanted}.`
      : `--${option} cannot be ${quoted(value)}. Expected ${wanted}.${hint(value, words)}`
  }
  const variable = environmentName(option)
  // Where a value cannot even be read from there, Effect tells another.
  const set = value === "config" ? (environment[variable] ?? value) : value
  return `${variable}, which stands for --${option}, cannot be ${quoted(set)}. Expected ${wanted}.${hint(set, words)}`
}

/** What is expected, in words, and the words to choose from where it is a list. */
const expectation = (expected: string): readonly [string, ReadonlyArray<string>] => {
  const alternatives = expected
    .replace(/^Schema validation failed: /, "")
    .replace(/^SchemaError\(([\s\S]*)\)$/, "$1")
    .split("\n")
    .map((line) => line.trim().replace(/^Expected:? /, ""))
    .filter((line) => line !== "" && !line.startsWith("at ["))
  const words = alternatives.flatMap((line) => (line.includes(" | ") ? line.split(" | ") : []))
  const plain = words.map((word) => word.replaceAll('"', ""))
  return [plain.length === 0 ? alternatives.join(", or ") : plain.join(", "), plain]
}

const hint = (value: string, words: ReadonlyArray<string>): string => {
  const near = didYouMean(value, words)
  return near === undefined ? "" : ` ${near}`
}

const suggestion = (suggestions: ReadonlyArray<string>): string =>
  suggestions.length === 0 ? "" : ` Did you mean ${suggestions.join(" or ")}?`

const quoted = (text: string): string => JSON.stringify(text)

/** As it was written, but for what would steer the terminal. */
const printable = (text: string): string => quoted(text).slice(1, -1)
