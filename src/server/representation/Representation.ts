import type { StoredBody } from "../catalog/StoredBody.ts"
import { vary } from "../response/ErrorReplies.ts"
import { makeReply, type Headers, type Reply } from "../response/Reply.ts"
import type { ContentEncoding } from "./ContentEncoding.ts"

/** One representation of a resource with its 200 and 304 replies (RFC 9110, 3.2). Not cacheable without an entity tag. */
export interface Representation {
  readonly etag: string | undefined
  /** True if each content encoding has a representation of its own. */
  readonly hasEncodings?: boolean
  readonly ok: Reply
  readonly notModified: Reply
}

/** The strong entity tag of a body. Each content encoding has its own, since the bytes differ (RFC 9110, 8.8.3.3). */
export const entityTag = (sha256: string, encoding: ContentEncoding): string =>
  encoding === "identity" ? `"${sha256}"` : `"${sha256}-${encoding}"`

/** The representation of a stored body. One that is not compressed has the tag of its identity form. */
export const storedRepresentation = (body: StoredBody, encoding: ContentEncoding, headers: Headers): Representation => {
  const encoded = encoding === "identity" ? undefined : body[encoding]
  const representation =
    encoded === undefined
      ? taggedRepresentation(entityTag(body.sha256, "identity"), headers, body.identity)
      : taggedRepresentation(entityTag(body.sha256, encoding), { "Content-Encoding": encoding, ...headers }, encoded)
  return { ...representation, hasEncodings: body.gzip !== undefined }
}

/** A cacheable representation. `headers` must contain the media type, and can name another lifetime in caches. */
export const taggedRepresentation = (etag: string, headers: Headers, body: string | Uint8Array): Representation => ({
  etag,
  ok: makeReply(200, { ...cacheable, ...headers, ETag: etag }, body),
  notModified: notModifiedReply(etag, headers)
})

/** A reply that conditions do not apply to, since it has no entity tag. */
export const errorRepresentation = (reply: Reply): Representation => ({
  etag: undefined,
  ok: reply,
  notModified: reply
})

/** The 304 of a representation with these headers. */
export const notModifiedReply = (etag: string, headers: Headers): Reply => {
  const { "Content-Encoding": _, "Content-Type": __, ...headersOfBoth } = headers
  return makeReply(304, { ...cacheable, ...headersOfBoth, ETag: etag })
}

/** How long clients and shared caches may keep a body (service spec, 4.6 and 8.5). */
const cacheable = { "Cache-Control": "public, max-age=3600, s-maxage=7200", ...vary } as const
