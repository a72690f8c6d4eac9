import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as HttpApi from "effect/http-api/HttpApi"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { ProblemBody } from "../../../../src/api/bodies/ErrorBodies.ts"
import { SchemaBody } from "../../../../src/api/bodies/SchemaBody.ts"
import { endpointRoutes } from "../../../../src/api/EndpointRoutes.ts"
import { openApiDocument, openApiText } from "../../../../src/api/openapi/OpenApi.ts"
import type { OpenApiDocument, Operation, Reference, Response } from "../../../../src/api/openapi/OpenApiDocument.ts"
import { exposedHeaders, responseHeaders } from "../../../../src/api/parameters/ResponseHeaders.ts"
import { ReadApi } from "../../../../src/api/ReadApi.ts"
import { hookKinds } from "../../../../src/domain/hooks/HookEvent.ts"
import { HookMessage, toType } from "../../../../src/domain/hooks/HookMessage.ts"

const options = { basePath: "/api/taxonomy", serverVersion: "1.2.3" }
const document: OpenApiDocument = openApiDocument(options)

const isReference = (node: object): node is Reference => "$ref" in node

const resolved = (response: Reference | Response | undefined): Response => {
  const found =
    response !== undefined && isReference(response)
      ? document.components.responses[response.$ref.replace("#/components/responses/", "")]
      : response
  if (found === undefined) throw new Error("The response is missing")
  return found
}

const operations = Object.entries(document.paths).map(([path, { get }]) => ({ path, operation: get }))

const responsesOf = ({ responses }: Operation) =>
  Object.entries(responses).map(([status, response]) => ({ status: Number(status), response: resolved(response) }))

const keyed = endpointRoutes().filter((route) => route.keyed)

/** What JSON Schema 2020-12 has, and OpenAPI 3.0 has not. */
const newWords = [
  '"type": "null"',
  "const",
  "contains",
  "dependentRequired",
  "dependentSchemas",
  "if",
  "patternProperties",
  "prefixItems",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties"
]

