import { useMemo } from "preact/hooks"
import { licenseRef } from "../../domain/taxonomy/ItemRef.ts"
import { settingOf } from "../../domain/taxonomy/Settings.ts"
import type { Dimension, License } from "../../domain/taxonomy/Taxonomy.ts"
import { useExplorer } from "../ExplorerContext.ts"
import type { Release } from "../model/Release.ts"
import { translate } from "../model/Translate.ts"
import { ItemName } from "../parts/ItemName.tsx"
import { maxSelected } from "./MatrixState.ts"
import { settingWords } from "./SettingWords.ts"

interface MatrixRowProps {
  readonly release: Release
  readonly license: License
  readonly dimensions: ReadonlyArray<Dimension>
  /** Among all rows of the table, from 1. */
  readonly rowIndex: number
  /** Codes of licenses. */
  readonly selected: ReadonlyArray<string>
  readonly onSelect: (code: string, isSelected: boolean) => void
}

/** A license, and what it sets the dimensions to. */
export const MatrixRow = ({ dimensions, license, onSelect, release, rowIndex, selected }: MatrixRowProps) => {
  const { languages } = useExplorer()
  // While a person scrolls, the rows that stay are not made again.
  return useMemo(() => {
    const isSelected = selected.includes(license.code)
    return (
      <tr aria-rowindex={rowIndex}>
        <th scope="row">
          <div class="cell">
            <input
              type="checkbox"
              checked={isSelected}
              disabled={!isSelected && selected.length >= maxSelected}
              aria-label={`Select ${translate(license, "name", languages)}`}
              onChange={({ currentTarget }) => onSelect(license.code, currentTarget.checked)}
            />{" "}
            <ItemName release={release} item={licenseRef(license.code)} />
          </div>
        </th>
        {dimensions.map((dimension) => {
          const words = settingWords(dimension, settingOf(license.config, dimension.name), languages)
          return (
            <td key={dimension.name} data-label={translate(dimension, "label", languages)}>
              <div class="cell">{words === "" ? <span class="unset">not set</span> : <bdi>{words}</bdi>}</div>
            </td>
          )
        })}
      </tr>
    )
  }, [dimensions, languages, license, onSelect, release, rowIndex, selected])
}
