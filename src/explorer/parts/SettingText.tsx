import type { Setting } from "../../domain/taxonomy/Config.ts"
import { valueRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import type { Release } from "../model/Release.ts"
import { statementsOf } from "../model/Statements.ts"
import { ItemName } from "./ItemName.tsx"

interface SettingTextProps {
  readonly release: Release
  readonly dimension: Dimension
  /** `undefined` if the config does not set the dimension. */
  readonly setting: Setting | undefined
}

/** What a config sets a dimension to, in words. */
export const SettingText = ({ dimension, release, setting }: SettingTextProps) => {
  if (setting === undefined) return <span class="unset">not set</span>
  const statements = statementsOf(setting)
  const list = (codes: ReadonlyArray<string>) => (
    <ValueList release={release} dimension={dimension.name} codes={codes} />
  )
  if (dimension.shape !== "flags") {
    const codes = statements.flatMap(({ code }) => code ?? [])
    if (codes.length === statements.length) return list(codes)
    return codes.length === 0 ? <>worldwide</> : <>worldwide, and {list(codes)}</>
  }
  const flags = new Map(statements.map(({ code, flag }) => [code, flag]))
  const having = (wanted: boolean | undefined) =>
    dimension.values.flatMap(({ code }) => (flags.get(code) === wanted ? [code] : []))
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
