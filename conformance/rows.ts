import * as Predicate from "effect/Predicate"
import { proofRows } from "./proofRows.ts"
import { knownTag, type ObservedResponse, type Row } from "./Row.ts"

/** The member of a body at a path. */
const at = (json: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((inner, name) => (Predicate.hasProperty(inner, name) ? inner[name] : undefined), json)

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
const strings = (value: unknown, ...names: ReadonlyArray<string>): boolean =>
  names.every((name) => typeof at(value, name) === "string")
const entries = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  Predicate.isObject(value) ? Object.entries(value) : []

const codesOf = ({ json }: ObservedResponse): ReadonlyArray<unknown> =>
  list(at(json, "licenses")).map((license) => at(license, "code"))

const json = { "content-type": "application/json" }
const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, OPTIONS",
  "access-control-allow-headers": "Authorization, Content-Type"
}
const limits = {
  "x-ratelimit-limit": /^(?:\d+|unlimited)$/,
  "x-ratelimit-remaining": /^(?:\d+|unlimited)$/,
  "x-ratelimit-reset": /^\d{10}$/
}
const cacheable = { "cache-control": "public, max-age=3600, s-maxage=7200", vary: "Authorization, Accept-Encoding" }
const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/
const isTimestamp = (value: unknown): boolean => typeof value === "string" && timestamp.test(value)

const taxonomyPaths = [
  "/v1/licenses",
  "/v1/licenses/NIL-EDU",
  "/v1/dimensions",
  "/v1/dimensions/use_type",
  "/v1/dimensions/use_type/values/editorial",
  "/v1/schema",
  "/v1/releases",
  "/v1/items",
  "/v1/changes?from=v1.0"
] as const
const everyTaxonomyPath = (row: (path: string) => Row): ReadonlyArray<Row> => taxonomyPaths.map(row)

const qsr = "exclusive_categories/QSR_FAST_FOOD is deprecated since v1.1, use QSR instead, removal in v2.0"

