import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Catalog, ServedRelease } from "../catalog/Catalog.ts"
import { negotiateEncoding } from "../representation/ContentEncoding.ts"
import type { Representation } from "../representation/Representation.ts"
import type { Content } from "../request/Content.ts"
import { missingLicense } from "../request/ReleaseContent.ts"
import { errorHeaders, missingApiVersion, queryError } from "../request/RequestErrors.ts"
import type { ReadRequest, ReadService } from "../request/Respond.ts"
import type { ProofRoute } from "../request/Routes.ts"
import { parseTaxonomyQuery } from "../request/TaxonomyQuery.ts"
import { requestError } from "../response/ErrorReplies.ts"
import type { Reply } from "../response/Reply.ts"

/** The proof of an artifact. It is selected like the body that it is about. */
export const findProof = (
  service: Pick<ReadService, "pathNotFound" | "proofs">,
  catalog: Catalog,
  route: ProofRoute,
  query: string,
  { acceptEncoding }: ReadRequest
): Result.Result<Content, Reply> => {
  const { endpoint, resource } = route
  const { apiVersions, log } = catalog
  const apiVersion = apiVersions.get(route.apiVersion)
  if (apiVersion === undefined) return Result.fail(missingApiVersion(service, route))
  const parsed = parseTaxonomyQuery(catalog, apiVersion, query, { parameters: endpoint.parameters, hasFilter: false })
  if (Result.isFailure(parsed)) return Result.fail(queryError(parsed.failure))
  const { served } = parsed.success
  if (resource.name === "license" && !served.view().licenses.has(resource.code)) {
    return Result.fail(missingLicense(served, resource.code))
  }
  if (log === undefined) return Result.fail(unsignedLog(served))
  const request = { log, served, resource, encoding: negotiateEncoding(acceptEncoding) }
  return Result.succeed({
    release: served.release.version,
    peek: () => service.proofs.peek(request),
    load: Effect.suspend(() => Effect.map(service.proofs.load(request), (proof) => proof ?? unsignedRelease(served)))
  })
}

const unsignedLog = (served: ServedRelease): Reply =>
  requestError("log-unsigned", "The log of the releases is not signed, so nothing can be proved", errorHeaders(served))

const unsignedRelease = (served: ServedRelease): Representation => {
  const reply = requestError(
    "release-unsigned",
    `The checkpoint of the log does not cover release v${served.release.version} yet. Try again later`,
    errorHeaders(served)
  )
  return { etag: undefined, ok: reply, notModified: reply }
}
