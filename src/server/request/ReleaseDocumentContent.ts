import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Catalog } from "../catalog/Catalog.ts"
import { negotiateEncoding } from "../representation/ContentEncoding.ts"
import type { Reply } from "../response/Reply.ts"
import type { Content } from "./Content.ts"
import { missingApiVersion, queryError } from "./RequestErrors.ts"
import type { ReadRequest, ReadService } from "./Respond.ts"
import type { ReleaseDocumentRoute } from "./Routes.ts"
import { parseTaxonomyQuery } from "./TaxonomyQuery.ts"

/** The content of a document about one release. The envelope is what it describes, never around it. */
export const findReleaseDocument = (
  service: Pick<ReadService, "pathNotFound" | "releaseDocuments">,
  catalog: Catalog,
  route: ReleaseDocumentRoute,
  query: string,
  { acceptEncoding }: ReadRequest
): Result.Result<Content, Reply> => {
  const apiVersion = catalog.apiVersions.get(route.apiVersion)
  if (apiVersion === undefined) return Result.fail(missingApiVersion(service, route))
  const { parameters } = route.endpoint
  const parsed = parseTaxonomyQuery(catalog, apiVersion, query, { parameters, hasFilter: false })
  if (Result.isFailure(parsed)) return Result.fail(queryError(parsed.failure))
  const { envelope, served } = parsed.success
  const request = { served, envelope, encoding: negotiateEncoding(acceptEncoding) }
  return Result.succeed({
    release: served.release.version,
    peek: () => service.releaseDocuments.peek(request),
    load: Effect.suspend(() => service.releaseDocuments.load(request))
  })
}
