import * as Console from "effect/Console"
import { translationStates, type NamedText, type TranslationState } from "../../domain/lookup/TranslationStates.ts"
import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import * as Options from "../options/Options.ts"
import { jsonLine } from "../terminal/Output.ts"
import { printLines } from "../terminal/PrintLines.ts"
import { readDraft } from "../Workspace.ts"

const translationsOptions = {
  language: Options.schemaArgument(
    "language",
    "tag of the language of which missing and stale texts are listed, such as fr",
    Options.CanonicalLanguageTag
  ).pipe(Options.optional),
  ...Options.draftOptions
}

/**
 * `taxonomy translations`: what is translated, and what must be translated again. Prints the state of all languages, or
 * of one with its texts. A language without texts is an answer, not a failure.
 */
export const translationsCommand = Options.makeCommand("translations", translationsOptions, {
  "taxonomy translations": "How much of each language is translated",
  "taxonomy translations fr": "The texts that have no French translation, or an older one"
})(function* (input) {
  const { history, sources } = yield* readDraft("translations", input)
  const wanted = input.language
  const states = translationStates(history, sources, wanted)
  if (input.format === "json") {
    const languages = states.map(({ language, missing, stale, texts }) => ({
      language,
      texts,
      translated: texts - missing.length,
      missing: missing.map(toJson),
      stale: stale.map((text) => ({ ...toJson(text), changed_in: text.changedIn }))
    }))
    return yield* Console.log(jsonLine({ command: "translations", languages }))
  }
  if (states.length === 0) return yield* printLines(["Nothing is translated."])
  yield* printLines(states.flatMap((state) => [summaryOf(state), ...(wanted === undefined ? [] : listOf(state))]))
})

const toJson = ({ item, text }: NamedText) => ({ item: item === undefined ? null : formatItem(item), text })

const summaryOf = ({ language, missing, stale, texts }: TranslationState): string =>
  `${language}  ${texts - missing.length} of ${formatCount(texts, "text")} translated, ${stale.length} stale`

const listOf = ({ missing, stale }: TranslationState): ReadonlyArray<string> => [
  ...(stale.length === 0 ? [] : ["", "Stale, since the text changed after its translation:"]),
  ...stale.map((text) => `  ${nameOf(text)}, changed in ${text.changedIn ?? "the working tree"}`),
  ...(missing.length === 0 ? [] : ["", "Missing:"]),
  ...missing.map((text) => `  ${nameOf(text)}`)
]

const nameOf = ({ item, text }: NamedText): string => `${item === undefined ? "taxonomy" : formatItem(item)}: ${text}`
