/** The memory that holders keep together, with a limit. */
export interface MemoryBudget<Holder> {
  readonly bytes: () => number
  /** Adds to what a holder keeps. If all keep too much, those without progress for the longest are evicted. */
  readonly add: (holder: Holder, bytes: number) => void
  /** Subtracts from what a holder keeps, by default everything. This counts as progress. */
  readonly release: (holder: Holder, bytes?: number) => void
}

/** Makes a budget. What an evicted holder kept is released before `evict` is called. */
export const makeMemoryBudget = <Holder>(maxBytes: number, evict: (holder: Holder) => void): MemoryBudget<Holder> => {
  // A map keeps the order in which its entries were added, so the first one has made no progress for the longest.
  const holders = new Map<Holder, number>()
  let total = 0
  const release = (holder: Holder, bytes = Infinity): void => {
    const held = holders.get(holder)
    if (held === undefined) return
    const released = Math.min(held, bytes)
    total -= released
    holders.delete(holder)
    if (released < held) holders.set(holder, held - released)
  }
  return {
    bytes: () => total,
    add: (holder, bytes) => {
      total += bytes
      holders.set(holder, (holders.get(holder) ?? 0) + bytes)
      for (const longest of holders.keys()) {
        if (total <= maxBytes) return
        release(longest)
        evict(longest)
      }
    },
    release
  }
}
