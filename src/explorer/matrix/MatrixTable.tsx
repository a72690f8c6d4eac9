import { useCallback, useMemo, useRef } from "preact/hooks"
import { dimensionRef, licenseRef } from "../../domain/taxonomy/ItemRef.ts"
import { settingOf } from "../../domain/taxonomy/Settings.ts"
import type { Dimension, License } from "../../domain/taxonomy/Taxonomy.ts"
import { useExplorer } from "../ExplorerContext.ts"
import { translate } from "../model/Translate.ts"
import { ItemName } from "../parts/ItemName.tsx"
import { useWindow } from "../parts/VirtualList.tsx"
import { settingWords, type MatrixContent } from "./MatrixContent.ts"
import { maxSelected, toggleSort, type MatrixSort, type MatrixState } from "./MatrixState.ts"

interface MatrixTableProps {
  readonly content: MatrixContent
  readonly sort: MatrixSort
  /** Codes of licenses. */
  readonly selected: ReadonlyArray<string>
  readonly onChange: (changed: Partial<MatrixState>) => void
}

/** The table of licenses by dimensions. Of a long one, only the rows near the screen are elements. */
export const MatrixTable = ({ content, onChange, selected, sort }: MatrixTableProps) => {
  const { dimensions, licenses } = content
  const body = useRef<HTMLTableSectionElement>(null)
  const isWindowed = licenses.length > maxPlainRows
  const { first, last } = useWindow(body, licenses.length, isWindowed ? rowHeight : undefined)
  const sortProps = { sort, onSort: (by: string) => onChange({ sort: toggleSort(sort, by) }) }
  const select = useCallback(
    (code: string, isSelected: boolean) =>
      onChange({ selected: isSelected ? [...selected, code] : selected.filter((other) => other !== code) }),
    [selected, onChange]
  )
  return (
    <div class="matrix" role="region" aria-label="Licenses by dimensions" tabIndex={0}>
      <table
        data-windowed={isWindowed ? "" : undefined}
        aria-rowcount={licenses.length + 1}
        // Rows that come and go must not change the widths of columns.
        style={isWindowed ? { width: `${licenseWidth + dimensions.length * dimensionWidth}rem` } : {}}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" aria-sort={ariaSort(sort, ["name", "code"])}>
              License <SortButton {...sortProps} by="name" label="by name" />{" "}
              <SortButton {...sortProps} by="code" label="by code" />
            </th>
            {dimensions.map(({ name }) => (
              <th key={name} scope="col" aria-sort={ariaSort(sort, [`dimensions/${name}`])}>
                <ItemName item={dimensionRef(name)} />{" "}
                <SortButton {...sortProps} by={`dimensions/${name}`} label="sort" />
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Filler rows={first} />
          {licenses.slice(first, last).map((license, index) => (
            <MatrixRow
              key={license.code}
              license={license}
              dimensions={dimensions}
              rowIndex={first + index + 2}
              selected={selected}
              onSelect={select}
            />
          ))}
          <Filler rows={licenses.length - last} />
        </tbody>
      </table>
    </div>
  )
}

/** Takes the place of rows that are far from the screen. */
const Filler = ({ rows }: { readonly rows: number }) =>
  rows <= 0 ? null : (
    <tr aria-hidden="true" class="matrix-filler">
      <td style={{ height: `${rows * rowHeight}rem` }} />
    </tr>
  )

/** Shorter tables are shown as a whole, with all of every setting. */
const maxPlainRows = 100

/** In rem, as in `matrix.css`. */
const rowHeight = 5
const licenseWidth = 16
const dimensionWidth = 13

const ariaSort = (sort: MatrixSort, keys: ReadonlyArray<string>): "ascending" | "descending" | "none" =>
  keys.includes(sort.by) ? (sort.isDescending ? "descending" : "ascending") : "none"

interface MatrixRowProps {
  readonly license: License
  readonly dimensions: ReadonlyArray<Dimension>
  /** Among all rows of the table, from 1. */
  readonly rowIndex: number
  /** Codes of licenses. */
  readonly selected: ReadonlyArray<string>
  readonly onSelect: (code: string, isSelected: boolean) => void
}

/** A license, and what it sets the dimensions to. */
const MatrixRow = ({ dimensions, license, onSelect, rowIndex, selected }: MatrixRowProps) => {
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
            <ItemName item={licenseRef(license.code)} />
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
  }, [dimensions, languages, license, onSelect, rowIndex, selected])
}

interface SortButtonProps {
  readonly by: string
  readonly label: string
  readonly sort: MatrixSort
  readonly onSort: (by: string) => void
}

/** Sorts the rows by a column, and says if they are sorted by it. */
const SortButton = ({ by, label, onSort, sort }: SortButtonProps) => (
  <button type="button" class="sort" aria-pressed={sort.by === by} onClick={() => onSort(by)}>
    {sort.by === by ? (sort.isDescending ? `${label}, Z–A` : `${label}, A–Z`) : label}
  </button>
)
