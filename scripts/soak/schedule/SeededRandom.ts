/** Returns a generator of numbers from 0 to below 1 that depends on the seed alone (mulberry32). */
export const makeSeededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns the elements in a random order. */
export const shuffle = <A>(elements: ReadonlyArray<A>, random: () => number): ReadonlyArray<A> =>
  elements
    .map((element) => [random(), element] as const)
    .toSorted(([left], [right]) => left - right)
    .map(([, element]) => element)
