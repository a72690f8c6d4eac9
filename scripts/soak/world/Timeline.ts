/** A value of something that changes, by the clock of the observer. */
export interface Change<A> {
  readonly value: A
  /** It cannot have been in force before this. */
  readonly from: number
  /** It was in force from then on, until the next one; `Infinity` as long as nobody reports that. */
  readonly settledAt: number
}

/** The values of something in the order of their changes. Never empty. */
export type Timeline<A> = readonly [Change<A>, ...Array<Change<A>>]

export const startTimeline = <A>(value: A): Timeline<A> => [{ value, from: -Infinity, settledAt: -Infinity }]

/** Adds a value that may come into force from now on. */
export const beginChange = <A>(timeline: Timeline<A>, value: A, now: number): Timeline<A> => [
  ...timeline,
  { value, from: now, settledAt: Infinity }
]

/** Says that the newest value is in force. */
export const settle = <A>([first, ...rest]: Timeline<A>, now: number): Timeline<A> => {
  const toSettled = (change: Change<A>): Change<A> => ({ ...change, settledAt: Math.min(change.settledAt, now) })
  return [toSettled(first), ...rest.map(toSettled)]
}

export const newestValue = <A>(timeline: Timeline<A>): A => (timeline.at(-1) ?? timeline[0]).value

/** Returns every value that may have been in force at some moment from `start` to `end`. */
export const valuesBetween = <A>(timeline: Timeline<A>, start: number, end: number): ReadonlyArray<A> =>
  timeline
    .filter(({ from }, index) => from <= end && (timeline[index + 1]?.settledAt ?? Infinity) > start)
    .map(({ value }) => value)
