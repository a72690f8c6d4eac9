import { useId, useState } from "preact/hooks"
import type { Dimension } from "../../../domain/taxonomy/Taxonomy.ts"
import { useExplorer } from "../../ExplorerContext.ts"
import type { Release } from "../../model/Release.ts"
import { translate } from "../../model/Translate.ts"
import { filterWords } from "./FilterWords.ts"
import { formatFilter, parseFilters, type LicenseFilter } from "./LicenseFilter.ts"

interface FilterChoiceProps {
  readonly release: Release
  readonly onAdd: (filter: LicenseFilter) => void
}

/** The choice of a dimension and of what licenses set it to. */
export const FilterChoice = ({ onAdd, release }: FilterChoiceProps) => {
  const { languages } = useExplorer()
  const id = useId()
  const { dimensions } = release.taxonomy
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

const filtersOf = ({ name: dimension, shape, values }: Dimension): ReadonlyArray<LicenseFilter> => [
  ...(shape === "territory" ? [{ _tag: "Worldwide", dimension } as const] : []),
  ...values.flatMap(({ code }): ReadonlyArray<LicenseFilter> => [
    { _tag: "Has", dimension, code },
    ...(shape === "flags" ? [{ _tag: "Refuses", dimension, code } as const] : [])
  ]),
  { _tag: "NotSet", dimension }
]
