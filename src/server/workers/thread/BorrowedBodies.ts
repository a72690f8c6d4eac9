import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { ArtifactBroken } from "../../../release/artifacts/ArtifactCheck.ts"
import type { BodySource } from "../../catalog/BodyCache.ts"
import type { ReleaseBodies } from "../../catalog/ReleaseBodies.ts"
import { viewBodies, type SharedBodies } from "../SharedBodies.ts"
import type { WorkerLink } from "./WorkerLink.ts"

/** The bodies that a worker reads from shared memory. The coordinator loads and evicts them. */
export interface BorrowedBodies {
  readonly source: BodySource
  /** Takes the bodies that are served by default. */
  readonly pin: (bodies: ReadonlyArray<SharedBodies>) => void
}

export const borrowBodies = (link: WorkerLink): BorrowedBodies => {
  let pinned: ReadonlyMap<string, Held> = new Map()
  const borrowed = new Map<string, Held>()
  /** Evicted by the coordinator, which has a newer catalog, while this worker still serves them by default. */
  const outdated = new Set<string>()
  const loading = new Map<string, Deferred.Deferred<ReleaseBodies, ArtifactBroken>>()
  const sharedOf = new WeakMap<ReleaseBodies, SharedBodies>()

  const hold = (shared: SharedBodies): Held => {
    const known = borrowed.get(shared.manifest) ?? pinned.get(shared.manifest)
    // Whatever was prepared of the same bodies stays.
    if (known?.loadNumber === shared.loadNumber) return known
    const bodies = viewBodies(shared)
    sharedOf.set(bodies, shared)
    return { loadNumber: shared.loadNumber, bodies }
  }

  /** Releases that were read since the coordinator was told. */
  const used = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const reportUse = (manifest: string): void => {
    used.add(manifest)
    timer ??= setTimeout(() => {
      timer = undefined
      link.tell({ _tag: "Used", manifests: [...used] })
      used.clear()
    }, reportMillis)
  }

  const finish = (manifest: string, exit: Exit.Exit<ReleaseBodies, ArtifactBroken>): void => {
    const waiting = loading.get(manifest)
    loading.delete(manifest)
    if (waiting !== undefined) Deferred.doneUnsafe(waiting, exit)
  }

  link.onMessage((message) => {
    switch (message._tag) {
      case "Bodies": {
        const { manifest } = message.bodies
        const held = hold(message.bodies)
        if (!pinned.has(manifest)) borrowed.set(manifest, held)
        return finish(manifest, Exit.succeed(held.bodies))
      }
      case "BodiesBroken":
        return finish(message.manifest, Exit.fail(new ArtifactBroken(message.problem)))
      case "Evicted":
        if (pinned.has(message.manifest)) outdated.add(message.manifest)
        return void borrowed.delete(message.manifest)
      case "Drain":
        return
    }
  })

  const peek: BodySource["peek"] = ({ manifest }) => {
    const always = pinned.get(manifest)
    if (always !== undefined) return always.bodies
    const held = borrowed.get(manifest)
    if (held === undefined) return undefined
    reportUse(manifest)
    return held.bodies
  }

  return {
    source: {
      peek,
      load: (release) =>
        Effect.suspend(() => {
          const held = peek(release)
          if (held !== undefined) return Effect.succeed(held)
          const { manifest } = release
          const waiting = loading.get(manifest) ?? Deferred.makeUnsafe<ReleaseBodies, ArtifactBroken>()
          if (!loading.has(manifest)) link.tell({ _tag: "LoadBodies", manifest })
          loading.set(manifest, waiting)
          return Deferred.await(waiting)
        }),
      // Of releases that are not in memory, the coordinator alone knows them.
      digestOf: (release, path) => peek(release)?.bodies.get(path)?.sha256,
      extend: (bodies, bytes) => {
        const shared = sharedOf.get(bodies)
        if (shared === undefined) return
        const { loadNumber, manifest } = shared
        link.tell({ _tag: "Extended", manifest, loadNumber, bytes })
      }
    },
    pin: (bodies) => {
      const next = new Map(bodies.map((shared) => [shared.manifest, hold(shared)]))
      // What is no longer pinned stays until the coordinator evicts it.
      for (const [manifest, held] of pinned) if (!outdated.has(manifest)) borrowed.set(manifest, held)
      outdated.clear()
      for (const manifest of next.keys()) borrowed.delete(manifest)
      pinned = next
    }
  }
}

interface Held {
  readonly loadNumber: number
  readonly bodies: ReleaseBodies
}

/** The coordinator evicts what was not used for longest, so it need not know at once. */
const reportMillis = 250
