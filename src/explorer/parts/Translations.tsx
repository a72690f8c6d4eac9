import type { Translations as TranslationsByLanguage } from "../../domain/taxonomy/Translations.ts"
import { languageName } from "../model/LanguageName.ts"

interface TranslationsProps {
  readonly translations: TranslationsByLanguage | undefined
}

/** The texts of an item in all other languages. Nothing without any. */
export const Translations = ({ translations = {} }: TranslationsProps) => {
  const rows = Object.entries(translations).flatMap(([language, texts]) =>
    Object.entries(texts).map(([name, text]) => ({ language, name, text }))
  )
  return rows.length === 0 ? null : (
    <details>
      <summary>Translations ({Object.keys(translations).length})</summary>
      <p>The text in the language of the sources is the normative one.</p>
      <div class="scroll" role="region" aria-label="Translations" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Language</th>
              <th scope="col">Text</th>
              <th scope="col">Translation</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ language, name, text }) => (
              <tr key={`${language} ${name}`}>
                <th scope="row">
                  {languageName(language)} <code>{language}</code>
                </th>
                <td>{name}</td>
                <td>
                  <bdi lang={language}>{typeof text === "string" ? text : text?.join(", ")}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
