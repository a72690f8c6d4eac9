import type { ComponentChild } from "preact"
import { useState } from "preact/hooks"

/**
 * The number of entries to show of a list that may be very long, and a button that shows more of them: a release can add
 * 100,000 values.
 */
export const useShownCount = (count: number): { readonly shownCount: number; readonly showMore: ComponentChild } => {
  const [limit, setLimit] = useState(firstCount)
  const hidden = count - limit
  return {
    shownCount: limit,
    showMore: hidden > 0 && (
      <button type="button" onClick={() => setLimit(limit + nextCount)}>
        Show {Math.min(hidden, nextCount).toLocaleString("en")} more of {count.toLocaleString("en")}
      </button>
    )
  }
}

const firstCount = 50
const nextCount = 500
