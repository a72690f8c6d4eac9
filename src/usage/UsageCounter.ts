import { addUsage, type UsageDeltas } from "./UsageDeltas.ts"

/** Counts the usage of keys in memory. Only accepted keys are counted, so their number is bounded. */
export interface UsageCounter {
  readonly count: (request: CountedRequest) => void
  readonly add: (deltas: UsageDeltas) => void
  /** Returns what was counted since the last call, which is counted here no longer. */
  readonly take: () => UsageDeltas
}

export interface CountedRequest {
  readonly keyPrefix: string
  readonly isRefused: boolean
  readonly isNearLimit: boolean
  readonly unixMillis: number
}

export const makeUsageCounter = (): UsageCounter => {
  let counts = new Map<string, MutableUsage>()
  return {
    count: ({ isNearLimit, isRefused, keyPrefix, unixMillis }) => {
      const known = counts.get(keyPrefix)
      const refused = isRefused ? 1 : 0
      if (known === undefined) {
        counts.set(keyPrefix, { requests: 1, refused, lastUsedMillis: unixMillis, isNearLimit })
        return
      }
      known.requests++
      known.refused += refused
      known.lastUsedMillis = unixMillis
      known.isNearLimit = isNearLimit
    },
    add: (deltas) => {
      for (const [keyPrefix, usage] of deltas) {
        const known = counts.get(keyPrefix)
        counts.set(keyPrefix, known === undefined ? { ...usage } : addUsage(known, usage))
      }
    },
    take: () => {
      const taken = counts
      if (taken.size === 0) return nothing
      counts = new Map()
      return [...taken]
    }
  }
}

interface MutableUsage {
  requests: number
  refused: number
  lastUsedMillis: number
  isNearLimit: boolean
}

const nothing: UsageDeltas = []
