import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { endpointRoutes } from "../../../../src/api/EndpointRoutes.ts"
import { itemsBody } from "../../../../src/api/projections/ItemsProjection.ts"
import { releasesBody } from "../../../../src/api/projections/ReleasesProjection.ts"
import { changeKinds } from "../../../../src/domain/change/ChangeSchema.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import { ArtifactBroken } from "../../../../src/release/artifacts/ArtifactCheck.ts"
import { makeReply } from "../../../../src/server/response/Reply.ts"
import { makeService } from "../../../support/server/AskService.ts"
import { categories, ended, release, withdrawn } from "../../../support/server/histories.ts"
import { renderBodies, renderedCatalog } from "../../../support/server/RenderedCatalog.ts"

const both = ["QSR", "QSR_FAST_FOOD"]
const catalog = renderedCatalog([
  release("1.0.0", "2026-01-01", categories(both)),
  release("1.1.0", "2026-02-01", categories(both, { QSR_FAST_FOOD: { replaced_by: ["QSR"] } })),
  release("2.0.0", "2026-10-01", categories(["QSR"])),
  release("3.0.0", "2026-12-01", categories(["QSR"])),
  withdrawn("3.0.0", "2026-12-02", "Too early."),
  ended(1, "2027-06-01", "Two majors on.")
])

/** The headers about a release, as the catalog has them. */
const versions = (apiVersion: string, version: string, compatible: string, isOld: boolean) => ({
  "X-API-Version": apiVersion,
  "X-Taxonomy-Version": version,
  "X-Your-Version": version,
  "X-Latest-Version": "v2.0",
  "X-Latest-Compatible-Version": compatible,
  "X-Upgrade-Available": String(isOld)
})

const endOfLife = { Deprecation: "@1811844000", Sunset: "Tue, 01 Jun 2027 10:00:00 GMT" }
const endWarning = "Taxonomy v1 has its end of life on 2027-06-01, use v2 instead: Two majors on."
const foodWarning =
  "exclusive_categories/QSR_FAST_FOOD is deprecated since v1.1, use QSR instead, removal in v2.0 on 2026-10-01"

const ofV11 = { ...versions("v1", "v1.1", "v1.1", true), ...endOfLife }
const ofV10 = { ...versions("v1", "v1.0", "v1.1", true), ...endOfLife }
const ofV2 = versions("v2", "v2.0", "v2.0", false)
const ofV3 = {
  ...versions("v3", "v3.0", "v3.0", false),
  "X-Deprecation-Warning": "Release v3.0.0 was withdrawn on 2026-12-02: Too early."
}
const failedInV1 = { ...ofV11, "X-Deprecation-Warning": endWarning }
const vary = { Vary: "Authorization, Accept-Encoding" }

const errorNames: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  412: "Precondition Failed",
  500: "Internal Server Error"
}

/** A failure in JSON. */
const failure = (status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) => {
  const text = `${JSON.stringify({ error: errorNames[status], message })}\n`
  return { status, headers: failureHeaders(code, text, headers), text }
}

const failureHeaders = (code: string, text: string, headers: Readonly<Record<string, string>>) => ({
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "Content-Length": String(Buffer.byteLength(text)),
  "X-Error-Code": code,
  ...headers
})

/** An answer without a key. */
const open = { endpoint: undefined, key: undefined, limits: [] }

/** An answer for an enterprise key. */
const keyed = (endpoint: string) => ({
  endpoint,
  key: "nil_enterprise",
  limits: [
    "X-RateLimit-Limit",
    "unlimited",
    "X-RateLimit-Remaining",
    "unlimited",
    "X-RateLimit-Reset",
    String(Date.UTC(2027, 0, 1, 1) / 1000)
  ]
})

const body = (text: string, etag: string, headers: Readonly<Record<string, string>>) => ({
  status: 200,
  headers: {
    "Cache-Control": "public, max-age=3600, s-maxage=7200",
    ...vary,
    "Content-Type": "application/json",
    ...headers,
    ETag: `"${etag}"`,
    "Content-Length": String(Buffer.byteLength(text))
  },
  text
})

/** Makes the list of some licenses from the list of all. */
const makeListOf =
  (all: string) =>
  (...codes: ReadonlyArray<string>): string => {
    const list = decodeList(all)
    const licenses = list.licenses.filter(({ code }) => codes.includes(code))
    return `${JSON.stringify({ ...list, licenses, count: licenses.length })}\n`
  }

