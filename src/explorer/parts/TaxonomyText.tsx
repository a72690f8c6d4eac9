import type { ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { findTranslation, type Translatable } from "../../domain/taxonomy/Translate.ts"
import type { Translations as TranslationsByLanguage } from "../../domain/taxonomy/Translations.ts"
import { splitMentions } from "../../domain/terms/TermSheet.ts"
import type { Fields } from "../../domain/vocabulary/Field.ts"
import { formatContent, titleOf } from "../../domain/vocabulary/ItemTypes.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { findTexts } from "../model/Item.ts"
import { languageName } from "../model/Translate.ts"
import { Badge, ItemName } from "./ItemName.tsx"

interface TaxonomyTextProps<Item extends Translatable> {
  readonly of: Item
  readonly name: keyof Item & string
}

/**
 * A text of an item in the chosen language, or the original, which is marked then. Its direction cannot change that of the
 * words beside it.
 */
export const TaxonomyText = <Item extends Translatable>({ name, of }: TaxonomyTextProps<Item>) => {
  const { languages } = useExplorer()
  const found = findTranslation(of, name, languages)
  if (found === undefined) return null
  const isOriginal = languages.length > 0 && found.language === undefined
  return (
    <>
      <bdi class={isOriginal ? "taxonomy-text original" : "taxonomy-text"} lang={found.language}>
        {found.text}
      </bdi>
      {/* A name stands in headings and links, so that its style alone tells. */}
      {isOriginal && name !== "label" && name !== "title" && <Badge>original</Badge>}
    </>
  )
}

/** The definition of an item, if it has one. The binding text is beside a translation. */
export const DefinitionText = ({ item }: { readonly item: ItemRef }) => {
  const { taxonomy } = useRelease()
  const { languages } = useExplorer()
  const of = findTexts(taxonomy, item)
  const shown = of && findTranslation(of, "definition", languages)
  if (shown === undefined) return null
  return (
    <div class="definition">
      <bdi class="taxonomy-text" lang={shown.language}>
        {/* Labels stand in place of the codes by which it names other items. */}
        {splitMentions(snapshotOf(taxonomy), shown.text, item).map((part, index) =>
          typeof part === "string" ? part : <ItemName key={index} item={part} isShort />
        )}
      </bdi>
      {languages.length > 0 && shown.language === undefined && <Badge>original</Badge>}
      {shown.language !== undefined && (
        <details>
          <summary>Translation. The original text is binding.</summary>
          <bdi class="taxonomy-text">{of?.definition}</bdi>
        </details>
      )}
    </div>
  )
}

interface TranslationsProps {
  /** The fields of the item. */
  readonly fields: Fields
  readonly translations: TranslationsByLanguage | undefined
}

/** The texts of an item in all other languages. Nothing without any. */
export const Translations = ({ fields, translations = {} }: TranslationsProps) => {
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
                <td>{titleOf(name, fields[name])}</td>
                <td>
                  <bdi lang={language}>{formatContent(text)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
