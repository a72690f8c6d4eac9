import * as Result from "effect/Result"
import { emptyHistory, replay, type ReleaseHistory } from "../../../domain/release/ReleaseHistory.ts"
import type { LogLeaf } from "../../../domain/transparency/LogLeaf.ts"
import { makeLogTree } from "../../../release/log/CheckpointFile.ts"
import { makeCatalog, type Catalog } from "../../catalog/Catalog.ts"
import type { CurrentCatalog } from "../../catalog/CurrentCatalog.ts"
import { readStatusFlags } from "../StatusFlags.ts"
import type { CatalogUpdate } from "../WorkerMessages.ts"
import { borrowBodies } from "./BorrowedBodies.ts"
import type { WorkerLink } from "./WorkerLink.ts"

/** The catalog of a worker: what the coordinator has verified, and puts into force in all workers at once. */
export const followCatalog = (
  link: WorkerLink,
  first: CatalogUpdate,
  flags: SharedArrayBuffer
): CurrentCatalog["Service"] => {
  const { pin, source } = borrowBodies(link)
  let history: ReleaseHistory = emptyHistory
  let leaves: ReadonlyArray<LogLeaf> = []
  let catalog: Catalog | undefined

  const apply = ({ checkpoint, events, head, leaves: appended, pinned }: CatalogUpdate): Catalog => {
    leaves = [...leaves, ...appended]
    const log = checkpoint && { leaves, tree: makeLogTree(leaves), checkpoint }
    pin(pinned)
    if (catalog !== undefined && events.length === 0) return (catalog = { ...catalog, log })
    // The coordinator has folded them before.
    history = Result.getOrThrow(replay(events, history))
    return (catalog = makeCatalog(history, head, log))
  }
  let current = apply(first)
  link.onOrder((order) => {
    if (order._tag === "Catalog") current = apply(order.update)
  })

  return {
    get: () => current,
    bodies: source,
    // The coordinator counts and reports the rest.
    status: () => ({
      degraded: readStatusFlags(flags).catalogDegraded,
      reason: undefined,
      reloads: 0,
      failedReloads: 0,
      polls: 0,
      loads: 0,
      failedLoads: 0,
      evictions: 0,
      releasesHeld: 0,
      bytesHeld: 0
    })
  }
}
