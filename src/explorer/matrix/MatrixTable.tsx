import { useCallback, useRef } from "preact/hooks"
import { dimensionRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Release } from "../model/Release.ts"
import { ItemName } from "../parts/ItemName.tsx"
import { useWindow } from "../parts/useWindow.ts"
import type { MatrixContent } from "./MatrixContent.ts"
import { MatrixRow } from "./MatrixRow.tsx"
import { toggleSort, type MatrixSort, type MatrixState } from "./MatrixState.ts"
import { SortButton } from "./SortButton.tsx"

interface MatrixTableProps {
  readonly release: Release
  readonly content: MatrixContent
  readonly sort: MatrixSort
  /** Codes of licenses. */
  readonly selected: ReadonlyArray<string>
  readonly onChange: (changed: Partial<MatrixState>) => void
}

/** The table of licenses by dimensions. Of a long one, only the rows near the screen are elements. */
export const MatrixTable = ({ content, onChange, release, selected, sort }: MatrixTableProps) => {
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
                <ItemName release={release} item={dimensionRef(name)} />{" "}
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
              release={release}
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
