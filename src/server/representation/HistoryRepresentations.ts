import * as Effect from "effect/Effect"
import { itemsBody } from "../../api/projections/ItemsProjection.ts"
import { releasesBody } from "../../api/projections/ReleasesProjection.ts"
import type { EndpointName } from "../../api/ReadApi.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import type { Version } from "../../domain/taxonomy/Scalars.ts"
import { cacheSuccess } from "../../platform/CacheSuccess.ts"
import { sha256 } from "../../platform/Sha256.ts"
import type { ServedRelease } from "../catalog/Catalog.ts"
import { releaseHeaders } from "../catalog/DeprecationHeaders.ts"
import { compressBody, type StoredBody } from "../catalog/StoredBody.ts"
import type { ContentEncoding } from "./ContentEncoding.ts"
import { storedRepresentation, type Representation } from "./Representation.ts"

/** Makes a body from all releases, for the API version whose newest release is given. It depends on nothing else. */
type Projection = (history: ReleaseHistory, newest: Version) => object

/** Every resource of the whole history, by the name of its endpoint in the contract. */
export const historyResources = {
  releases: releasesBody,
  items: itemsBody
} as const satisfies Partial<Record<EndpointName, Projection>>

export type HistoryResourceName = keyof typeof historyResources

/** The representations of a resource of the whole history. */
export interface HistoryRepresentations {
  /** The representation if it is in memory. */
  readonly peek: (encoding: ContentEncoding) => Representation | undefined
  /** The same, made first if it is not. Concurrent calls share the work. */
  readonly load: (encoding: ContentEncoding) => Effect.Effect<Representation>
}

/**
 * Makes the body on first use and keeps it, as long as the catalog: it can be large, and few clients read it. The headers
 * name the newest release of the API version.
 */
export const makeHistoryRepresentations = (
  history: ReleaseHistory,
  served: ServedRelease,
  name: HistoryResourceName
): HistoryRepresentations => {
  let prepared: FindByEncoding | undefined
  const prepare = Effect.runSync(
    cacheSuccess(Effect.map(makeBody(history, served, name), (body) => (prepared = representationsOf(served, body))))
  )
  return {
    peek: (encoding) => prepared?.(encoding),
    load: (encoding) => Effect.map(prepare, (find) => find(encoding))
  }
}

type FindByEncoding = (encoding: ContentEncoding) => Representation

const makeBody = Effect.fnUntraced(function* (
  history: ReleaseHistory,
  { release }: ServedRelease,
  name: HistoryResourceName
) {
  const body = historyResources[name](history, release.version)
  // A large body takes some time, and other requests wait.
  yield* Effect.yieldNow
  const bytes = encode(body)
  yield* Effect.yieldNow
  return yield* compressBody({ bytes, sha256: sha256(bytes) })
})

/** The layout of artifacts: compact, with a line break for readers in a terminal. */
const encode = (body: object): Buffer => Buffer.from(`${JSON.stringify(body)}\n`)

/** Each is prepared on first use. */
const representationsOf = (served: ServedRelease, body: StoredBody): FindByEncoding => {
  const prepared: Partial<Record<ContentEncoding, Representation>> = {}
  return (encoding) =>
    (prepared[encoding] ??= storedRepresentation(body, encoding, {
      "Content-Type": "application/json",
      ...releaseHeaders(served)
    }))
}
