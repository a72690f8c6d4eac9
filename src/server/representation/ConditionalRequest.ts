/**
 * Whether an `If-None-Match` header names the entity tag, by weak comparison: a list of tags, or `*` for any (RFC
 * 9110, 13.1.2).
 */
export const namesTag = (ifNoneMatch: string, etag: string): boolean => {
  if (ifNoneMatch === etag) return true
  if (ifNoneMatch.trim() === "*") return true
  for (const [, tag] of ifNoneMatch.matchAll(entityTag)) if (tag === etag) return true
  return false
}

// A comma may stand inside a tag, so a list cannot simply be split.
const entityTag = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g
