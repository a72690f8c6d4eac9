import { useId, useMemo, useRef, useState } from "preact/hooks"
import { dimensionRef, licenseRef } from "../../domain/taxonomy/ItemRef.ts"
import { settingOf } from "../../domain/taxonomy/Settings.ts"
import type { Dimension, License } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { formatCount } from "../../report/text/PlainText.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { termText } from "../model/Statements.ts"
import { translate } from "../model/Translate.ts"
import { Failure } from "../parts/Failure.tsx"
import { ItemName } from "../parts/ItemName.tsx"
import { Link } from "../parts/Link.tsx"
import { Select } from "../parts/Select.tsx"
import { TextFilter } from "../parts/TextFilter.tsx"
import { useWindow } from "../parts/VirtualList.tsx"
import type { View, ViewProps } from "../views.ts"
import {
  filterWords,
  formatMatrixState,
  type MatrixContent,
  matrixContent,
  type MatrixFilter,
  type MatrixSort,
  type MatrixState,
  maxSelected,
  notSet,
  toggleSort,
  useMatrixState,
  worldwide
} from "./MatrixState.ts"
import { SideBySidePage } from "./SideBySidePage.tsx"

/** The licenses by their dimensions; with codes of licenses in the address, those licenses side by side. */
const Matrix = ({ segments }: ViewProps) => {
  const { taxonomy } = useRelease()
  if (segments.length === 0) return <MatrixPage />
  const licenses = [...new Set(segments)].flatMap((code) => snapshotOf(taxonomy).license(code) ?? [])
  return licenses.length < 2 ? <Failure problem={{ code: "not-found" }} /> : <SideBySidePage licenses={licenses} />
}

export const matrixView: View = { name: "matrix", title: "Licenses", area: "compare", isWide: true, component: Matrix }

/** The licenses of a release by dimensions, filtered and sorted. */
const MatrixPage = () => {
  const { languages } = useExplorer()
  const { taxonomy } = useRelease()
  const [state, change] = useMatrixState()
  const { columns, filters, isDifferent, selected, sort, text } = state
  const content = useMemo(
    () => matrixContent(taxonomy, { columns, filters, isDifferent, sort, text }, languages),
    [taxonomy, columns?.join(), filters.join(), isDifferent, sort.by, sort.isDescending, text, languages]
  )
  const hasState = Object.keys(formatMatrixState(state)).length > 0
  return (
    <>
      <h1>Compare licenses</h1>
      <p class="lead">
        What each base license sets each dimension to. Choose two or three to compare them in sentences.
      </p>
      <Selection selected={selected} onChange={(codes) => change({ selected: codes })} />
      <div class="matrix-controls">
        <TextFilter
          label="Licenses"
          value={text}
          onChange={(changed) => change({ text: changed })}
          shown={content.licenses.length}
          total={taxonomy.licenses.length}
        />
        <FilterChoice onAdd={(filter) => change({ filters: [...filters, filter] })} />
        <FilterList filters={filters} onChange={(changed) => change({ filters: changed })} />
        <ColumnChoice columns={columns} isDifferent={isDifferent} shown={content.dimensions.length} onChange={change} />
        {hasState ? (
          <p>
            <Link to={["matrix"]}>Show everything</Link>
          </p>
        ) : null}
      </div>
      {content.licenses.length === 0 ? (
        <p>No license meets all filters. Remove one of them.</p>
      ) : content.dimensions.length === 0 ? (
        <p>
          {isDifferent ? "The shown licenses do not differ in the chosen dimensions." : "Choose a dimension to show."}
        </p>
      ) : (
        <MatrixTable content={content} sort={sort} onChange={change} />
      )}
    </>
  )
}

interface SelectionProps {
  /** Codes of licenses. */
  readonly selected: ReadonlyArray<string>
  readonly onChange: (selected: ReadonlyArray<string>) => void
}

