import * as Schema from "effect/Schema"
import { Count } from "../bodies/Count.ts"
import { errorCodes, errorCodesOf } from "../bodies/ErrorCode.ts"
import { RequestId } from "./RequestHeaders.ts"
import { ApiVersion, TaxonomyVersion } from "./TaxonomyVersion.ts"

/** A response, as far as its headers depend on it. */
export interface ResponseOf {
  /** Whether the endpoint needs a key, so is one of the taxonomy. */
  readonly keyed: boolean
  /** Whether its bodies may be kept and asked for again by their tag. */
  readonly conditional: boolean
  readonly status: number
}

export type Presence = "always" | "sometimes" | "never"

export interface ResponseHeader {
  readonly name: string
  readonly description: string
  /** Of the value; a header's text is read as by `Schema.toCodecStringTree`. */
  readonly schema: Schema.Codec<unknown, string | number | boolean>
  readonly example: string
  /** Whether scripts of other origins may read it; caches and browsers need no leave. */
  readonly exposed: boolean
  readonly on: (response: ResponseOf) => Presence
}

/** A body that may be kept, or the news that the caller has it. */
const kept = ({ conditional, status }: ResponseOf): boolean => conditional && (status === 200 || status === 304)

const ofTaxonomy = (response: ResponseOf): boolean => response.keyed && kept(response)

/** What a path or a query asks for can be refused before it is known which release is meant, or after it. */
const refused = ({ keyed, status }: ResponseOf): boolean => keyed && (status === 400 || status === 404)

/** A mistake in the service can be made before the key was accepted, or after it. */
const failed = ({ keyed, status }: ResponseOf): boolean => keyed && status === 500

/** A response that came after the key was accepted. */
const authenticated = (response: ResponseOf): Presence =>
  ofTaxonomy(response) || (response.keyed && response.status === 429)
    ? "always"
    : refused(response) || failed(response)
      ? "sometimes"
      : "never"

/** A response of one release of the taxonomy. */
const ofRelease = (response: ResponseOf): Presence =>
  ofTaxonomy(response) ? "always" : refused(response) ? "sometimes" : "never"

const always = (): Presence => "always"
const when =
  (holds: (response: ResponseOf) => boolean, presence: Presence = "always") =>
  (response: ResponseOf): Presence =>
    holds(response) ? presence : "never"

const hasBody = ({ status }: ResponseOf): boolean => status !== 204 && status !== 304
/** Refusals too tell that nobody should build any more on the release that they speak of. */
const ofDeprecated = when((response) => ofTaxonomy(response) || refused(response), "sometimes")

const header = (
  name: string,
  schema: ResponseHeader["schema"],
  example: string,
  description: string,
  on: ResponseHeader["on"],
  exposed = false
): ResponseHeader => ({ name, description, schema, example, exposed, on })

const readable = (...row: Parameters<typeof header>): ResponseHeader => ({ ...header(...row), exposed: true })

const form = (pattern: RegExp) => Schema.String.check(Schema.isPattern(pattern))

const Line = form(/^[\x20-\x7e]{1,1024}$/u)
const Tag = form(/^"[\x21\x23-\x7e]+"$/u)
const CountOrUnlimited = form(/^(?:unlimited|\d{1,10})$/u)
const HttpDate = form(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/u)

const ItemReferences = form(/^[A-Za-z0-9._+/-]{1,129}(?:, [A-Za-z0-9._+/-]{1,129})*$/u)

