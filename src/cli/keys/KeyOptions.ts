import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Prompt from "effect/cli/Prompt"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { containsApiKey } from "../../domain/keys/ApiKeyMasking.ts"
import { quoteShellWord } from "../../platform/CommandLine.ts"
import { literalOption, textOption, textOptionOr } from "../options/EnvironmentOption.ts"
import { keyPrefixOnly, projectPath, singleLine } from "../options/Options.ts"
import { SingleLineText } from "../options/SingleLineText.ts"

const defaultFile = "var/keys.ndjson"

/** The default of `--keys`. */
export const defaultKeys = projectPath(defaultFile)

/** The option that a command needs to use the same key ledger, without a password. */
export const keysOptionHint = (given: string, shown: string, defaultLocation: string): string =>
  given === defaultLocation ? "" : ` --keys ${quoteShellWord(shown)}`

export const keysOption = textOptionOr(
  "keys",
  "Key ledger: a file, or a database as postgres://user@host/name",
  defaultKeys,
  `${defaultFile} of the project`
).pipe(Flag.withMetavar("location"))

export const identifierArgument = Argument.String("identifier").pipe(
  Argument.withDescription("First 12 characters of the key, or an unambiguous start of them"),
  Argument.withFallbackPrompt(Prompt.String({ message: "First 12 characters of the key" }))
)

/** An option with a line of text, with a prompt if it is missing on a terminal. */
export const lineOption = (name: string, description: string, question: string) =>
  singleLine(
    name,
    textOption(name, description, promptNote).pipe(
      Flag.withFallbackPrompt(Prompt.String({ message: question, validate: validLine }))
    )
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

const promptNote = "prompted for on a terminal"

const validLine = (text: string): Effect.Effect<string, string> =>
  containsApiKey(text)
    ? Effect.fail(`Expected ${keyPrefixOnly}`)
    : Effect.fromResult(Result.mapError(Schema.decodeResult(SingleLineText)(text.trim()), (error) => error.message))
