import type { MatrixSort } from "./MatrixState.ts"

interface SortButtonProps {
  readonly by: string
  readonly label: string
  readonly sort: MatrixSort
  readonly onSort: (by: string) => void
}

/** Sorts the rows by a column, and says if they are sorted by it. */
export const SortButton = ({ by, label, onSort, sort }: SortButtonProps) => (
  <button type="button" class="sort" aria-pressed={sort.by === by} onClick={() => onSort(by)}>
    {sort.by === by ? (sort.isDescending ? `${label}, Z–A` : `${label}, A–Z`) : label}
  </button>
)