const decodeList = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      version: Schema.String,
      licenses: Schema.Array(
        Schema.Struct({
          code: Schema.String,
          name: Schema.String,
          description: Schema.String,
          config: Schema.Unknown
        })
      ),
      count: Schema.Int,
      _meta: Schema.Unknown
    })
  )
)

/** The text of a JSON body. */
const jsonText = (value: unknown): string => `${JSON.stringify(value)}\n`

const releaseOf = (version: string) => catalog.history.releases.get(Version.make(version)) ?? assert.fail(version)

/** The text of an artifact of a release. */
const artifactOf = (version: string, path: string) =>
  Effect.map(renderBodies(releaseOf(version)), ({ bodies }) =>
    Buffer.from(bodies.get(path)?.identity ?? assert.fail(path)).toString()
  )

const unknownPath = failure(
  404,
  "path-not-found",
  "Unknown path. Paths are case-sensitive and have no trailing slash. See /api/taxonomy/docs"
)
const malformed = (message: string, headers: Readonly<Record<string, string>>) =>
  failure(400, "parameter-malformed", message, { ...vary, ...headers })
const unknown = (message: string, headers: Readonly<Record<string, string>>) =>
  failure(400, "parameter-unknown", message, { ...vary, ...headers })
const missing = (code: string, message: string, headers: Readonly<Record<string, string>>) =>
  failure(404, code, message, { ...vary, ...headers })
const removed = (code: string, error: string, headers: Readonly<Record<string, string>>) => {
  const text = `${JSON.stringify({ error })}\n`
  return { status: 400, headers: failureHeaders(code, text, { ...vary, ...headers }), text }
}

