import * as Effect from "effect/Effect"
import type { OpenApiOptions } from "../api/openapi/OpenApi.ts"
import { sha256 } from "../platform/Sha256.ts"
import { storedBody } from "./catalog/ReleaseBodies.ts"
import type { Coding } from "./representation/ContentEncoding.ts"
import { storedVariant, type Variant } from "./representation/Representations.ts"
import type { DocumentName } from "./request/Routes.ts"

/** What describes the interface, by name and coding. */
export type Documents = Readonly<Record<DocumentName, (coding: Coding) => Variant>>

/**
 * The documents of the contract. They are made once, when the first of them is asked for: making them costs more than
 * all else that a start does.
 */
export const makeDocuments = (options: OpenApiOptions): Effect.Effect<Effect.Effect<Documents>> =>
  Effect.cached(
    Effect.gen(function* () {
      const [{ openApiText }, { docsPage }, { docsContentSecurityPolicy }] = yield* Effect.promise(() =>
        Promise.all([
          import("../api/openapi/OpenApi.ts"),
          import("../api/docs/DocsPage.ts"),
          import("../api/docs/DocsStyle.ts")
        ])
      )
      return {
        openapi: yield* document(openApiText(options), { "Content-Type": "application/json" }),
        docs: yield* document(docsPage(options), {
          "Content-Type": "text/html; charset=utf-8",
          "Content-Security-Policy": docsContentSecurityPolicy
        })
      }
    })
  )

const document = (text: string, headers: Readonly<Record<string, string>>) => {
  const bytes = Buffer.from(text)
  return Effect.map(
    storedBody({ bytes, sha256: sha256(bytes) }),
    (body) => (coding: Coding) => storedVariant(body, coding, headers)
  )
}