const endpoints: ReadonlyArray<Row> = [
  ...["POST", "PUT", "PATCH", "DELETE"].map((method): Row => ({
    section: "1",
    sentence: "Only GET and OPTIONS are offered.",
    caller: "enterprise",
    method,
    path: "/v1/schema",
    status: 405,
    headers: { ...json, allow: "GET, OPTIONS" },
    body: { error: "Method Not Allowed" }
  })),
  ...everyTaxonomyPath((path) => ({
    section: "1",
    sentence: "Every endpoint except the health check requires an API key.",
    caller: "nobody",
    path,
    status: 401
  })),
  ...everyTaxonomyPath((path) => ({
    section: "4",
    sentence: "Endpoints return JSON.",
    caller: "enterprise",
    path,
    status: 200,
    headers: json,
    holds: { says: "the body is a JSON object", of: (received) => Predicate.isObject(received.json) }
  })),
  ...[...taxonomyPaths, "/health"].map((path): Row => ({
    section: "4",
    sentence: "OPTIONS is allowed for cross-origin preflight.",
    caller: "nobody",
    method: "OPTIONS",
    path,
    status: 204,
    headers: cors
  })),
  ...["/health", "/api/health"].map((path): Row => ({
    section: "4.1",
    sentence: "The health check needs no key. It is served one level above the base path and under it.",
    caller: "nobody",
    path,
    status: 200,
    headers: json,
    members: ["status", "version", "timestamp"],
    holds: {
      says: "status and version are strings, timestamp is a timestamp",
      of: ({ json: body }) => strings(body, "status", "version") && isTimestamp(at(body, "timestamp"))
    }
  })),
  {
    section: "4.2",
    sentence: "The list contains the version, the licenses and their count.",
    caller: "enterprise",
    path: "/v1/licenses",
    status: 200,
    body: { version: "v1.3", count: 3 },
    holds: {
      says: "count is the number of entries in licenses",
      of: ({ json: body }) => list(at(body, "licenses")).length === at(body, "count")
    }
  },
  {
    section: "2.1",
    sentence: "A base license has a code, a name, a description and a config.",
    caller: "enterprise",
    path: "/v1/licenses",
    status: 200,
    holds: {
      says: "each entry has all four",
      of: ({ json: body }) =>
        list(at(body, "licenses")).every(
          (license) => strings(license, "code", "name", "description") && Predicate.isObject(at(license, "config"))
        )
    }
  },
  {
    section: "4.3",
    sentence: "One license has all fields, with version and published_at.",
    caller: "enterprise",
    path: "/v1/licenses/NIL-EDU",
    status: 200,
    body: { code: "NIL-EDU", version: "v1.3" },
    members: ["code", "name", "description", "config", "version", "published_at", "_meta"],
    holds: { says: "published_at is a timestamp", of: ({ json: body }) => isTimestamp(at(body, "published_at")) }
  },
  {
    section: "4.3",
    sentence: "An unknown license code gives 404 with a message that names the code.",
    caller: "enterprise",
    path: "/v1/licenses/NIL-NONE",
    status: 404,
    headers: json,
    body: { error: "Not Found", message: "Base license 'NIL-NONE' not found" },
    members: ["error", "message"]
  },
  {
    section: "4.4",
    sentence: "The dimensions are an object keyed by name, with the version and their count.",
    caller: "enterprise",
    path: "/v1/dimensions",
    status: 200,
    body: { version: "v1.3", count: 6 },
    holds: {
      says: "count is the number of dimensions",
      of: ({ json: body }) => entries(at(body, "dimensions")).length === at(body, "count")
    }
  },
  {
    section: "2.2",
    sentence: "A dimension has a display name, a description and its allowed values.",
    caller: "enterprise",
    path: "/v1/dimensions",
    status: 200,
    holds: {
      says: "each dimension has all three, and the values are strings",
      of: ({ json: body }) =>
        entries(at(body, "dimensions")).every(
          ([, dimension]) =>
            strings(dimension, "name", "description") &&
            list(at(dimension, "values")).every((value) => typeof value === "string")
        )
    }
  },
  {
    section: "4.5",
    sentence: "The schema has version, namespace, published_at, dimensions, base_licenses and validation_rules.",
    caller: "enterprise",
    path: "/v1/schema",
    status: 200,
    body: { version: "v1.3", namespace: "nil-licensing" },
    holds: {
      says: "dimensions is an object, base_licenses a list, validation_rules an object",
      of: ({ json: body }) =>
        isTimestamp(at(body, "published_at")) &&
        Predicate.isObject(at(body, "dimensions")) &&
        Array.isArray(at(body, "base_licenses")) &&
        Predicate.isObject(at(body, "validation_rules"))
    }
  },
  {
    section: "2.4",
    sentence:
      "subject_scope and use_type are lists, commercial_scope a string, territory an object, ai_synthetic_use an object.",
    caller: "enterprise",
    path: "/v1/licenses/NIL-EDU",
    status: 200,
    body: {
      config: {
        ai_synthetic_use: { avatar_only: false },
        commercial_scope: "non_commercial",
        subject_scope: ["image", "likeness"],
        territory: { global: true, countries: [] },
        use_type: ["educational"]
      }
    }
  },
  {
    section: "2.5",
    sentence: "Both logical conflicts are among the validation rules.",
    caller: "enterprise",
    path: "/v1/schema",
    status: 200,
    holds: {
      says: "validation_rules.conflicts names them",
      of: ({ json: body }) =>
        ["educational-not-full-commercial", "global-or-countries"].every((id) =>
          Predicate.isObject(at(body, "validation_rules", "conflicts", id))
        )
    }
  }
]

const envelopeAndHeaders: ReadonlyArray<Row> = [
  ...everyTaxonomyPath((path) => ({
    section: "4.6",
    sentence: "The general envelope has version, data and _meta with timestamp and request_id.",
    caller: "enterprise",
    path: `${path}${path.includes("?") ? "&" : "?"}envelope=true`,
    sends: { "X-Request-ID": "conformance-1" },
    status: 200,
    headers: { "cache-control": "no-store" },
    lacks: ["etag"],
    members: ["version", "data", "_meta"],
    body: { version: "v1.3" },
    holds: {
      says: "data is the body without the envelope, _meta names this request",
      of: ({ json: body }) =>
        Predicate.isObject(at(body, "data")) &&
        isTimestamp(at(body, "_meta", "timestamp")) &&
        at(body, "_meta", "request_id") === "conformance-1"
    }
  })),
  ...everyTaxonomyPath((path) => ({
    section: "4.6",
    sentence: "A successful response has every header of the table.",
    caller: "professional",
    path,
    status: 200,
    headers: {
      ...json,
      ...limits,
      "x-taxonomy-version": "v1.3",
      "x-api-version": "v1",
      "x-request-id": /^[A-Za-z0-9._-]{1,64}$/,
      "cache-control": "public, max-age=3600, s-maxage=7200",
      etag: /^"[^"]+"$/
    }
  })),
  {
    section: "4.6",
    sentence: "Each request has an id.",
    caller: "nobody",
    path: "/health",
    sends: { "X-Request-ID": "mine-7" },
    status: 200,
    headers: { "x-request-id": "mine-7" }
  },
  ...everyTaxonomyPath((path) => ({
    section: "4.7",
    sentence: "Responses have the CORS headers.",
    caller: "enterprise",
    path,
    status: 200,
    headers: cors
  })),
  ...(["nobody", "revoked"] as const).map((caller): Row => ({
    section: "4.7",
    sentence: "Errors have the CORS headers, too.",
    caller,
    path: "/v1/schema",
    status: caller === "nobody" ? 401 : 403,
    headers: cors
  }))
]