/** The licenses that are selected, and the link to their comparison. */
const Selection = ({ onChange, selected }: SelectionProps) => {
  const { licenses } = useRelease().taxonomy
  const { languages } = useExplorer()
  const others = licenses.filter(({ code }) => !selected.includes(code))
  return (
    <div class="matrix-selection" role="group" aria-label="Selected licenses">
      {selected.map((code) => (
        <span key={code} class="chosen">
          <ItemName item={licenseRef(code)} />
        </span>
      ))}
      {selected.length < maxSelected && (
        <Select
          label={selected.length === 0 ? "Compare" : "with"}
          value=""
          options={[
            ["", "Choose a license…"],
            ...others.map((license) => [license.code, translate(license, "name", languages) ?? license.code] as const)
          ]}
          onChange={(code) => onChange(code === "" ? selected : [...selected, code])}
        />
      )}
      {selected.length >= 2 && (
        <Link to={["matrix", ...selected]} class="primary">
          Compare these {selected.length === 2 ? "two" : "three"}
        </Link>
      )}
      {selected.length > 0 && (
        <button type="button" onClick={() => onChange([])}>
          Clear the selection
        </button>
      )}
      <span role="status" class="visually-hidden">
        {selected.length === 0 ? "" : `${formatCount(selected.length, "license")} selected.`}
      </span>
    </div>
  )
}

/** The choice of a dimension and of what licenses set it to. */
const FilterChoice = ({ onAdd }: { readonly onAdd: (filter: MatrixFilter) => void }) => {
  const { languages } = useExplorer()
  const id = useId()
  const { dimensions } = useRelease().taxonomy
  const [name, setName] = useState("")
  const dimension = dimensions.find((each) => each.name === name)
  return (
    <form class="filter-choice" onSubmit={(event) => event.preventDefault()}>
      <label for={`${id}-dimension`}>Show licenses by</label>
      <select id={`${id}-dimension`} value={name} onChange={({ currentTarget }) => setName(currentTarget.value)}>
        <option value="">a dimension…</option>
        {dimensions.map((each) => (
          <option key={each.name} value={each.name}>
            {translate(each, "label", languages)}
          </option>
        ))}
      </select>
      {dimension === undefined ? null : (
        <select
          aria-label="Setting"
          value=""
          onChange={({ currentTarget }) => {
            if (currentTarget.value !== "") onAdd(currentTarget.value)
            currentTarget.value = ""
          }}
        >
          <option value="">a setting…</option>
          {filtersOf(dimension).map((filter) => (
            <option key={filter} value={filter}>
              {filterWords(dimension, filter, languages)}
            </option>
          ))}
        </select>
      )}
    </form>
  )
}

const filtersOf = ({ name, shape, values }: Dimension): ReadonlyArray<MatrixFilter> => [
  ...(shape === "territory" ? [`${name}/${worldwide}`] : []),
  ...values.flatMap(({ code }) => [`${name}/${code}`, ...(shape === "flags" ? [`${name}/${code}/no`] : [])]),
  `${name}/${notSet}`
]

interface FilterListProps {
  readonly filters: ReadonlyArray<MatrixFilter>
  readonly onChange: (filters: ReadonlyArray<MatrixFilter>) => void
}

/** The filters that licenses must meet, each with a button that removes it. */
const FilterList = ({ filters, onChange }: FilterListProps) => {
  const { taxonomy } = useRelease()
  const { languages } = useExplorer()
  return filters.length === 0 ? null : (
    <ul class="filter-list" aria-label="Filters">
      {filters.map((filter) => {
        const dimension = snapshotOf(taxonomy).dimension(filter.split("/", 1)[0] ?? "")
        const words =
          dimension === undefined
            ? filter
            : `${translate(dimension, "label", languages)}: ${filterWords(dimension, filter, languages)}`
        return (
          <li key={filter}>
            <bdi>{words}</bdi>{" "}
            <button
              type="button"
              aria-label={`Remove the filter ${words}`}
              onClick={() => onChange(filters.filter((other) => other !== filter))}
            >
              Remove
            </button>
          </li>
        )
      })}
    </ul>
  )
}

