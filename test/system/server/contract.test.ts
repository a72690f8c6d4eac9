import { describe, expect, layer } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { ErrorCode, errorCodes } from "../../../src/api/bodies/ErrorCode.ts"
import { endpointRoutes } from "../../../src/api/EndpointRoutes.ts"
import { openApiDocument } from "../../../src/api/openapi/OpenApi.ts"
import { responseExamples } from "../../../src/api/openapi/ResponseExamples.ts"
import { exposedHeaders, responseHeaders } from "../../../src/api/parameters/ResponseHeaders.ts"
import type { Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { generateSigningKey } from "../../../src/transparency/SigningKey.ts"
import { publishRelease, vocabulary } from "./releases.ts"
import type { Received, Sent } from "./request.ts"
import { signLog } from "./signedLog.ts"
import { TestServer } from "./TestServer.ts"

interface Call extends Sent {
  readonly endpoint: string
  readonly path: string
  readonly status: number
  readonly key?: string | undefined
  readonly envelope?: boolean
}

const unchanged = { headers: { "If-None-Match": "*" } }
const other = { key: "nil_none" }

const params = { api_version: "v1", license_code: "EDU", dimension: "use_type", value_code: "editorial" }

const config = `config=${encodeURIComponent('{"use_type":["editorial"]}')}`

const requiredParameters: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["changes", ["from=v1.0.0&to=v1.0.0"]],
  ["search", ["q=editorial"]],
  ["validate", [config]],
  ["migrate", [config]],
  ["covers", ["license=EDU", config]],
  ["permits", ["license=EDU", config.replace("config", "use")]]
])

/** Every status of every endpoint that a request can cause. */
const calls: ReadonlyArray<Call> = [
  ...endpointRoutes().flatMap(({ conditional, keyed, name, parameters, path }) => {
    const filled = Object.entries(params).reduce((text, [param, value]) => text.replace(`{${param}}`, value), path)
    const at = { endpoint: name, path: filled }
    const required = requiredParameters.get(name) ?? []
    const query = (...parts: ReadonlyArray<string>) =>
      [...required, ...parts].map((part, index) => `${index === 0 ? "?" : "&"}${part}`).join("")
    return [
      { ...at, path: `${at.path}${query()}`, status: 200 },
      ...(conditional ? [{ ...at, path: `${at.path}${query()}`, status: 304, ...unchanged }] : []),
      ...(conditional
        ? [{ ...at, path: `${at.path}${query()}`, status: 412, headers: { "If-Match": '"another"' } }]
        : []),
      { ...at, path: `${at.path}${query("nothing=1")}`, status: 400 },
      { ...at, status: 405, method: "POST" },
      ...(keyed
        ? [
            parameters.includes("envelope")
              ? { ...at, path: `${at.path}${query("envelope=true")}`, status: 200, envelope: name !== "releaseOpenapi" }
              : { ...at, path: `${at.path}${query("envelope=true")}`, status: 400 },
            { ...at, path: `${at.path}${query("version=1.9")}`, status: parameters.includes("version") ? 404 : 400 },
            { ...at, path: `${at.path.replace("/v1/", "/v9/")}${query()}`, status: 404 },
            { ...at, status: 401, ...other }
          ]
        : [])
    ]
  }),
  { endpoint: "license", path: "/v1/licenses/NONE", status: 404 },
  { endpoint: "dimension", path: "/v1/dimensions/none", status: 404 },
  { endpoint: "value", path: "/v1/dimensions/use_type/values/none", status: 404 },
  { endpoint: "validate", path: "/v1/validate?config=%7B%7D", status: 200 },
  { endpoint: "covers", path: "/v1/covers?license=EDU&config=%7B%7D", status: 200 },
  { endpoint: "permits", path: "/v1/permits?license=NONE&use=%7B%7D", status: 404 },
  { endpoint: "changes", path: "/v1/changes", status: 400 },
  { endpoint: "changes", path: "/v1/changes?from=v1.9", status: 404 }
]

/** Headers of every HTTP response. */
const ofHttp = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding", "age"])

const options = { basePath: "/api/taxonomy", serverVersion: "1.2.3" }
const documents = { plain: openApiDocument(options), enveloped: openApiDocument({ ...options, envelope: true }) }
const ajv = new Ajv2020({ strict: false, formats: { int64: true } })
ajv.addSchema(documents.plain, "plain").addSchema(documents.enveloped, "enveloped")