describe("the OpenAPI document", () => {
  it("is the same text for the same options, with the base path as its server", () => {
    expect(openApiText(options)).toBe(openApiText(options))
    expect(JSON.parse(openApiText(options))).toEqual(document)
    expect(document.servers.map(({ url }) => url)).toEqual(["/api/taxonomy"])
    expect(document.info.version).toBe("1.2.3")
  })

  it("describes every endpoint of the contract, and no preflight", () => {
    expect(Object.keys(document.paths).sort()).toEqual(
      endpointRoutes()
        .map(({ path }) => path)
        .sort()
    )
    expect(operations.map(({ operation }) => operation.operationId)).toEqual(endpointRoutes().map(({ name }) => name))
    expect(Object.values(document.paths).flatMap((item) => Object.keys(item))).not.toContain("options")
  })

  it("lists a second server for health, one level above the base path", () => {
    expect(document.paths["/health"]?.servers?.map(({ url }) => url)).toEqual(["/api", "/api/taxonomy"])
  })

  it("describes the health of a draining server in JSON only", () => {
    const { content } = resolved(document.paths["/health"]?.get.responses["503"])
    expect(Object.keys(content ?? {})).toEqual(["application/json"])
  })

  it("describes errors of requests whose headers were not read in JSON only", ({ expect }) => {
    for (const name of ["RequestTimeout", "HeaderFieldsTooLarge"]) {
      expect(Object.keys(document.components.responses[name]?.content ?? {})).toEqual(["application/json"])
    }
  })

  it("requires an API key on taxonomy endpoints only", () => {
    const secured = operations.filter(({ operation }) => operation.security.length > 0)
    expect(secured.map(({ path }) => path)).toEqual(keyed.map(({ path }) => path))
  })

  it.for(keyed)("contains every error of the service specification and 304 on $path", ({ path }) => {
    const statuses = Object.keys(document.paths[path]?.get.responses ?? {}).map(Number)
    expect(statuses).toEqual([200, 304, 400, 401, 403, 404, 405, 408, 412, 414, 429, 431, 500, 503])
  })

  it.for(keyed)("describes the rate limit headers of authenticated responses on $path", ({ path }) => {
    const get = document.paths[path]?.get
    const telling =
      get === undefined ? [] : responsesOf(get).filter(({ response }) => "X-RateLimit-Reset" in response.headers)
    expect(telling.map(({ status }) => status)).toEqual([200, 304, 400, 404, 412, 429, 500])
  })

  it("has a description and an example of every body", () => {
    for (const { operation } of operations) {
      for (const { response, status } of responsesOf(operation)) {
        expect(response.description).not.toBe("")
        expect(response.content === undefined).toBe(status === 204 || status === 304)
        for (const { examples } of Object.values(response.content ?? {})) expect(Object.keys(examples)).not.toEqual([])
      }
    }
  })

  it("describes every parameter and header, in sentences as everywhere", () => {
    const { headers, parameters } = document.components
    for (const { description } of [...Object.values(headers), ...Object.values(parameters)]) {
      expect(description).toBeDefined()
    }
    const descriptions: Array<string> = []
    JSON.stringify(document, (member, value: unknown) => {
      if (member === "description" && typeof value === "string") descriptions.push(value)
      return value
    })
    expect(descriptions.length).toBeGreaterThan(300)
    for (const description of descriptions) expect(description).toMatch(/^[A-Z`].{8,}[.:`)]$/s)
  })

  it("escapes no slash in a pattern, since generators escape it again", () => {
    expect(openApiText(options)).toContain("W[/]")
    expect(openApiText(options)).not.toContain("\\\\/")
  })

  it("uses those words of OpenAPI 3.1 that the guide for generators names", () => {
    const guide = readFileSync(join(import.meta.dirname, "../../../../docs/how-to/generate-a-client.md"), "utf8")
    const isUsed = (word: string) =>
      openApiText(options).includes(word.startsWith('"') ? word.replace(" ", "") : `"${word}":`)
    expect(newWords.filter((word) => guide.includes(`\`${word}\``))).toEqual(newWords.filter(isUsed))
  })

  it("has no filter parameter, since no generated client could send it", () => {
    const types = Object.values(document.components.parameters).map(({ schema }) => schema["type"])
    expect(new Set(types)).toEqual(new Set(["string", "array", "integer"]))
    expect(document.components.parameters["dimensions"]).toBeUndefined()
    expect(document.paths["/{api_version}/licenses"]?.get.description).toContain("/{api_version}/openapi.json")
  })

  it("describes the bodies without the envelope, or only those in it", () => {
    const enveloped = openApiDocument({ ...options, envelope: true })
    const bodyOf = ({ paths }: OpenApiDocument, path: string) => {
      const ok = paths[path]?.get.responses[200]
      return ok === undefined || isReference(ok) ? undefined : ok.content?.["application/json"]?.schema
    }
    const bodies = keyed.map(({ path }) => [path, bodyOf(document, path), bodyOf(enveloped, path)] as const)
    for (const [path, plain, wrapped] of bodies) {
      if (/\/openapi\.json$|\/releases\.atom$|\/proofs\//.test(path)) expect(wrapped).toEqual(plain)
      else expect(wrapped).toEqual({ $ref: `${String(plain?.["$ref"])}Envelope` })
    }
    expect(bodies.length).toBeGreaterThan(6)
    const { get } = enveloped.paths["/{api_version}/schema"] ?? {}
    expect(Object.keys(get?.responses ?? {})).not.toContain("304")
    expect(Object.keys(enveloped.components.schemas)).toContain("LicensesEnvelope")
    expect(Object.keys(document.components.schemas)).not.toContain("LicensesEnvelope")
    expect(enveloped.components.parameters["envelope"]).toMatchObject({ required: true, schema: { enum: ["true"] } })
  })

  it("uses every header of the table", () => {
    const described = operations.flatMap(({ operation }) =>
      responsesOf(operation).flatMap(({ response }) => Object.keys(response.headers))
    )
    const inTable = responseHeaders
      .map(({ name }) => name)
      .filter((name) => name !== "Content-Type" && name !== "Access-Control-Max-Age")
    expect(new Set(described)).toEqual(new Set(inTable))
  })

  it("has only examples that satisfy its schemas", () => {
    const ajv = new Ajv2020({ strict: false, formats: { int64: true } })
    ajv.addSchema(document, "document")
    let tried = 0
    for (const { operation } of operations) {
      for (const { response } of responsesOf(operation)) {
        for (const { examples, schema } of Object.values(response.content ?? {})) {
          const absolute: object = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'))
          for (const { value } of Object.values(examples)) {
            expect([value, ajv.validate(absolute, value), ajv.errors]).toEqual([value, true, null])
            tried += 1
          }
        }
      }
    }
    expect(tried).toBeGreaterThan(50)
  })

  it("describes each kind of webhook with a message that its schema accepts", ({ expect }) => {
    const types = Object.keys(document.webhooks)
    expect(types).toEqual(hookKinds.map(toType))
    const decode = Schema.decodeUnknownSync(HookMessage, { onExcessProperty: "error" })
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      const { examples, schema } = post.requestBody.content["application/json"] ?? {}
      expect(schema).toEqual({ $ref: "#/components/schemas/WebhookMessage" })
      expect(Object.values(examples ?? {}).map(({ value }) => decode(value).type)).toEqual([type])
      expect(post.parameters).toHaveLength(3)
    }
    expect(Object.keys(openApiDocument({ ...options, envelope: true }).webhooks)).toEqual(types)
  })

  it("has only examples that the contract decodes, without excess fields", () => {
    const tried = new Set<string>()
    HttpApi.reflect(ReadApi, {
      onGroup: () => {},
      onEndpoint: ({ endpoint, errors, middleware, successes }) => {
        const path = endpoint.path.replaceAll(/:(\w+)/g, "{$1}")
        const get = document.paths[path]?.get
        const ofMiddleware = [...middleware].flatMap(({ error }) => [...error])
        for (const { response, status } of get === undefined ? [] : responsesOf(get)) {
          const schemas = [...(successes.get(status) ?? []), ...(errors.get(status) ?? []), ...ofMiddleware]
          for (const [type, { examples }] of Object.entries(response.content ?? {})) {
            const decode = decoderOf(type === "application/problem+json" ? ProblemBody : Schema.Union(schemas))
            for (const [name, { value }] of Object.entries(examples)) {
              expect(() => decode(value, { onExcessProperty: "error" })).not.toThrow()
              tried.add(`${endpoint.identifier} ${status} ${name}`)
            }
          }
        }
      }
    })
    expect(tried).toContain("licenses 200 licenses")
    expect(tried).toContain("schema 400 removed_value")
  })

  it("contains nothing of the taxonomy", () => {
    const published = Schema.decodeUnknownSync(SchemaBody)(
      JSON.parse(readFileSync(join(import.meta.dirname, "../../../../releases/v1.0.0/schema.json"), "utf8"))
    )
    const secret = [
      ...published.base_licenses.flatMap(({ code, description, name }) => [code, description, name]),
      ...Object.entries(published.dimensions).flatMap(([name, dimension]) => [
        name,
        dimension.name,
        ...dimension.values,
        ...Object.values(dimension.value_details).map(({ label }) => label)
      ])
    ]
    const said = new Set(stringsIn(document))
    // These are field names of bodies, a shape and a role.
    const general = new Set(["name", "required", "territory", "exclusivity"])
    expect(secret.filter((text) => said.has(text) && !general.has(text))).toEqual([])
  })
})

