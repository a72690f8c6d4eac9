import * as DateTime from "effect/DateTime"
import { addUsage, type KeyUsage, type UsageDeltas, type Use } from "./UsageDeltas.ts"

/**
 * Counts the usage of keys in memory. Only accepted keys are counted, and only releases and items that exist, so the
 * numbers of both are bounded, but not that of their combinations over days.
 */
export interface UsageCounter {
  readonly count: (request: CountedRequest) => void
  readonly add: (deltas: UsageDeltas) => void
  readonly read: () => UsageDeltas
  /** Returns what was counted since the last call, which is counted here no longer. */
  readonly take: () => UsageDeltas
  /** How many counts of uses were given up for lack of room. */
  readonly forgotten: () => number
}

export interface CountedRequest {
  readonly keyPrefix: string
  readonly isRefused: boolean
  readonly isNearLimit: boolean
  readonly unixMillis: number
  /** What it used; `undefined` if no release answered. */
  readonly used?: RequestUse | undefined
}

/** The release that answered a request, and the deprecated items that the request named. */
export interface RequestUse {
  readonly release: string
  readonly isPinned: boolean
  readonly deprecated: ReadonlyArray<string>
}

/**
 * @param maxUses How many uses are kept, of about 250 bytes each. Those of the earliest day make room for later days. On
 *   one day, no others are added.
 */
export const makeUsageCounter = (maxUses = 100_000): UsageCounter => {
  let keys = new Map<string, KeyUsage>()
  let uses = new Map<string, Use & { requests: number }>()
  let forgotten = 0
  const dayOf = makeDayOf()

  const hasRoom = (day: string): boolean => {
    if (uses.size < maxUses) return true
    let earliest = day
    for (const use of uses.values()) if (use.day < earliest) earliest = use.day
    for (const [id, use] of earliest < day ? uses : []) {
      if (use.day !== earliest) continue
      uses.delete(id)
      forgotten++
    }
    return uses.size < maxUses
  }

  const addUse = (use: Use): void => {
    const id = `${use.day} ${use.keyPrefix} ${use.kind} ${use.name}`
    const known = uses.get(id)
    if (known !== undefined) known.requests += use.requests
    else if (hasRoom(use.day)) uses.set(id, { ...use })
    else forgotten++
  }

  const addKey = (keyPrefix: string, usage: KeyUsage): void => {
    const known = keys.get(keyPrefix)
    keys.set(keyPrefix, known === undefined ? usage : addUsage(known, usage))
  }

  const read = (): UsageDeltas => ({ keys: [...keys], uses: [...uses.values()] })

  return {
    count: ({ isNearLimit, isRefused, keyPrefix, unixMillis, used }) => {
      addKey(keyPrefix, { requests: 1, refused: isRefused ? 1 : 0, lastUsedMillis: unixMillis, isNearLimit })
      if (used === undefined) return
      const day = dayOf(unixMillis)
      addUse({ keyPrefix, day, kind: used.isPinned ? "pinned" : "default", name: used.release, requests: 1 })
      for (const name of used.deprecated) addUse({ keyPrefix, day, kind: "deprecated", name, requests: 1 })
    },
    add: (deltas) => {
      for (const [keyPrefix, usage] of deltas.keys) addKey(keyPrefix, usage)
      for (const use of deltas.uses) addUse(use)
    },
    read,
    take: () => {
      const taken = read()
      keys = new Map()
      uses = new Map()
      return taken
    },
    forgotten: () => forgotten
  }
}

/** Formats a time as its day in UTC. Nearly all times are of the same day as the one before. */
const makeDayOf = () => {
  let [number, text] = [NaN, ""]
  return (unixMillis: number): string => {
    const day = Math.floor(unixMillis / 86_400_000)
    if (day !== number) [number, text] = [day, DateTime.formatIsoDateUtc(DateTime.makeUnsafe(unixMillis))]
    return text
  }
}
