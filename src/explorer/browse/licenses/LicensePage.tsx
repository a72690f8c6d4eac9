import { conflictRuleRef, dimensionRef, licenseRef } from "../../../domain/taxonomy/ItemRef.ts"
import { configReferences, settingOf } from "../../../domain/taxonomy/Settings.ts"
import type { License } from "../../../domain/taxonomy/Taxonomy.ts"
import type { Release } from "../../model/Release.ts"
import { RuleText } from "../../parts/ConditionText.tsx"
import { ItemName } from "../../parts/ItemName.tsx"
import { JsonDetails } from "../../parts/JsonDetails.tsx"
import { Link } from "../../parts/Link.tsx"
import { Translations } from "../../parts/Translations.tsx"
import { ItemHeading } from "../item/ItemHeading.tsx"
import { ItemHistory } from "../item/ItemHistory.tsx"
import { SinceText } from "../item/SinceText.tsx"
import { SettingRow } from "./SettingRow.tsx"

interface LicensePageProps {
  readonly release: Release
  readonly license: License
}

/** A base license: what it grants, dimension by dimension. */
export const LicensePage = ({ license, release }: LicensePageProps) => {
  const { dimensions, rules } = release.taxonomy
  const item = licenseRef(license.code)
  const isSet = (dimension: string) => settingOf(license.config, dimension) !== undefined
  const unset = dimensions.filter(({ name }) => !isSet(name))
  // A rule can be broken only by what sets all of its dimensions.
  const concerning = rules.filter(({ forbid }) => Object.keys(forbid).every(isSet))
  return (
    <>
      <ItemHeading release={release} item={item} kind="Base license" />
      <dl class="facts">
        <dt>Since</dt>
        <dd>
          <SinceText release={release} item={item} />
        </dd>
      </dl>
      <Translations translations={license.translations} />
      <p>
        <Link to={["matrix"]} parameters={{ select: license.code }}>
          Compare with another license
        </Link>
      </p>
      <section aria-label="Settings">
        <h2>Settings</h2>
        {dimensions
          .filter(({ name }) => isSet(name))
          .map((dimension) => (
            <SettingRow
              key={dimension.name}
              release={release}
              dimension={dimension}
              setting={settingOf(license.config, dimension.name)}
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
                <ItemName release={release} item={dimensionRef(name)} />
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
                <RuleText release={release} rule={rule} />{" "}
                <ItemName release={release} item={conflictRuleRef(rule.id)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <ItemHistory release={release} item={item} />
      <JsonDetails label="Config as JSON" value={license.config} />
    </>
  )
}

const codesOf = ({ config }: License, dimension: string): ReadonlyArray<string> =>
  configReferences(config).flatMap(({ item }) =>
    item._tag === "Value" && item.dimension === dimension ? [item.value] : []
  )
