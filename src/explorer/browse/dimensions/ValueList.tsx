import { valueRef } from "../../../domain/taxonomy/ItemRef.ts"
import type { Dimension } from "../../../domain/taxonomy/Taxonomy.ts"
import { filterItems } from "../../model/FilterItems.ts"
import type { Release } from "../../model/Release.ts"
import { ItemRow } from "../../parts/ItemRow.tsx"
import { DefinitionText, TaxonomyText } from "../../parts/TaxonomyText.tsx"
import { TextFilter } from "../../parts/TextFilter.tsx"
import { VirtualList } from "../../parts/VirtualList.tsx"
import { useParameter } from "../../routing/useParameter.ts"

interface ValueListProps {
  readonly release: Release
  readonly dimension: Dimension
}

/** The values of a dimension in the editors' order, filtered by a text. */
export const ValueList = ({ dimension, release }: ValueListProps) => {
  const [text, setText] = useParameter("text")
  const shown = filterItems(dimension.values, text)
  return (
    <>
      <TextFilter
        label="Filter the values"
        value={text}
        onChange={setText}
        shown={shown.length}
        total={dimension.values.length}
      />
      <VirtualList
        label="Values"
        rows={shown}
        keyOf={({ code }) => code}
        rowHeight={4.5}
        renderRow={(value) => (
          <ItemRow
            release={release}
            item={valueRef(dimension.name, value.code)}
            isShort
            definition={<DefinitionText of={value} />}
          >
            <TaxonomyText of={value} name="description" />
          </ItemRow>
        )}
      />
    </>
  )
}
