import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { watchLedger } from "../../release/ledger/LedgerWatch.ts"
import { makeBodyCache, type BodyCounts, type BodySource } from "./BodyCache.ts"
import type { Catalog } from "./Catalog.ts"
import { growCatalog, loadCatalog } from "./LoadCatalog.ts"

/** How well what is served follows what lies in the folder of the releases. */
export interface CatalogStatus extends BodyCounts {
  /** Whether something there is broken: the ledger, a new release, or one that could not be loaded when asked for. */
  readonly degraded: boolean
  readonly reason: string | undefined
  readonly reloads: number
  /** Counted once for each reason, not for each look. */
  readonly failedReloads: number
  /** How often the ledger was looked at. */
  readonly looks: number
}

export interface CatalogOptions {
  /** How often the ledger is looked at; every 500 ms. */
  readonly pollEvery?: Duration.Input
  /** How long to wait for folders that arrive after the ledger before that is called a failure; 30 s. */
  readonly patience?: Duration.Input
  /** How many bytes to hold of releases that are not served by default; 64 MiB. */
  readonly bodyBudget?: number
}

/** The catalog in force. Whoever answers a request takes it once, and so has one state throughout. */
export class CurrentCatalog extends Context.Service<
  CurrentCatalog,
  {
    readonly get: () => Catalog
    readonly bodies: BodySource
    readonly status: () => CatalogStatus
  }
>()("taxonomy-licensing-data-service/server/catalog/CurrentCatalog") {
  /**
   * Serves what lies in the folder of the releases now, which fails as `loadCatalog` does, and then follows the ledger
   * as it grows. What it grows by is put in force as a whole once all of it is sound; until then the last good state
   * stays.
   */
  static readonly layer = (releases: string, options?: CatalogOptions) =>
    Layer.effect(
      CurrentCatalog,
      Effect.gen(function* () {
        const bodies = yield* makeBodyCache(releases, options?.bodyBudget ?? defaultBudget)
        let { catalog, ledger } = yield* loadCatalog(releases, bodies)
        let reloads = 0
        const checked = new Set<string>()

        const pollEvery = Duration.fromInputUnsafe(options?.pollEvery ?? Duration.millis(500))
        // A whole release is read each time, which is not worth doing at each look at the ledger.
        const retryEvery = Duration.times(pollEvery, 10)
        yield* Effect.forkScoped(Effect.repeat(bodies.retry, Schedule.spaced(retryEvery)))

        const watch = yield* watchLedger({
          releases,
          pollEvery,
          patience: Duration.fromInputUnsafe(options?.patience ?? Duration.seconds(30)),
          served: () => ledger,
          take: Effect.fnUntraced(function* (next) {
            const grown = yield* growCatalog(releases, bodies, ledger, next, checked)
            ledger = next
            catalog = grown
            reloads += 1
            checked.clear()
            yield* Effect.annotateLogs(Effect.logInfo("Serving a newer ledger"), describe(catalog))
          })
        })

        return CurrentCatalog.of({
          get: () => catalog,
          bodies,
          status: () => {
            const { failures, looks, reason } = watch.status()
            const [unloaded] = bodies.broken().values()
            return {
              degraded: reason !== undefined || unloaded !== undefined,
              reason: reason ?? unloaded?.message,
              reloads,
              failedReloads: failures,
              looks,
              ...bodies.counts()
            }
          }
        })
      })
    )
}

const defaultBudget = 64 * 1024 * 1024

const describe = ({ defaults, head }: Catalog) => ({
  events: head.sequence,
  releases: defaults.map(({ version }) => version)
})
