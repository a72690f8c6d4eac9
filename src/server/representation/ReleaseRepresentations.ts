import { toItemId } from "../../domain/taxonomy/ItemRef.ts"
import type { ServedRelease } from "../catalog/Catalog.ts"
import { releaseHeaders } from "../catalog/DeprecationHeaders.ts"
import type { ReleaseBodies } from "../catalog/ReleaseBodies.ts"
import type { Headers } from "../response/Reply.ts"
import type { ContentEncoding } from "./ContentEncoding.ts"
import { storedRepresentation, type Representation } from "./Representation.ts"
import { artifactOf, resources, type ReleaseResource } from "./Resources.ts"

/** Finds the representation of a resource; `undefined` if the release does not have the artifact. */
export type FindRepresentation = (resource: ReleaseResource, encoding: ContentEncoding) => Representation | undefined

/** The representations of a release's stored bodies, each prepared on first use. They keep the bodies alive. */
export const representationsOf = (served: ServedRelease, { bodies }: ReleaseBodies): FindRepresentation => {
  const prepared = new Map<string, Partial<Record<ContentEncoding, Representation>>>()
  return (resource, encoding) => {
    const artifact = artifactOf(resource)
    const known = prepared.get(artifact) ?? {}
    const before = known[encoding]
    if (before !== undefined) return before
    const body = bodies.get(artifact)
    if (body === undefined) return undefined
    prepared.set(artifact, known)
    return (known[encoding] = storedRepresentation(body, encoding, resourceHeaders(served, resource)))
  }
}

/** The headers of a resource: its media type, and what is deprecated. */
export const resourceHeaders = (served: ServedRelease, { code, name }: ReleaseResource): Headers => {
  const { deprecated, item, mediaType } = resources[name]
  const { deprecations } = served.view()
  const own = item === undefined ? undefined : deprecations.ofItem.get(toItemId(item(code)))
  return { "Content-Type": mediaType, ...releaseHeaders(served, deprecated(deprecations, code), own) }
}
