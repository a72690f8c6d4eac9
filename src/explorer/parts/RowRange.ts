/** Rows of a list, without the last. */
export interface RowRange {
  readonly first: number
  readonly last: number
}

interface Viewport {
  /** Pixels of the list above the screen; negative if the list begins below its top. */
  readonly hidden: number
  /** The height of the screen in pixels. */
  readonly visible: number
  readonly rowHeight: number
  readonly length: number
}

/** The rows on the screen, and some before and after, so that they are there when a person scrolls or tabs to them. */
export const rangeOf = ({ hidden, length, rowHeight, visible }: Viewport): RowRange => {
  const clamp = (row: number): number => Math.max(0, Math.min(row, length))
  // In steps, so that most movements change nothing.
  const first = Math.floor(hidden / rowHeight / step) - 1
  const last = Math.ceil((hidden + visible) / rowHeight / step) + 1
  return { first: clamp(first * step), last: clamp(last * step) }
}

const step = 10
