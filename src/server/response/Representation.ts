import { lazy } from "../../platform/Lazy.ts"
import { sha256 } from "../../platform/Sha256.ts"
import type { StoredBody } from "../bodies/StoredBody.ts"
import type { ContentEncoding } from "./ContentEncoding.ts"
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
  const reply = lazy(() => {
    const { "Content-Encoding": _, "Content-Length": __, ETag: ___, "Repr-Digest": ____, ...kept } = inner.ok.headers
    const { body = "" } = inner.ok
    return makeReply(
      200,
      { ...kept, "Cache-Control": "no-store" },
      Buffer.concat([
        Buffer.from(`{"version":${JSON.stringify(version)},"data":`),
        Buffer.from(body),
        Buffer.from(`,"_meta":${JSON.stringify(meta)}}`)
      ])
    )
  })
  return {
    etag: undefined,
    get ok() {
      return reply()
    },
    get notModified() {
      return reply()
    }
  }
}
