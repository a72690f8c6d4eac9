import { makeFinding, type Finding, inHeader, inItem } from "../../Finding.ts"
import { translatedTextsOf } from "../../vocabulary/Snapshot.ts"
import type { Check } from "../Check.ts"

export const unknownText: Check<"reference/unknown-text", { readonly text: string; readonly language: string }> = {
  id: "reference/unknown-text",
  title: "Translation without a text",
  level: "error",
  stage: "reference",
  explanation:
    "A translation repeats a text of its item in another language. The text in the sources' own language is the normative one, so a translation without it would be the only text, and nobody could say what it means. Write the text beside translations, or remove its translations.",
  breaks: `# dimensions/use_type.yaml, a value without definition
translations:
  fr: { definition: Utilisé dans un cours. }`,
  keeps: `# dimensions/use_type.yaml
definition: Used in a class.
translations:
  fr: { definition: Utilisé dans un cours. }`,
  message: ({ language, text }) => `The translation into ${language} has a ${text}, but the item has none`,
  help: ({ text }) => `Add ${text} beside translations, or remove it from them.`,
  run: ({ command }) =>
    [...translatedTextsOf(command.taxonomy)].flatMap(({ item, path, texts, translations }) =>
      Object.entries(translations).flatMap(([language, translation]) =>
        Object.keys(translation)
          .filter((text) => !Object.hasOwn(texts, text))
          .map((text): Finding => {
            const way = [...path, language, text]
            const where = item === undefined ? { location: inHeader(...way) } : { item, location: inItem(item, ...way) }
            return makeFinding(unknownText, { text, language }, where)
          })
      )
    )
}
