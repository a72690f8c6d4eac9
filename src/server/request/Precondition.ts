import * as Effect from "effect/Effect"
import { ifMatchMatches } from "../representation/ConditionalRequest.ts"
import type { Representation } from "../representation/Representation.ts"
import { preconditionFailed } from "../response/ErrorReplies.ts"
import type { Content } from "./Content.ts"

/** Content that is answered with 412 unless its entity tag is one of an `If-Match` header (RFC 9110, 13.1.1). */
export const withPrecondition = (content: Content, ifMatch: string): Content => {
  const check = (representation: Representation): Representation =>
    ifMatchMatches(ifMatch, representation.etag) ? representation : failed
  const { unchanged: _, ...rest } = content
  return {
    ...rest,
    peek: () => {
      const held = content.peek()
      return held === undefined ? undefined : check(held)
    },
    load: Effect.map(content.load, check)
  }
}

/** Has no entity tag, so that `If-None-Match` does not apply to it. */
const failed: Representation = { etag: undefined, ok: preconditionFailed, notModified: preconditionFailed }
