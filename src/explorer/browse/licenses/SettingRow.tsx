import type { Setting } from "../../../domain/taxonomy/Config.ts"
import { dimensionRef, valueRef } from "../../../domain/taxonomy/ItemRef.ts"
import type { Dimension, Value } from "../../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../../domain/vocabulary/Snapshot.ts"
import type { Release } from "../../model/Release.ts"
import { ItemName } from "../../parts/ItemName.tsx"
import { SettingText } from "../../parts/SettingText.tsx"
import { DefinitionText, TaxonomyText } from "../../parts/TaxonomyText.tsx"

interface SettingRowProps {
  readonly release: Release
  readonly dimension: Dimension
  readonly setting: Setting | undefined
  /** The values that the setting names. */
  readonly codes: ReadonlyArray<string>
}

/** What a license sets a dimension to, with the meaning of the dimension and of the values. */
export const SettingRow = ({ codes, dimension, release, setting }: SettingRowProps) => (
  <div class="setting-row">
    <h3>
      <ItemName release={release} item={dimensionRef(dimension.name)} />
    </h3>
    <div>
      <SettingText release={release} dimension={dimension} setting={setting} />
      <details>
        <summary>Meaning</summary>
        <Meaning of={dimension} />
        <dl class="meanings">
          {codes.map((code) => {
            const value = snapshotOf(release.taxonomy).value(dimension.name, code)
            return value === undefined ? null : (
              <div key={code}>
                <dt>
                  <ItemName release={release} item={valueRef(dimension.name, code)} isShort isLink={false} />
                </dt>
                <dd>
                  <Meaning of={value} />
                </dd>
              </div>
            )
          })}
        </dl>
      </details>
    </div>
  </div>
)

/** The definition is the normative text. An item without one has its description. */
const Meaning = ({ of }: { readonly of: Dimension | Value }) =>
  of.definition === undefined ? <TaxonomyText of={of} name="description" /> : <DefinitionText of={of} />
