import * as Schema from "effect/Schema"
import { Count } from "../../domain/taxonomy/Scalars.ts"
import { Replacement } from "../bodies/DeprecationBody.ts"
import { errorCodes, errorCodesOf } from "../bodies/ErrorCode.ts"
import { RequestId } from "./RequestHeaders.ts"
import { ApiVersion, TaxonomyVersion } from "./TaxonomyVersion.ts"

/** The facts that determine the headers of a response. */
export interface ResponseKind {
  /** True if the endpoint requires an API key, so belongs to the taxonomy. */
  readonly keyed: boolean
  /** True if its bodies are cacheable and support `If-None-Match`. */
  readonly conditional: boolean
  readonly status: number
}

export type Presence = "always" | "sometimes" | "never"

export interface ResponseHeader {
  readonly name: string
  readonly description: string
  /** The schema of the value. `Schema.toCodecStringTree` decodes it from the text. */
  readonly schema: Schema.Codec<unknown, string | number | boolean>
  readonly example: string
  readonly presence: (response: ResponseKind) => Presence
}

/** A cacheable body, or its 304. */
const isCacheable = ({ conditional, status }: ResponseKind): boolean =>
  conditional && (status === 200 || status === 304)

const isTaxonomyBody = (response: ResponseKind): boolean => response.keyed && isCacheable(response)

/** A path or a query can be refused before or after its release is selected. */
const isRefusal = ({ keyed, status }: ResponseKind): boolean => keyed && (status === 400 || status === 404)

/** The server can fail before or after it accepts the API key. */
const isFailure = ({ keyed, status }: ResponseKind): boolean => keyed && status === 500

/** The presence of headers that are sent once the API key is accepted. */
const ofAuthenticated = (response: ResponseKind): Presence =>
  isTaxonomyBody(response) || (response.keyed && response.status === 412)
    ? "always"
    : isRefusal(response) || isFailure(response) || (response.keyed && response.status === 429)
      ? "sometimes"
      : "never"

/** The same for keys with limits, which some have not. */
const ofLimited = (response: ResponseKind): Presence => (ofAuthenticated(response) === "never" ? "never" : "sometimes")

/** The presence of headers that are sent once a release is selected. */
const ofRelease = (response: ResponseKind): Presence =>
  isTaxonomyBody(response) ? "always" : isRefusal(response) ? "sometimes" : "never"

const always = (): Presence => "always"
const when =
  (condition: (response: ResponseKind) => boolean, presence: Presence = "always") =>
  (response: ResponseKind): Presence =>
    condition(response) ? presence : "never"

const hasBody = ({ status }: ResponseKind): boolean => status !== 204 && status !== 304
/** Errors too warn of a withdrawn release or an ended major. */
const ofDeprecated = when((response) => isTaxonomyBody(response) || isRefusal(response), "sometimes")
/** The presence of headers that are sent if a request names a removed item. */
const ofRemoved = when(({ keyed, status }) => keyed && status === 400, "sometimes")

const header = (
  name: string,
  schema: ResponseHeader["schema"],
  example: string,
  description: string,
  presence: ResponseHeader["presence"]
): ResponseHeader => ({ name, description, schema, example, presence })

const matching = (pattern: RegExp) => Schema.String.check(Schema.isPattern(pattern))

const Line = matching(/^[\x20-\x7e]{1,1024}$/u)
const Tag = matching(/^"[\x21\x23-\x7e]+"$/u)
const CountOrUnlimited = matching(/^(?:unlimited|\d{1,10})$/u)
const HttpDate = matching(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/u)

const ItemReferences = matching(/^[A-Za-z0-9._+/-]{1,129}(?:, [A-Za-z0-9._+/-]{1,129})*$/u)

