/** Numbers that look random and follow from a seed (mulberry32). */
export interface Random {
  /** A whole number from 0 to below a limit. */
  readonly below: (limit: number) => number
  /** True once in so many times. */
  readonly oneIn: (times: number) => boolean
  readonly pick: <A>(items: ReadonlyArray<A>) => A
}

export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new RangeError("There is nothing to pick")
      return item
    }
  }
}
