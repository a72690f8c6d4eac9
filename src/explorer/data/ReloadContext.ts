import { createContext } from "preact"
import { useContext } from "preact/hooks"

/** Reads all data again that has changed or could not be read. */
export interface Reloading {
  /** The number of reloads so far. */
  readonly revision: number
  readonly reload: () => void
}

export const ReloadContext = createContext<Reloading>({ revision: 0, reload: () => undefined })

export const useReloading = (): Reloading => useContext(ReloadContext)
