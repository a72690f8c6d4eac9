import type { Guard } from "../model/guards/Guard.ts"
import type { ClientSettings } from "../options/ClientSettings.ts"
import { makeMemoryCache } from "./MemoryCache.ts"
import { makePersistentCopies } from "./PersistentCopies.ts"
import type { StoredResponse } from "./StoredResponse.ts"

/** The stored responses of one client, so of one API key: in memory, and in the store of the option. */
export interface Copies {
  readonly find: (url: string, guard: Guard) => Promise<StoredResponse | undefined>
  readonly keep: (url: string, response: StoredResponse) => Promise<void>
  readonly forget: (url: string) => Promise<void>
  /** Forgets every copy in memory, too. */
  readonly forgetAll: (url: string) => Promise<void>
}

export const makeCopies = (settings: ClientSettings): Copies => {
  const memory = makeMemoryCache(settings.rememberBytes)
  const { store } = settings
  const persistent = store === undefined ? undefined : makePersistentCopies(store, settings)
  return {
    find: async (url, guard) => {
      const known = memory.get(url)
      if (known !== undefined || persistent === undefined) return known
      const stored = await persistent.get(url, guard)
      // A parallel call may have got a newer one.
      const newer = memory.get(url)
      if (newer === undefined && stored !== undefined) memory.set(url, stored)
      return newer ?? stored
    },
    keep: async (url, response) => {
      memory.set(url, response)
      await persistent?.set(url, response)
    },
    forget: async (url) => {
      memory.delete(url)
      await persistent?.delete(url)
    },
    forgetAll: async (url) => {
      memory.clear()
      await persistent?.delete(url)
    }
  }
}
