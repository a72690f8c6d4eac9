import { expiryMillis, isActive, type KeyRegistry } from "../domain/keys/KeyRegistry.ts"

/** How many keys of a registry are valid for how long. All times are in milliseconds since the epoch. */
export interface ExpiryCounts {
  /** The number of keys that are not revoked and do not expire until then. */
  readonly after: (unixMillis: number) => number
  /** The number of keys that expire later than then, and within this time. */
  readonly within: (unixMillis: number, millis: number) => number
}

/** Sorts the expiries once, so that metrics need not visit all keys. */
export const countExpiries = (keys: KeyRegistry): ExpiryCounts => {
  const active = [...keys.values()].filter(isActive)
  const expiries = Float64Array.from(active.map(expiryMillis).filter((expiry) => expiry !== Infinity)).sort()
  const expired = (unixMillis: number): number => {
    let [low, high] = [0, expiries.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((expiries[middle] ?? Infinity) <= unixMillis) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    after: (unixMillis) => active.length - expired(unixMillis),
    within: (unixMillis, millis) => expired(unixMillis + millis) - expired(unixMillis)
  }
}
