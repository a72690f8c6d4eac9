import { dimensionRef, valueRef } from "../../../domain/taxonomy/ItemRef.ts"
import type { Dimension, Value } from "../../../domain/taxonomy/Taxonomy.ts"
import type { Release } from "../../model/Release.ts"
import { ItemName } from "../../parts/ItemName.tsx"
import { Translations } from "../../parts/Translations.tsx"
import { ItemHeading } from "../item/ItemHeading.tsx"
import { ItemHistory } from "../item/ItemHistory.tsx"
import { SinceText } from "../item/SinceText.tsx"
import { UsedBy } from "../item/UsedBy.tsx"

interface ValuePageProps {
  readonly release: Release
  readonly dimension: Dimension
  readonly value: Value
}

/** A value: its meaning, and what uses it. */
export const ValuePage = ({ dimension, release, value }: ValuePageProps) => {
  const item = valueRef(dimension.name, value.code)
  return (
    <>
      <ItemHeading release={release} item={item} kind="Value" />
      <dl class="facts">
        <dt>Dimension</dt>
        <dd>
          <ItemName release={release} item={dimensionRef(dimension.name)} />
        </dd>
        <dt>Since</dt>
        <dd>
          <SinceText release={release} item={item} />
        </dd>
      </dl>
      <Translations translations={value.translations} />
      <ItemHistory release={release} item={item} />
      <UsedBy release={release} item={item} />
    </>
  )
}
