import * as Effect from "effect/Effect"
import { emptyKeyRegistry, type ApiKeyRecord, type KeyRegistry } from "../../../domain/keys/KeyRegistry.ts"
import { memoizeByIdentity } from "../../../domain/MemoizeByIdentity.ts"
import type { PublishedRelease, ReleaseHistory } from "../../../domain/release/ReleaseHistory.ts"
import type { ServedState } from "../../catalog/CurrentCatalog.ts"
import type { ReleaseBodies } from "../../catalog/ReleaseBodies.ts"
import { shareBodies, viewBodies, type SharedBodies } from "../SharedBodies.ts"
import type { CatalogUpdate, KeysUpdate, Order, ToWorker } from "../WorkerMessages.ts"

/** Somebody who holds a copy of the state. */
export interface Replica {
  readonly tell: (message: ToWorker) => void
  /** Succeeds when the order is carried out, or the replica has ended. */
  readonly give: (order: Order) => Effect.Effect<void>
}

/** Keeps the state of all workers equal to that of the coordinator: its members are called before a state is in force. */
export interface Replication {
  readonly setCatalog: (next: ServedState) => Effect.Effect<void>
  readonly setKeys: (keys: KeyRegistry) => Effect.Effect<void>
  /** Puts bodies into memory that all threads share. */
  readonly share: (release: PublishedRelease, bodies: ReleaseBodies) => ReleaseBodies
  readonly evict: (manifest: PublishedRelease["manifest"]) => void
  /** The message for bodies that `share` returned. */
  readonly sharedOf: (bodies: ReleaseBodies) => SharedBodies | undefined
  /** Finds a release of the newest state, which replicas may have before it is in force in the coordinator. */
  readonly findRelease: (manifest: string) => PublishedRelease | undefined
  /** The newest state. Whoever joins at once with it misses nothing. */
  readonly snapshot: () => { readonly catalog: CatalogUpdate; readonly keys: KeysUpdate }
  readonly join: (replica: Replica) => void
  readonly leave: (replica: Replica) => void
}

export const makeReplication = (): Replication => {
  const replicas = new Set<Replica>()
  const shared = new WeakMap<ReleaseBodies, SharedBodies>()
  let loads = 0
  let state: ServedState | undefined
  let keys = emptyKeyRegistry

  const giveAll = (order: Order): Effect.Effect<void> =>
    Effect.forEach([...replicas], ({ give }) => give(order), { concurrency: "unbounded", discard: true })

  const updateSince = (before: ServedState | undefined, { pinned, signed }: ServedState): CatalogUpdate => {
    const { checkpoint } = signed.log ?? {}
    const { events = [], leaves = [] } = before?.signed.ledger ?? {}
    return {
      events: signed.ledger.events.slice(events.length),
      leaves: signed.ledger.leaves.slice(leaves.length),
      head: signed.ledger.head,
      // Without the rest of a stored checkpoint.
      checkpoint: checkpoint && { size: checkpoint.size, source: checkpoint.source },
      pinned: pinned.flatMap((bodies) => shared.get(bodies) ?? [])
    }
  }

  return {
    setCatalog: (next) =>
      Effect.suspend(() => {
        const update = updateSince(state, next)
        state = next
        return giveAll({ _tag: "Catalog", update })
      }),
    setKeys: (next) =>
      Effect.suspend(() => {
        const update: KeysUpdate = { changed: changedRecords(keys, next) }
        keys = next
        return giveAll({ _tag: "Keys", update })
      }),
    share: ({ manifest }, bodies) => {
      const made = shareBodies(manifest, ++loads, bodies)
      const view = viewBodies(made)
      shared.set(view, made)
      return view
    },
    evict: (manifest) => {
      for (const { tell } of replicas) tell({ _tag: "Evicted", manifest })
    },
    sharedOf: (bodies) => shared.get(bodies),
    findRelease: (manifest) => state && byManifest(state.signed.ledger.history).get(manifest),
    snapshot: () => {
      if (state === undefined) throw new Error("A worker starts before the catalog is loaded")
      return { catalog: updateSince(undefined, state), keys: { changed: [...keys.values()] } }
    },
    join: (replica) => void replicas.add(replica),
    leave: (replica) => void replicas.delete(replica)
  }
}

/** The records that a registry has and an earlier one has not. Keys never disappear, and records are never changed. */
const changedRecords = (before: KeyRegistry, next: KeyRegistry): ReadonlyArray<ApiKeyRecord> => {
  const changed: Array<ApiKeyRecord> = []
  for (const [prefix, record] of next) if (before.get(prefix) !== record) changed.push(record)
  return changed
}

const byManifest = memoizeByIdentity(
  ({ releases }: ReleaseHistory) =>
    new Map<string, PublishedRelease>([...releases.values()].map((release) => [release.manifest, release]))
)