const keys: ReadonlyArray<Row> = [
  {
    section: "5.1",
    sentence: "The key is sent in the header Authorization: Bearer.",
    caller: "free",
    path: "/v1/licenses",
    status: 200
  },
  ...(["key", "api_key", "token", "access_token"] as const).map((name): Row => ({
    section: "5.1",
    sentence: "A key in the query is not accepted.",
    caller: "nobody",
    path: `/v1/licenses?${name}=nil_00000000000000000000000000000000`,
    status: 401,
    body: { message: "Missing Authorization header" }
  })),
  ...everyTaxonomyPath((path) => ({
    section: "5.1",
    sentence: "Every endpoint except the health check requires the header.",
    caller: "nobody",
    path,
    status: 401
  })),
  {
    section: "5.1",
    sentence: "Every endpoint except the health check requires the header.",
    caller: "nobody",
    path: "/health",
    status: 200
  },
  ...[31, 33].map((length): Row => ({
    section: "5.2",
    sentence: "A key is a prefix that ends with an underscore, followed by 32 characters.",
    caller: "nobody",
    path: "/v1/schema",
    sends: { Authorization: `Bearer nil_${"0".repeat(length)}` },
    status: 401,
    body: { message: "Invalid API key" }
  })),
  ...(["free", "professional", "enterprise"] as const).map((caller): Row => ({
    section: "5.4",
    sentence: "Several keys of one holder can be active at the same time.",
    caller,
    path: "/v1/schema",
    status: 200
  })),
  ...(
    [
      ["new free", 200],
      ["revoked", 403]
    ] as const
  ).map(([caller, status]): Row => ({
    section: "5.6",
    sentence: "A key is active or revoked, and only an active one is accepted.",
    caller,
    path: "/v1/licenses",
    status
  })),
  {
    section: "5.7",
    sentence: "A missing header gives 401.",
    caller: "nobody",
    path: "/v1/schema",
    status: 401,
    headers: { ...json, "www-authenticate": 'Bearer realm="taxonomy"', "cache-control": "no-store" },
    body: { error: "Unauthorized", message: "Missing Authorization header" },
    members: ["error", "message"]
  },
  ...(["unknown", "malformed"] as const).map((caller): Row => ({
    section: "5.7",
    sentence: "An unknown or wrong key gives 401.",
    caller,
    path: "/v1/schema",
    status: 401,
    headers: {
      ...json,
      "www-authenticate": /^Bearer realm="taxonomy", error="invalid_token", error_description="The API key is /,
      "cache-control": "no-store"
    },
    body: { error: "Unauthorized", message: "Invalid API key" },
    members: ["error", "message"]
  })),
  ...everyTaxonomyPath((path) => ({
    section: "5.7",
    sentence: "A revoked key gives 403.",
    caller: "revoked",
    path,
    status: 403,
    headers: { ...json, "cache-control": "no-store" },
    body: { error: "Forbidden", message: "API key has been revoked" },
    members: ["error", "message"]
  })),
  {
    section: "5.8",
    sentence: "Any origin may call.",
    caller: "enterprise",
    path: "/v1/licenses",
    sends: { Origin: "https://elsewhere.example" },
    status: 200,
    headers: { "access-control-allow-origin": "*" }
  },
  ...(
    [
      ["free", "100"],
      ["professional", "1000"],
      ["enterprise", "unlimited"]
    ] as const
  ).map(([caller, limit]): Row => ({
    section: "5.9",
    sentence: "The tier of a key sets its limits.",
    caller,
    path: "/v1/licenses",
    status: 200,
    headers: { "x-ratelimit-limit": limit }
  })),
  ...["/v1/webhooks", "/v1/events"].map((path): Row => ({
    section: "6",
    sentence: "The API has no endpoints for events and webhooks: the operator subscribes addresses.",
    caller: "enterprise",
    path,
    status: 404
  }))
]

