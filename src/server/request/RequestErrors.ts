import * as Schema from "effect/Schema"
import { ApiVersion } from "../../api/parameters/TaxonomyVersion.ts"
import type { ServedRelease } from "../catalog/Catalog.ts"
import { releaseHeaders } from "../representation/ReleaseHeaders.ts"
import { removedItemReply, requestError, vary } from "../response/ErrorReplies.ts"
import type { Headers, Reply } from "../response/Reply.ts"
import type { ReadService } from "./Respond.ts"
import type { VersionedRoute } from "./Routes.ts"
import type { QueryProblem } from "./TaxonomyQuery.ts"

/** The error of a path whose API version has no release. Other segments in its place are part of an unknown path. */
export const missingApiVersion = (
  { pathNotFound }: Pick<ReadService, "pathNotFound">,
  { apiVersion }: VersionedRoute
): Reply =>
  isApiVersion(apiVersion)
    ? requestError("version-not-found", `No release of API version ${apiVersion} is published`)
    : pathNotFound

/** The error of a query. */
export const queryError = ({ code, message, removedItem, served }: QueryProblem): Reply => {
  const headers = errorHeaders(served)
  return removedItem === undefined
    ? requestError(code, message, headers)
    : removedItemReply(code, message, removedItem, headers)
}

/** An error also says which release it is about, and if that release is withdrawn or at its end of life. */
export const errorHeaders = (served: ServedRelease | undefined): Headers =>
  served === undefined ? vary : { ...vary, ...releaseHeaders(served) }

const isApiVersion = Schema.is(ApiVersion)