/** The codes differ by status, so each status has a row of its own. */
const errorCodeHeader = (status: number): ResponseHeader => {
  const codes = errorCodesOf(status)
  const [first = "", ...others] = codes
  return readable(
    "X-Error-Code",
    others.length === 0 ? Schema.Literal(first) : Schema.Literals(codes),
    first,
    `The stable code of the error. ${codes.map((code) => `\`${code}\`: ${errorCodes[code].description}`).join(" ")}`,
    when((response) => response.status === status, "sometimes")
  )
}

/**
 * Every header of every response (service spec, 4.6, 4.7, 8 and 9.5; RFC 9110, 9111, 9745 and 8594). A name that stands
 * twice means different things on different responses.
 */
export const responseHeaders: ReadonlyArray<ResponseHeader> = [
  header("Content-Type", Line, "application/json", "The media type of the body.", when(hasBody)),
  header(
    "Content-Encoding",
    Schema.Literals(["br", "gzip"]),
    "br",
    "The encoding of the body, where the caller accepts one.",
    when((response) => kept(response) && response.status === 200, "sometimes")
  ),
  header(
    "Cache-Control",
    Schema.Literals(["public, max-age=3600, s-maxage=7200", "no-store"]),
    "public, max-age=3600, s-maxage=7200",
    "How long the body may be kept: an hour by clients, two by shared caches. `no-store` on the envelope.",
    when(kept)
  ),
  header(
    "Cache-Control",
    Line,
    "no-store",
    "Whether the response may be kept.",
    when((response) => !kept(response))
  ),
  readable(
    "ETag",
    Tag,
    '"2f0c9d3c7a1be05f"',
    "The entity tag of the body, for `If-None-Match`. Absent on the envelope.",
    when(kept, "sometimes")
  ),
  header(
    "Vary",
    Schema.Literal("Authorization, Accept-Encoding"),
    "Authorization, Accept-Encoding",
    "What else the response depends on: without it, shared caches would hand the data to callers without a key.",
    (response) =>
      kept(response) || response.status === 500 || (response.keyed && [401, 403, 429].includes(response.status))
        ? "always"
        : refused(response)
          ? "sometimes"
          : "never"
  ),
  readable("X-Taxonomy-Version", TaxonomyVersion, "v1.0", "The taxonomy version that is served.", ofRelease),
  readable("X-API-Version", ApiVersion, "v1", "The version of the API.", ofRelease),
  readable("X-Your-Version", TaxonomyVersion, "v1.0", "The taxonomy version that the request got.", ofRelease),
  readable("X-Latest-Version", TaxonomyVersion, "v1.1", "The highest taxonomy version that is published.", ofRelease),
  readable("X-Upgrade-Available", Schema.Boolean, "true", "Whether a newer taxonomy version exists.", ofRelease),
  readable(
    "X-Deprecation-Warning",
    Line,
    "color/crimson is deprecated since v1.1; use red. It may be removed in v2.0.",
    "Names what is deprecated, its replacement and the version of its removal, where the request or the body holds such.",
    ofDeprecated
  ),
  readable(
    "Deprecation",
    form(/^@\d{1,12}$/u),
    "@1790000000",
    "Since when the resource itself is deprecated, in Unix seconds (RFC 9745).",
    ofDeprecated
  ),
  readable(
    "Sunset",
    HttpDate,
    "Fri, 21 May 2027 00:00:00 GMT",
    "When the resource itself may be gone (RFC 8594).",
    ofDeprecated
  ),
  readable(
    "X-RateLimit-Limit",
    CountOrUnlimited,
    "1000",
    "The hourly limit of the key, or `unlimited`.",
    authenticated
  ),
  readable(
    "X-RateLimit-Remaining",
    CountOrUnlimited,
    "999",
    "The requests left in the window, or `unlimited`.",
    authenticated
  ),
  readable(
    "X-RateLimit-Reset",
    Count,
    "1790003600",
    "When the window closes of which so many requests are left, in Unix seconds.",
    authenticated
  ),
  readable(
    "Retry-After",
    Count,
    "3600",
    "After how many seconds to try again.",
    when(({ status }) => status === 429)
  ),
  header(
    "WWW-Authenticate",
    Schema.Literal("Bearer"),
    "Bearer",
    "How to authenticate (RFC 9110, 11.6.1).",
    when(({ status }) => status === 401)
  ),
  header(
    "Allow",
    Schema.Literal("GET, OPTIONS"),
    "GET, OPTIONS",
    "The methods of every path.",
    when(({ status }) => status === 204 || status === 405)
  ),
  ...[...new Set(Object.values(errorCodes).map(({ status }) => status))].map(errorCodeHeader),
  readable(
    "X-Replaced-By",
    ItemReferences,
    "color/red",
    "The items that replace a removed one, comma-separated: `dimension/VALUE`, `dimension` or a license code. Absent if " +
      "nothing replaces it.",
    when(({ keyed, status }) => keyed && status === 400, "sometimes")
  ),
  readable("X-Request-ID", RequestId, "checkout-7f3a", "The id of the request: the caller's, or a new one.", always),
  header("Access-Control-Allow-Origin", Schema.Literal("*"), "*", "Any origin may call (service spec, 4.7).", always),
  header(
    "Access-Control-Allow-Methods",
    Schema.Literal("GET, OPTIONS"),
    "GET, OPTIONS",
    "The methods that other origins may use.",
    always
  ),
  header(
    "Access-Control-Allow-Headers",
    Schema.Literal("Authorization, Content-Type"),
    "Authorization, Content-Type",
    "The headers that other origins may send.",
    always
  ),
  header(
    "Access-Control-Expose-Headers",
    Line,
    "ETag, X-Request-ID",
    "The headers that scripts of other origins may read.",
    always
  ),
  header(
    "Access-Control-Max-Age",
    Count,
    "86400",
    "For how many seconds a preflight holds.",
    when(({ status }) => status === 204)
  ),
  header("Content-Security-Policy", Line, "default-src 'none'", "What a browser may load for the body.", always),
  header(
    "Referrer-Policy",
    Schema.Literal("no-referrer"),
    "no-referrer",
    "Links tell nobody where they stood.",
    always
  ),
  header("X-Content-Type-Options", Schema.Literal("nosniff"), "nosniff", "Nobody guesses at the media type.", always)
]

/** The names for `Access-Control-Expose-Headers`, in their alphabetical order. */
export const exposedHeaders: ReadonlyArray<string> = [
  ...new Set(responseHeaders.filter(({ exposed }) => exposed).map(({ name }) => name))
].sort()