const errors: ReadonlyArray<Row> = [
  ...(
    [
      ["nobody", "/v1/schema", 401],
      ["revoked", "/v1/schema", 403],
      ["enterprise", "/v1/licenses/NIL-NONE", 404],
      ["enterprise", "/v1/nothing", 404],
      ["enterprise", "/v1/schema?nothing=1", 400]
    ] as const
  ).map(([caller, path, status]): Row => ({
    section: "7",
    sentence: "Error bodies are JSON objects with a string error, and in most cases a string message.",
    caller,
    path,
    status,
    headers: json,
    holds: { says: "error and message are strings", of: ({ json: body }) => strings(body, "error", "message") }
  })),
  ...(
    [
      ["nobody", "/v1/licenses", 401, "Unauthorized", "Missing Authorization header"],
      ["unknown", "/v1/licenses", 401, "Unauthorized", "Invalid API key"],
      ["malformed", "/v1/licenses", 401, "Unauthorized", "Invalid API key"],
      ["revoked", "/v1/licenses", 403, "Forbidden", "API key has been revoked"],
      ["enterprise", "/v1/licenses/NIL-NONE", 404, "Not Found", "Base license 'NIL-NONE' not found"]
    ] as const
  ).map(([caller, path, status, error, message]): Row => ({
    section: "7",
    sentence: "Each condition of the table has its status and its body.",
    caller,
    path,
    status,
    headers: json,
    body: { error, message },
    members: ["error", "message"]
  })),
  {
    section: "7",
    sentence: "An exceeded hourly limit gives 429 with the limit, retry_after and upgrade_url.",
    caller: "new free",
    path: "/v1/licenses/NIL-EDU",
    after: 100,
    status: 429,
    headers: { ...json, ...limits, "retry-after": "3600", "x-ratelimit-remaining": "0", "cache-control": "no-store" },
    body: { error: "Rate limit exceeded", message: "You have exceeded the limit of 100 requests per hour" },
    members: ["error", "message", "retry_after", "upgrade_url"],
    holds: {
      says: "retry_after is a whole number of seconds, upgrade_url a string",
      of: ({ json: body }) => Number.isInteger(at(body, "retry_after")) && strings(body, "upgrade_url")
    }
  },
  ...[
    "/v2/licenses?exclusive_categories=QSR_FAST_FOOD",
    "/v2/licenses?use_type=editorial&exclusive_categories=QSR_FAST_FOOD"
  ].map((path): Row => ({
    section: "7",
    sentence:
      "A removed value gives 400 with only error, which names the value and its replacement. X-Replaced-By names the replacement for programs.",
    caller: "enterprise",
    path,
    status: 400,
    headers: { "x-error-code": "value-removed", "x-replaced-by": "exclusive_categories/QSR" },
    body: { error: "The value 'QSR_FAST_FOOD' of exclusive_categories was removed in v2.0. Use 'QSR' instead." },
    members: ["error"]
  }))
]

const rates: ReadonlyArray<Row> = [
  {
    section: "8",
    sentence: "Free has 100 requests per hour.",
    caller: "new free",
    path: "/v1/licenses/NIL-EDU",
    after: 99,
    status: 200,
    headers: { "x-ratelimit-limit": "100", "x-ratelimit-remaining": "0" }
  },
  {
    section: "8",
    sentence: "Professional has 1,000 requests per hour.",
    caller: "new professional",
    path: "/v1/licenses/NIL-EDU",
    after: 1000,
    status: 429,
    headers: { "retry-after": "3600" },
    body: { message: "You have exceeded the limit of 1000 requests per hour" }
  },
  ...(
    [
      ["tired free", "Free has 1,000 requests a day.", "1000"],
      ["tired professional", "Professional has 10,000 requests a day.", "10000"]
    ] as const
  ).flatMap(([caller, sentence, limit]): ReadonlyArray<Row> => [
    {
      section: "8",
      sentence,
      caller,
      path: "/v1/licenses/NIL-EDU",
      status: 200,
      headers: { "x-ratelimit-remaining": "0" }
    },
    {
      section: "8",
      sentence,
      caller,
      path: "/v1/licenses/NIL-EDU",
      after: 1,
      status: 429,
      headers: { "x-ratelimit-remaining": "0" },
      body: { error: "Rate limit exceeded", message: `You have exceeded the limit of ${limit} requests per day` }
    }
  ]),
  {
    section: "8",
    sentence: "Enterprise has no limit.",
    caller: "enterprise",
    path: "/v1/licenses/NIL-EDU",
    after: 1100,
    status: 200,
    headers: { "x-ratelimit-limit": "unlimited", "x-ratelimit-remaining": "unlimited", "x-ratelimit-reset": /^\d{10}$/ }
  },
  {
    section: "8.1",
    sentence: "Limits apply to each key separately.",
    caller: "new professional",
    path: "/v1/licenses/NIL-EDU",
    status: 200,
    headers: { "x-ratelimit-limit": "1000", "x-ratelimit-remaining": "999" }
  },
  {
    section: "8.1",
    sentence: "Health needs no key and has no limit.",
    caller: "nobody",
    path: "/health",
    after: 150,
    status: 200,
    lacks: ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]
  },
  ...everyTaxonomyPath((path) => ({
    section: "8.2",
    sentence: "Every successful response states the limit, the remaining requests and the reset in Unix seconds.",
    caller: "professional",
    path,
    status: 200,
    headers: { "x-ratelimit-limit": "1000", "x-ratelimit-remaining": /^\d+$/, "x-ratelimit-reset": /^\d{10}$/ }
  })),
  {
    section: "8.2",
    sentence: "After the first request of a window, one less than the limit remains.",
    caller: "new free",
    path: "/v1/dimensions",
    status: 200,
    headers: { "x-ratelimit-remaining": "99" }
  },
  {
    section: "8.3",
    sentence: "An exceeded hourly limit gives 429 with Retry-After: 3600 and the body of section 7.",
    caller: "new free",
    path: "/v1/schema",
    after: 100,
    status: 429,
    headers: { "retry-after": "3600" },
    body: { error: "Rate limit exceeded", message: "You have exceeded the limit of 100 requests per hour" }
  },
  {
    section: "8.5",
    sentence: "Data is cacheable for 3600 seconds by clients and 7200 by shared caches.",
    caller: "enterprise",
    path: "/v1/schema",
    status: 200,
    headers: cacheable
  }
]

