import { listElements, tokenWeights } from "../../api/parameters/HeaderList.ts"
import { memoizeText } from "../../platform/MemoizeText.ts"
import { sha256 } from "../../platform/Sha256.ts"
import type { StoredBody } from "../bodies/StoredBody.ts"
import { vary } from "./ErrorReplies.ts"
import { lifetime, makeReply, type Headers, type Reply } from "./Reply.ts"

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
      ? tagged(entityTag(body.sha256, "identity"), headers, body.identity)
      : tagged(entityTag(body.sha256, encoding), { "Content-Encoding": encoding, ...headers }, encoded)
  return { ...representation, hasEncodings: body.gzip !== undefined }
}

/** A cacheable representation. `headers` must contain the media type, and can name another lifetime in caches. */
export const tagged = (etag: string, headers: Headers, body: string | Uint8Array): Representation => ({
  etag,
  ok: makeReply(200, { ...cacheable, ...headers, ETag: etag, ...digestHeader(body) }, body),
  notModified: notModifiedReply(etag, headers)
})

/** The digest of the bytes as they are sent, so that a client notices a body that was cut or altered (RFC 9530, 3). */
const digestHeader = (body: string | Uint8Array): Headers => ({
  "Repr-Digest": `sha-256=:${Buffer.from(sha256(body), "hex").toString("base64")}:`
})

/** A reply that conditions do not apply to, since it has no entity tag. */
export const untagged = (reply: Reply): Representation => ({ etag: undefined, ok: reply, notModified: reply })

/** The 304 of a representation with these headers. */
export const notModifiedReply = (etag: string, headers: Headers): Reply => {
  const { "Content-Encoding": _, "Content-Type": __, ...headersOfBoth } = headers
  return makeReply(304, { ...cacheable, ...headersOfBoth, ETag: etag })
}

const cacheable = { "Cache-Control": lifetime, ...vary } as const

/** The envelope around another representation (service spec, 4.6). It names one request, so it is not cacheable. */
export const envelopeOf = (
  version: string,
  inner: Representation,
  meta: { readonly timestamp: string; readonly request_id: string }
): Representation => {
  const { "Content-Encoding": _, "Content-Length": __, ETag: ___, "Repr-Digest": ____, ...kept } = inner.ok.headers
  return untagged(
    makeReply(
      200,
      { ...kept, "Cache-Control": "no-store" },
      Buffer.concat([
        Buffer.from(`{"version":${JSON.stringify(version)},"data":`),
        Buffer.from(inner.ok.body ?? ""),
        Buffer.from(`,"_meta":${JSON.stringify(meta)}}`)
      ])
    )
  )
}

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

/** The content encodings of bodies (RFC 9110, 8.4). */
export type ContentEncoding = "identity" | "br" | "gzip"

/**
 * Negotiates the content encoding for an `Accept-Encoding` header: the highest weight, and for equal weights the
 * smallest body (RFC 9110, 12.5.3). Without a header, and if none is acceptable, identity.
 */
export const negotiateEncoding = (acceptEncoding: string | undefined): ContentEncoding =>
  acceptEncoding === undefined ? "identity" : negotiate(acceptEncoding)

const negotiate = memoizeText((acceptEncoding): ContentEncoding => {
  const weights = tokenWeights(acceptEncoding)
  const weightOf = (encoding: ContentEncoding): number =>
    // `x-gzip` is `gzip` (RFC 9110, 8.4.1.3). Identity is acceptable without mention, after everything that is mentioned.
    weights.get(encoding) ??
    weights.get(`x-${encoding}`) ??
    weights.get("*") ??
    (encoding === "identity" ? minWeight : 0)
  let best: ContentEncoding = "identity"
  for (const encoding of bySize) {
    if (weightOf(encoding) > 0 && weightOf(encoding) >= weightOf(best)) best = encoding
  }
  return best
})

/** From the largest body to the smallest. The last of equal weights wins. */
const bySize: ReadonlyArray<ContentEncoding> = ["identity", "gzip", "br"]

const minWeight = 0.0001
