import { useExplorer } from "../ExplorerContext.ts"
import { findTranslation, type Translatable } from "../model/Translate.ts"

interface TaxonomyTextProps<Name extends string> {
  readonly of: Translatable<Name>
  readonly name: Name
}

/** A text of an item in the chosen language. Its direction cannot change that of the words beside it. */
export const TaxonomyText = <Name extends string>({ name, of }: TaxonomyTextProps<Name>) => {
  const { languages } = useExplorer()
  const found = findTranslation(of, name, languages)
  return found === undefined ? null : (
    <bdi class="taxonomy-text" lang={found.language}>
      {found.text}
    </bdi>
  )
}
