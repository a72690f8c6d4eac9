import * as Argument from "effect/cli/Argument"
import type * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Prompt from "effect/cli/Prompt"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { Code } from "../../domain/taxonomy/Identifiers.ts"
import { Text } from "../../domain/taxonomy/Text.ts"
import {
  defaultNote,
  envNote,
  textOption,
  toggleOption,
  withEnvironment,
  withNotes
} from "../options/EnvironmentOption.ts"
import { formatOption, releasesOption, sourcesOption } from "../options/Options.ts"

/** The options of every command that changes the sources. */
export const editOptions = {
  dryRun: toggleOption("dry-run", "Show the changes and the verdict of the check, and write nothing"),
  bump: toggleOption("bump", "Raise the declared version if the changes require it", true),
  major: toggleOption("major", "Allow a change that requires a new major version"),
  src: sourcesOption,
  releases: releasesOption,
  format: formatOption
}

export type EditInput = Command.Command.Config.Infer<typeof editOptions>

/** A required text, with a prompt if it is missing on a terminal. */
export const requiredText = (name: string, description: string, question: string) =>
  textOption(name, description, "prompted for on a terminal").pipe(
    Flag.withFallbackPrompt(
      Prompt.String({
        message: question,
        validate: (text) =>
          Effect.fromResult(Result.mapError(Schema.decodeResult(Line)(text.trim()), (error) => error.message))
      })
    ),
    Flag.map((text) => text.trim()),
    Flag.withSchema(Line)
  )

/** A text that may be missing. */
export const optionalText = (name: string, description: string, shownDefault = "none") =>
  textOption(name, description, defaultNote(shownDefault)).pipe(
    Flag.map((text) => text.trim()),
    Flag.withSchema(Line),
    Flag.optional
  )

/** One line: the sources fold long texts themselves. */
const Line = Text.check(Schema.isPattern(/^[^\n\t\u2028\u2029]*$/u, { expected: "one line of text" }))

/** A text that may be given several times, once for each of several values. */
export const repeatedText = (name: string, description: string) =>
  Flag.String(name).pipe(
    Flag.map((text) => text.trim()),
    Flag.withSchema(Line),
    Flag.atLeast(1),
    withEnvironment(name, (variable) => Config.map(Config.String(variable), (text): ReadonlyArray<string> => [text])),
    withNotes(description, envNote(name), defaultNote("none")),
    Flag.withDefault([])
  )

export const definitionOption = optionalText(
  "definition",
  "Meaning for contracts; changing it later requires a major release"
)

export const itemArgument = (
  name: string,
  description = "dimension, dimension/value or license, or its bare code or label"
) => Argument.String(name).pipe(Argument.withDescription(description))

/** `dimension/CODE`. */
export const valueArgument = (name: string, description: string) =>
  Argument.String(name).pipe(
    Argument.withDescription(description),
    Argument.withSchema(
      Schema.String.check(
        Schema.makeFilter(
          (text: string) => {
            const [, code, ...rest] = text.split("/")
            return rest.length === 0 && Schema.is(Code)(code)
          },
          { expected: "a value such as exclusive_categories/QSR, whose code has letters, digits and . _ + -" }
        )
      )
    )
  )

/** Names separated by commas. */
export const namesOf = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")

/** The parts of `dimension/CODE`. */
export const splitName = (name: string): readonly [dimension: string, code: string | undefined] => {
  const [dimension = "", code] = name.split("/")
  return [dimension, code]
}
