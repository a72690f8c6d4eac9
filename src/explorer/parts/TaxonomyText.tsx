import { useExplorer } from "../ExplorerContext.ts"
import { findTranslation, type Translatable } from "../model/Translate.ts"
import { Badge } from "./Badge.tsx"

interface TaxonomyTextProps<Name extends string> {
  readonly of: Translatable<Name>
  readonly name: Name
}

/**
 * A text of an item in the chosen language, or the original, which is marked then. Its direction cannot change that of the
 * words beside it.
 */
export const TaxonomyText = <Name extends string>({ name, of }: TaxonomyTextProps<Name>) => {
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
      {isOriginal && (name === "description" || name === "definition") && <Badge>original</Badge>}
    </>
  )
}

/** The definition of an item, if it has one. The binding text is beside a translation. */
export const DefinitionText = ({ of }: { readonly of: Translatable<"definition"> }) => {
  const { languages } = useExplorer()
  if (of.definition === undefined) return null
  return (
    <div class="definition">
      <TaxonomyText of={of} name="definition" />
      {findTranslation(of, "definition", languages)?.language !== undefined && (
        <details>
          <summary>Translation. The original text is binding.</summary>
          <bdi class="taxonomy-text">{of.definition}</bdi>
        </details>
      )}
    </div>
  )
}
