import * as Effect from "effect/Effect"
import type { OpenApiOptions } from "../api/openapi/OpenApi.ts"
import { cacheSuccess } from "../platform/CacheSuccess.ts"
import { sha256 } from "../platform/Sha256.ts"
import { compressBody } from "./catalog/StoredBody.ts"
import type { ContentEncoding } from "./representation/ContentEncoding.ts"
import { storedRepresentation, type Representation } from "./representation/Representation.ts"
import type { DocumentName } from "./request/Routes.ts"
import type { Headers } from "./response/Reply.ts"

/** The documents about the interface, by name. Only the OpenAPI document can describe bodies in the envelope. */
export type Documents = Readonly<Record<DocumentName, (encoding: ContentEncoding, envelope: boolean) => Representation>>

/**
 * Makes the documents of the contract on first use, and once: making them costs more than everything else at start.
 */
export const makeDocuments = (options: OpenApiOptions): Effect.Effect<Effect.Effect<Documents>> =>
  cacheSuccess(
    Effect.gen(function* () {
      const [{ openApiText }, { docsPage }, { docsContentSecurityPolicy }] = yield* Effect.promise(() =>
        Promise.all([
          import("../api/openapi/OpenApi.ts"),
          import("../api/docs/DocsPage.ts"),
          import("../api/docs/DocsStyle.ts")
        ])
      )
      const json = { "Content-Type": "application/json" }
      const plain = yield* makeDocument(openApiText(options), json)
      const enveloped = yield* makeDocument(openApiText({ ...options, envelope: true }), json)
      return {
        openapi: (encoding, envelope) => (envelope ? enveloped : plain)(encoding),
        docs: yield* makeDocument(docsPage(options), {
          "Content-Type": "text/html; charset=utf-8",
          "Content-Security-Policy": docsContentSecurityPolicy
        })
      }
    })
  )

const makeDocument = (text: string, headers: Headers) => {
  const bytes = Buffer.from(text)
  return Effect.map(
    compressBody({ bytes, sha256: sha256(bytes) }),
    (body) => (encoding: ContentEncoding) => storedRepresentation(body, encoding, headers)
  )
}
