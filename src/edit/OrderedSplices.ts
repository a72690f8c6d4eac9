import type { Splice } from "./Splice.ts"

type Range = Pick<Splice, "start" | "end">

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