const versions: ReadonlyArray<Row> = [
  ...(
    [
      ["/v1/schema", "v1.3"],
      ["/v2/schema", "v2.0"],
      ["/v1/schema?version=v1.0", "v1.0"],
      ["/v1/schema?version=v1.1", "v1.1"]
    ] as const
  ).map(([path, version]): Row => ({
    section: "9.1",
    sentence: "Responses show the version as v<MAJOR>.<MINOR>.",
    caller: "enterprise",
    path,
    status: 200,
    headers: { "x-taxonomy-version": version },
    body: { version }
  })),
  ...(
    [
      ["/v1/licenses?version=v1.0", "v1", "v1.0"],
      ["/v1/licenses?version=v1.1", "v1", "v1.1"],
      ["/v2/licenses?version=v2.0", "v2", "v2.0"]
    ] as const
  ).map(([path, api, version]): Row => ({
    section: "9.3",
    sentence: "v1.0 and v1.1 are served by API v1, v2.0 by API v2.",
    caller: "enterprise",
    path,
    status: 200,
    headers: { "x-api-version": api, "x-taxonomy-version": version }
  })),
  {
    section: "9.3",
    sentence: "v2.0 is not served by API v1.",
    caller: "enterprise",
    path: "/v1/licenses?version=v2.0",
    status: 400,
    body: { error: "Bad Request", message: "Taxonomy version v2.0 is served by API version v2, not v1" }
  },
  ...["v1.0", "v1.1", "v1.2", "v1.3"].map((version): Row => ({
    section: "9.4",
    sentence: "Minor upgrades keep existing dimensions and values.",
    caller: "enterprise",
    path: `/v1/dimensions?version=${version}`,
    status: 200,
    holds: {
      says: "every value of v1.0 is present",
      of: ({ json: body }) =>
        list(at(body, "dimensions", "exclusive_categories", "values")).includes("QSR_FAST_FOOD") &&
        list(at(body, "dimensions", "use_type", "values")).includes("editorial") &&
        entries(at(body, "dimensions")).length === 6
    }
  })),
  {
    section: "9.5",
    sentence: "X-Latest-Version, X-Your-Version and X-Upgrade-Available announce a newer version.",
    caller: "enterprise",
    path: "/v1/schema?version=v1.1",
    status: 200,
    headers: {
      "x-your-version": "v1.1",
      "x-latest-version": "v2.0",
      "x-latest-compatible-version": "v1.3",
      "x-upgrade-available": "true"
    }
  },
  {
    section: "9.5",
    sentence: "X-Upgrade-Available is true only if a newer version exists.",
    caller: "enterprise",
    path: "/v2/schema",
    status: 200,
    headers: { "x-your-version": "v2.0", "x-latest-version": "v2.0", "x-upgrade-available": "false" }
  },
  ...[
    "/v1/dimensions?version=v1.1",
    "/v1/schema?version=v1.1",
    "/v1/licenses?version=v1.1&exclusive_categories=QSR_FAST_FOOD"
  ].map((path): Row => ({
    section: "9.5",
    sentence: "X-Deprecation-Warning names the item, its replacement and the version of removal.",
    caller: "enterprise",
    path,
    status: 200,
    headers: { "x-deprecation-warning": new RegExp(RegExp.escape(qsr)) }
  })),
  {
    section: "9.6",
    sentence:
      "A value that a later release deprecates works, and a warning tells a client that requests an older release.",
    caller: "enterprise",
    path: "/v1/licenses?version=v1.0&exclusive_categories=QSR_FAST_FOOD",
    status: 200,
    headers: { "x-deprecation-warning": new RegExp(RegExp.escape(qsr)) }
  },
  ...["v1.2", "v1.3"].map((version): Row => ({
    section: "9.6",
    sentence: "A value deprecated in v1.1 still works in v1.2 and v1.3.",
    caller: "enterprise",
    path: `/v1/licenses?version=${version}&exclusive_categories=QSR_FAST_FOOD`,
    status: 200,
    headers: { "x-taxonomy-version": version, "x-deprecation-warning": /QSR_FAST_FOOD/ },
    body: { count: 0 }
  })),
  {
    section: "9.6",
    sentence: "In v2.0 the value gives 400.",

    caller: "enterprise",
    path: "/v2/licenses?version=v2.0&exclusive_categories=QSR_FAST_FOOD",
    status: 400,
    members: ["error"]
  },
  {
    section: "3",
    sentence: "A removed license is a removed feature: 400 with its replacement.",
    caller: "enterprise",
    path: "/v2/licenses/NIL-CLASSROOM",
    status: 400,
    headers: { "x-error-code": "license-removed", "x-replaced-by": "NIL-EDU" },
    body: { error: "The base license 'NIL-CLASSROOM' was removed in v2.0. Use 'NIL-EDU' instead." },
    members: ["error"]
  },
  {
    section: "9.7",
    sentence: "v1.x is active. v0.x is at its end of life and has no API.",
    caller: "enterprise",
    path: "/v0/schema",
    status: 404
  },
  ...everyTaxonomyPath((path) => ({
    section: "9.8",
    sentence: "Bodies contain the taxonomy version in _meta.taxonomy_version.",
    caller: "enterprise",
    path,
    status: 200,
    holds: {
      says: "release and generated_at are present, too",
      of: ({ json: body }) =>
        at(body, "_meta", "taxonomy_version") === "v1.3" &&
        at(body, "_meta", "release") === "1.3.0" &&
        isTimestamp(at(body, "_meta", "generated_at"))
    }
  })),
  ...(
    [
      ["v1", "v1.3"],
      ["v1.0", "v1.0"],
      ["latest", "v1.3"]
    ] as const
  ).map(([version, served]): Row => ({
    section: "9.9",
    sentence: "v1, v1.0 and latest select a version.",
    caller: "enterprise",
    path: `/v1/licenses?version=${version}`,
    status: 200,
    headers: { "x-taxonomy-version": served }
  }))
]

