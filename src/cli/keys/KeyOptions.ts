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

const usualKeys = "var/keys.ndjson"

/** Where the keys are kept unless `--keys` says otherwise. */
export const defaultKeys = projectPath(usualKeys)

/** The option that a command needs to use the same key ledger, without a password. */
export const keysOptionHint = (given: string, shown: string, usual: string): string =>
  given === usual ? "" : ` --keys ${quoteShellWord(shown)}`

/** Where the keys are kept. */
export const keysOption = textOptionOr(
  "keys",
  "Where the keys are kept: a file, or a database as postgres://user@host/name",
  defaultKeys,
  `${usualKeys} of the project`
).pipe(Flag.withMetavar("place"))

/** The key that is meant, by its first 12 characters or by fewer that no other key begins with. */
export const identifierArgument = Argument.String("identifier").pipe(
  Argument.withDescription("The first 12 characters of the key, or fewer that no other key begins with"),
  Argument.withFallbackPrompt(Prompt.String({ message: "Which key, by its first 12 characters?" }))
)

/** A line of text, which is asked for on a terminal where it is not given. */
export const lineOption = (name: string, description: string, question: string) =>
  singleLine(
    name,
    textOption(name, description, askedFor).pipe(
      Flag.withFallbackPrompt(Prompt.String({ message: question, validate: validLine }))
    )
  )

/** One of a few words, which is asked for on a terminal where it is not given. */
export const choiceOption = <const Word extends string>(
  name: string,
  words: ReadonlyArray<Word>,
  description: string,
  question: string
) =>
  literalOption(name, words, description, askedFor).pipe(
    Flag.withFallbackPrompt(
      Prompt.Select({ message: question, choices: words.map((word) => ({ title: word, value: word })) })
    )
  )

const askedFor = "asked for on a terminal"

const validLine = (text: string): Effect.Effect<string, string> =>
  containsApiKey(text)
    ? Effect.fail(`Expected ${keyPrefixOnly}`)
    : Effect.fromResult(Result.mapError(Schema.decodeResult(SingleLineText)(text.trim()), (error) => error.message))
