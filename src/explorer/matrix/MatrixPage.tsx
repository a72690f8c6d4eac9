import { useMemo } from "preact/hooks"
import { useExplorer } from "../ExplorerContext.ts"
import type { Release } from "../model/Release.ts"
import { Link } from "../parts/Link.tsx"
import { TextFilter } from "../parts/TextFilter.tsx"
import { ColumnChoice } from "./controls/ColumnChoice.tsx"
import { FilterChoice } from "./controls/FilterChoice.tsx"
import { FilterList } from "./controls/FilterList.tsx"
import { Selection } from "./controls/Selection.tsx"
import { matrixContent } from "./MatrixContent.ts"
import { formatMatrixState } from "./MatrixState.ts"
import { MatrixTable } from "./MatrixTable.tsx"
import { useMatrixState } from "./useMatrixState.ts"

/** The licenses of a release by dimensions, filtered and sorted. */
export const MatrixPage = ({ release }: { readonly release: Release }) => {
  const { languages } = useExplorer()
  const { taxonomy } = release
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
        <FilterChoice release={release} onAdd={(filter) => change({ filters: [...filters, filter] })} />
        <FilterList release={release} filters={filters} onChange={(changed) => change({ filters: changed })} />
        <ColumnChoice
          release={release}
          columns={columns}
          isDifferent={isDifferent}
          shown={content.dimensions.length}
          onChange={change}
        />
        {hasState ? (
          <p>
            <Link to={["matrix"]}>Show everything</Link>
          </p>
        ) : null}
      </div>
      <Selection release={release} selected={selected} onChange={(codes) => change({ selected: codes })} />
      {content.licenses.length === 0 ? (
        <p>No license meets all filters. Remove one of them.</p>
      ) : content.dimensions.length === 0 ? (
        <p>
          {isDifferent ? "The shown licenses do not differ in the chosen dimensions." : "Choose a dimension to show."}
        </p>
      ) : (
        <MatrixTable release={release} content={content} sort={sort} selected={selected} onChange={change} />
      )}
    </>
  )
}
