import * as Effect from "effect/Effect"
import type { KeyPrefix } from "../../../src/domain/keys/ApiKey.ts"
import type { Tier } from "../../../src/domain/keys/Tier.ts"
import type { Instant } from "../../../src/limits/Instant.ts"
import { makeMemoryLimiter, toLimiter } from "../../../src/limits/MemoryLimiter.ts"
import type { ServedCatalog } from "../../../src/server/catalog/Catalog.ts"
import { makeProofSource } from "../../../src/server/catalog/ProofSource.ts"
import { makeChangesCache } from "../../../src/server/changes/ChangesCache.ts"
import { makeDocuments } from "../../../src/server/Documents.ts"
import { noExplorer } from "../../../src/server/ExplorerPages.ts"
import { makeReleaseDocuments } from "../../../src/server/representation/ReleaseDocuments.ts"
import { respond, type ReadRequest, type ReadService } from "../../../src/server/request/Respond.ts"
import { makeRouter } from "../../../src/server/request/Routes.ts"
import { makePathNotFound } from "../../../src/server/response/ErrorReplies.ts"
import { makeReply, type Reply } from "../../../src/server/response/Reply.ts"
import { makeRenderedBodies } from "./RenderedCatalog.ts"

export const basePath = "/api/taxonomy"

/** The first moment of 2027. */
export const newYear: Instant = { unixMillis: Date.UTC(2027, 0, 1), monotonicMillis: 1_000_000 }

/** Accepts the name of a tier as a key of that tier, and knows three keys that are not accepted. */
export const authenticate: ReadService["authenticate"] = (authorization) => {
  if (authorization === undefined) return { _tag: "Missing" }
  const keyPrefix: KeyPrefix = `nil_${authorization}`
  if (authorization === "revoked") return { _tag: "Revoked", keyPrefix }
  if (authorization === "expired") return { _tag: "Expired", keyPrefix }
  return isTier(authorization) ? { _tag: "Accepted", keyPrefix, tier: authorization } : { _tag: "Invalid", keyPrefix }
}

const isTier = (text: string): text is Tier => ["free", "professional", "enterprise"].includes(text)

/** An answer in a form that is easy to compare. */
interface Observed {
  readonly endpoint: string | undefined
  readonly key: string | undefined
  readonly limits: ReadonlyArray<string>
  readonly exceeded?: string
  readonly failure?: unknown
  /** The release that changes start from, and the release that answered. */
  readonly releases?: ReadonlyArray<string | undefined>
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string | undefined
}

/** A service over a catalog in memory. Clients are only limited by their keys. */
export const makeService = Effect.fnUntraced(function* (catalog: ServedCatalog, options: Partial<ReadService> = {}) {
  const bodies = makeRenderedBodies()
  const documentOptions = { basePath, serverVersion: "9.8.7", operatorEmail: undefined, securityEmail: undefined }
  const service: ReadService = {
    routes: makeRouter(basePath),
    pathNotFound: makePathNotFound(basePath),
    catalog: () => catalog,
    bodies,
    changes: yield* makeChangesCache(),
    proofs: makeProofSource(bodies),
    documents: yield* makeDocuments(documentOptions),
    releaseDocuments: makeReleaseDocuments(documentOptions, bodies),
    explorer: noExplorer,
    authenticate,
    limiter: toLimiter(makeMemoryLimiter()),
    loads: (_key, load) => load,
    restrictCaching: (reply) => reply,
    refuseUnauthorized: () => undefined,
    upgradeUrl: "https://upgrade.example",
    version: "9.8.7",
    degraded: () => false,
    draining: () => false,
    ...options
  }
  const ask = (path: string, request: Partial<ReadRequest> = {}): Effect.Effect<Observed> =>
    Effect.map(
      respond(
        service,
        {
          id: "request-1",
          client: "192.0.2.1",
          method: "GET",
          isPreflight: false,
          target: `${basePath}${path}`,
          authorization: "enterprise",
          acceptEncoding: undefined,
          ifMatch: undefined,
          ifNoneMatch: undefined,
          ...request
        },
        newYear
      ),
      ({ content, reply, ...answer }) => ({
        ...answer,
        ...(content === undefined ? {} : { releases: [content.fromRelease, content.release] }),
        ...readReply(reply)
      })
    )
  return { ask, bodies, service }
})

/** A reply with its body as text, and with its headers by name, except those of every reply. */
export const readReply = ({ body, headers, status }: Reply) => ({
  status,
  headers: Object.fromEntries(
    headers.flatMap((name, index) =>
      index % 2 === 0 && !commonNames.has(name) ? [[name, headers[index + 1] ?? ""] as const] : []
    )
  ),
  text: body === undefined ? undefined : Buffer.from(body).toString()
})

const commonNames: ReadonlySet<string> = new Set(makeReply(304, {}).headers.filter((_, index) => index % 2 === 0))
