import { dimensionRef } from "../../../domain/taxonomy/ItemRef.ts"
import type { Dimension } from "../../../domain/taxonomy/Taxonomy.ts"
import { formatCount } from "../../../report/text/PlainText.ts"
import type { Release } from "../../model/Release.ts"
import { Translations } from "../../parts/Translations.tsx"
import { ItemHeading } from "../item/ItemHeading.tsx"
import { ItemHistory } from "../item/ItemHistory.tsx"
import { SinceText } from "../item/SinceText.tsx"
import { UsedBy } from "../item/UsedBy.tsx"
import { requirementSentence, shapeSentences } from "./DimensionWords.ts"
import { ValueList } from "./ValueList.tsx"

interface DimensionPageProps {
  readonly release: Release
  readonly dimension: Dimension
}

/** A dimension with its values. */
export const DimensionPage = ({ dimension, release }: DimensionPageProps) => {
  const item = dimensionRef(dimension.name)
  return (
    <>
      <ItemHeading release={release} item={item} kind="Dimension" />
      <dl class="facts">
        <dt>Setting</dt>
        <dd>
          {shapeSentences[dimension.shape]} {requirementSentence(dimension)}
        </dd>
        <dt>Since</dt>
        <dd>
          <SinceText release={release} item={item} />
        </dd>
      </dl>
      <Translations translations={dimension.translations} />
      <h2>{formatCount(dimension.values.length, "value")}</h2>
      <ValueList release={release} dimension={dimension} />
      <UsedBy release={release} item={item} />
      <ItemHistory release={release} item={item} />
    </>
  )
}