describe("the table of response headers", () => {
  it("has examples that satisfy its schemas", () => {
    for (const { example, schema } of responseHeaders) {
      expect(() => Schema.decodeSync(Schema.toCodecStringTree(schema))(example)).not.toThrow()
    }
  })

  it("exposes every header to scripts of other origins", () => {
    expect(exposedHeaders).toEqual(
      expect.arrayContaining([
        "ETag",
        "Retry-After",
        "X-API-Version",
        "X-Deprecation-Warning",
        "X-Error-Code",
        "X-Latest-Compatible-Version",
        "X-Latest-Version",
        "X-RateLimit-Limit",
        "X-RateLimit-Remaining",
        "X-RateLimit-Reset",
        "X-Replaced-By",
        "X-Replacement-Mode",
        "X-Request-ID",
        "X-Taxonomy-Version",
        "X-Upgrade-Available",
        "X-Your-Version"
      ])
    )
  })
})

const decoderOf = (schema: Schema.Constraint) => {
  if (!needsNoServices(schema)) throw new Error("No schema of the contract needs services")
  return Schema.decodeUnknownSync(schema)
}

// Reflection loses the type; no schema of the contract needs services.
const needsNoServices = (schema: Schema.Constraint): schema is Schema.Codec<unknown> => schema.ast !== undefined

/** Every text and member name of a document. */
const stringsIn = (node: unknown): ReadonlyArray<string> => {
  if (typeof node === "string") return [node]
  if (Array.isArray(node)) return node.flatMap(stringsIn)
  if (typeof node !== "object" || node === null) return []
  return Object.entries(node).flatMap(([name, value]) => [name, ...stringsIn(value)])
}
