import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Stream from "effect/Stream"
import type { VerifierKey } from "../../domain/transparency/VerifierKey.ts"
import { watchLedger } from "../../release/LedgerWatch.ts"
import { makeBodyCache, type BodyCache, type BodyCounts } from "../bodies/BodyCache.ts"
import {
  makeReleaseSource,
  type BodySource,
  type ReleaseCounts,
  type ReleaseSourceOptions
} from "../bodies/ReleaseSource.ts"
import type { ServedCatalog } from "./Catalog.ts"
import { growCatalog, loadCatalog } from "./LoadCatalog.ts"

/** How well the catalog follows the folder of the releases. */
export interface CatalogStatus extends BodyCounts, ReleaseCounts {
  /** True if the ledger, its checkpoint, a new release or a requested release is damaged. */
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
  /** Bytes of bodies in memory besides those that are served by default. Default: 64 MiB. */
  readonly bodyBudget?: number
  /** Reads the folder again at once for each element. */
  readonly reloads?: Stream.Stream<void>
  /** True to serve releases whose files are damaged from the ledger. Default: false, which fails. */
  readonly rebuild?: ReleaseSourceOptions["rebuild"]
  /** Keys of which one must have signed the whole ledger. Default: none, which allows an unsigned log. */
  readonly trustedKeys?: ReadonlyArray<VerifierKey>
}

/** The current catalog. Each request reads it once, so that its response does not mix two states. */
export class CurrentCatalog extends Context.Service<
  CurrentCatalog,
  {
    readonly get: () => ServedCatalog
    readonly bodies: BodySource
    /** Holds the bodies of releases, and whatever else is made for responses. */
    readonly cache: BodyCache
    readonly status: () => CatalogStatus
  }
>()("taxonomy-licensing-data-service/server/catalog/CurrentCatalog") {
  /**
   * Loads the folder of the releases, which fails like `loadCatalog`, then follows the ledger and its checkpoint. A new
   * state replaces the catalog as a whole when everything in it has been checked; until then the last good one stays.
   */
  static readonly layer = (releases: string, options?: CatalogOptions) =>
    Layer.effect(
      CurrentCatalog,
      Effect.gen(function* () {
        const pollInterval = Duration.fromInputUnsafe(options?.pollInterval ?? Duration.millis(500))
        const cache = yield* makeBodyCache(options?.bodyBudget ?? defaultBodyBudget)
        const bodies = yield* makeReleaseSource(cache, {
          releases,
          rebuild: options?.rebuild,
          retryInterval: Duration.times(pollInterval, 10)
        })
        const trustedKeys = options?.trustedKeys ?? []
        let { catalog, signed } = yield* loadCatalog(releases, bodies, trustedKeys, options?.rebuild)
        let reloads = 0
        const checked = new Set<string>()

        const watch = yield* watchLedger({
          releases,
          pollInterval,
          patience: Duration.fromInputUnsafe(options?.patience ?? Duration.seconds(30)),
          trustedKeys,
          reloads: options?.reloads,
          served: () => signed,
          apply: Effect.fnUntraced(function* (next) {
            if (next.ledger.head.sequence === signed.ledger.head.sequence) {
              const { log } = next
              signed = { ...signed, log }
              catalog = { ...catalog, log }
              return yield* Effect.annotateLogs(Effect.logInfo("Serving another checkpoint"), describeLog(log))
            }
            catalog = yield* growCatalog(releases, bodies, signed, next, checked)
            signed = next
            reloads += 1
            checked.clear()
            yield* Effect.annotateLogs(Effect.logInfo("Serving a newer ledger"), describeCatalog(catalog))
          })
        })

        return CurrentCatalog.of({
          get: () => catalog,
          bodies,
          cache,
          status: () => {
            const { failures, polls, reason } = watch.status()
            const [broken] = bodies.broken().values()
            return {
              degraded: reason !== undefined || broken !== undefined,
              reason: reason ?? broken?.message,
              reloads,
              failedReloads: failures,
              polls,
              ...bodies.counts(),
              ...cache.counts()
            }
          }
        })
      })
    )
}

const defaultBodyBudget = 64 * 1024 * 1024

const describeCatalog = ({ defaults, head, log }: ServedCatalog) => ({
  events: head.sequence,
  ...describeLog(log),
  releases: defaults.map(({ version }) => version)
})

const describeLog = (log: ServedCatalog["log"]) => (log === undefined ? {} : { signed_events: log.checkpoint.size })
