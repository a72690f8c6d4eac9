import { snapshotOf } from "../../../domain/vocabulary/Snapshot.ts"
import { useExplorer } from "../../ExplorerContext.ts"
import type { Release } from "../../model/Release.ts"
import { translate } from "../../model/Translate.ts"
import { filterWords } from "./FilterWords.ts"
import { formatFilter, type LicenseFilter } from "./LicenseFilter.ts"

interface FilterListProps {
  readonly release: Release
  readonly filters: ReadonlyArray<LicenseFilter>
  readonly onChange: (filters: ReadonlyArray<LicenseFilter>) => void
}

/** The filters that licenses must meet, each with a button that removes it. */
export const FilterList = ({ filters, onChange, release }: FilterListProps) => {
  const { languages } = useExplorer()
  return filters.length === 0 ? null : (
    <ul class="filter-list" aria-label="Filters">
      {filters.map((filter) => {
        const dimension = snapshotOf(release.taxonomy).dimension(filter.dimension)
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
