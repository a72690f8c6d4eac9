import { tokenWeights } from "../../api/parameters/HeaderList.ts"
import { memoizeText } from "../../platform/MemoizeText.ts"

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
