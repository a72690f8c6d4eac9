import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { PublishedRelease } from "../../../domain/release/ReleaseHistory.ts"
import { ArtifactBroken } from "../../../release/artifacts/ArtifactCheck.ts"
import { folderOf } from "../../../release/artifacts/Manifest.ts"
import type { BodySource } from "../../catalog/BodyCache.ts"
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

export const makeBodyLending = (source: BodySource, { findRelease, sharedOf }: Replication): BodyLending => {
  /** What the worker has made of bodies, by manifest. */
  const extended = new Map<string, { readonly loadNumber: number; readonly bytes: number }>()

  const extend = (manifest: string, loadNumber: number, bytes: number): void => {
    const release = findRelease(manifest)
    const bodies = release && source.peek(release)
    if (bodies !== undefined && sharedOf(bodies)?.loadNumber === loadNumber) source.extend(bodies, bytes)
  }

  const load = (manifest: string): Effect.Effect<ToWorker> => {
    const release = findRelease(manifest)
    // A worker serves no release that it was not told of.
    if (release === undefined) return Effect.die(new Error(`A worker asked for an unknown release: ${manifest}`))
    return source.load(release).pipe(
      Effect.map((bodies): ToWorker => {
        const shared = sharedOf(bodies)
        if (shared === undefined) throw new Error(`The bodies of ${manifest} are not shared`)
        return { _tag: "Bodies", bodies: shared }
      }),
      // Also a defect, such as a lack of memory: the request must not wait for ever.
      Effect.catchCause((cause) =>
        Effect.succeed<ToWorker>({ _tag: "BodiesBroken", manifest, problem: toProblem(release, Cause.squash(cause)) })
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
            for (const release of message.manifests.map(findRelease)) if (release !== undefined) source.peek(release)
          })
        case "Extended":
          return Effect.sync(() => {
            const { bytes, loadNumber, manifest } = message
            const known = extended.get(manifest)
            const before = known?.loadNumber === loadNumber ? known.bytes : 0
            // Nothing counts what belongs to bodies that were loaded again.
            if (known === undefined || known.loadNumber <= loadNumber) {
              extended.set(manifest, { loadNumber, bytes: before + bytes })
            }
            extend(manifest, loadNumber, bytes)
          })
      }
    },
    end: () => {
      for (const [manifest, { bytes, loadNumber }] of extended) extend(manifest, loadNumber, -bytes)
    }
  }
}

const toProblem = (release: PublishedRelease, error: unknown): BodiesProblem =>
  isArtifactBroken(error)
    ? { file: error.file, reason: error.reason, missing: error.missing }
    : {
        file: folderOf(release),
        reason: error instanceof Error ? error.message : String(error),
        missing: false
      }

const isArtifactBroken = Schema.is(ArtifactBroken)
