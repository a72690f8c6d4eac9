/** The replacement of a range of a text. Offsets are UTF-16 code units. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies splices that do not overlap. Of two at the same offset, the first comes first. */
export const applySplices = (text: string, splices: ReadonlyArray<Splice>): string => {
  let result = ""
  let at = 0
  for (const splice of splices.toSorted((left, right) => left.start - right.start)) {
    result += text.slice(at, splice.start) + splice.text
    at = splice.end
  }
  return result + text.slice(at)
}

/** True if two splices share a character or an offset, so that their order matters. */
export const touches = (left: Splice, right: Splice): boolean => left.start <= right.end && right.start <= left.end

/** True if a range overlaps no splice, so that both can be made. Splices must be in order, as `addSplice` keeps them. */
export const isFree = (splices: ReadonlyArray<Splice>, { end, start }: Range): boolean => {
  // What is before another splice may end where that one begins.
  const after = indexOfFirst(splices, (other) => (start === end ? other.start > end : other.start >= end))
  const before = splices[after - 1]
  return before === undefined || start > before.end
}

/** Adds a splice at its place in the text. */
export const addSplice = (splices: Array<Splice>, { end, start, text }: Splice): void => {
  const index = indexOfFirst(splices, (other) => other.start > start || (other.start === start && other.end >= end))
  splices.splice(index, 0, { start, end, text })
}

type Range = Pick<Splice, "start" | "end">

/** The index of the first splice of which a condition holds that also holds of all splices after it. */
const indexOfFirst = (splices: ReadonlyArray<Splice>, isAfter: (other: Range) => boolean): number => {
  let [low, high] = [0, splices.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const splice = splices[middle]
    if (splice !== undefined && isAfter(splice)) high = middle
    else low = middle + 1
  }
  return low
}
