import type { StoredBody } from "../catalog/StoredBody.ts"
import { vary } from "../response/ErrorReplies.ts"
import { makeReply, type Headers, type Reply } from "../response/Reply.ts"
import type { ContentEncoding } from "./ContentEncoding.ts"

/** One representation of a resource with its 200 and 304 replies (RFC 9110, 3.2). Not cacheable without an entity tag. */
export interface Representation {
  readonly etag: string | undefined
  readonly ok: Reply
  readonly notModified: Reply
}

/** The representation of a stored body. Each content encoding has its own entity tag, since the bytes differ (8.8.3.3). */
export const storedRepresentation = (body: StoredBody, encoding: ContentEncoding, headers: Headers): Representation => {
  const encoded = encoding === "identity" ? undefined : body[encoding]
  return encoded === undefined
    ? taggedRepresentation(`"${body.sha256}"`, headers, body.identity)
    : taggedRepresentation(`"${body.sha256}-${encoding}"`, { "Content-Encoding": encoding, ...headers }, encoded)
}

/** A cacheable representation. `headers` must contain the media type, and can name another lifetime in caches. */
export const taggedRepresentation = (etag: string, headers: Headers, body: string | Uint8Array): Representation => {
  const { "Content-Encoding": _, "Content-Type": __, ...headersOfBoth } = headers
  return {
    etag,
    ok: makeReply(200, { ...cacheable, ...headers, ETag: etag }, body),
    notModified: makeReply(304, { ...cacheable, ...headersOfBoth, ETag: etag })
  }
}

/** How long clients and shared caches may keep a body (service spec, 4.6 and 8.5). */
const cacheable = { "Cache-Control": "public, max-age=3600, s-maxage=7200", ...vary } as const
