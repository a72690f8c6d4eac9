import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { watchLedger } from "../../release/ledger/LedgerWatch.ts"
import { makeBodyCache, type BodyCounts, type BodySource } from "./BodyCache.ts"
import type { Catalog } from "./Catalog.ts"
import { growCatalog, loadCatalog } from "./LoadCatalog.ts"

/** How well the catalog follows the folder of the releases. */
export interface CatalogStatus extends BodyCounts {
  /** True if the ledger, a new release or a requested release is damaged. */
  readonly degraded: boolean
  readonly reason: string | undefined
  readonly reloads: number
  /** Failures to reload, each counted once. */
  readonly failedReloads: number
  /** How often the ledger was polled. */
  readonly polls: number
}

export interface CatalogOptions {
  /** How often the ledger is polled. Default: 500 ms. */
  readonly pollInterval?: Duration.Input
  /** How long folders may arrive after the ledger before that is a failure. Default: 30 s. */
  readonly patience?: Duration.Input
  /** Bytes of releases in memory that are not served by default. Default: 64 MiB. */
  readonly bodyBudget?: number
}

/** The current catalog. Each request reads it once, so that its response does not mix two states. */
export class CurrentCatalog extends Context.Service<
  CurrentCatalog,
  {
    readonly get: () => Catalog
    readonly bodies: BodySource
    readonly status: () => CatalogStatus
  }
>()("taxonomy-licensing-data-service/server/catalog/CurrentCatalog") {
  /**
   * Loads the folder of the releases, which fails like `loadCatalog`, then follows the ledger. A new state replaces the
   * catalog as a whole when everything in it has been checked; until then the last good one stays.
   */
  static readonly layer = (releases: string, options?: CatalogOptions) =>
    Layer.effect(
      CurrentCatalog,
      Effect.gen(function* () {
        const pollInterval = Duration.fromInputUnsafe(options?.pollInterval ?? Duration.millis(500))
        const bodies = yield* makeBodyCache({
          releases,
          budget: options?.bodyBudget ?? defaultBodyBudget,
          retryInterval: Duration.times(pollInterval, 10)
        })
        let { catalog, ledger } = yield* loadCatalog(releases, bodies)
        let reloads = 0
        const checked = new Set<string>()

        const watch = yield* watchLedger({
          releases,
          pollInterval,
          patience: Duration.fromInputUnsafe(options?.patience ?? Duration.seconds(30)),
          served: () => ledger,
          apply: Effect.fnUntraced(function* (next) {
            const grown = yield* growCatalog(releases, bodies, ledger, next, checked)
            ledger = next
            catalog = grown
            reloads += 1
            checked.clear()
            yield* Effect.annotateLogs(Effect.logInfo("Serving a newer ledger"), describeCatalog(catalog))
          })
        })

        return CurrentCatalog.of({
          get: () => catalog,
          bodies,
          status: () => {
            const { failures, polls, reason } = watch.status()
            const [broken] = bodies.broken().values()
            return {
              degraded: reason !== undefined || broken !== undefined,
              reason: reason ?? broken?.message,
              reloads,
              failedReloads: failures,
              polls,
              ...bodies.counts()
            }
          }
        })
      })
    )
}

const defaultBodyBudget = 64 * 1024 * 1024

const describeCatalog = ({ defaults, head }: Catalog) => ({
  events: head.sequence,
  releases: defaults.map(({ version }) => version)
})