/** The codes differ by status, so each status has a row of its own. */
const errorCodeRow = (status: number): ResponseHeader => {
  const codes = errorCodesOf(status)
  const [first = "", ...others] = codes
  return header(
    "X-Error-Code",
    others.length === 0 ? Schema.Literal(first) : Schema.Literals(codes),
    first,
    `The stable code of the error. ${codes.map((code) => `\`${code}\`: ${errorCodes[code].description}`).join(" ")}`,
    when((response) => response.status === status)
  )
}

/** The challenge of a 401. It has a parameter, as RFC 6750, 3, demands. */
export const challenge = 'Bearer realm="taxonomy"'

/** The challenges to clients that sent a key. */
export const invalidKeyChallenges = {
  malformed: `${challenge}, error="invalid_token", error_description="The API key is malformed. Send it whole, without quotes"`,
  unknown: `${challenge}, error="invalid_token", error_description="The API key is unknown"`
} as const

/** The headers that a client reads, in the order of the documents. Scripts of other origins may read them, too. */
const readHeaders: ReadonlyArray<ResponseHeader> = [
  header(
    "ETag",
    Tag,
    '"2f0c9d3c7a1be05f"',
    "The entity tag of the body, for `If-None-Match`. Absent on the envelope.",
    when(isCacheable, "sometimes")
  ),
  header(
    "Repr-Digest",
    matching(/^sha-256=:[A-Za-z0-9+/]{43}=:$/u),
    "sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:",
    "The SHA-256 of the body as it is sent (RFC 9530). Absent on the envelope.",
    when((response) => isCacheable(response) && response.status === 200, "sometimes")
  ),
  header(
    "Link",
    Line,
    '</api/taxonomy/docs>; rel="service-doc"',
    "Links to other resources (RFC 8288). `service-desc`, `service-doc`: the description of the interface. `describedby`: the " +
      "schema of the release. `latest-version`, `successor-version`: the same resource in the newest release of the API " +
      "version, and of the newest API version. `deprecation`, `sunset`: how to upgrade. Errors link what may help.",
    (response) =>
      isTaxonomyBody(response) || (response.keyed && response.status === 200)
        ? "always"
        : isRefusal(response)
          ? "sometimes"
          : "never"
  ),
  header(
    "Content-Location",
    Line,
    "/api/taxonomy/v1/licenses/SAMPLE-PODCAST?version=v1.0.0",
    "The address of the same body in the release that `as_of` selected, which never changes.",
    when((response) => response.keyed && [200, 304].includes(response.status), "sometimes")
  ),
  header("X-Taxonomy-Version", TaxonomyVersion, "v1.0", "The taxonomy version of the response.", ofRelease),
  header("X-API-Version", ApiVersion, "v1", "The version of the API.", ofRelease),
  header("X-Your-Version", TaxonomyVersion, "v1.0", "The taxonomy version of the response.", ofRelease),
  header("X-Latest-Version", TaxonomyVersion, "v1.1", "The highest published taxonomy version.", ofRelease),
  header(
    "X-Latest-Compatible-Version",
    TaxonomyVersion,
    "v1.1",
    "The highest published taxonomy version of the same major.",
    ofRelease
  ),
  header("X-Upgrade-Available", Schema.Boolean, "true", "True if a newer taxonomy version is published.", ofRelease),
  header(
    "X-Deprecation-Warning",
    Line,
    "campaign_kind/seasonal_sale is deprecated since v1.1, use retail_promotion instead, removal in v2.0 on 2026-10-02",
    "The items that the request or the body uses and that the release or a later one deprecates, with replacement and " +
      "removal, for people.",
    ofDeprecated
  ),
  header(
    "Deprecation",
    matching(/^@\d{1,12}$/u),
    "@1790000000",
    "The time in Unix seconds since which the resource itself is deprecated (RFC 9745).",
    ofDeprecated
  ),
  header(
    "Sunset",
    HttpDate,
    "Fri, 21 May 2027 00:00:00 GMT",
    "The end of life of the major of the resource (RFC 8594). Absent if none is announced.",
    ofDeprecated
  ),
  header(
    "X-RateLimit-Limit",
    CountOrUnlimited,
    "1000",
    "The hourly limit of the API key, or `unlimited`.",
    ofAuthenticated
  ),
  header(
    "X-RateLimit-Remaining",
    CountOrUnlimited,
    "999",
    "The remaining requests of the current window, or `unlimited`.",
    ofAuthenticated
  ),
  header(
    "X-RateLimit-Reset",
    Count,
    "1790003600",
    "The Unix time in seconds at which the current window resets.",
    ofAuthenticated
  ),
  header(
    "RateLimit-Policy",
    matching(/^"hour";q=\d+;w=3600, "day";q=\d+;w=86400$/u),
    '"hour";q=1000;w=3600, "day";q=10000;w=86400',
    "The limits of the API key: requests and seconds of each window (IETF draft RateLimit header fields). Absent for keys without limits.",
    ofLimited
  ),
  header(
    "RateLimit",
    matching(/^"(?:hour|day)";r=\d+;t=\d+$/u),
    '"hour";r=999;t=3600',
    "The window that will be used up first: its remaining requests and the seconds until it resets. Absent for keys without limits.",
    ofLimited
  ),
  header(
    "Retry-After",
    Count,
    "3600",
    "The seconds to wait before the next request.",
    when(({ keyed, status }) => status === 429 || (keyed && status === 503))
  ),
  ...[...new Set(Object.values(errorCodes).map(({ status }) => status))].map(errorCodeRow),
  header(
    "X-Replaced-By",
    ItemReferences,
    "campaign_kind/retail_promotion",
    "The items that replace a removed one, comma-separated: `dimension/VALUE`, `dimension` or a license code. Absent if " +
      "nothing replaces it.",
    ofRemoved
  ),
  header(
    "X-Replacement-Mode",
    Replacement.fields.mode,
    "one_of",
    "How the items of `X-Replaced-By` replace the removed one. `one_of`: each of them does. `all_of`: they do together. " +
      "Sent with `X-Replaced-By`.",
    ofRemoved
  ),
  header("X-Request-ID", RequestId, "checkout-7f3a", "The id of the request: the client's, or a new one.", always)
]

/** The headers that caches, proxies, browsers and HTTP libraries read. */
const protocolHeaders: ReadonlyArray<ResponseHeader> = [
  header("Content-Type", Line, "application/json", "The media type of the body.", when(hasBody)),
  header(
    "Content-Encoding",
    Schema.Literals(["br", "gzip"]),
    "br",
    "The content encoding of the body, if the client accepts one.",
    when((response) => isCacheable(response) && response.status === 200, "sometimes")
  ),
  header(
    "Cache-Control",
    Schema.Literals([
      "public, max-age=3600, s-maxage=7200",
      "public, max-age=31536000, s-maxage=7200, immutable",
      "public, max-age=60",
      "private, max-age=3600",
      "private, max-age=31536000, immutable",
      "no-store"
    ]),
    "public, max-age=3600, s-maxage=7200",
    "How long caches may keep the body: an hour for clients, two for shared caches. `immutable` on changes between two " +
      "full versions, which clients may keep forever. A minute for the checkpoint. `no-store` on the envelope. The operator may forbid shared caches (`private`) or all (`no-store`).",
    when(isCacheable)
  ),
  header(
    "Cache-Control",
    Line,
    "no-store",
    "Caches must not keep the response.",
    when((response) => !isCacheable(response))
  ),
  header(
    "Vary",
    Schema.Literal("Authorization, Accept-Encoding"),
    "Authorization, Accept-Encoding",
    "The request headers that the response depends on. It keeps shared caches from serving clients without an API key.",
    (response) =>
      isCacheable(response) ||
      [412, 500].includes(response.status) ||
      (response.keyed && [401, 403, 429, 503].includes(response.status))
        ? "always"
        : isRefusal(response)
          ? "sometimes"
          : "never"
  ),
  header(
    "WWW-Authenticate",
    Schema.Literals([challenge, ...Object.values(invalidKeyChallenges)]),
    challenge,
    "The authentication scheme, and what is wrong with a key that was sent (RFC 6750, 3).",
    when(({ status }) => status === 401)
  ),
  header(
    "Allow",
    Schema.Literals(["GET, OPTIONS", "GET, HEAD, OPTIONS"]),
    "GET, OPTIONS",
    "The allowed methods. Only the health of the service also answers HEAD.",
    when(({ status }) => status === 204 || status === 405)
  ),
  header(
    "Access-Control-Allow-Origin",
    Schema.Literal("*"),
    "*",
    "Scripts of every origin may call (service spec, 4.7).",
    always
  ),
  header(
    "Access-Control-Allow-Methods",
    Schema.Literal("GET, OPTIONS"),
    "GET, OPTIONS",
    "The methods that scripts of other origins may use.",
    always
  ),
  header(
    "Access-Control-Allow-Headers",
    Schema.Literal("Authorization, Content-Type"),
    "Authorization, Content-Type",
    "The headers that scripts of other origins may send.",
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
    "The seconds for which a browser may cache the preflight.",
    when(({ status }) => status === 204)
  ),
  header(
    "Content-Security-Policy",
    Line,
    "default-src 'none'",
    "The resources that a browser may load for the body.",
    always
  ),
  header("Referrer-Policy", Schema.Literal("no-referrer"), "no-referrer", "Disables the Referer header.", always),
  header("X-Content-Type-Options", Schema.Literal("nosniff"), "nosniff", "Disables content sniffing.", always)
]

/**
 * Every header of every response (service spec, 4.6, 4.7, 8 and 9.5; RFC 9110, 9111, 9745 and 8594). A name has several
 * rows if its meaning depends on the response.
 */
export const responseHeaders: ReadonlyArray<ResponseHeader> = [...readHeaders, ...protocolHeaders]

/** The value of `Access-Control-Expose-Headers`: what a client reads, in alphabetical order, on every response alike. */
export const exposedHeaders: ReadonlyArray<string> = [...new Set(readHeaders.map(({ name }) => name))].sort()
