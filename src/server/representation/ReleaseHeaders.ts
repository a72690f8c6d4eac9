import type { ServedRelease } from "../catalog/Catalog.ts"
import { deprecationHeaders, type ItemNotice } from "../catalog/DeprecationHeaders.ts"
import type { Headers } from "../response/Reply.ts"

/** The headers about a release, about what in the body is deprecated, and about the resource if it is itself. */
export const releaseHeaders = (
  served: ServedRelease,
  items?: Iterable<ItemNotice>,
  resource?: ItemNotice
): Headers => ({
  ...served.headers,
  ...deprecationHeaders(served.view().deprecations.ofRelease, items, resource)
})
