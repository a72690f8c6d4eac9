import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Catalog } from "./Catalog.ts"
import { loadCatalog } from "./LoadCatalog.ts"

/** The catalog in force. Whoever answers a request takes it once, and so has one state throughout. */
export class CurrentCatalog extends Context.Service<CurrentCatalog, { readonly get: () => Catalog }>()(
  "taxonomy-licensing-data-service/server/CurrentCatalog"
) {
  /** Serves what lies in the folder of the releases now; fails as `loadCatalog` does. */
  static readonly layer = (releases: string) =>
    Layer.effect(
      CurrentCatalog,
      Effect.map(loadCatalog(releases), (catalog) => CurrentCatalog.of({ get: () => catalog }))
    )
}
