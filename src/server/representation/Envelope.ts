import { lazy } from "../../platform/Lazy.ts"
import { makeReply } from "../response/Reply.ts"
import type { Representation } from "./Representation.ts"

interface EnvelopeMeta {
  readonly timestamp: string
  readonly request_id: string
}

/** The envelope around another representation (service spec, 4.6). It names one request, so it is not cacheable. */
export const envelopeOf = (version: string, inner: Representation, meta: EnvelopeMeta): Representation => {
  const reply = lazy(() => {
    const { body = "", headers } = inner.ok
    const kept = pairsOf(headers).filter(([name]) => !headersOfBody.has(name))
    return makeReply(
      200,
      { ...Object.fromEntries(kept), "Cache-Control": "no-store" },
      Buffer.concat([
        Buffer.from(`{"version":${JSON.stringify(version)},"data":`),
        typeof body === "string" ? Buffer.from(body) : body,
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

/** Headers about the bytes of the inner representation. */
const headersOfBody: ReadonlySet<string> = new Set(["ETag", "Content-Length", "Content-Encoding"])

const pairsOf = (headers: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> =>
  headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? ""] as const] : []))
