/** A request that a document describes, and the status that the server answers with. */
export interface DescribedRequest {
  readonly path: string
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly caller?: Caller
}

/** Who calls; by default somebody with an unlimited key. */
export type Caller = "nobody" | "unknown" | "revoked" | "exhausted"

const licenseCodes = ["NIL-AD-NA", "NIL-EDU"]
const lists = ["licenses", "dimensions", "schema", "openapi.json"]
const histories = ["releases", "items"]
const proofs = ["proofs/dimensions", "proofs/schema", ...licenseCodes.map((code) => `proofs/licenses/${code}`)]
const ofRelease = [...lists, ...licenseCodes.map((code) => `licenses/${code}`), ...proofs]

/** The releases of each API version in the story of the service specification. */
const versions: Readonly<Record<ApiVersion, ReadonlyArray<string>>> = {
  v1: ["latest", "v1", "1.0", "v1.1", "v1.2.0", "1.3.0"],
  v2: ["latest", "v2", "2.0", "v2.0.0"]
}
const filters: Readonly<Record<ApiVersion, ReadonlyArray<string>>> = {
  v1: [
    "use_type=editorial&use_type=educational",
    "territory=US&territory=CA",
    "ai_synthetic_use=avatar_only",
    "exclusive_categories=QSR_FAST_FOOD",
    "exclusive_categories=QSR&use_type=editorial&territory=DE",
    "commercial_scope=full_commercial&version=1.1",
    "subject_scope=signature_marks"
  ],
  v2: ["use_type=merchandise", "territory=US&commercial_scope=non_commercial", "exclusive_categories=QSR"]
}
const refusals: Readonly<Record<ApiVersion, ReadonlyArray<readonly [query: string, status: number]>>> = {
  v1: [
    ["use_type=editoral", 400],
    ["version=2.0", 400]
  ],
  v2: [
    ["exclusive_categories=QSR_FAST_FOOD", 400],
    ["version=1.3", 400]
  ]
}

export type ApiVersion = "v1" | "v2"

const encodings = ["identity", "gzip", "br", "br;q=0.5, gzip", "*"]

const config = encodeURIComponent('{"use_type":["editorial","editoral"],"exclusive_categories":["QSR_FAST_FOOD"]}')

/** Small questions about one item or one config, and what is wrong with some. */
const questions: ReadonlyArray<readonly [path: string, status: number]> = [
  ["dimensions/use_type", 200],
  ["dimensions/use_typ", 404],
  ["dimensions/use_type/values/editorial", 200],
  ["dimensions/use_type/values/editoral", 404],
  ["search?q=editorial", 200],
  ["search?q=editoral&lang=fr&limit=3", 200],
  ["search?kind=license&limit=1", 200],
  ["search?cursor=1.1", 400],
  ["search?q=a&kind=licence", 400],
  [`validate?config=${config}`, 200],
  ["validate?config=%7B", 400],
  ["validate", 400],
  [`migrate?config=${config}&from=1.0`, 200],
  [`migrate?config=${config}&from=9.9`, 404],
  ["permits?license=NIL-EDU&use=%7B%7D", 404],
  [`covers?license=NIL-EDU&config=${config}`, 404],
  ["schema?as_of=2026-06-30&version=1.0", 400],
  ["schema?as_of=2001-01-01", 404],
  ["releases.atom", 200],
  ["releases.atom?limit=101", 400],
  ["items?limit=2", 200],
  ["items?cursor=1.1", 400]
]

/** The requests with each that is refused in both forms of errors. */
export const inBothForms = (requests: ReadonlyArray<DescribedRequest>): ReadonlyArray<DescribedRequest> =>
  requests.flatMap((request) =>
    request.status < 400
      ? [request]
      : [request, { ...request, headers: { ...request.headers, Accept: "application/problem+json" } }]
  )

/** All resources of an API version in all releases and encodings, conditional requests, filters, questions and errors. */
export const requestsOf = (api: ApiVersion): ReadonlyArray<DescribedRequest> => [
  ...ofRelease.flatMap((path) => [
    ...versions[api].map((version) => ({ path: `/${api}/${path}?version=${version}`, status: 200 })),
    ...["9.9.9", `${api}.9`].map((version) => ({ path: `/${api}/${path}?version=${version}`, status: 404 })),
    { path: `/${api}/${path}?version=one`, status: 400 }
  ]),
  ...[...ofRelease, ...histories].flatMap((path): ReadonlyArray<DescribedRequest> => {
    const at = { path: `/${api}/${path}` }
    return [
      ...encodings.map((encoding) => ({ ...at, status: 200, headers: { "Accept-Encoding": encoding } })),
      ...["*", 'W/"a", "b"'].map((tags) => ({
        ...at,
        status: tags === "*" ? 304 : 200,
        headers: { "If-None-Match": tags, "X-Request-ID": "checkout-7f3a" }
      })),
      { path: `/${api}/${path}?verzion=v1`, status: 400 },
      { ...at, status: 401, caller: "nobody" },
      { ...at, status: 401, caller: "unknown" },
      { ...at, status: 403, caller: "revoked" },
      { ...at, status: 429, caller: "exhausted" }
    ]
  }),
  ...["from=v1.0", "from=1.0.0&to=1.1.0", "from=v2&to=v1.2", "from=1.0&kind=value-removed&kind=value-added"].map(
    (query) => ({ path: `/${api}/changes?${query}`, status: 200 })
  ),
  ...[
    ["", 400],
    ["?from=9.9", 404],
    ["?from=1.0&kind=nothing", 400]
  ].map(([query, status]) => ({ path: `/${api}/changes${query}`, status: Number(status) })),
  ...questions.map(([question, status]) => ({ path: `/${api}/${question}`, status })),
  ...filters[api].map((query) => ({ path: `/${api}/licenses?${query}`, status: 200 })),
  ...filters[api].map((query) => ({
    path: `/${api}/licenses?${query}`,
    status: 304,
    headers: { "If-None-Match": "*" }
  })),
  ...refusals[api].map(([query, status]) => ({ path: `/${api}/licenses?${query}`, status })),
  ...["NIL-NONE", "nil-edu", "%C3%A4"].map((code) => ({ path: `/${api}/licenses/${code}`, status: 404 })),
  { path: `/${api}/licenses/NIL-CLASSROOM`, status: api === "v1" ? 200 : 400 }
]

/** The service itself, which every document describes. */
export const serviceRequests: ReadonlyArray<DescribedRequest> = [
  { path: "/health", status: 200, caller: "nobody" },
  { path: "/health?a=1", status: 400 },
  ...["/checkpoint", "/openapi.json", "/openapi.json?envelope=true", "/docs"].flatMap(
    (path): ReadonlyArray<DescribedRequest> => [
      { path, status: 200, caller: "nobody" },
      { path, status: 304, caller: "nobody", headers: { "If-None-Match": "*" } }
    ]
  ),
  { path: "/checkpoint?version=v1", status: 400 },
  { path: "/openapi.json?version=v1", status: 400 },
  { path: "/v9/schema", status: 404 }
]
