import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import packageJson from "../../../../package.json" with { type: "json" }
import { endpointRoutes } from "../../../../src/api/EndpointRoutes.ts"
import { itemsBody } from "../../../../src/api/projections/ItemsProjection.ts"
import { releasesBody } from "../../../../src/api/projections/ReleasesProjection.ts"
import { changeKinds } from "../../../../src/domain/change/ChangeSchema.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import { makeMemoryLimiter } from "../../../../src/limits/Limiter.ts"
import { sha256 } from "../../../../src/platform/Sha256.ts"
import { ArtifactBroken } from "../../../../src/release/artifacts/ArtifactCheck.ts"
import { makeLoadsByKey } from "../../../../src/server/app/ReadApp.ts"
import type { Weighed } from "../../../../src/server/bodies/BodyCache.ts"
import { categories, ended, release, withdrawn } from "../../../support/server/histories.ts"
import { renderBodies, renderedCatalog } from "../../../support/server/RenderedCatalog.ts"
import { basePath, serveCatalog } from "../../../support/server/ServeCatalog.ts"

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
const open = { key: undefined, limits: [] }

/** An answer for an enterprise key. */
const keyed = {
  key: "nil_enterprise",
  limits: [
    "X-RateLimit-Limit",
    "unlimited",
    "X-RateLimit-Remaining",
    "unlimited",
    "X-RateLimit-Reset",
    String(Date.UTC(2027, 0, 1, 1) / 1000)
  ]
}

const body = (text: string, etag: string, headers: Readonly<Record<string, string>>) => ({
  status: 200,
  headers: {
    "Cache-Control": "public, max-age=3600, s-maxage=7200",
    ...vary,
    "Content-Type": "application/json",
    ...headers,
    ETag: `"${etag}"`,
    ...digestOf(text),
    "Content-Length": String(Buffer.byteLength(text))
  },
  text
})