const headerProblems = ({ headers, status }: Received, { endpoint }: Call): ReadonlyArray<string> => {
  const route = endpointRoutes().find(({ name }) => name === endpoint)
  if (route === undefined) return [`there is no endpoint ${endpoint}`]
  const rows = responseHeaders.filter((row) => row.presence({ ...route, status }) !== "never")
  const missing = rows
    .filter((row) => row.presence({ ...route, status }) === "always" && headers[row.name.toLowerCase()] === undefined)
    .map(({ name }) => `${name} is missing`)
  const surplus = Object.keys(headers)
    .filter((name) => !ofHttp.has(name) && !rows.some((row) => row.name.toLowerCase() === name))
    .map((name) => `${name} is not in the contract`)
  const wrong = rows.flatMap(({ name, schema }) => {
    const value = headers[name.toLowerCase()]
    const decoded = Schema.decodeOption(Schema.toCodecStringTree(schema))(value)
    return value === undefined || Option.isSome(decoded) ? [] : [`${name}: ${String(value)} is not of its form`]
  })
  const hidden = headers["access-control-expose-headers"] === exposedHeaders.join(", ") ? [] : ["others are exposed"]
  const code = Schema.decodeUnknownOption(ErrorCode)(headers["x-error-code"])
  const isCoded = Option.isSome(code) ? errorCodes[code.value].status === status : status < 400
  return [...missing, ...surplus, ...wrong, ...hidden, ...(isCoded ? [] : [`X-Error-Code is not one of ${status}`])]
}

const bodyProblems = ({ bytes, headers, status }: Received, { endpoint, envelope }: Call): ReadonlyArray<string> => {
  const name = envelope === true ? "enveloped" : "plain"
  const document = documents[name]
  const path = endpointRoutes().find(({ name }) => name === endpoint)?.path ?? ""
  const response = document.paths[path]?.get.responses[String(status)]
  if (response === undefined) return [`${status} is not in the contract`]
  const described =
    "$ref" in response ? document.components.responses[response.$ref.replace("#/components/responses/", "")] : response
  const type = (headers["content-type"] ?? "").replace(/;.*/, "")
  if (described?.content === undefined) return bytes.length === 0 ? [] : ["there is a body"]
  const media = described.content[type]
  if (media === undefined) return [`${type} is not in the contract`]
  const body: unknown = type.endsWith("json") ? JSON.parse(bytes.toString()) : bytes.toString()
  const absolute: object = JSON.parse(JSON.stringify(media.schema).replaceAll('"#/', `"${name}#/`))
  return ajv.validate(absolute, body) ? [] : [ajv.errorsText()]
}

const { key: logKey } = await generateSigningKey("example.com/taxonomy", "ed25519")

const publishSigned = Effect.fnUntraced(function* (releases: string) {
  const { dimensions, ...others } = vocabulary("EDU", "TEXT-1.5")
  const withRoles = dimensions.map((dimension) => ({ ...dimension, role: "scope" as const }))
  yield* publishRelease(releases, "1.0.0", { ...others, dimensions: withRoles })
  yield* signLog(releases, logKey)
}, Effect.orDie)

describe("the service", () => {
  layer(TestServer.layer(publishSigned), { excludeTestServices: true })("answers as the contract specifies", (it) => {
    for (const call of calls) {
      const { endpoint: _, key, method = "GET", path, status, ...sent } = call
      const how = [
        ...Object.entries(sent.headers ?? {}).map((header) => header.join(": ")),
        ...(key ? ["an unknown key"] : [])
      ]
      it.effect(`${status}: ${method} ${path}${how.length === 0 ? "" : ` with ${how.join(", ")}`}`, () =>
        Effect.gen(function* () {
          const server = yield* TestServer
          const received = yield* server.get(path, { ...sent, method, ...(key === undefined ? {} : { key }) })
          expect(received.status).toBe(status)
          expect(headerProblems(received, call)).toEqual([])
          expect(bodyProblems(received, call)).toEqual([])
          const problem = yield* server.get(path, {
            ...sent,
            method,
            ...(key === undefined ? {} : { key }),
            headers: { ...sent.headers, Accept: "application/problem+json" }
          })
          const type = problem.headers["content-type"]
          expect(type).toBe(
            status >= 400 && type !== undefined ? "application/problem+json" : received.headers["content-type"]
          )
          expect([problem.status, headerProblems(problem, call), bodyProblems(problem, call)]).toEqual([status, [], []])
        })
      )
    }

    it.effect("429 if a key has exhausted its hour", () =>
      Effect.gen(function* () {
        const server = yield* TestServer
        const { key } = yield* server.newKey("free")
        const all = yield* Effect.forEach(Array.from({ length: 101 }), () => server.get("/v1/licenses/EDU", { key }))
        const last = all.at(-1)
        if (last === undefined) throw new Error("There was no answer")
        const call = { endpoint: "license", path: "/v1/licenses/EDU", status: 429 }
        expect([last.status, headerProblems(last, call), bodyProblems(last, call)]).toEqual([429, [], []])
      })
    )

    it.effect("403 if a key was revoked", () =>
      Effect.gen(function* () {
        const server = yield* TestServer
        const { identifier, key } = yield* server.newKey("free")
        yield* server.revoke(identifier)
        const call = { endpoint: "license", path: "/v1/licenses/EDU", status: 403 }
        // Every running server reads the revocation, with a delay.
        const received = yield* server
          .get(call.path, { key })
          .pipe(Effect.repeat({ until: ({ status }) => status !== 200, schedule: Schedule.spaced("5 millis") }))
        expect([received.status, headerProblems(received, call), bodyProblems(received, call)]).toEqual([403, [], []])
      })
    )
  })
})

