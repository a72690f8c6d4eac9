import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Store } from "./data/Store.ts"
import type { Catalog } from "./model/Catalog.ts"
import type { Languages } from "./model/Translate.ts"
import type { Route } from "./routing/Route.ts"

/** What every view and component can read. */
export interface Explorer {
  readonly store: Store
  readonly catalog: Catalog
  readonly route: Route
  /** The languages that texts are shown in. */
  readonly languages: Languages
}

export const ExplorerContext = createContext<Explorer | undefined>(undefined)

export const useExplorer = (): Explorer => {
  const explorer = useContext(ExplorerContext)
  if (explorer === undefined) throw new Error("A component was used outside of the Explorer")
  return explorer
}
