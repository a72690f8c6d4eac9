import * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"
import { memoizeByIdentity } from "../../domain/MemoizeByIdentity.ts"
import { cacheSuccess } from "../../platform/CacheSuccess.ts"
import { sha256 } from "../../platform/Sha256.ts"
import type { ArtifactBroken } from "../../release/artifacts/ArtifactCheck.ts"
import { makeProver, type SignedLog } from "../../release/log/ProveArtifact.ts"
import type { ContentEncoding } from "../representation/ContentEncoding.ts"
import { resourceHeaders } from "../representation/ReleaseRepresentations.ts"
import { storedRepresentation, type Representation } from "../representation/Representation.ts"
import { artifactOf, type ReleaseResource } from "../representation/Resources.ts"
import type { BodySource } from "./BodyCache.ts"
import type { ServedRelease } from "./Catalog.ts"
import { memoryOf, type ReleaseBodies } from "./ReleaseBodies.ts"
import { compressBody, type StoredBody } from "./StoredBody.ts"

/** The proofs of artifacts. */
export interface ProofSource {
  /** The representation if it is in memory. */
  readonly peek: (request: ProofRequest) => Representation | undefined
  /**
   * The same, made first if it is not; `undefined` if the checkpoint does not cover the release. Concurrent calls share
   * the work. Fails if the release cannot be served.
   */
  readonly load: (request: ProofRequest) => Effect.Effect<Representation | undefined, ArtifactBroken | PlatformError>
}

export interface ProofRequest {
  readonly log: SignedLog
  readonly served: ServedRelease
  readonly resource: ReleaseResource
  readonly encoding: ContentEncoding
}

/**
 * Makes a proof when a client asks, and keeps it until another checkpoint is in force. It lives as long as the bodies of
 * the release, and counts as one of them. Of each release, the last proofs are kept that `maxBytes` allows: every proof
 * contains the manifest, so that all proofs of a large taxonomy would need far more memory than its bodies.
 */
export const makeProofSource = (bodies: BodySource, maxBytes: number = defaultMaxBytes): ProofSource => {
  const shelves = new WeakMap<ReleaseBodies, Shelf>()

  const shelfOf = (held: ReleaseBodies, log: SignedLog): Shelf => {
    const known = shelves.get(held)
    if (known?.log === log) return known
    if (known !== undefined) bodies.extend(held, -known.bytes)
    const shelf = { log, proofs: new Map<string, StoredProof>(), bytes: 0 }
    shelves.set(held, shelf)
    return shelf
  }

  const make = (text: string, held: ReleaseBodies, shelf: Shelf, path: string) => {
    const bytes = Buffer.from(text)
    return Effect.map(compressBody({ bytes, sha256: sha256(bytes) }), (body) => {
      shelf.proofs.delete(path)
      // A proof of an earlier checkpoint is for those alone who have asked for it.
      if (shelves.get(held) !== shelf) return body
      const before = shelf.bytes
      evict(shelf, maxBytes - memoryOf(body))
      shelf.proofs.set(path, { body })
      shelf.bytes += memoryOf(body)
      bodies.extend(held, shelf.bytes - before)
      return body
    })
  }

  const loadBody = (held: ReleaseBodies, { log, resource, served }: ProofRequest) =>
    Effect.suspend(() => {
      const shelf = shelfOf(held, log)
      const path = artifactOf(resource)
      const known = shelf.proofs.get(path)
      if (known?.body !== undefined) return Effect.succeed(known.body)
      if (known?.making !== undefined) return known.making
      const { version } = served.release
      const text = proverOf(log)({ version, manifest: held.manifest, path })
      if (text === undefined) return Effect.undefined
      const making = Effect.runSync(cacheSuccess(make(text, held, shelf, path)))
      shelf.proofs.set(path, { making })
      return making
    })

  return {
    peek: (request) => {
      const held = bodies.peek(request.served.release)
      const shelf = held && shelves.get(held)
      const body = shelf?.log === request.log ? shelf.proofs.get(artifactOf(request.resource))?.body : undefined
      return body && represent(request, body)
    },
    load: (request) =>
      bodies.load(request.served.release).pipe(
        Effect.flatMap((held) => loadBody(held, request)),
        Effect.map((body) => body && represent(request, body))
      )
  }
}

/** Enough for all proofs of a taxonomy of a hundred licenses. */
const defaultMaxBytes = 8 * 1024 * 1024

/** The proofs of a release for one checkpoint, by the path of the artifact, from the first to the last one made. */
interface Shelf {
  readonly log: SignedLog
  readonly proofs: Map<string, StoredProof>
  bytes: number
}

/** Removes the first proofs until the others need no more than the given bytes. */
const evict = (shelf: Shelf, maxBytes: number): void => {
  for (const [path, { body }] of shelf.proofs) {
    if (shelf.bytes <= maxBytes) break
    if (body === undefined) continue
    shelf.proofs.delete(path)
    shelf.bytes -= memoryOf(body)
  }
}

interface StoredProof {
  readonly body?: StoredBody
  /** While the body is made. */
  readonly making?: Effect.Effect<StoredBody>
}

const proverOf = memoizeByIdentity(makeProver)

/** C2SP defines no media type for proofs, which are text. */
const represent = ({ encoding, resource, served }: ProofRequest, body: StoredBody): Representation =>
  storedRepresentation(body, encoding, {
    ...resourceHeaders(served, resource),
    "Content-Type": "text/plain; charset=utf-8"
  })
