import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"
import * as Prompt from "effect/cli/Prompt"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Line } from "../Line.ts"
import { option } from "../Options.ts"

/** Where the keys are kept. */
export const keysOption = option("keys", "File that the keys are kept in").pipe(Flag.withDefault("var/keys.ndjson"))

export const formatOption = choice("format", ["pretty", "json"], "How to print").pipe(Flag.withDefault("pretty"))

/** The key that is meant, by its first 12 characters or by fewer that no other key begins with. */
export const identifierArgument = Argument.String("identifier").pipe(
  Argument.withDescription("The first 12 characters of the key, or fewer that no other key begins with")
)

/** A line of text, which is asked for on a terminal where it is not given. */
export const lineOption = (name: string, description: string, question: string) =>
  option(name, description).pipe(
    Flag.withFallbackPrompt(Prompt.String({ message: question, validate: validLine })),
    Flag.withSchema(Line)
  )

/** One of a few words, which is asked for on a terminal where it is not given. */
export const choiceOption = <const Word extends string>(
  name: string,
  words: ReadonlyArray<Word>,
  description: string,
  question: string
) =>
  choice(name, words, description).pipe(
    Flag.withFallbackPrompt(
      Prompt.Select({ message: question, choices: words.map((word) => ({ title: word, value: word })) })
    )
  )

function choice<const Word extends string>(name: string, words: ReadonlyArray<Word>, description: string) {
  const variable = `TAXONOMY_${name.toUpperCase()}`
  return Flag.Literals(name, words).pipe(
    Flag.withDescription(`${description} [env: ${variable}]`),
    Flag.withFallbackConfig(Config.Literals(words, variable))
  )
}

const validLine = (text: string): Effect.Effect<string, string> =>
  Effect.fromResult(Result.mapError(Schema.decodeResult(Line)(text), (error) => error.message))