const decided: ReadonlyArray<Row> = [
  {
    section: "decided",
    sentence: "An unknown version gives 404.",
    caller: "enterprise",
    path: "/v1/licenses?version=v1.9",
    status: 404,
    body: { error: "Not Found", message: "Taxonomy version v1.9 not found" }
  },
  {
    section: "decided",
    sentence: "A malformed version gives 400.",
    caller: "enterprise",
    path: "/v1/licenses?version=newest",
    status: 400
  },
  ...(
    [
      ["use_type=educational", ["NIL-CLASSROOM", "NIL-EDU"]],
      ["use_type=educational&use_type=editorial", ["NIL-AD-NA", "NIL-CLASSROOM", "NIL-EDU"]],
      ["use_type=educational&commercial_scope=full_commercial", []],
      ["territory=DE", ["NIL-CLASSROOM", "NIL-EDU"]],
      ["territory=US&exclusive_categories=QSR", ["NIL-AD-NA"]],
      ["ai_synthetic_use=avatar_only", []]
    ] as const
  ).map(([query, codes]): Row => ({
    section: "decided",
    sentence:
      "Several values of a dimension select licenses with any of them, several dimensions select licenses with all. A worldwide license includes each country.",
    caller: "enterprise",
    path: `/v1/licenses?${query}`,
    status: 200,
    body: { count: codes.length },
    headers: { ...cacheable, etag: /^"[0-9a-f]{64}"$/ },
    holds: {
      says: `the licenses are ${codes.join(", ") || "none"}`,
      of: (received) => codesOf(received).join() === codes.join()
    }
  })),
  {
    section: "decided",
    sentence: "An unknown value gives 400 with a suggestion.",
    caller: "enterprise",
    path: "/v1/licenses?use_type=editorail",
    status: 400,
    body: { message: `Unknown value 'editorail' of use_type. Did you mean 'editorial'?` }
  },
  ...["/health?version=v1", "/v1/schema?use_type=editorial", "/openapi.json?x=1", "/v1/licenses?verzion=v1"].map(
    (path): Row => ({
      section: "decided",
      sentence: "An unknown parameter gives 400 on every route.",
      caller: "enterprise",
      path,
      status: 400
    })
  ),
  {
    section: "decided",
    sentence: "A matching If-None-Match gives 304 with ETag, Cache-Control and Vary, and no body.",
    caller: "enterprise",
    path: "/v1/schema",
    sends: { "If-None-Match": "*" },
    status: 304,
    headers: { ...cacheable, etag: /^"[0-9a-f]{64}"$/, "x-taxonomy-version": "v1.3", ...limits }
  },
  {
    section: "decided",
    sentence:
      "A 304 to the entity tag of a release's resource does not count against the limit; to a wildcard it does.",
    caller: "new free",
    path: "/v1/schema",
    sends: { "If-None-Match": knownTag },
    after: 150,
    status: 304,
    headers: { "x-ratelimit-remaining": "99" }
  },
  {
    section: "decided",
    sentence:
      "A 304 to the entity tag of a release's resource does not count against the limit; to a wildcard it does.",
    caller: "new free",
    path: "/v1/schema",
    sends: { "If-None-Match": "*" },
    after: 9,
    status: 304,
    headers: { "x-ratelimit-remaining": "90" }
  },
  ...["/v1/schema?x=1", "/v1/licenses/NIL-NOTHING", "/v1/licenses?version=v1.9"].map((path): Row => ({
    section: "decided",
    sentence: "A key with an exhausted window gets 429 for every request, whatever else is wrong with it.",
    caller: "exhausted free",
    path,
    status: 429
  })),
  {
    section: "decided",
    sentence: "An error in the path or the query of a request does not count against the limit.",
    caller: "new free",
    path: "/v1/schema?x=1",
    after: 3,
    status: 400,
    headers: { "x-ratelimit-remaining": "100" }
  },
  ...(["br", "gzip"] as const).map((coding): Row => ({
    section: "decided",
    sentence: "Bodies are compressed if the client accepts it, and each content encoding has its own entity tag.",
    caller: "enterprise",
    path: "/v1/schema",
    sends: { "Accept-Encoding": coding },
    status: 200,
    headers: { "content-encoding": coding, etag: new RegExp(`^"[0-9a-f]{64}-${coding}"$`) }
  })),
  {
    section: "decided",
    sentence:
      "The URL of a deprecated license states the date of the deprecation (RFC 9745). Only the end of a major is its end (RFC 8594).",
    caller: "enterprise",
    path: "/v1/licenses/NIL-CLASSROOM",
    status: 200,
    headers: {
      deprecation: "@1771149600",
      "x-deprecation-warning": /NIL-CLASSROOM is deprecated since v1\.1, use NIL-EDU instead/
    },
    lacks: ["sunset"]
  },
  ...["/v1/releases", "/v2/releases"].map((path): Row => ({
    section: "decided",
    sentence: "Every API version lists the releases of all majors, the newest version first, with what became of them.",
    caller: "enterprise",
    path,
    status: 200,
    headers: { ...json, ...cacheable, "x-taxonomy-version": path.startsWith("/v1") ? "v1.3" : "v2.0" },
    body: { version: path.startsWith("/v1") ? "v1.3" : "v2.0", count: 5 },
    members: ["version", "releases", "count", "_meta"],
    holds: {
      says: "the newest release of each major is current, all others are superseded",
      of: ({ json: body }) =>
        list(at(body, "releases"))
          .map((release) => [at(release, "release"), at(release, "bump"), at(release, "status")].join(" "))
          .join(", ") ===
        "2.0.0 major current, 1.3.0 minor current, 1.2.0 minor superseded, 1.1.0 minor superseded, 1.0.0  superseded"
    }
  })),
  ...["/v1/items", "/v2/items"].map((path): Row => ({
    section: "decided",
    sentence:
      "Every API version lists the items that any release ever had, with their addition, deprecation and removal.",
    caller: "enterprise",
    path,
    status: 200,
    headers: { ...json, ...cacheable },
    members: ["version", "items", "count", "_meta"],
    holds: {
      says: "QSR_FAST_FOOD was added in 1.0.0, deprecated in 1.1.0 in favor of QSR, and removed in 2.0.0",
      of: ({ json: body }) =>
        list(at(body, "items")).some(
          (item) =>
            at(item, "item") === "exclusive_categories/QSR_FAST_FOOD" &&
            at(item, "added_in") === "1.0.0" &&
            at(item, "deprecated_in") === "1.1.0" &&
            at(item, "removed_in") === "2.0.0" &&
            at(item, "removed_on") === "2026-09-15" &&
            at(item, "deprecation", "earliest_removal", "version") === "v2.0" &&
            at(item, "last_in") === "1.3.0" &&
            list(at(item, "replacement", "items")).join(", ") === "exclusive_categories/QSR"
        )
    }
  })),
  {
    section: "decided",
    sentence: "The changes between two releases of any majors say what replaces what was removed, and when it was.",
    caller: "enterprise",
    path: "/v1/changes?from=v1.0&to=v2.0",
    status: 200,
    headers: { ...json, ...cacheable, "x-taxonomy-version": "v2.0", "x-api-version": "v1" },
    body: { version: "v2.0", required_bump: "major" },
    members: ["version", "from", "to", "required_bump", "changes", "count", "_meta"],
    holds: {
      says: "QSR_FAST_FOOD was removed in 2.0.0 in favor of QSR",
      of: ({ json: body }) =>
        list(at(body, "changes")).some(
          (change) =>
            at(change, "item") === "exclusive_categories/QSR_FAST_FOOD" &&
            at(change, "kind") === "value-removed" &&
            at(change, "removed_in") === "2.0.0" &&
            list(at(change, "replacement", "items")).join(", ") === "exclusive_categories/QSR"
        )
    }
  },
  {
    section: "decided",
    sentence: "The changes between two full versions never change.",
    caller: "enterprise",
    path: "/v1/changes?from=v1.0.0&to=v1.1.0&kind=value-deprecated",
    status: 200,
    headers: { "cache-control": "public, max-age=31536000, s-maxage=7200, immutable", etag: /^"[0-9a-f]{64}"$/ },
    body: { required_bump: "minor", count: 1 }
  },
  {
    section: "decided",
    sentence: "The changes between two releases need a release to begin with.",
    caller: "enterprise",
    path: "/v1/changes",
    status: 400,
    headers: { "x-error-code": "parameter-missing" }
  },
  ...["/v1/releases?version=v1.0", "/v1/items?version=v1.0"].map((path): Row => ({
    section: "decided",
    sentence: "The lists of all releases and of all items take no version.",
    caller: "enterprise",
    path,
    status: 400,
    headers: { "x-error-code": "parameter-unknown" }
  })),
  ...["/openapi.json", "/docs"].map((path): Row => ({
    section: "decided",
    sentence: "The documents about the API need no key.",
    caller: "nobody",
    path,
    status: 200
  })),
  ...["/v1/openapi.json", "/v2/openapi.json", "/v1/openapi.json?version=v1.0"].map((path): Row => ({
    section: "decided",
    sentence: "With a key, the OpenAPI document of a release has its dimensions as array parameters.",
    caller: "enterprise",
    path,
    status: 200,
    headers: { ...json, ...cacheable, ...limits, etag: /^"[0-9a-f]{64}"$/ },
    holds: {
      says: "the list of licenses has the parameter use_type, an array of codes that are listed",
      of: ({ json: body }) =>
        list(at(body, "paths", "/{api_version}/licenses", "get", "parameters")).some(
          (parameter) =>
            at(parameter, "name") === "use_type" &&
            at(parameter, "schema", "items", "$ref") === "#/components/schemas/use_type_code"
        ) && list(at(body, "components", "schemas", "use_type_code", "enum")).includes("editorial")
    }
  })),
  {
    section: "decided",
    sentence: "The OpenAPI document of a release requires a key.",
    caller: "nobody",
    path: "/v1/openapi.json",
    status: 401
  },
  ...["/v9/schema", "/v1/nothing"].map((path): Row => ({
    section: "decided",
    sentence: "A preflight succeeds on every path, so that scripts can read the error of the request that follows.",
    caller: "nobody",
    method: "OPTIONS",
    path,
    sends: { Origin: "https://shop.example", "Access-Control-Request-Method": "GET" },
    status: 204,
    headers: cors
  })),
  {
    section: "decided",
    sentence: "A path with invalid percent-encoding gives 400.",
    caller: "enterprise",
    path: "/v1/licenses/%ZZ",
    status: 400,
    headers: { ...json, "x-error-code": "request-malformed" }
  },
  ...["/v1/schema/", "//v1/schema", "/V1/schema", "/v1/schema;x"].map((path): Row => ({
    section: "decided",
    sentence: "Paths match exactly, including case and slashes.",
    caller: "enterprise",
    path,
    status: 404,
    headers: json
  }))
]

/** Every sentence of the service specification that can be observed over HTTP, and the decisions where it is silent. */
export const rows: ReadonlyArray<Row> = [
  ...endpoints,
  ...envelopeAndHeaders,
  ...keys,
  ...errors,
  ...rates,
  ...versions,
  ...decided,
  ...proofRows
]
