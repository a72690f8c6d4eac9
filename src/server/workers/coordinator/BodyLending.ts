import * as Effect from "effect/Effect"
import { memoizeByIdentity } from "../../../domain/MemoizeByIdentity.ts"
import type { PublishedRelease, ReleaseHistory } from "../../../domain/release/ReleaseHistory.ts"
import { folderOf } from "../../../release/artifacts/Renderers.ts"
import type { CurrentCatalog } from "../../catalog/CurrentCatalog.ts"
import type { BodiesProblem, FromWorker, ToWorker } from "../WorkerMessages.ts"
import type { Replication } from "./Replication.ts"

/** What a worker asks about the bodies of older releases, and says of them. */
export type BodyMessage = Extract<FromWorker, { readonly _tag: "LoadBodies" | "Used" | "Extended" }>

/** The bodies that one worker has of older releases. The coordinator loads them and decides how long they stay. */
export interface BodyLending {
  readonly receive: (message: BodyMessage, tell: (message: ToWorker) => void) => Effect.Effect<void>
  /** No longer counts what the worker has made of bodies. */
  readonly end: () => void
}

export const makeBodyLending = (catalog: CurrentCatalog["Service"], { sharedOf }: Replication): BodyLending => {
  const extended = new Map<string, { readonly manifest: string; readonly loadNumber: number; bytes: number }>()

  const find = (manifest: string) => byManifest(catalog.get().history).get(manifest)

  const extend = (manifest: string, loadNumber: number, bytes: number): void => {
    const release = find(manifest)
    const bodies = release && catalog.bodies.peek(release)
    if (bodies !== undefined && sharedOf(bodies)?.loadNumber === loadNumber) catalog.bodies.extend(bodies, bytes)
  }

  const load = (manifest: string): Effect.Effect<ToWorker> => {
    const release = find(manifest)
    // A worker serves no release that the coordinator does not know.
    if (release === undefined) return Effect.die(new Error(`A worker asked for an unknown release: ${manifest}`))
    return catalog.bodies.load(release).pipe(
      Effect.map((bodies): ToWorker => {
        const shared = sharedOf(bodies)
        if (shared === undefined) throw new Error(`The bodies of ${manifest} are not shared`)
        return { _tag: "Bodies", bodies: shared }
      }),
      Effect.catch((error) =>
        Effect.succeed<ToWorker>({ _tag: "BodiesBroken", manifest, problem: toProblem(release, error) })
      )
    )
  }

  return {
    receive: (message, tell) => {
      switch (message._tag) {
        case "LoadBodies":
          return Effect.map(load(message.manifest), tell)
        case "Used":
          return Effect.sync(() => {
            for (const release of message.manifests.map(find)) if (release !== undefined) catalog.bodies.peek(release)
          })
        case "Extended":
          return Effect.sync(() => {
            const { bytes, loadNumber, manifest } = message
            const key = `${loadNumber}`
            extended.set(key, { manifest, loadNumber, bytes: (extended.get(key)?.bytes ?? 0) + bytes })
            extend(manifest, loadNumber, bytes)
          })
      }
    },
    end: () => {
      for (const { bytes, loadNumber, manifest } of extended.values()) extend(manifest, loadNumber, -bytes)
    }
  }
}

const byManifest = memoizeByIdentity(
  ({ releases }: ReleaseHistory) =>
    new Map<string, PublishedRelease>([...releases.values()].map((r) => [r.manifest, r]))
)

const toProblem = (release: PublishedRelease, error: BodiesProblem | Error): BodiesProblem =>
  "file" in error
    ? { file: error.file, reason: error.reason, missing: error.missing }
    : { file: folderOf(release), reason: error.message, missing: false }
