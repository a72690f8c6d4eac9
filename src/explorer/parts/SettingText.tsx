import type { Setting } from "../../domain/taxonomy/Config.ts"
import { isFlags, isTerritory } from "../../domain/taxonomy/ConfigGuards.ts"
import { valueRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import type { Release } from "../model/Release.ts"
import { ItemName } from "./ItemName.tsx"

interface SettingTextProps {
  readonly release: Release
  readonly dimension: Dimension
  /** `undefined` if the config does not set the dimension. */
  readonly setting: Setting | undefined
}

/** What a config sets a dimension to, in words. */
export const SettingText = ({ dimension, release, setting }: SettingTextProps) => {
  const list = (codes: ReadonlyArray<string>) => (
    <ValueList release={release} dimension={dimension.name} codes={codes} />
  )
  if (setting === undefined) return <span class="unset">not set</span>
  if (typeof setting === "string") return list([setting])
  if (isList(setting)) return list(setting)
  if (isTerritory(setting)) {
    const { countries, global } = setting
    if (!global) return list(countries)
    return countries.length === 0 ? <>worldwide</> : <>worldwide, and {list(countries)}</>
  }
  if (!isFlags(setting)) return null
  const members = dimension.values.map(({ code }) => code)
  const having = (wanted: boolean | undefined) =>
    members.filter((code) => (Object.hasOwn(setting, code) ? setting[code] : undefined) === wanted)
  return (
    <dl class="flags">
      {[
        { title: "Yes", codes: having(true) },
        { title: "No", codes: having(false) },
        { title: "Not set", codes: having(undefined) }
      ].map(({ codes, title }) =>
        codes.length === 0 ? null : (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{list(codes)}</dd>
          </div>
        )
      )}
    </dl>
  )
}

interface ValueListProps {
  readonly release: Release
  readonly dimension: string
  readonly codes: ReadonlyArray<string>
}

const ValueList = ({ codes, dimension, release }: ValueListProps) =>
  codes.length === 0 ? (
    <>nothing</>
  ) : (
    <ul class="value-list">
      {codes.map((code) => (
        <li key={code}>
          <ItemName release={release} item={valueRef(dimension, code)} isShort />
        </li>
      ))}
    </ul>
  )

const isList = (setting: Setting): setting is ReadonlyArray<string> => Array.isArray(setting)
