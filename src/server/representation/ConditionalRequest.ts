/**
 * True if an `If-None-Match` header matches the entity tag by weak comparison. The header is a list of tags, or `*` for
 * any (RFC 9110, 13.1.2).
 */
export const ifNoneMatchMatches = (ifNoneMatch: string, etag: string): boolean => {
  if (ifNoneMatch === etag) return true
  if (ifNoneMatch.trim() === "*") return true
  for (const [, tag] of ifNoneMatch.matchAll(entityTag)) if (tag === etag) return true
  return false
}

/**
 * True if an `If-Match` header matches the entity tag by strong comparison: no weak tag does (RFC 9110, 13.1.1). `*`
 * matches whatever exists.
 */
export const ifMatchMatches = (ifMatch: string, etag: string | undefined): boolean => {
  if (ifMatch.trim() === "*") return true
  for (const [text, tag] of ifMatch.matchAll(entityTag)) if (text === tag && tag === etag) return true
  return false
}

// A tag may contain a comma, so the list cannot be split at commas.
const entityTag = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g
