import { dimensionRef, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { useRelease } from "../ExplorerContext.ts"
import { ItemName, ItemRow } from "../parts/ItemName.tsx"
import { DefinitionText, TaxonomyText } from "../parts/TaxonomyText.tsx"
import { useTextFilter } from "../parts/TextFilter.tsx"
import { VirtualList } from "../parts/VirtualList.tsx"
import type { View, ViewProps } from "../views.ts"
import { ItemHistory, ItemPage, UsedBy } from "./ItemPage.tsx"

const Dimensions = ({ segments }: ViewProps) => {
  const { taxonomy } = useRelease()
  const [name, code] = segments
  if (name === undefined) return <DimensionList />
  const dimension = snapshotOf(taxonomy).dimension(name)
  if (dimension === undefined) return null
  if (code === undefined) return <DimensionPage key={name} dimension={dimension} />
  return <ValuePage key={code} dimension={name} value={code} />
}

export const dimensionsView: View = { name: "dimensions", title: "Dimensions", area: "read", component: Dimensions }

/** All dimensions of a release. */
const DimensionList = () => {
  const { dimensions } = useRelease().taxonomy
  const { field, shown } = useTextFilter(dimensions)
  return (
    <>
      <h1>Dimensions</h1>
      <p class="lead">The points on which licenses differ, and the values that each of them can take.</p>
      {field}
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
                  <ItemName item={dimensionRef(dimension.name)} />
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

/** A dimension with its values. */
const DimensionPage = ({ dimension }: { readonly dimension: Dimension }) => {
  const item = dimensionRef(dimension.name)
  return (
    <ItemPage
      item={item}
      facts={
        <>
          <dt>Setting</dt>
          <dd>
            A license chooses: {shapeWords[dimension.shape]}. {requirementSentence(dimension)}
          </dd>
        </>
      }
    >
      <h2>{formatCount(dimension.values.length, "value")}</h2>
      <ValueList dimension={dimension} />
      <UsedBy item={item} />
      <ItemHistory item={item} />
    </ItemPage>
  )
}

/** The values of a dimension in the editors' order, filtered by a text. */
const ValueList = ({ dimension }: { readonly dimension: Dimension }) => {
  const { field, shown } = useTextFilter(dimension.values, "Filter the values")
  return (
    <>
      {field}
      <VirtualList
        label="Values"
        rows={shown}
        keyOf={({ code }) => code}
        rowHeight={4.5}
        renderRow={(value) => (
          <ItemRow
            item={valueRef(dimension.name, value.code)}
            isShort
            definition={<DefinitionText item={valueRef(dimension.name, value.code)} />}
          >
            <TaxonomyText of={value} name="description" />
          </ItemRow>
        )}
      />
    </>
  )
}

/** A value: its meaning, and what uses it. */
const ValuePage = ({ dimension, value }: { readonly dimension: string; readonly value: string }) => {
  const item = valueRef(dimension, value)
  return (
    <ItemPage item={item}>
      <UsedBy item={item} />
      <ItemHistory item={item} />
    </ItemPage>
  )
}

/** What a license chooses in a dimension. */
const shapeWords: { readonly [Shape in Dimension["shape"]]: string } = {
  single: "one value",
  multiple: "any number of values",
  territory: "worldwide, or countries",
  flags: "yes or no for each value"
}

/** Whether a license must set a dimension, in a sentence. */
const requirementSentence = ({ required }: Pick<Dimension, "required">): string =>
  required ? "Every license must set it." : "A license can leave it open."
