import { median } from "../../../bench/figures/Statistics.ts"

export interface MemoryTrend {
  /** The median of the low-water marks of the first half, and of the last one, in megabytes. */
  readonly first: number
  readonly last: number
  readonly marks: number
  /** `undefined` if there are too few marks. */
  readonly isGrowing: boolean | undefined
}

/**
 * Compares the low-water marks of a figure, each the least of so many samples in a row: garbage collections take what
 * is above them. The first quarter of the run, in which caches fill, is left out. Growth is more than a quarter of the
 * level and more than 16 MB from the first half of the rest to the last one.
 */
export const judgeTrend = (megabytes: ReadonlyArray<number>, samplesPerMark = 15): MemoryTrend => {
  const settled = megabytes.slice(Math.floor(megabytes.length / 4))
  const marks: Array<number> = []
  for (let start = 0; start + samplesPerMark <= settled.length; start += samplesPerMark) {
    marks.push(Math.min(...settled.slice(start, start + samplesPerMark)))
  }
  const half = Math.floor(marks.length / 2)
  const [first, last] = [median(marks.slice(0, half)), median(marks.slice(-half))]
  const isGrowing = half < minMarks ? undefined : last - first > Math.max(minGrowth, first * maxGrowth)
  return { first, last, marks: marks.length, isGrowing }
}

const minMarks = 3
const minGrowth = 16
const maxGrowth = 0.25
