import type { ComponentChild } from "preact"
import { useState } from "preact/hooks"

/**
 * The number of entries to show of a list that may be very long, and a button that shows more of them: a release can add
 * 100,000 values.
 */
export const useShownCount = (
  count: number,
  firstCount = 50
): { readonly shownCount: number; readonly showMore: ComponentChild } => {
  const [limit, setLimit] = useState(firstCount)
  const hidden = count - limit
  return {
    shownCount: limit,
    showMore: hidden > 0 && (
      <p>
        {limit.toLocaleString("en")} of {count.toLocaleString("en")} shown.{" "}
        <button type="button" onClick={() => setLimit(limit + nextCount)}>
          Show {Math.min(hidden, nextCount).toLocaleString("en")} more
        </button>
      </p>
    )
  }
}

const nextCount = 500
