import { dimensionRef } from "../../../domain/taxonomy/ItemRef.ts"
import { filterItems } from "../../model/FilterItems.ts"
import type { Release } from "../../model/Release.ts"
import { ItemName } from "../../parts/ItemName.tsx"
import { TaxonomyText } from "../../parts/TaxonomyText.tsx"
import { TextFilter } from "../../parts/TextFilter.tsx"
import { useParameter } from "../../routing/useParameter.ts"
import { shapeWords } from "./DimensionWords.ts"

/** All dimensions of a release. */
export const DimensionList = ({ release }: { readonly release: Release }) => {
  const { dimensions } = release.taxonomy
  const [text, setText] = useParameter("text")
  const shown = filterItems(dimensions, text)
  return (
    <>
      <h1>Dimensions</h1>
      <p>The points on which licenses differ, and the values that each of them can take.</p>
      <TextFilter label="Filter" value={text} onChange={setText} shown={shown.length} total={dimensions.length} />
      <div class="scroll" role="region" aria-label="Dimensions" tabIndex={0}>
        <table class="item-table">
          <thead>
            <tr>
              <th scope="col">Dimension</th>
              <th scope="col">A license chooses</th>
              <th scope="col" class="number">
                Values
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((dimension) => (
              <tr key={dimension.name}>
                <th scope="row">
                  <ItemName release={release} item={dimensionRef(dimension.name)} />
                  <p class="description">
                    <TaxonomyText of={dimension} name="description" />
                  </p>
                </th>
                <td>
                  {shapeWords[dimension.shape]}
                  {dimension.required ? <strong>, required</strong> : null}
                </td>
                <td class="number">{dimension.values.length.toLocaleString("en")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
