/** The API key of this tab. */
export interface KeyStorage {
  readonly get: () => string | undefined
  readonly set: (key: string) => void
  readonly clear: () => void
}

/** Keeps the key until the tab is closed; until the page is left if the browser allows no storage. */
export const makeKeyStorage = (): KeyStorage => {
  let inMemory: string | undefined
  return {
    get: () => inMemory ?? tryStorage((storage) => storage.getItem(name) ?? undefined),
    set: (key) => {
      inMemory = key
      tryStorage((storage) => storage.setItem(name, key))
    },
    clear: () => {
      inMemory = undefined
      tryStorage((storage) => storage.removeItem(name))
    }
  }
}

const name = "taxonomy-api-key"

const tryStorage = <A>(use: (storage: Storage) => A): A | undefined => {
  try {
    // Even to name it throws if cookies are blocked.
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
