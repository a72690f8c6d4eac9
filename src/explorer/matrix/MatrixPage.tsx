import { useId, useMemo, useState } from "preact/hooks"
import { licenseRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { translate } from "../model/Translate.ts"
import { Failure } from "../parts/Failure.tsx"
import { ItemName } from "../parts/ItemName.tsx"
import { Link } from "../parts/Link.tsx"
import { TextFilter } from "../parts/TextFilter.tsx"
import type { View, ViewProps } from "../views.ts"
import { filterWords, matrixContent } from "./MatrixContent.ts"
import {
  formatFilter,
  formatMatrixState,
  type MatrixFilter,
  type MatrixState,
  maxSelected,
  parseFilters,
  useMatrixState
} from "./MatrixState.ts"
import { MatrixTable } from "./MatrixTable.tsx"
import { SideBySidePage } from "./SideBySidePage.tsx"

/** The licenses by their dimensions; with codes of licenses in the address, those licenses side by side. */
const Matrix = ({ segments }: ViewProps) => {
  const { taxonomy } = useRelease()
  if (segments.length === 0) return <MatrixPage />
  const licenses = [...new Set(segments)].flatMap((code) => snapshotOf(taxonomy).license(code) ?? [])
  return licenses.length < 2 ? <Failure problem={{ _tag: "NotFound" }} /> : <SideBySidePage licenses={licenses} />
}

export const matrixView: View = { name: "matrix", title: "Matrix", isInNavigation: true, component: Matrix }

/** The licenses of a release by dimensions, filtered and sorted. */
const MatrixPage = () => {
  const { languages } = useExplorer()
  const { taxonomy } = useRelease()
  const [state, change] = useMatrixState()
  const { columns, filters, isDifferent, selected, sort, text } = state
  const content = useMemo(
    () => matrixContent(taxonomy, { columns, filters, isDifferent, sort, text }, languages),
    [taxonomy, columns?.join(), JSON.stringify(filters), isDifferent, sort.by, sort.isDescending, text, languages]
  )
  const hasState = Object.keys(formatMatrixState(state)).length > 0
  return (
    <>
      <h1>Matrix</h1>
      <p>What each base license sets each dimension to. Select licenses to see them side by side.</p>
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
      <Selection selected={selected} onChange={(codes) => change({ selected: codes })} />
      {content.licenses.length === 0 ? (
        <p>No license meets all filters. Remove one of them.</p>
      ) : content.dimensions.length === 0 ? (
        <p>
          {isDifferent ? "The shown licenses do not differ in the chosen dimensions." : "Choose a dimension to show."}
        </p>
      ) : (
        <MatrixTable content={content} sort={sort} selected={selected} onChange={change} />
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
const Selection = ({ onChange, selected }: SelectionProps) => (
  <div class="matrix-selection" role="group" aria-label="Selected licenses">
    <p role="status">
      {selected.length === 0
        ? `Select two or three licenses to compare them.`
        : selected.length === 1
          ? "One license is selected. Select another to compare them."
          : `${selected.length} licenses are selected.${selected.length === maxSelected ? " More cannot be selected." : ""}`}
    </p>
    {selected.length === 0 ? null : (
      <ul class="value-list">
        {selected.map((code) => (
          <li key={code}>
            <ItemName item={licenseRef(code)} />
          </li>
        ))}
      </ul>
    )}
    {selected.length < 2 ? null : (
      <p>
        <Link to={["matrix", ...selected]}>Show side by side</Link>
      </p>
    )}
    {selected.length === 0 ? null : (
      <button type="button" onClick={() => onChange([])}>
        Clear the selection
      </button>
    )}
  </div>
)

interface FilterChoiceProps {
  readonly onAdd: (filter: MatrixFilter) => void
}

/** The choice of a dimension and of what licenses set it to. */
const FilterChoice = ({ onAdd }: FilterChoiceProps) => {
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
            const [filter] = parseFilters(currentTarget.value)
            currentTarget.value = ""
            if (filter !== undefined) onAdd(filter)
          }}
        >
          <option value="">a setting…</option>
          {filtersOf(dimension).map((filter) => (
            <option key={formatFilter(filter)} value={formatFilter(filter)}>
              {filterWords(dimension, filter, languages)}
            </option>
          ))}
        </select>
      )}
    </form>
  )
}

const filtersOf = ({ name: dimension, shape, values }: Dimension): ReadonlyArray<MatrixFilter> => [
  ...(shape === "territory" ? [{ _tag: "Worldwide", dimension } as const] : []),
  ...values.flatMap(({ code }): ReadonlyArray<MatrixFilter> => [
    { _tag: "Has", dimension, code },
    ...(shape === "flags" ? [{ _tag: "Refuses", dimension, code } as const] : [])
  ]),
  { _tag: "NotSet", dimension }
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
        const dimension = snapshotOf(taxonomy).dimension(filter.dimension)
        const words =
          dimension === undefined
            ? formatFilter(filter)
            : `${translate(dimension, "label", languages)}: ${filterWords(dimension, filter, languages)}`
        return (
          <li key={formatFilter(filter)}>
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
