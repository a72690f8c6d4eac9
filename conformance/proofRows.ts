import type { ObservedResponse, Row } from "./Row.ts"

const text = { "content-type": "text/plain; charset=utf-8" }
const textOf = ({ bytes }: ObservedResponse): string => new TextDecoder().decode(bytes)

/** The checkpoint of the log and the proofs of bodies, of which the specification says nothing. */
export const proofRows: ReadonlyArray<Row> = [
  {
    section: "decided",
    sentence: "The checkpoint of the log is text. It needs no key, and caches keep it for a minute.",
    caller: "nobody",
    path: "/checkpoint",
    status: 200,
    headers: { ...text, "cache-control": "public, max-age=60", etag: /^"[0-9a-f]{64}"$/ },
    holds: {
      says: "the body is a signed note with origin, size and root hash",
      of: (received) => /^[^\s+]+\n\d+\n[A-Za-z0-9+/]{43}=\n\n(?:— [^\s+]+ [A-Za-z0-9+/]+=*\n)+$/.test(textOf(received))
    }
  },
  ...["/v1/proofs/licenses/NIL-EDU", "/v1/proofs/dimensions", "/v1/proofs/schema?version=v1.0"].map((path): Row => ({
    section: "decided",
    sentence: "With a key, the proof of a body is text. Its path and its version are those of the body.",
    caller: "enterprise",
    path,
    status: 200,
    headers: { ...text, "cache-control": "public, max-age=3600, s-maxage=7200", etag: /^"[0-9a-f]{64}"$/ },
    holds: {
      says: "the body begins with c2sp.org/tlog-proof@v1",
      of: (received) => textOf(received).startsWith("c2sp.org/tlog-proof@v1\n")
    }
  })),
  {
    section: "decided",
    sentence: "A proof requires a key.",
    caller: "nobody",
    path: "/v1/proofs/schema",
    status: 401
  },
  {
    section: "decided",
    sentence: "A proof is about the body without the envelope, so it takes no parameter for that.",
    caller: "enterprise",
    path: "/v1/proofs/schema?envelope=true",
    status: 400,
    headers: { "x-error-code": "parameter-unknown" }
  }
]