/** The digest of a body as it is sent (RFC 9530). */
const digestOf = (text: string) => ({
  "Repr-Digest": `sha-256=:${Buffer.from(sha256(text), "hex").toString("base64")}:`
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
const malformed = (message: string, headers: Readonly<Record<string, string>> = vary) =>
  failure(400, "parameter-malformed", message, headers)
const unknown = (message: string, headers: Readonly<Record<string, string>> = vary) =>
  failure(400, "parameter-unknown", message, headers)
const missing = (code: string, message: string, headers: Readonly<Record<string, string>>) =>
  failure(404, code, message, { ...vary, ...headers })
const removed = (code: string, error: string, headers: Readonly<Record<string, string>>) => {
  const text = `${JSON.stringify({ error })}\n`
  return { status: 400, headers: failureHeaders(code, text, { ...vary, ...headers }), text }
}

describe.each([true, false])("the read interface with prepared bodies: %s", (prepared) => {
  const serve = (options: Parameters<typeof serveCatalog>[1] = {}) => serveCatalog(catalog, { prepared, ...options })

  it.effect.each([
    ["/", unknownPath],
    ["/v1", unknownPath],
    ["/v1/", unknownPath],
    ["/v1/schema/", unknownPath],
    ["/v1/Schema", unknownPath],
    ["/v1/licenses/PLAIN/config", unknownPath],
    ["/v1/nothing/PLAIN", unknownPath],
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
      const { ask } = yield* serve()
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
      failure(401, "scheme-unsupported", "Invalid API key", {
        ...vary,
        "WWW-Authenticate": 'Bearer realm="taxonomy"'
      })
    ],
    ["revoked", "nil_revoked", failure(403, "key-revoked", "API key has been revoked", vary)],
    ["expired", "nil_expired", failure(403, "key-expired", "API key has expired", vary)]
  ] as const)("refuses a key: %s", ([authorization, key, expected]) =>
    Effect.gen(function* () {
      const { ask } = yield* serve()
      const answer = yield* ask("/v1/licenses/NOPE", { authorization })
      assert.deepStrictEqual(answer, { ...open, key, ...expected })
    })
  )

  it.effect("refuses an address that sent too many requests without a valid key, but not a valid key of it", () =>
    Effect.gen(function* () {
      const { ask } = yield* serve({ limits: { maxUnauthorizedRequests: 1 } })
      const statuses: Array<unknown> = []
      for (const authorization of ["revoked", undefined, "unknown", "free"]) {
        const { headers, status } = yield* ask("/v1/schema", { authorization })
        statuses.push([status, headers["X-Error-Code"]])
      }
      assert.deepStrictEqual(statuses, [
        [403, "key-revoked"],
        [429, "unauthorized-limit-exceeded"],
        [429, "unauthorized-limit-exceeded"],
        [200, undefined]
      ])
    })
  )

  it.effect.each([
    ["OPTIONS", "/v1/schema", "GET, OPTIONS"],
    ["OPTIONS", "/health", "GET, HEAD, OPTIONS"]
  ] as const)("answers %s %s without a key", ([method, path, methods]) =>
    Effect.gen(function* () {
      const { ask } = yield* serve()
      assert.deepStrictEqual(yield* ask(path, { method, authorization: undefined }), {
        ...open,
        status: 204,
        headers: { Allow: methods, "Access-Control-Max-Age": "86400", "Cache-Control": "no-store" },
        text: ""
      })
    })
  )

  it.effect.each(["/nothing", "/v1/licenses/%ZZ", "/v4/schema"])("answers a preflight on every path: %s", (path) =>
    Effect.gen(function* () {
      const { ask } = yield* serve()
      const answer = yield* ask(path, {
        method: "OPTIONS",
        headers: { "Access-Control-Request-Method": "GET" },
        authorization: undefined
      })
      assert.deepStrictEqual(answer, {
        ...open,
        status: 204,
        headers: { Allow: "GET, OPTIONS", "Access-Control-Max-Age": "86400", "Cache-Control": "no-store" },
        text: ""
      })
    })
  )

  it.effect("answers OPTIONS for the server as a whole, and nothing else", () =>
    Effect.gen(function* () {
      const { ask } = yield* serve()
      const asked = (method: string, target: string) => Effect.map(ask("", { method, target }), ({ status }) => status)
      assert.strictEqual(yield* asked("OPTIONS", "*"), 204)
      assert.strictEqual(yield* asked("GET", "*"), 404)
      assert.strictEqual(yield* asked("OPTIONS", "/api/taxonomy/nothing"), 404)
    })
  )

  it.effect.each([
    ["POST", "/v1/schema", "GET, OPTIONS", "Only GET and OPTIONS are allowed"],
    ["HEAD", "/v1/schema", "GET, OPTIONS", "Only GET and OPTIONS are allowed"],
    ["PUT", "/health", "GET, HEAD, OPTIONS", "Only GET, HEAD and OPTIONS are allowed"]
  ] as const)("refuses %s %s", ([method, path, methods, message]) =>
    Effect.gen(function* () {
      const { ask } = yield* serve()
      const expected = { ...open, ...failure(405, "method-not-allowed", message, { Allow: methods }) }
      const { text } = expected
      assert.deepStrictEqual(yield* ask(path, { method }), { ...expected, text: method === "HEAD" ? "" : text })
    })
  )

  it.effect.each([
    ["GET", false, "ok"],
    ["HEAD", false, "ok"],
    ["GET", true, "degraded"]
  ] as const)("tells the health of the server: %s, damaged: %s", ([method, degraded, health]) =>
    Effect.gen(function* () {
      const { ask } = yield* serve(degraded ? { keysReason: "The key ledger is away." } : {})
      const text = `{"status":"${health}","version":"${packageJson.version}","timestamp":"2027-01-01T00:00:00.000Z"}\n`
      assert.deepStrictEqual(yield* ask("/health", { method, authorization: undefined }), {
        ...open,
        status: 200,
        headers: {
          "Content-Type": "application/json",
          "Cache-Control": "no-store",
          "Content-Length": String(text.length)
        },
        text: method === "HEAD" ? "" : text
      })
    })
  )

  it.effect("has the health of the server above its base path, too", () =>
    Effect.gen(function* () {
      const { ask } = yield* serve()
      assert.strictEqual((yield* ask("", { target: "/api/health" })).status, 200)
      assert.strictEqual((yield* ask("", { target: "/api/docs" })).status, 404)
    })
  )

  it.effect.each([
    ["/health?x=1", failure(400, "parameter-unknown", "Unknown query parameter 'x'")],
    [
      "/openapi.json?envelop=true",
      failure(400, "parameter-unknown", "Unknown query parameter 'envelop'. Did you mean 'envelope'?")
    ],
    [
      "/openapi.json?envelope=yes",
      failure(400, "parameter-malformed", "The query parameter 'envelope' must be true or false")
    ],
    [
      "/openapi.json?envelope=true&envelope=true",
      failure(400, "parameter-malformed", "The query parameter 'envelope' is given more than once")
    ],
    ["/checkpoint", failure(404, "log-unsigned", "The log of the releases is not signed, so it has no checkpoint")]
  ] as const)("fails without a key: %s", ([path, expected]) =>
    Effect.gen(function* () {
      const { ask } = yield* serve()
      assert.deepStrictEqual(yield* ask(path, { authorization: undefined }), { ...open, ...expected })
    })
  )

  it.effect.each([
    ["/v01/schema", unknownPath],
    ["/v01/changes?from=1", unknownPath],
    ["/v4/schema", failure(404, "version-not-found", "No release of API version v4 is published", vary)],
    ["/v4/proofs/schema", failure(404, "version-not-found", "No release of API version v4 is published", vary)],
    ["/v1/licenses/", unknownPath],
    ["/v1/licenses/NOPE", missing("license-not-found", "Base license 'NOPE' not found", failedInV1)],
    ["/v1/proofs/licenses/X", missing("license-not-found", "Base license 'X' not found", failedInV1)],
    [
      "/v2/licenses/FOOD",
      removed("license-removed", "The base license 'FOOD' was removed in v2.0. Nothing replaces it", ofV2)
    ],
    [
      "/v2/licenses?exclusive_categories=QSR_FAST_FOOD",
      removed(
        "value-removed",
        "The value 'QSR_FAST_FOOD' of exclusive_categories was removed in v2.0. Use 'QSR' instead.",
        { ...ofV2, "X-Replaced-By": "exclusive_categories/QSR", "X-Replacement-Mode": "one_of" }
      )
    ],
    [
      "/v2/licenses?medium=print",
      unknown("Unknown query parameter 'medium'. Did you mean 'media'?", { ...vary, ...ofV2 })
    ],
    ["/v2/schema?media=print", unknown("Unknown query parameter 'media'")],
    ["/v1/schema?envelope=maybe", malformed("The query parameter 'envelope' must be true or false")],
    ["/v1/schema?envelope=true&envelope=true", malformed("The query parameter 'envelope' is given more than once")],
    ["/v1/schema?version=v9", missing("version-not-found", "Taxonomy version v9 not found", {})],
    [
      "/v1/schema?version=x",
      failure(400, "version-malformed", "The version must be 'latest' or have the form v1, v1.0 or v1.0.0", vary)
    ],
    [
      "/v1/schema?version=2.0.0",
      failure(400, "version-not-served-here", "Taxonomy version v2.0.0 is served by API version v2, not v1", vary)
    ],
    ["/v3/schema", missing("version-not-found", "Every release of v3 was withdrawn; name one by its full version", {})],
    ["/v1/openapi.json?x=1", unknown("Unknown query parameter 'x'")],
    ["/v1/proofs/schema?x=1", unknown("Unknown query parameter 'x'")],
    [
      "/v1/proofs/schema",
      missing("log-unsigned", "The log of the releases is not signed, so nothing can be proved", failedInV1)
    ],
    ["/v1/releases?version=1.0.0", unknown("Unknown query parameter 'version'")],
    ["/v3/items?x=1", unknown("Unknown query parameter 'x'")],
    ["/v3/items?envelope=true&envelope=true", malformed("The query parameter 'envelope' is given more than once")],
    [
      "/v1/changes",
      failure(400, "parameter-missing", "The query parameter 'from' is missing. Give a value such as v1.0", vary)
    ],
    ["/v1/changes?fro=1.0", unknown("Unknown query parameter 'fro'. Did you mean 'from'?")],
    ["/v1/changes?from=1.0&from=1", malformed("The query parameter 'from' is given more than once")],
    ["/v1/changes?from=1.0&to=1.0&to=1", malformed("The query parameter 'to' is given more than once")],
    [
      "/v1/changes?from=9",
      missing("version-not-found", "Taxonomy version v9 not found (query parameter 'from')", failedInV1)
    ],
    [
      "/v1/changes?from=1.0&to=9",
      missing("version-not-found", "Taxonomy version v9 not found (query parameter 'to')", failedInV1)
    ],
    ["/v1/changes?from=1.0&envelope=no", malformed("The query parameter 'envelope' must be true or false")],
    [
      "/v1/changes?from=1.0&kind=value-added&kind=value-adde",
      malformed("Unknown kind 'value-adde'. Did you mean 'value-added'?")
    ],
    [
      "/v1/changes?from=1.0&kind=value-added,value-removed",
      malformed("Unknown kind 'value-added,value-removed'. Repeat the parameter for several values")
    ],
    [
      "/v1/changes?from=1.0&dimension=media|exclusive_categories",
      malformed("The query parameter 'dimension' has a malformed value. Repeat the parameter for several values")
    ],
    [
      "/v1/changes?from=1.0&kind=zzzzzzzzzzzzzzzz",
      malformed(`Unknown kind 'zzzzzzzzzzzzzzzz'. Choose one of ${changeKinds.join(", ")}`)
    ],
    [
      "/v1/changes?from=1.0&dimension=media&dimension=medi",
      malformed("Unknown dimension 'medi'. Did you mean 'media'?", { ...vary, ...failedInV1 })
    ],
    [
      `/v1/changes?from=1.0&dimension=${"x".repeat(70)}`,
      malformed("The query parameter 'dimension' must be a value with a length of at most 64")
    ]
  ] as const)("fails with a key, and says which release it is about: %s", ([path, expected]) =>
    Effect.gen(function* () {
      const { ask } = yield* serve()
      assert.deepStrictEqual(yield* ask(path), { ...keyed, ...expected })
    })
  )

  it.effect.each([
    [100, malformed("Unknown dimension 'd0'", { ...vary, ...failedInV1 })],
    [101, malformed("The query parameter 'dimension' must be given at most 100 times")]
  ] as const)("selects changes of at most 100 dimensions, not %d", ([count, expected]) =>
    Effect.gen(function* () {
      const { ask } = yield* serve()
      const dimensions = Array.from({ length: count }, (_, index) => `&dimension=d${index}`).join("")
      assert.deepStrictEqual(yield* ask(`/v1/changes?from=1.0${dimensions}`), {
        ...keyed,
        ...expected
      })
    })
  )

  it.effect.each([
    ["/v1/licenses", "1.1.0", "licenses.json", { ...ofV11, "X-Deprecation-Warning": `${endWarning}; ${foodWarning}` }],
    ["/v1/licenses/PLAIN", "1.1.0", "licenses/PLAIN.json", failedInV1],
    [
      "/v1/licenses/%46OOD?version=v1.0",
      "1.0.0",
      "licenses/FOOD.json",
      { ...ofV10, "X-Deprecation-Warning": `${endWarning}; ${foodWarning}` }
    ],
    ["/v2/dimensions", "2.0.0", "dimensions.json", ofV2],
    ["/v2/dimensions?version=latest&envelope=false", "2.0.0", "dimensions.json", ofV2],
    ["/v2/schema", "2.0.0", "schema.json", ofV2],
    ["/v3/schema?version=3.0.0", "3.0.0", "schema.json", ofV3]
  ] as const)("sends an artifact of a release as it is: %s", ([path, version, artifact, headers]) =>
    Effect.gen(function* () {
      const { ask } = yield* serve()
      const text = yield* artifactOf(version, artifact)
      const expected = { ...keyed, releases: [undefined, version], ...body(text, sha256(text), headers) }
      assert.deepStrictEqual(yield* ask(path), expected)
      // Now it is in memory.
      assert.deepStrictEqual(yield* ask(path), expected)
    })
  )

  it.effect.each([
    ["/v2/releases", "2.0.0", releasesBody, ofV2],
    ["/v1/items", "1.1.0", itemsBody, failedInV1],
    ["/v3/items", "3.0.0", itemsBody, ofV3]
  ] as const)("sends a projection of the whole history: %s", ([path, version, project, headers]) =>
    Effect.gen(function* () {
      const { ask } = yield* serve()
      const text = jsonText(project(catalog.history, Version.make(version)))
      const expected = { ...keyed, releases: [undefined, version], ...body(text, sha256(text), headers) }
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
      const { ask } = yield* serve()
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
        const expected = { ...keyed, releases: [undefined, "1.1.0"], ...body(text, etag, headers) }
        assert.deepStrictEqual(yield* ask(`/v1/licenses?${query}`), expected)
        const unchanged = yield* ask(`/v1/licenses?${query}`, { ifNoneMatch: `"${etag}"` })
        assert.deepStrictEqual([unchanged.status, unchanged.headers["ETag"]], [304, `"${etag}"`])
      }
    })
  )

  it.effect("wraps a body in the envelope, which names the request and is not cached", () =>
    Effect.gen(function* () {
      const { ask } = yield* serve()
      const data = yield* artifactOf("2.0.0", "schema.json")
      const text = `{"version":"v2.0","data":${data},"_meta":{"timestamp":"2027-01-01T00:00:00.000Z","request_id":"request-1"}}`
      const request = { acceptEncoding: "br", ifNoneMatch: `"${sha256(data)}"` }
      assert.deepStrictEqual(yield* ask("/v2/schema?envelope=true", request), {
        ...keyed,
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
      const { ask } = yield* serve()
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
      const { ask } = yield* serve()
      const { headers } = yield* ask(`/v1/changes?from=${from}&to=${to}`)
      assert.strictEqual(headers["Cache-Control"], caching)
    })
  )

  it.effect("sends selected changes with an entity tag of their own", () =>
    Effect.gen(function* () {
      const { ask } = yield* serve()
      const whole = yield* ask("/v1/changes?from=1.0")
      const [, digest = ""] = /^"(.*)"$/.exec(whole.headers["ETag"] ?? "") ?? []
      assert.strictEqual(digest, sha256(whole.text ?? ""))
      const query = "kind=value-deprecated&dimension=media&dimension=exclusive_categories"
      const etag = sha256(
        `${digest}\nkind=value-deprecated&dimension=exclusive_categories&dimension=media\n0\nInfinity`
      )
      const selected = yield* ask(`/v1/changes?from=1.0&${query}`)
      assert.deepStrictEqual(selected, {
        ...keyed,
        releases: ["1.0.0", "1.1.0"],
        ...body(whole.text ?? "", etag, failedInV1)
      })
      const none = yield* ask("/v1/changes?from=1.0&kind=value-added")
      assert.match(none.text ?? "", /"changes":\[\],"count":0,/)
      const unchanged = yield* ask(`/v1/changes?from=1.0&${query}`, { ifNoneMatch: `"${etag}"` })
      const { "Content-Length": _, "Content-Type": __, "Repr-Digest": ___, ...headers } = selected.headers
      assert.deepStrictEqual([unchanged.status, unchanged.text, unchanged.headers], [304, "", headers])
    })
  )

  it.effect("sends compressed bodies with an entity tag for each encoding", () =>
    Effect.gen(function* () {
      const { ask, send } = yield* serve()
      for (const [encoding, decompress] of [
        ["br", brotliDecompressSync],
        ["gzip", gunzipSync]
      ] as const) {
        for (const path of ["/v2/schema", "/v2/releases", "/v2/changes?from=v1.0", "/v2/openapi.json", "/docs"]) {
          const { headers } = yield* ask(path, { acceptEncoding: encoding })
          const plain = yield* ask(path)
          assert.strictEqual(headers["Content-Encoding"], encoding)
          assert.strictEqual(headers["ETag"], plain.headers["ETag"]?.replace(/"$/, `-${encoding}"`))
          const request = { acceptEncoding: encoding, authorization: "enterprise" }
          const { body } = yield* send(`${basePath}${path}`, request)
          assert.strictEqual(decompress(body).toString(), plain.text)
        }
      }
    })
  )

  it.effect("answers 304 without a body if the client has it", () =>
    Effect.gen(function* () {
      const { ask } = yield* serve()
      const { headers } = yield* ask("/v2/schema")
      const { "Content-Length": _, "Content-Type": __, "Repr-Digest": ___, ...kept } = headers
      const expected = { status: 304, headers: kept, text: "" }
      for (const ifNoneMatch of [headers["ETag"], `"other", W/${headers["ETag"]}`, "*"]) {
        assert.deepStrictEqual(yield* ask("/v2/schema", { ifNoneMatch }), {
          ...keyed,
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
      const { ask } = yield* serve()
      const failed = failure(412, "precondition-failed", "No entity tag in If-Match is the current one", vary)
      const expected = { ...keyed, releases: [undefined, "2.0.0"], ...failed }
      assert.deepStrictEqual(yield* ask("/v2/schema", { ifMatch: '"other"' }), expected)
      assert.deepStrictEqual(yield* ask("/v2/schema", { ifMatch: '"other"', ifNoneMatch: "*" }), expected)
      const { headers } = yield* ask("/v2/schema", { ifMatch: "*" })
      assert.strictEqual((yield* ask("/v2/schema", { ifMatch: headers["ETag"] })).status, 200)
      assert.strictEqual((yield* ask("/health", { ifMatch: '"other"' })).status, 200)
    })
  )

  it.effect.each([
    ["private", "private, max-age=3600"],
    ["no-store", "no-store"]
  ] as const)("restricts caching to %s, only for answers that need a key", ([caching, expected]) =>
    Effect.gen(function* () {
      const { ask } = yield* serve({ caching })
      for (const path of [
        "/v2/schema",
        "/v2/schema",
        "/v2/items",
        "/v2/changes?from=1.0",
        "/v2/licenses?media=print"
      ]) {
        const { headers } = yield* ask(path)
        const unchanged = yield* ask(path, { ifNoneMatch: headers["ETag"] })
        assert.deepStrictEqual(
          [headers["Cache-Control"], unchanged.status, unchanged.headers["Cache-Control"]],
          [expected, 304, expected]
        )
      }
      const docs = yield* ask("/docs")
      assert.strictEqual(docs.headers["Cache-Control"], "public, max-age=3600, s-maxage=7200")
    })
  )

  it.effect("answers 503 if a release cannot be read", () =>
    Effect.gen(function* () {
      const broken = new ArtifactBroken({ file: "v2.0.0/schema.json", reason: "it is missing", missing: true })
      const { ask } = yield* serve({
        catalogService: {
          bodies: { peek: () => undefined, load: () => Effect.fail(broken), digestOf: () => undefined }
        }
      })
      const text = `{"error":"Service Unavailable","message":"The release cannot be read at the moment. Name another release, or repeat the request later"}\n`
      assert.deepStrictEqual(yield* ask("/v2/schema"), {
        ...keyed,
        status: 503,
        headers: failureHeaders("release-damaged", text, vary),
        text
      })
    })
  )

  it.effect("answers 404 for an artifact that an old release does not have", () =>
    Effect.gen(function* () {
      const empty = { bodies: new Map(), manifest: "", byteLength: 0 }
      const { ask } = yield* serve({
        catalogService: { bodies: { peek: () => empty, load: () => Effect.succeed(empty), digestOf: () => undefined } }
      })
      const expected = missing("resource-not-found", "Release v2.0.0 was published without schema.json", ofV2)
      for (const path of ["/v2/schema", "/v2/schema?envelope=false"]) {
        assert.deepStrictEqual(yield* ask(path), { ...keyed, releases: [undefined, "2.0.0"], ...expected })
      }
    })
  )

  it.effect(
    "counts a question as two requests for each started kilobyte, and refuses one that costs more than what remains",
    () =>
      Effect.gen(function* () {
        const { ask } = yield* serve()
        const request = { authorization: "free" }
        const remainingAfter = (path: string) =>
          Effect.map(ask(path, request), ({ limits, status }) => [status, Number(limits[3])])
        // As sent, with the base path.
        const ofLength = (length: number) => {
          const start = "/v1/validate?config=%22"
          return `${start}${"a".repeat(length - "/api/taxonomy".length - start.length - "%22".length)}%22`
        }
        assert.deepStrictEqual(yield* remainingAfter("/v1/validate?config=%7B%7D"), [200, 98])
        assert.deepStrictEqual(yield* remainingAfter("/v1/search?q=print"), [200, 96])
        assert.deepStrictEqual(yield* remainingAfter(ofLength(1000)), [200, 94])
        assert.deepStrictEqual(yield* remainingAfter(ofLength(1001)), [200, 90])
        assert.deepStrictEqual(yield* remainingAfter(ofLength(8000)), [200, 74])
        for (let left = 58; left >= 10; left -= 16) {
          assert.deepStrictEqual(yield* remainingAfter(ofLength(8000)), [200, left])
        }
        assert.deepStrictEqual(yield* remainingAfter(ofLength(8000)), [429, 10])
        const { text } = yield* ask(ofLength(8000), request)
        assert.include(text, "The request counts as more than the 10 that remain of 100 requests per hour")
        assert.deepStrictEqual(yield* remainingAfter("/v1/schema"), [200, 9])
      })
  )

  it.effect("answers 429 to every request of a key that has exhausted its hour", () =>
    Effect.gen(function* () {
      const { ask } = yield* serve()
      const request = { authorization: "free" }
      const limits = (remaining: number) => [
        "X-RateLimit-Limit",
        "100",
        "X-RateLimit-Remaining",
        String(remaining),
        "X-RateLimit-Reset",
        String(Date.UTC(2027, 0, 1, 1) / 1000)
      ]
      for (const path of ["/v2/schema?x=1", "/v2/licenses/NOTHING", "/v2/licenses?version=v9"]) {
        assert.deepStrictEqual((yield* ask(path, request)).limits, limits(100))
      }
      for (let used = 1; used <= 100; used += 1) {
        assert.deepStrictEqual((yield* ask("/v2/schema", request)).limits, limits(100 - used))
      }
      const text = jsonText({
        error: "Rate limit exceeded",
        message: "You have exceeded the limit of 100 requests per hour",
        retry_after: 3600,
        upgrade_url: "https://upgrade.example"
      })
      const exceeded = {
        key: "nil_free",
        limits: limits(0),
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

  it.effect("loads and makes nothing for what it does not charge: errors, and 304 to the tags of artifacts", () =>
    Effect.gen(function* () {
      const first = yield* serve()
      let [charged, loaded] = [0, 0]
      const counted = <A, E>(load: Effect.Effect<A, E>) =>
        Effect.suspend(() => {
          loaded += 1
          return load
        })
      const { bodies, cache } = first.current
      const limiter = makeMemoryLimiter()
      const { ask } = yield* serve({
        // Knows the digests of all releases, and has none in memory.
        catalogService: {
          bodies: { ...bodies, peek: () => undefined, load: (release) => counted(bodies.load(release)) },
          cache: {
            ...cache,
            shelf: <A extends Weighed, E>() => {
              const shelf = cache.shelf<A, E>()
              return { ...shelf, load: (key: string, make: Effect.Effect<A, E>) => counted(shelf.load(key, make)) }
            }
          }
        },
        limiter: {
          ...limiter,
          charge: (...request) => {
            charged += 1
            return limiter.charge(...request)
          }
        }
      })
      const paths = endpointRoutes()
        .filter(({ keyed }) => keyed)
        .flatMap(({ name, path }) =>
          ["", "version=v1.0", "envelope=true", "media=print", "nothing=1"].map((query) => {
            const filled = path.replace("{api_version}", "v1").replaceAll(/\{\w+\}/g, "PLAIN")
            return `${filled}?${name === "changes" ? `from=v1.0&${query}` : query}`
          })
        )
      const free: Array<string> = []
      for (const path of paths) {
        const tag = (yield* first.ask(path)).headers["ETag"]
        for (const ifNoneMatch of [undefined, tag, '"other"', `"other", W/${tag}`, "*"]) {
          ;[charged, loaded] = [0, 0]
          const { status } = yield* ask(path, { ifNoneMatch })
          if (status >= 400 || charged === 0) assert.deepStrictEqual([charged, loaded], [0, 0], path)
          else assert.strictEqual(charged, 1, path)
          if (status === 304 && charged === 0) free.push(path)
        }
      }
      // Each with its tag alone, and in a list.
      const artifacts = ["licenses", "licenses/PLAIN", "dimensions", "schema"].flatMap((name) =>
        ["", "version=v1.0"].map((query) => `/v1/${name}?${query}`)
      )
      assert.sameMembers(free, [...artifacts, ...artifacts])
    })
  )
})

describe("makeLoadsByKey", () => {
  it.effect("loads one thing at a time for each key, and lets an interrupted request go", () =>
    Effect.gen(function* () {
      const loads = yield* makeLoadsByKey
      const gate = yield* Deferred.make<void>()
      const started: Array<string> = []
      const load = (name: string) =>
        Effect.andThen(
          Effect.sync(() => started.push(name)),
          Deferred.await(gate)
        )
      const first = yield* Effect.forkChild(loads("a", load("a 1")))
      const left = yield* Effect.forkChild(loads("a", load("a 2")))
      const second = yield* Effect.forkChild(loads("a", load("a 3")))
      const other = yield* Effect.forkChild(loads("b", load("b 1")))
      yield* Effect.yieldNow
      yield* Effect.yieldNow
      assert.sameMembers(started, ["a 1", "b 1"])
      yield* Fiber.interrupt(left)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.joinAll([first, second, other])
      assert.deepStrictEqual(started.toSorted(), ["a 1", "a 3", "b 1"])
    })
  )
})
