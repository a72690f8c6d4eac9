import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import { ApiKeySecurity } from "../../../../src/api/endpoints/TaxonomyEndpoints.ts"
import { envelopeExample, licenseExample, licensesExample } from "../../../../src/api/openapi/Examples.ts"
import { responseExamples } from "../../../../src/api/openapi/ResponseExamples.ts"
import { ReadApi } from "../../../../src/api/ReadApi.ts"

const withKey = HttpApiMiddleware.layerClient(ApiKeySecurity, ({ next, request }) =>
  next(HttpClientRequest.bearerToken(request, "nil_sample"))
)

/** A client of a service with a fixed response, and the requests that it received. */
const clientOf = Effect.fnUntraced(function* (status: number, body: unknown) {
  const asked: Array<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }> = []
  const httpClient = HttpClient.make((request, url) => {
    asked.push({ url: url.href, headers: request.headers })
    const response =
      body === undefined
        ? new Response(null, { status })
        : new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } })
    return Effect.succeed(HttpClientResponse.fromWeb(request, response))
  })
  const client = yield* HttpApiClient.makeWith(ReadApi, {
    httpClient,
    baseUrl: "https://licensing.example/api/taxonomy"
  }).pipe(Effect.provide(withKey))
  return { client, asked }
})

const request = { params: { api_version: "v1", license_code: "SAMPLE-PODCAST" }, query: {}, headers: {} }

const failures = [
  [400, "BadRequest"],
  [400, "CodeRemoved"],
  [401, "Unauthorized"],
  [403, "Forbidden"],
  [404, "NotFound"],
  [405, "MethodNotAllowed"],
  [408, "RequestTimeout"],
  [412, "PreconditionFailed"],
  [429, "RateLimitExceeded"],
  [414, "UriTooLong"],
  [431, "HeaderFieldsTooLarge"],
  [500, "InternalServerError"],
  [503, "ServiceUnavailable"]
] as const

describe("a client derived from the contract", () => {
  it.effect("sends the API key, the parameters, and one parameter per value of a dimension", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* clientOf(200, licensesExample)
      const licenses = yield* client.licenses({
        params: { api_version: "v1" },
        query: { version: "v1.1", color: ["red", "blue"], place: "indoors" },
        headers: { "x-request-id": "checkout-7f3a" }
      })
      expect(licenses).toEqual(licensesExample)
      expect(asked.map(({ url }) => url)).toEqual([
        "https://licensing.example/api/taxonomy/v1/licenses?version=v1.1&color=red&color=blue&place=indoors"
      ])
      expect(asked[0]?.headers).toMatchObject({ authorization: "Bearer nil_sample", "x-request-id": "checkout-7f3a" })
    })
  )

  it.effect("reads one license by its code", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* clientOf(200, licenseExample)
      expect(yield* client.license(request)).toEqual(licenseExample)
      expect(asked[0]?.url).toBe("https://licensing.example/api/taxonomy/v1/licenses/SAMPLE-PODCAST")
    })
  )

  it.effect("reads the general envelope", () =>
    Effect.gen(function* () {
      const { client } = yield* clientOf(200, envelopeExample(licenseExample))
      const answer = yield* client.license({ ...request, query: { envelope: "true" } })
      expect(answer).toEqual(envelopeExample(licenseExample))
    })
  )

  it.effect("ignores unknown fields", () =>
    Effect.gen(function* () {
      const { client } = yield* clientOf(200, { ...licenseExample, added_later: 1 })
      expect(yield* client.license(request)).toEqual(licenseExample)
    })
  )

  it.effect("accepts 304 without a body", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* clientOf(304, undefined)
      const [body, response] = yield* client.license({
        ...request,
        headers: { "if-none-match": '"2f0c"' },
        responseMode: "decoded-and-response"
      })
      expect([body, response.status]).toEqual([undefined, 304])
      expect(asked[0]?.headers["if-none-match"]).toBe('"2f0c"')
    })
  )

  for (const [status, name] of failures) {
    it.effect(`fails with ${name} on ${status}, the body unchanged`, () =>
      Effect.gen(function* () {
        const examples = Object.values(responseExamples[name] ?? {})
        expect(examples).not.toEqual([])
        for (const { value } of examples) {
          const { client } = yield* clientOf(status, value)
          expect(yield* Effect.flip(client.license(request))).toEqual(value)
        }
      })
    )
  }

  it.effect("gets the health without an API key, and fails if the server is draining", () =>
    Effect.gen(function* () {
      const draining = responseExamples["Draining"]?.["draining"]?.value
      const { asked, client } = yield* clientOf(503, draining)
      expect(yield* Effect.flip(client.health({ headers: {} }))).toEqual(draining)
      expect(asked[0]?.headers).not.toHaveProperty("authorization")
    })
  )
})