interface ColumnChoiceProps {
  /** `undefined` for all dimensions. */
  readonly columns: ReadonlyArray<string> | undefined
  readonly isDifferent: boolean
  /** The number of dimensions that are shown. */
  readonly shown: number
  readonly onChange: (changed: Partial<MatrixState>) => void
}

/** The choice of the dimensions to show. */
const ColumnChoice = ({ columns, isDifferent, onChange, shown }: ColumnChoiceProps) => {
  const { taxonomy } = useRelease()
  const { languages } = useExplorer()
  const names = taxonomy.dimensions.map(({ name }) => name)
  const chosen = new Set(columns ?? names)
  const choose = (name: string, isChosen: boolean) => {
    const next = names.filter((each) => (each === name ? isChosen : chosen.has(each)))
    onChange({ columns: next.length === names.length ? undefined : next })
  }
  return (
    <div class="column-choice">
      <label>
        <input
          type="checkbox"
          checked={isDifferent}
          onChange={({ currentTarget }) => onChange({ isDifferent: currentTarget.checked })}
        />{" "}
        Only dimensions that differ
      </label>
      <details>
        <summary>
          Dimensions ({shown} of {names.length})
        </summary>
        <p>
          <button type="button" onClick={() => onChange({ columns: undefined })}>
            All
          </button>{" "}
          <button type="button" onClick={() => onChange({ columns: [] })}>
            None
          </button>
        </p>
        <ul>
          {taxonomy.dimensions.map((dimension) => (
            <li key={dimension.name}>
              <label>
                <input
                  type="checkbox"
                  checked={chosen.has(dimension.name)}
                  onChange={({ currentTarget }) => choose(dimension.name, currentTarget.checked)}
                />{" "}
                <bdi>{translate(dimension, "label", languages)}</bdi>
              </label>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

interface MatrixTableProps {
  readonly content: MatrixContent
  readonly sort: MatrixSort
  readonly onChange: (changed: Partial<MatrixState>) => void
}

/** The table of licenses by dimensions. Of a long one, only the rows near the screen are elements. */
const MatrixTable = ({ content, onChange, sort }: MatrixTableProps) => {
  const { dimensions, licenses } = content
  const body = useRef<HTMLTableSectionElement>(null)
  const isWindowed = licenses.length > maxPlainRows
  const { first, last } = useWindow(body, licenses.length, isWindowed ? rowHeight : undefined)
  const sortProps = { sort, onSort: (by: string) => onChange({ sort: toggleSort(sort, by) }) }
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
            <MatrixRow key={license.code} license={license} dimensions={dimensions} rowIndex={first + index + 2} />
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
}

/** A license, and what it sets the dimensions to. */
const MatrixRow = ({ dimensions, license, rowIndex }: MatrixRowProps) => {
  const { languages } = useExplorer()
  const snapshot = snapshotOf(useRelease().taxonomy)
  // While a person scrolls, the rows that stay are not made again.
  return useMemo(
    () => (
      <tr aria-rowindex={rowIndex}>
        <th scope="row">
          <div class="cell">
            <ItemName item={licenseRef(license.code)} />
          </div>
        </th>
        {dimensions.map((dimension) => {
          const isSet = settingOf(license.config, dimension.name) !== undefined
          return (
            <td key={dimension.name} data-label={translate(dimension, "label", languages)}>
              <div class="cell">
                <bdi class={isSet ? undefined : "unset"}>
                  {termText(snapshot, license.config, dimension, languages)}
                </bdi>
              </div>
            </td>
          )
        })}
      </tr>
    ),
    [dimensions, languages, license, rowIndex, snapshot]
  )
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
