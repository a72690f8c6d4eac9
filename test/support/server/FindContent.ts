import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { endpointRoute } from "../../../src/api/EndpointRoutes.ts"
import type { EndpointName } from "../../../src/api/ReadApi.ts"
import type { ServedCatalog } from "../../../src/server/catalog/Catalog.ts"
import { findContent } from "../../../src/server/content/Content.ts"
import { makeSources, type ContentRequest } from "../../../src/server/content/Lookup.ts"
import { makeCurrentCatalog } from "./RenderedCatalog.ts"
import { basePath, newYear } from "./ServeCatalog.ts"

/** Finds what endpoints answer with, without a server. */
export const makeFind = Effect.fnUntraced(function* (initial: ServedCatalog, budget?: number) {
  let catalog = initial
  const current = { ...(yield* makeCurrentCatalog(initial, budget)), get: () => catalog }
  const { cache } = current
  const sources = makeSources(current, { basePath }, { caching: "public" })
  const find = (name: EndpointName, params: ContentRequest["params"], query: ContentRequest["query"] = {}) =>
    findContent(sources, {
      endpoint: endpointRoute(name),
      params,
      query,
      id: "request-1",
      unixMillis: newYear,
      acceptEncoding: undefined
    })
  const read = (...request: Parameters<typeof find>): Effect.Effect<string> =>
    Effect.gen(function* () {
      const { load } = yield* Effect.fromResult(find(...request))
      const { ok } = yield* load
      return Buffer.from(ok.body ?? "").toString()
    }).pipe(Effect.orDie)
  return { cache, find, read, replace: (next: ServedCatalog) => void (catalog = next), sources }
})

/** The code of an error, its message, and what replaces what it is about. `undefined` if something was found. */
export const problemOf = (found: ReturnType<typeof findContent>) => {
  if (Result.isSuccess(found)) return undefined
  const { body, headers } = found.failure
  const { error, message = error }: Partial<Record<string, string>> = JSON.parse(Buffer.from(body ?? "").toString())
  return [headers["X-Error-Code"], message, ...(headers["X-Replaced-By"]?.split(", ") ?? [])]
}
