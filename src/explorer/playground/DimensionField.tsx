import { useMemo } from "preact/hooks"
import type { Setting } from "../../domain/taxonomy/Config.ts"
import { isSetting, formatSetting } from "../../domain/taxonomy/Settings.ts"
import type { Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { translate } from "../model/Translate.ts"
import { labelOf, optionsOf, SettingField } from "./SettingField.tsx"

interface DimensionFieldProps {
  readonly dimension: Dimension
  readonly setting: Setting | undefined
  /** True if the config has a problem in this dimension. */
  readonly isWrong: boolean
  readonly onChange: (setting: Setting | undefined) => void
}

/** A dimension that can be opened to set it. Its heading shows the setting in words. */
export const DimensionField = ({ dimension, isWrong, onChange, setting }: DimensionFieldProps) => {
  const { languages } = useExplorer()
  const options = useMemo(() => optionsOf(dimension, languages), [dimension, languages])
  const label = translate(dimension, "label", languages) ?? dimension.name
  return (
    <details class={isWrong ? "dimension-field wrong" : "dimension-field"}>
      <summary>
        <bdi class="dimension-label">{label}</bdi> <code>{dimension.name}</code>
        <span class="option-note">{noteText(dimension.required, isWrong)}</span>
        <span class="setting-words">
          <bdi>{setting === undefined ? "not set" : settingText(setting, (code) => labelOf(options, code))}</bdi>
        </span>
      </summary>
      <fieldset>
        <legend class="visually-hidden">{label}</legend>
        <p class="muted" dir="auto">
          {translate(dimension, "description", languages)}
        </p>
        <SettingField dimension={dimension} options={options} setting={setting} onChange={onChange} />
        {setting === undefined ? null : (
          <button type="button" onClick={() => onChange(undefined)}>
            Unset this dimension
          </button>
        )}
      </fieldset>
    </details>
  )
}

const noteText = (isRequired: boolean, isWrong: boolean): string =>
  [isRequired ? "required" : [], isWrong ? "has a problem" : []]
    .flat()
    .map((note) => ` ${note}`)
    .join(",")

/** A pasted setting may have any form. */
const settingText = (setting: unknown, formatCode: (code: string) => string): string =>
  isSetting(setting) ? formatSetting(setting, formatCode) : JSON.stringify(setting)
