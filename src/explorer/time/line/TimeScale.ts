/** Positions of dates between the ends of a drawing. */
export interface TimeScale {
  /** In percent of the width. */
  readonly positionOf: (date: string) => number
  readonly ticks: ReadonlyArray<Tick>
}

/** The first day of a month or of a year. */
export interface Tick {
  readonly date: string
  /** `2026`, or `Jul 2026`. */
  readonly label: string
}

/** A scale from the first to the last of some dates (ISO 8601 in UTC), of which there is at least one. */
export const makeTimeScale = (dates: ReadonlyArray<string>): TimeScale => {
  const sorted = dates.toSorted((left, right) => Date.parse(left) - Date.parse(right))
  const [first = "", last = ""] = [sorted[0], sorted.at(-1)]
  const start = Date.parse(first)
  const span = Date.parse(last) - start
  return {
    // A single day is in the middle.
    positionOf: (date) => (span === 0 ? 50 : margin + ((Date.parse(date) - start) / span) * (100 - 2 * margin)),
    ticks: ticksBetween(monthOf(first) + 1, monthOf(last))
  }
}

/** Room for what stands at the first and the last date. */
const margin = 3

const ticksBetween = (from: number, until: number): ReadonlyArray<Tick> => {
  const step =
    steps.find((months) => (until - from) / months < maxTicks) ?? 12 * Math.ceil((until - from) / 12 / maxTicks)
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(until / step) - first + 1)
  return Array.from({ length: count }, (_, index) => toTick((first + index) * step))
}

const steps = [1, 3, 6, 12]
const maxTicks = 6

/** Months since the year 0. */
const monthOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1

const toTick = (month: number): Tick => {
  const year = String(Math.floor(month / 12))
  const number = (month % 12) + 1
  return {
    date: `${year}-${String(number).padStart(2, "0")}-01`,
    label: number === 1 ? year : `${monthName.format(Date.UTC(Number(year), number - 1))} ${year}`
  }
}

const monthName = new Intl.DateTimeFormat("en", { month: "short", timeZone: "UTC" })
