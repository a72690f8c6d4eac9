import type { ServedRelease } from "../catalog/Catalog.ts"
import { warningHeader } from "../catalog/DeprecationHeaders.ts"
import type { Headers } from "../response/Reply.ts"

/** The headers about a release, and about what in the body is deprecated. */
export const releaseHeaders = (served: ServedRelease, warnings: ReadonlyArray<string> = []): Headers => {
  const { headersOfRelease, ofRelease } = served.view().deprecations
  return { ...served.headers, ...warningHeader([...ofRelease, ...warnings]), ...headersOfRelease }
}
