import * as Effect from "effect/Effect"
import type { PlatformError } from "effect/PlatformError"
import type { OpenApiOptions } from "../../api/openapi/OpenApi.ts"
import type { PublishedRelease } from "../../domain/release/ReleaseHistory.ts"
import { cacheSuccess } from "../../platform/CacheSuccess.ts"
import { sha256 } from "../../platform/Sha256.ts"
import type { ArtifactBroken } from "../../release/artifacts/ArtifactCheck.ts"
import type { BodySource } from "../catalog/BodyCache.ts"
import type { ServedRelease } from "../catalog/Catalog.ts"
import { releaseHeaders } from "../catalog/DeprecationHeaders.ts"
import { memoryOf, type ReleaseBodies } from "../catalog/ReleaseBodies.ts"
import { compressBody, type StoredBody } from "../catalog/StoredBody.ts"
import type { ContentEncoding } from "./ContentEncoding.ts"
import { encodeInSteps } from "./EncodeInSteps.ts"
import { storedRepresentation, type Representation } from "./Representation.ts"

/** The endpoint whose bodies are made from a release, but are not artifacts of it. */
export type ReleaseDocumentName = "releaseOpenapi"

/** The OpenAPI documents of releases. */
export interface ReleaseDocuments {
  /** The representation if it is in memory. */
  readonly peek: (request: DocumentRequest) => Representation | undefined
  /** The same, made first if it is not. Concurrent calls share the work. Fails if the release cannot be served. */
  readonly load: (request: DocumentRequest) => Effect.Effect<Representation, ArtifactBroken | PlatformError>
}

interface DocumentRequest {
  readonly served: ServedRelease
  /** True for the document that describes the bodies in the general envelope. */
  readonly envelope: boolean
  readonly encoding: ContentEncoding
}

/**
 * Makes a document once for each release, when a client asks. It lives as long as the bodies of the release, and counts
 * as one of them, so documents of old releases need no more memory than the cache of bodies allows.
 */
export const makeReleaseDocuments = (options: OpenApiOptions, bodies: BodySource): ReleaseDocuments => {
  const documents = new WeakMap<ReleaseBodies, Partial<Record<"plain" | "enveloped", StoredDocument>>>()

  const find = (held: ReleaseBodies, envelope: boolean): StoredDocument => {
    const ofRelease = documents.get(held) ?? {}
    documents.set(held, ofRelease)
    return (ofRelease[envelope ? "enveloped" : "plain"] ??= {})
  }

  const make = (release: PublishedRelease, held: ReleaseBodies, envelope: boolean, document: StoredDocument) =>
    Effect.map(makeBody(options, release, envelope), (body) => {
      document.body = body
      delete document.making
      bodies.extend(held, memoryOf(body))
      return body
    })

  const loadBody = (release: PublishedRelease, held: ReleaseBodies, envelope: boolean) =>
    Effect.suspend(() => {
      const document = find(held, envelope)
      if (document.body !== undefined) return Effect.succeed(document.body)
      return (document.making ??= Effect.runSync(cacheSuccess(make(release, held, envelope, document))))
    })

  return {
    peek: ({ encoding, envelope, served }) => {
      const held = bodies.peek(served.release)
      const body = held && documents.get(held)?.[envelope ? "enveloped" : "plain"]?.body
      return body && represent(served, body, encoding)
    },
    load: ({ encoding, envelope, served }) =>
      bodies.load(served.release).pipe(
        Effect.flatMap((held) => loadBody(served.release, held, envelope)),
        Effect.map((body) => represent(served, body, encoding))
      )
  }
}

interface StoredDocument {
  body?: StoredBody
  /** While the body is made. */
  making?: Effect.Effect<StoredBody>
}

const makeBody = Effect.fnUntraced(function* (options: OpenApiOptions, release: PublishedRelease, envelope: boolean) {
  const { openApiDocument } = yield* Effect.promise(() => import("../../api/openapi/OpenApi.ts"))
  const document = openApiDocument({ ...options, release, envelope })
  const bytes = yield* encodeInSteps(document)
  return yield* compressBody({ bytes, sha256: sha256(bytes) })
})

/** The document names every deprecated item, as the schema does. */
const represent = (served: ServedRelease, body: StoredBody, encoding: ContentEncoding): Representation =>
  storedRepresentation(body, encoding, {
    "Content-Type": "application/json",
    ...releaseHeaders(served, served.view().deprecations.ofItem.values())
  })