layer(TestServer.layer(), { excludeTestServices: true })("the service, if the log is not signed,", (it) => {
  it.effect.each([
    ["checkpoint", "/checkpoint"],
    ["licenseProof", "/v1/proofs/licenses/EDU"],
    ["dimensionsProof", "/v1/proofs/dimensions"],
    ["schemaProof", "/v1/proofs/schema"]
  ] as const)("answers 404 for %s as the contract specifies", ([endpoint, path]) =>
    Effect.gen(function* () {
      const { get } = yield* TestServer
      const received = yield* get(path)
      const call = { endpoint, path, status: 404 }
      expect([received.status, headerProblems(received, call), bodyProblems(received, call)]).toEqual([404, [], []])
    })
  )
})

/** The taxonomy of the examples in the OpenAPI document. */
const campaigns = (sale: "current" | "deprecated" | "removed", ...licenses: ReadonlyArray<string>): Taxonomy => ({
  namespace: "sample-licensing",
  title: "Sample of a licensing vocabulary",
  description: "An invented taxonomy.",
  dimensions: [
    {
      name: "campaign_kind",
      label: "Kind of campaign",
      description: "The campaign in which the athlete appears.",
      shape: "single",
      required: true,
      values: [
        { code: "retail_promotion", label: "Retail promotion", description: "An offer of a shop." },
        ...(sale === "removed"
          ? []
          : [
              {
                code: "seasonal_sale",
                label: "Seasonal sale",
                description: "A sale at the end of a season.",
                ...(sale === "deprecated" ? { deprecated: { replaced_by: ["retail_promotion"] } } : {})
              }
            ])
      ]
    }
  ],
  licenses: ["A", ...licenses].map((code) => ({
    code,
    name: code,
    description: "A sample.",
    config: { campaign_kind: "retail_promotion" }
  })),
  rules: []
})

const publishCampaigns = Effect.fnUntraced(function* (releases: string) {
  yield* publishRelease(releases, "1.0.0", campaigns("current"), "2026-01-15T10:00:00Z")
  yield* publishRelease(releases, "1.1.0", campaigns("deprecated"), "2026-03-02T09:30:00Z")
  yield* publishRelease(releases, "1.2.0", campaigns("deprecated", "B"), "2026-04-02T09:30:00Z")
  yield* publishRelease(releases, "1.3.0", campaigns("deprecated", "B", "C"), "2026-05-02T09:30:00Z")
  yield* publishRelease(releases, "2.0.0", campaigns("removed", "B", "C"), "2026-10-02T09:30:00Z")
}, Effect.orDie)

layer(TestServer.layer(publishCampaigns), { excludeTestServices: true })("an example of the OpenAPI document", (it) => {
  it.effect("is what the server answers for a removed value", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const received = yield* server.get("/v2/licenses?campaign_kind=seasonal_sale")
      const { headers, json, status } = received
      expect(headerProblems(received, { endpoint: "licenses", path: "/v2/licenses", status })).toEqual([])
      expect([status, json]).toEqual([400, responseExamples["CodeRemoved"]?.["removed_value"]?.value])
      expect(headers).toMatchObject({
        "x-error-code": "value-removed",
        "x-replaced-by": exampleOf("X-Replaced-By"),
        "x-replacement-mode": exampleOf("X-Replacement-Mode")
      })
    })
  )

  it.effect("is what the server warns of a deprecated value", () =>
    Effect.gen(function* () {
      const server = yield* TestServer
      const { headers } = yield* server.get("/v1/licenses?version=v1.1&campaign_kind=seasonal_sale")
      expect(headers["x-deprecation-warning"]).toBe(exampleOf("X-Deprecation-Warning"))
    })
  )
})

const exampleOf = (header: string) => responseHeaders.find(({ name }) => name === header)?.example
