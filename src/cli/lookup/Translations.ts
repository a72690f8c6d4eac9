import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { lazyHandler } from "../LazyHandler.ts"
import { draftOptions } from "../options/DraftOptions.ts"
import { CanonicalLanguageTag } from "../options/LanguageTag.ts"

const translationsOptions = {
  language: Argument.String("language").pipe(
    Argument.withDescription("tag of the language of which missing and stale texts are listed, such as fr"),
    Argument.withSchema(CanonicalLanguageTag),
    Argument.optional
  ),
  ...draftOptions
}

export type TranslationsInput = Command.Command.Config.Infer<typeof translationsOptions>

/** `taxonomy translations`: what is translated, and what must be translated again. */
export const translationsCommand = Command.make(
  "translations",
  translationsOptions,
  lazyHandler(async () => (await import("./RunTranslations.ts")).runTranslations)
).pipe(
  Command.withDescription("Count the translated texts of each language, and list what is missing or stale"),
  Command.withExamples([
    { command: "taxonomy translations", description: "How much of each language is translated" },
    { command: "taxonomy translations fr", description: "The texts that have no French translation, or an older one" }
  ])
)
