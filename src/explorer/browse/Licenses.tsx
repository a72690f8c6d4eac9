import type { Config } from "../../domain/taxonomy/Config.ts"
import { conflictRuleRef, dimensionRef, licenseRef, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import { configReferences, settingOf } from "../../domain/taxonomy/Settings.ts"
import type { Dimension, License, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { useRelease } from "../ExplorerContext.ts"
import { JsonDetails } from "../parts/CopyButton.tsx"
import { ItemName, ItemRow } from "../parts/ItemName.tsx"
import { Link } from "../parts/Link.tsx"
import { RuleText, SettingText } from "../parts/SettingText.tsx"
import { DefinitionText, TaxonomyText } from "../parts/TaxonomyText.tsx"
import { useTextFilter } from "../parts/TextFilter.tsx"
import { VirtualList } from "../parts/VirtualList.tsx"
import type { View, ViewProps } from "../views.ts"
import { ItemHeading, ItemHistory } from "./ItemPage.tsx"

const Licenses = ({ segments }: ViewProps) => {
  const { taxonomy } = useRelease()
  const [code] = segments
  if (code === undefined) return <LicenseList />
  const license = snapshotOf(taxonomy).license(code)
  return license && <LicensePage key={code} license={license} />
}

export const licensesView: View = { name: "licenses", title: "Licenses", component: Licenses }

/** All base licenses of a release. */
const LicenseList = () => {
  const { licenses } = useRelease().taxonomy
  const { field, shown } = useTextFilter(licenses)
  return (
    <>
      <h1>Licenses</h1>
      <p>
        Base licenses are templates for common deals. <Link to={["matrix"]}>Compare them in a matrix</Link>
      </p>
      {field}
      <VirtualList
        label="Licenses"
        rows={shown}
        keyOf={({ code }) => code}
        rowHeight={4.5}
        renderRow={(license) => (
          <ItemRow item={licenseRef(license.code)}>
            <TaxonomyText of={license} name="description" />
          </ItemRow>
        )}
      />
    </>
  )
}

/** A base license: what it grants, dimension by dimension. */
const LicensePage = ({ license }: { readonly license: License }) => {
  const { dimensions, rules } = useRelease().taxonomy
  const item = licenseRef(license.code)
  const isSet = (dimension: string) => settingOf(license.config, dimension) !== undefined
  const unset = dimensions.filter(({ name }) => !isSet(name))
  // A rule can be broken only by what sets all of its dimensions.
  const concerning = rules.filter(({ forbid, when = {} }) => Object.keys(forbid ?? when).every(isSet))
  return (
    <>
      <ItemHeading item={item} kind="Base license" />
      <p>
        <Link to={["matrix"]} parameters={{ select: license.code }}>
          Compare with another license
        </Link>{" "}
        <Link to={["terms", license.code]}>Term sheet</Link>
      </p>
      <section aria-label="Settings">
        <h2>Settings</h2>
        {dimensions
          .filter(({ name }) => isSet(name))
          .map((dimension) => (
            <SettingRow
              key={dimension.name}
              dimension={dimension}
              config={license.config}
              codes={codesOf(license, dimension.name)}
            />
          ))}
      </section>
      {unset.length === 0 ? null : (
        <section>
          <h2>Not set</h2>
          <p>The license leaves these points open:</p>
          <ul class="item-list">
            {unset.map(({ name }) => (
              <li key={name}>
                <ItemName item={dimensionRef(name)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {concerning.length === 0 ? null : (
        <section aria-label="Rules">
          <h2>Rules for these settings</h2>
          <ul class="item-list">
            {concerning.map((rule) => (
              <li key={rule.id}>
                <RuleText rule={rule} /> <ItemName item={conflictRuleRef(rule.id)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <ItemHistory item={item} />
      <JsonDetails label="Config as JSON" value={license.config} />
    </>
  )
}

const codesOf = ({ config }: License, dimension: string): ReadonlyArray<string> =>
  configReferences(config).flatMap(({ item }) =>
    item._tag === "Value" && item.dimension === dimension ? [item.value] : []
  )

interface SettingRowProps {
  readonly dimension: Dimension
  readonly config: Config
  /** The values that the setting names. */
  readonly codes: ReadonlyArray<string>
}

/** What a license sets a dimension to, with the meaning of the dimension and of the values. */
const SettingRow = ({ codes, config, dimension }: SettingRowProps) => {
  const { taxonomy } = useRelease()
  return (
    <div class="setting-row">
      <h3>
        <ItemName item={dimensionRef(dimension.name)} />
      </h3>
      <div>
        <SettingText dimension={dimension} config={config} />
        <details>
          <summary>Meaning</summary>
          <Meaning of={dimension} />
          <dl class="meanings">
            {codes.map((code) => {
              const value = snapshotOf(taxonomy).value(dimension.name, code)
              return value === undefined ? null : (
                <div key={code}>
                  <dt>
                    <ItemName item={valueRef(dimension.name, code)} isShort isLink={false} />
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
}

/** The definition is the normative text. An item without one has its description. */
const Meaning = ({ of }: { readonly of: Dimension | Value }) =>
  of.definition === undefined ? <TaxonomyText of={of} name="description" /> : <DefinitionText of={of} />
