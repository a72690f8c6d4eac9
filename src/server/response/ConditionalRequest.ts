import { listElements } from "../../api/parameters/HeaderList.ts"
import type { Reply } from "./Reply.ts"
import type { Representation } from "./Representation.ts"

/** The 304 of a representation that an `If-None-Match` header names, otherwise the whole. */
export const conditionalReply = (ifNoneMatch: string | undefined, representation: Representation): Reply =>
  isUnchanged(ifNoneMatch, representation) ? representation.notModified : representation.ok

/**
 * True if an `If-None-Match` header names the representation. A proxy that compresses one without encodings adds the name of its
 * own encoding to the tag, and clients send that back.
 */
export const isUnchanged = (
  ifNoneMatch: string | undefined,
  { etag, hasEncodings = false }: Pick<Representation, "etag" | "hasEncodings">
): boolean =>
  ifNoneMatch !== undefined &&
  etag !== undefined &&
  (ifNoneMatchMatches(ifNoneMatch, etag) ||
    (!hasEncodings && matches(ifNoneMatch, (tag) => tag.replace(encodingOfProxy, '$1"') === etag)))

/** `-gzip` of Apache httpd, and what others write (RFC 9110, 8.8.3.3). */
const encodingOfProxy = /^(?:W\/)?("[^"]*?)(?:--?|;)(?:br|gzip|zstd)"$/

/**
 * True if an `If-None-Match` header matches the entity tag by weak comparison. The header is a list of tags, or `*` for
 * any (RFC 9110, 13.1.2).
 */
export const ifNoneMatchMatches = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch === etag || matches(ifNoneMatch, (tag) => tag === etag || tag === `W/${etag}`)

/**
 * True if an `If-Match` header matches the entity tag by strong comparison: no weak tag does (RFC 9110, 13.1.1). `*`
 * matches whatever exists.
 */
export const ifMatchMatches = (ifMatch: string, etag: string | undefined): boolean =>
  matches(ifMatch, (tag) => tag === etag)

/** True if a condition names no entity tag, but any. */
export const isWildcard = (condition: string): boolean => {
  const [first, ...others] = condition.includes("*") ? listElements(condition, "tags") : []
  return first === "*" && others.length === 0
}

const matches = (condition: string, isMatch: (tag: string) => boolean): boolean =>
  isWildcard(condition) || listElements(condition, "tags").some(isMatch)