describe("respond", () => {
  it.effect.each([
    ["/", unknownPath],
    ["/v1", unknownPath],
    ["/v1/", unknownPath],
    ["/v1/schema/", unknownPath],
    ["/v1/Schema", unknownPath],
    ["/v1/licenses/", unknownPath],
    ["/v1/licenses/PLAIN/config", unknownPath],
    ["/v1/nothing/PLAIN", unknownPath],
    ["/v01/schema", unknownPath],
    ["/v01/changes?from=1", unknownPath],
    ["/v4/schema", failure(404, "version-not-found", "No release of API version v4 is published")],
    ["/v4/proofs/schema", failure(404, "version-not-found", "No release of API version v4 is published")],
    [
      "/v1/licenses/%ZZ",
      failure(
        400,
        "request-malformed",
        "The path has an invalid percent-encoding. Encode each byte of the UTF-8 form as % and two hexadecimal digits"
      )
    ]
  ] as const)("refuses a path before it looks at the key: %s", ([path, expected]) =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      assert.deepStrictEqual(yield* ask(path, { authorization: undefined }), { ...open, ...expected })
    })
  )

  it.effect.each([
    [
      undefined,
      undefined,
      failure(401, "key-missing", "Missing Authorization header", {
        ...vary,
        "WWW-Authenticate": 'Bearer realm="taxonomy"'
      })
    ],
    [
      "unknown",
      "nil_unknown",
      failure(401, "key-invalid", "Invalid API key", { ...vary, "WWW-Authenticate": 'Bearer realm="taxonomy"' })
    ],
    ["revoked", "nil_revoked", failure(403, "key-revoked", "API key has been revoked", vary)],
    ["expired", "nil_expired", failure(403, "key-expired", "API key has expired", vary)]
  ] as const)("refuses a key: %s", ([authorization, key, expected]) =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      const answer = yield* ask("/v1/licenses/NOPE", { authorization })
      assert.deepStrictEqual(answer, { ...open, endpoint: "license", key, ...expected })
    })
  )

  it.effect("refuses an address that sent too many requests without a valid key, but not a valid key of it", () =>
    Effect.gen(function* () {
      const charged: Array<unknown> = []
      const tooMany = makeReply(429, { "Retry-After": "60" }, "Too many")
      const { ask } = yield* makeService(catalog, {
        refuseUnauthorized: (...asked) => {
          charged.push(asked)
          return tooMany
        }
      })
      assert.deepStrictEqual(yield* ask("/v1/schema", { authorization: "revoked" }), {
        endpoint: "schema",
        key: "nil_revoked",
        limits: [],
        exceeded: "unauthorized",
        status: 429,
        headers: { "Content-Length": "8", "Retry-After": "60" },
        text: "Too many"
      })
      assert.strictEqual((yield* ask("/v1/schema")).status, 200)
      assert.strictEqual((yield* ask("/v1/schema", { authorization: undefined, client: undefined })).status, 401)
      assert.deepStrictEqual(charged, [["192.0.2.1", { unixMillis: Date.UTC(2027, 0, 1), monotonicMillis: 1_000_000 }]])
    })
  )

  it.effect.each([
    ["OPTIONS", "/v1/schema", "schema", "GET, OPTIONS"],
    ["OPTIONS", "/health", "health", "GET, HEAD, OPTIONS"]
  ] as const)("answers %s %s without a key", ([method, path, endpoint, methods]) =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      assert.deepStrictEqual(yield* ask(path, { method, authorization: undefined }), {
        ...open,
        endpoint,
        status: 204,
        headers: { Allow: methods, "Access-Control-Max-Age": "86400", "Cache-Control": "no-store" },
        text: undefined
      })
    })
  )

  it.effect.each(["/nothing", "/v1/licenses/%ZZ", "/v4/schema"])("answers a preflight on every path: %s", (path) =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      const answer = yield* ask(path, { method: "OPTIONS", isPreflight: true, authorization: undefined })
      assert.deepStrictEqual(answer, {
        ...open,
        status: 204,
        headers: { Allow: "GET, OPTIONS", "Access-Control-Max-Age": "86400", "Cache-Control": "no-store" },
        text: undefined
      })
    })
  )

  it.effect("answers OPTIONS for the server as a whole, and nothing else", () =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      const asked = (method: string, target: string) => Effect.map(ask("", { method, target }), ({ status }) => status)
      assert.strictEqual(yield* asked("OPTIONS", "*"), 204)
      assert.strictEqual(yield* asked("GET", "*"), 404)
      assert.strictEqual(yield* asked("OPTIONS", "/api/taxonomy/nothing"), 404)
    })
  )

  it.effect.each([
    ["POST", "/v1/schema", "schema", "GET, OPTIONS", "Only GET and OPTIONS are allowed"],
    ["HEAD", "/v1/schema", "schema", "GET, OPTIONS", "Only GET and OPTIONS are allowed"],
    ["PUT", "/health", "health", "GET, HEAD, OPTIONS", "Only GET, HEAD and OPTIONS are allowed"]
  ] as const)("refuses %s %s", ([method, path, endpoint, methods, message]) =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      assert.deepStrictEqual(yield* ask(path, { method }), {
        ...open,
        endpoint,
        ...failure(405, "method-not-allowed", message, { Allow: methods })
      })
    })
  )

  it.effect.each([
    ["/health", "GET", {}, 200, "ok", {}],
    ["/health", "HEAD", {}, 200, "ok", {}],
    ["/health", "GET", { degraded: true }, 200, "degraded", {}],
    ["/health", "GET", { degraded: true, draining: true }, 503, "draining", { "X-Error-Code": "draining" }]
  ] as const)("tells the health of the server: %s, %s, %o", ([path, method, state, status, health, headers]) =>
    Effect.gen(function* () {
      const { degraded = false, draining = false }: Partial<Record<"degraded" | "draining", boolean>> = state
      const { ask } = yield* makeService(catalog, { degraded: () => degraded, draining: () => draining })
      const text = `{"status":"${health}","version":"9.8.7","timestamp":"2027-01-01T00:00:00.000Z"}\n`
      assert.deepStrictEqual(yield* ask(path, { method, authorization: undefined }), {
        ...open,
        endpoint: "health",
        status,
        headers: {
          "Content-Type": "application/json",
          "Cache-Control": "no-store",
          "Content-Length": String(text.length),
          ...headers
        },
        text
      })
    })
  )

  it.effect("has the health of the server above its base path, too", () =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      assert.strictEqual((yield* ask("", { target: "/api/health" })).endpoint, "health")
      assert.strictEqual((yield* ask("", { target: "/api/docs" })).endpoint, undefined)
    })
  )

  it.effect.each([
    ["/health?x=1", "health", failure(400, "parameter-unknown", "Unknown query parameter 'x'")],
    [
      "/openapi.json?envelop=true",
      "openapi",
      failure(400, "parameter-unknown", "Unknown query parameter 'envelop'. Did you mean 'envelope'?")
    ],
    [
      "/openapi.json?envelope=yes",
      "openapi",
      failure(400, "parameter-malformed", "The query parameter 'envelope' must be true or false")
    ],
    [
      "/openapi.json?envelope=true&envelope=true",
      "openapi",
      failure(400, "parameter-malformed", "The query parameter 'envelope' is given more than once")
    ],
    [
      "/checkpoint",
      "checkpoint",
      failure(404, "log-unsigned", "The log of the releases is not signed, so it has no checkpoint")
    ]
  ] as const)("fails without a key: %s", ([path, endpoint, expected]) =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      assert.deepStrictEqual(yield* ask(path, { authorization: undefined }), { ...open, endpoint, ...expected })
    })
  )

  it.effect.each([
    ["/v1/licenses/NOPE", "license", missing("license-not-found", "Base license 'NOPE' not found", failedInV1)],
    ["/v1/proofs/licenses/X", "licenseProof", missing("license-not-found", "Base license 'X' not found", failedInV1)],
    [
      "/v2/licenses/FOOD",
      "license",
      removed("license-removed", "The base license 'FOOD' was removed in v2.0. Nothing replaces it", ofV2)
    ],
    [
      "/v2/licenses?exclusive_categories=QSR_FAST_FOOD",
      "licenses",
      removed(
        "value-removed",
        "The value 'QSR_FAST_FOOD' of exclusive_categories was removed in v2.0. Use 'QSR' instead.",
        { ...ofV2, "X-Replaced-By": "exclusive_categories/QSR", "X-Replacement-Mode": "one_of" }
      )
    ],
    ["/v2/licenses?medium=print", "licenses", unknown("Unknown query parameter 'medium'. Did you mean 'media'?", ofV2)],
    ["/v2/schema?media=print", "schema", unknown("Unknown query parameter 'media'", ofV2)],
    [
      "/v1/schema?envelope=maybe",
      "schema",
      malformed("The query parameter 'envelope' must be true or false", failedInV1)
    ],
    [
      "/v1/schema?envelope=true&envelope=true",
      "schema",
      malformed("The query parameter 'envelope' is given more than once", {})
    ],
    ["/v1/schema?version=v9", "schema", missing("version-not-found", "Taxonomy version v9 not found", {})],
    [
      "/v1/schema?version=x",
      "schema",
      failure(400, "version-malformed", "The version must be 'latest' or have the form v1, v1.0 or v1.0.0", vary)
    ],
    [
      "/v1/schema?version=2.0.0",
      "schema",
      failure(400, "version-not-served-here", "Taxonomy version v2.0.0 is served by API version v2, not v1", vary)
    ],
    [
      "/v3/schema",
      "schema",
      missing("version-not-found", "Every release of v3 was withdrawn; name one by its full version", {})
    ],
    ["/v1/openapi.json?x=1", "releaseOpenapi", unknown("Unknown query parameter 'x'", failedInV1)],
    ["/v1/proofs/schema?x=1", "schemaProof", unknown("Unknown query parameter 'x'", failedInV1)],
    [
      "/v1/proofs/schema",
      "schemaProof",
      missing("log-unsigned", "The log of the releases is not signed, so nothing can be proved", failedInV1)
    ],
    [
      "/v1/releases?version=1.0.0",
      "releases",
      unknown("Unknown query parameter 'version'. The response is about all releases", failedInV1)
    ],
    ["/v3/items?x=1", "items", unknown("Unknown query parameter 'x'", ofV3)],
    [
      "/v3/items?envelope=true&envelope=true",
      "items",
      malformed("The query parameter 'envelope' is given more than once", {})
    ],
    [
      "/v1/changes",
      "changes",
      failure(
        400,
        "parameter-missing",
        "The query parameter 'from' is missing. Name the release to compare with, such as v1.0",
        { ...vary, ...failedInV1 }
      )
    ],
    ["/v1/changes?fro=1.0", "changes", unknown("Unknown query parameter 'fro'. Did you mean 'from'?", failedInV1)],
    [
      "/v1/changes?from=1.0&from=1",
      "changes",
      malformed("The query parameter 'from' is given more than once", failedInV1)
    ],
    ["/v1/changes?to=1.0&to=1", "changes", malformed("The query parameter 'to' is given more than once", failedInV1)],
    [
      "/v1/changes?from=9",
      "changes",
      missing("version-not-found", "Taxonomy version v9 not found (query parameter 'from')", failedInV1)
    ],
    [
      "/v1/changes?from=1.0&to=9",
      "changes",
      missing("version-not-found", "Taxonomy version v9 not found (query parameter 'to')", failedInV1)
    ],
    [
      "/v1/changes?from=1.0&envelope=no",
      "changes",
      malformed("The query parameter 'envelope' must be true or false", failedInV1)
    ],
    [
      "/v1/changes?from=1.0&kind=value-added&kind=value-adde",
      "changes",
      malformed("Unknown kind of change 'value-adde'. Did you mean 'value-added'?", failedInV1)
    ],
    [
      "/v1/changes?from=1.0&kind=value-added,value-removed",
      "changes",
      malformed(
        "Unknown kind of change 'value-added,value-removed'. Repeat the parameter for several values",
        failedInV1
      )
    ],
    [
      "/v1/changes?from=1.0&dimension=media|exclusive_categories",
      "changes",
      malformed("Unknown dimension 'media|exclusive_categories'. Repeat the parameter for several values", failedInV1)
    ],
    [
      "/v1/changes?from=1.0&kind=zzzzzzzzzzzzzzzz",
      "changes",
      malformed(`Unknown kind of change 'zzzzzzzzzzzzzzzz'. Choose one of ${changeKinds.join(", ")}`, failedInV1)
    ],
    [
      "/v1/changes?from=1.0&dimension=media&dimension=medi",
      "changes",
      malformed("Unknown dimension 'medi'. Did you mean 'media'?", failedInV1)
    ],
    [
      `/v1/changes?from=1.0&dimension=${"x".repeat(70)}`,
      "changes",
      malformed(`Unknown dimension '${"x".repeat(64)}…'`, failedInV1)
    ]
  ] as const)("fails with a key, and says which release it is about: %s", ([path, endpoint, expected]) =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      assert.deepStrictEqual(yield* ask(path), { ...keyed(endpoint), ...expected })
    })
  )

  it.effect.each([
    [100, "Unknown dimension 'd0'"],
    [101, "The query selects more than 100 dimensions"]
  ] as const)("selects changes of at most 100 dimensions, not %d", ([count, message]) =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      const dimensions = Array.from({ length: count }, (_, index) => `&dimension=d${index}`).join("")
      assert.deepStrictEqual(yield* ask(`/v1/changes?from=1.0${dimensions}`), {
        ...keyed("changes"),
        ...malformed(message, failedInV1)
      })
    })
  )

  it.effect.each([
    [
      "/v1/licenses",
      "licenses",
      "1.1.0",
      "licenses.json",
      { ...ofV11, "X-Deprecation-Warning": `${endWarning}; ${foodWarning}` }
    ],
    ["/v1/licenses/PLAIN", "license", "1.1.0", "licenses/PLAIN.json", failedInV1],
    [
      "/v1/licenses/%46OOD?version=v1.0",
      "license",
      "1.0.0",
      "licenses/FOOD.json",
      { ...ofV10, "X-Deprecation-Warning": `${endWarning}; ${foodWarning}` }
    ],
    ["/v2/dimensions", "dimensions", "2.0.0", "dimensions.json", ofV2],
    ["/v2/dimensions?version=latest&envelope=false", "dimensions", "2.0.0", "dimensions.json", ofV2],
    ["/v2/schema", "schema", "2.0.0", "schema.json", ofV2],
    ["/v3/schema?version=3.0.0", "schema", "3.0.0", "schema.json", ofV3]
  ] as const)("sends an artifact of a release as it is: %s", ([path, endpoint, version, artifact, headers]) =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      const text = yield* artifactOf(version, artifact)
      const expected = { ...keyed(endpoint), releases: [undefined, version], ...body(text, sha256(text), headers) }
      assert.deepStrictEqual(yield* ask(path), expected)
      // Now it is in memory.
      assert.deepStrictEqual(yield* ask(path), expected)
    })
  )

  it.effect.each([
    ["/v2/releases", "releases", "2.0.0", releasesBody, ofV2],
    ["/v1/items", "items", "1.1.0", itemsBody, failedInV1],
    ["/v3/items", "items", "3.0.0", itemsBody, ofV3]
  ] as const)("sends a projection of the whole history: %s", ([path, endpoint, version, project, headers]) =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      const text = jsonText(project(catalog.history, Version.make(version)))
      const expected = { ...keyed(endpoint), releases: [undefined, version], ...body(text, sha256(text), headers) }
      assert.deepStrictEqual(yield* ask(path), expected)
      assert.deepStrictEqual(yield* ask(path), expected)
      const data = yield* ask(`${path}?envelope=true`)
      assert.strictEqual(
        data.text,
        `{"version":"${headers["X-Taxonomy-Version"]}","data":${text},"_meta":{"timestamp":"2027-01-01T00:00:00.000Z","request_id":"request-1"}}`
      )
    })
  )

  it.effect("sends the licenses that a filter selects, with the warnings about them and the filter", () =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      const listOf = yield* Effect.map(artifactOf("1.1.0", "licenses.json"), makeListOf)
      const { manifest } = releaseOf("1.1.0")
      const warned = { ...ofV11, "X-Deprecation-Warning": `${endWarning}; ${foodWarning}` }
      for (const [query, canonical, text, headers] of [
        ["media=print", "media=print", listOf("PLAIN"), failedInV1],
        ["exclusive_categories=QSR", "exclusive_categories=QSR", listOf(), failedInV1],
        [
          "exclusive_categories=QSR_FAST_FOOD&exclusive_categories=QSR",
          "exclusive_categories=QSR&exclusive_categories=QSR_FAST_FOOD",
          listOf("FOOD"),
          warned
        ],
        [
          "media=print&exclusive_categories=QSR_FAST_FOOD",
          "exclusive_categories=QSR_FAST_FOOD&media=print",
          listOf(),
          warned
        ]
      ] as const) {
        const etag = sha256(`${manifest}\n${canonical}`)
        const expected = { ...keyed("licenses"), releases: [undefined, "1.1.0"], ...body(text, etag, headers) }
        assert.deepStrictEqual(yield* ask(`/v1/licenses?${query}`), expected)
        const unchanged = yield* ask(`/v1/licenses?${query}`, { ifNoneMatch: `"${etag}"` })
        assert.deepStrictEqual([unchanged.status, unchanged.headers["ETag"]], [304, `"${etag}"`])
      }
    })
  )

  it.effect("wraps a body in the envelope, which names the request and is not cached", () =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      const data = yield* artifactOf("2.0.0", "schema.json")
      const text = `{"version":"v2.0","data":${data},"_meta":{"timestamp":"2027-01-01T00:00:00.000Z","request_id":"request-1"}}`
      const request = { acceptEncoding: "br", ifNoneMatch: `"${sha256(data)}"` }
      assert.deepStrictEqual(yield* ask("/v2/schema?envelope=true", request), {
        ...keyed("schema"),
        releases: [undefined, "2.0.0"],
        status: 200,
        headers: {
          "Content-Type": "application/json",
          ...vary,
          ...ofV2,
          "Cache-Control": "no-store",
          "Content-Length": String(Buffer.byteLength(text))
        },
        text
      })
    })
  )

  it.effect("answers the OpenAPI document and the changes in the envelope, too", () =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      const plain = yield* ask("/v1/changes?from=1.0.0&to=2.0.0")
      const { headers, releases, text } = yield* ask("/v1/changes?from=1.0.0&to=2.0.0&envelope=true")
      assert.strictEqual(
        text,
        `{"version":"v2.0","data":${plain.text},"_meta":{"timestamp":"2027-01-01T00:00:00.000Z","request_id":"request-1"}}`
      )
      assert.deepStrictEqual(releases, ["1.0.0", "2.0.0"])
      assert.deepStrictEqual(headers, {
        "Content-Type": "application/json",
        ...vary,
        ...ofV2,
        "X-API-Version": "v1",
        "Cache-Control": "no-store",
        "X-Deprecation-Warning": endWarning,
        "Content-Length": String(Buffer.byteLength(text ?? ""))
      })
    })
  )

  it.effect.each([
    ["1.0.0", "v2.0.0", "public, max-age=31536000, s-maxage=7200, immutable"],
    ["1.0.0", "2.0", "public, max-age=3600, s-maxage=7200"],
    ["1", "2.0.0", "public, max-age=3600, s-maxage=7200"]
  ])("lets caches keep the changes between full versions for good: %s to %s", ([from, to, caching]) =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      const { headers } = yield* ask(`/v1/changes?from=${from}&to=${to}`)
      assert.strictEqual(headers["Cache-Control"], caching)
    })
  )

  it.effect("sends selected changes with an entity tag of their own", () =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      const whole = yield* ask("/v1/changes?from=1.0")
      const [, digest = ""] = /^"(.*)"$/.exec(whole.headers["ETag"] ?? "") ?? []
      assert.strictEqual(digest, sha256(whole.text ?? ""))
      const query = "kind=value-deprecated&dimension=media&dimension=exclusive_categories"
      const etag = sha256(`${digest}\nkind=value-deprecated&dimension=exclusive_categories&dimension=media`)
      const selected = yield* ask(`/v1/changes?from=1.0&${query}`)
      assert.deepStrictEqual(selected, {
        ...keyed("changes"),
        releases: ["1.0.0", "1.1.0"],
        ...body(whole.text ?? "", etag, failedInV1)
      })
      const none = yield* ask("/v1/changes?from=1.0&kind=value-added")
      assert.match(none.text ?? "", /"changes":\[\],"count":0,/)
      const unchanged = yield* ask(`/v1/changes?from=1.0&${query}`, { ifNoneMatch: `"${etag}"` })
      const { "Content-Length": _, "Content-Type": __, ...headers } = selected.headers
      assert.deepStrictEqual([unchanged.status, unchanged.text, unchanged.headers], [304, undefined, headers])
    })
  )

  it.effect("sends compressed bodies with an entity tag for each encoding", () =>
    Effect.gen(function* () {
      const { service, ask } = yield* makeService(catalog)
      const text = yield* artifactOf("2.0.0", "schema.json")
      for (const [encoding, decompress] of [
        ["br", brotliDecompressSync],
        ["gzip", gunzipSync]
      ] as const) {
        for (const path of ["/v2/schema", "/v2/releases", "/v2/changes?from=v1.0"]) {
          const { headers } = yield* ask(path, { acceptEncoding: encoding })
          const plain = yield* ask(path)
          assert.strictEqual(headers["Content-Encoding"], encoding)
          assert.strictEqual(headers["ETag"], plain.headers["ETag"]?.replace(/"$/, `-${encoding}"`))
        }
        const held = (yield* service.bodies.load(releaseOf("2.0.0"))).bodies.get("schema.json")?.[encoding]
        assert.strictEqual(decompress(held ?? assert.fail(encoding)).toString(), text)
      }
    })
  )

  it.effect("answers 304 without a body if the client has it", () =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      const { headers } = yield* ask("/v2/schema")
      const { "Content-Length": _, "Content-Type": __, ...kept } = headers
      const expected = { status: 304, headers: kept, text: undefined }
      for (const ifNoneMatch of [headers["ETag"], `"other", W/${headers["ETag"]}`, "*"]) {
        assert.deepStrictEqual(yield* ask("/v2/schema", { ifNoneMatch }), {
          ...keyed("schema"),
          releases: [undefined, "2.0.0"],
          ...expected
        })
      }
      assert.strictEqual((yield* ask("/v2/schema", { ifNoneMatch: '"other"' })).status, 200)
      assert.strictEqual((yield* ask("/health", { ifNoneMatch: "*" })).status, 200)
    })
  )

  it.effect("answers 412 if the client expects another representation", () =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      const failed = failure(412, "precondition-failed", "No entity tag in If-Match is the current one", vary)
      const expected = { ...keyed("schema"), releases: [undefined, "2.0.0"], ...failed }
      assert.deepStrictEqual(yield* ask("/v2/schema", { ifMatch: '"other"' }), expected)
      assert.deepStrictEqual(yield* ask("/v2/schema", { ifMatch: '"other"', ifNoneMatch: "*" }), expected)
      const { headers } = yield* ask("/v2/schema", { ifMatch: "*" })
      assert.strictEqual((yield* ask("/v2/schema", { ifMatch: headers["ETag"] })).status, 200)
      assert.strictEqual((yield* ask("/health", { ifMatch: '"other"' })).status, 200)
    })
  )

  it.effect("restricts caching only for answers that need a key", () =>
    Effect.gen(function* () {
      const restricted = makeReply(200, {}, "restricted")
      const { ask } = yield* makeService(catalog, { restrictCaching: () => restricted })
      assert.strictEqual((yield* ask("/v2/schema")).text, "restricted")
      assert.strictEqual((yield* ask("/v2/schema?x=1")).text, "restricted")
      assert.notStrictEqual((yield* ask("/health")).text, "restricted")
      assert.notStrictEqual((yield* ask("/v2/schema", { authorization: undefined })).text, "restricted")
    })
  )

  it.effect("answers 500 with the id of the request if a release cannot be read, and keeps the cause for the log", () =>
    Effect.gen(function* () {
      const broken = new ArtifactBroken({ file: "v2.0.0/schema.json", reason: "it is missing", missing: true })
      const { ask } = yield* makeService(catalog, {
        bodies: {
          peek: () => undefined,
          load: () => Effect.fail(broken),
          digestOf: () => undefined,
          extend: () => undefined
        },
        documents: Effect.die("no documents")
      })
      const text = `{"error":"Internal Server Error","message":"The request could not be answered","request_id":"request-1"}\n`
      const failed = { status: 500, headers: failureHeaders("internal-error", text, vary), text }
      assert.deepStrictEqual(yield* ask("/v2/schema"), {
        ...keyed("schema"),
        failure: Cause.fail(broken),
        ...failed
      })
      assert.deepStrictEqual(yield* ask("/docs"), {
        ...open,
        endpoint: "docs",
        failure: Cause.die("no documents"),
        ...failed
      })
    })
  )

  it.effect("answers 429 to every request of a key that has exhausted its hour", () =>
    Effect.gen(function* () {
      const { ask } = yield* makeService(catalog)
      const request = { authorization: "free" }
      const limits = (remaining: number) => [
        "X-RateLimit-Limit",
        "100",
        "X-RateLimit-Remaining",
        String(remaining),
        "X-RateLimit-Reset",
        String(Date.UTC(2027, 0, 1, 1) / 1000)
      ]
      assert.deepStrictEqual((yield* ask("/v2/schema?x=1", request)).limits, limits(99))
      for (let used = 1; used < 100; used += 1) yield* ask("/v2/schema", request)
      const text = jsonText({
        error: "Rate limit exceeded",
        message: "You have exceeded the limit of 100 requests per hour",
        retry_after: 3600,
        upgrade_url: "https://upgrade.example"
      })
      const exceeded = {
        endpoint: "schema",
        key: "nil_free",
        limits: limits(0),
        exceeded: "hour",
        status: 429,
        headers: failureHeaders("limit-exceeded", text, { ...vary, "Retry-After": "3600" }),
        text
      }
      assert.deepStrictEqual(yield* ask("/v2/schema", request), exceeded)
      assert.deepStrictEqual(yield* ask("/v2/schema", { ...request, ifNoneMatch: "*" }), exceeded)
      assert.deepStrictEqual(yield* ask("/v1/schema", request), exceeded)
      for (const path of ["/v2/schema?x=1", "/v2/licenses/NOTHING", "/v2/licenses?version=v9"]) {
        const { status, limits: told } = yield* ask(path, request)
        assert.deepStrictEqual([status, told], [429, limits(0)])
      }
    })
  )

  it.effect("loads and makes nothing for what it does not charge, on any endpoint", () =>
    Effect.gen(function* () {
      const first = yield* makeService(catalog)
      let [charged, loaded] = [0, 0]
      const { limiter } = first.service
      const { ask } = yield* makeService(catalog, {
        // Knows the digests of all releases, and has none in memory.
        bodies: {
          ...first.bodies,
          peek: () => undefined,
          load: (release) =>
            Effect.suspend(() => {
              loaded += 1
              return first.bodies.load(release)
            })
        },
        limiter: {
          ...limiter,
          charge: (...request) => {
            charged += 1
            return limiter.charge(...request)
          }
        },
        loads: (_key, load) =>
          Effect.suspend(() => {
            loaded += 1
            return load
          })
      })
      const paths = endpointRoutes()
        .filter(({ keyed }) => keyed)
        .flatMap(({ name, path }) =>
          ["", "version=v1.0", "envelope=true", "use=a", "nothing=1"].map((query) => {
            const filled = path.replace("{api_version}", "v1").replaceAll(/\{\w+\}/g, "EDU")
            return `${filled}?${name === "changes" ? `from=v1.0&${query}` : query}`
          })
        )
      const free: Array<string> = []
      for (const path of paths) {
        const tag = (yield* first.ask(path)).headers["ETag"]
        for (const ifNoneMatch of [undefined, tag, '"other"', `"other", W/${tag}`, "*"]) {
          ;[charged, loaded] = [0, 0]
          const { status } = yield* ask(path, { ifNoneMatch })
          if (charged > 0) {
            assert.strictEqual(charged, 1, path)
            continue
          }
          assert.deepStrictEqual([status, loaded], [304, 0], path)
          free.push(path)
        }
      }
      // Each with its tag alone, and in a list.
      const resources = ["licenses", "dimensions", "schema"].flatMap((name) =>
        ["", "version=v1.0"].map((query) => `/v1/${name}?${query}`)
      )
      assert.sameMembers(free, [...resources, ...resources])
    })
  )
})
