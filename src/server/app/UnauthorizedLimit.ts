import type { Instant } from "../../limits/Instant.ts"
import { clientNetwork } from "../clients/ClientAddress.ts"

/** Counts the requests of clients without a valid API key. */
export interface UnauthorizedLimit {
  /** Counts a request. Returns the seconds until the client may send another one if it has sent too many. */
  readonly charge: (address: string, now: Instant) => number | undefined
}

/**
 * Counts by address in windows of a minute, which begin at the same time for all addresses, so that a new window is a
 * new table. With 0, nothing is counted. Clients with a valid key are never counted, whoever shares their address.
 *
 * Memory: the counts of at most `maxNetworks` addresses, about 10 MB. All others of a minute share one count.
 */
export const makeUnauthorizedLimit = (maxRequests: number, maxNetworks = 65_536): UnauthorizedLimit => {
  let counts = new Map<string, number>()
  let current = -Infinity
  return {
    charge: (address, { monotonicMillis }) => {
      if (maxRequests === 0) return undefined
      const window = Math.floor(monotonicMillis / windowMillis)
      if (window !== current) {
        current = window
        counts = new Map()
      }
      const network = clientNetwork(address)
      const key = counts.has(network) || counts.size < maxNetworks ? network : others
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count > maxRequests ? Math.ceil(((window + 1) * windowMillis - monotonicMillis) / 1000) : undefined
    }
  }
}

const windowMillis = 60_000

/** No address. */
const others = ""
