import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Languages } from "../domain/taxonomy/Translate.ts"
import type { DataStore } from "./data/Store.ts"
import type { Catalog } from "./model/Catalog.ts"
import type { ShownRelease } from "./model/Release.ts"
import type { Route } from "./routing/Route.ts"

/** What every view and component can read. */
export interface Explorer {
  readonly store: DataStore
  readonly catalog: Catalog
  readonly route: Route
  /** The languages that texts are shown in. */
  readonly languages: Languages
}

export const ExplorerContext = createContext<Explorer | undefined>(undefined)

/** The release that is shown. A part of a page that shows another one provides that. */
export const ReleaseContext = createContext<ShownRelease | undefined>(undefined)

export const useRelease = (): ShownRelease => need(useContext(ReleaseContext))

export const useExplorer = (): Explorer => need(useContext(ExplorerContext))

const need = <A>(provided: A | undefined): A => {
  if (provided === undefined) throw new Error("A component was used outside of the Explorer")
  return provided
}
