/** Where there is room for the label of a release: on every screen, on wide ones, or nowhere. */
export type LabelRoom = "always" | "wide" | "never"

/**
 * Finds which labels fit beside each other, for positions in percent from the newest release to the oldest. The newest
 * release always has its label.
 */
export const findLabelRoom = (positions: ReadonlyArray<number>): ReadonlyArray<LabelRoom> => {
  let [lastOnNarrow, lastOnWide] = [Infinity, Infinity]
  return positions.map((position) => {
    if (lastOnNarrow - position >= narrowDistance) {
      lastOnNarrow = lastOnWide = position
      return "always"
    }
    if (lastOnWide - position < wideDistance) return "never"
    lastOnWide = position
    return "wide"
  })
}

/** In percent of the width, which is 350 pixels on a phone. */
const narrowDistance = 16
const wideDistance = 4
