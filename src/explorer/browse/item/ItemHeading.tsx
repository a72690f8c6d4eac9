import { formatItem, type ItemRef } from "../../../domain/taxonomy/ItemRef.ts"
import { ItemFindings } from "../../draft/ItemFindings.tsx"
import { findTexts } from "../../model/FindTexts.ts"
import type { Release } from "../../model/Release.ts"
import { DeprecationNotice } from "../../parts/DeprecationNotice.tsx"
import { DefinitionText, TaxonomyText } from "../../parts/TaxonomyText.tsx"
import { DefinitionSince } from "./ItemHistory.tsx"

interface ItemHeadingProps {
  readonly release: Release
  readonly item: ItemRef
  /** What the item is, such as "Dimension". */
  readonly kind: string
}

/** The beginning of the page of an item: its label and code, its deprecation, and what it means. */
export const ItemHeading = ({ item, kind, release }: ItemHeadingProps) => {
  const texts = findTexts(release.taxonomy, item)
  if (texts === undefined) return null
  return (
    <header class="item-heading">
      <p class="item-kind">
        {kind} <code>{formatItem(item)}</code>
      </p>
      <h1>{texts.label === undefined ? formatItem(item) : <TaxonomyText of={texts} name="label" />}</h1>
      <DeprecationNotice release={release} item={item} />
      <ItemFindings item={item} />
      <p>
        <TaxonomyText of={texts} name="description" />
      </p>
      {texts.definition === undefined ? null : (
        <section aria-label="Definition">
          <h2>Definition</h2>
          <DefinitionText of={texts} />
          <DefinitionSince release={release} item={item} />
        </section>
      )}
    </header>
  )
}
