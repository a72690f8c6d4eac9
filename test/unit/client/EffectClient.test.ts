import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import {
  changesExample,
  dimensionsExample,
  itemsExample,
  licenseExample,
  licensesExample,
  releasesExample,
  schemaExample,
  timeExample
} from "../../../src/api/openapi/Examples.ts"
import { InvalidArgument, TaxonomyClient, type EffectClientOptions } from "../../../src/client/EffectClient.ts"

const apiKey = Redacted.make("nil_0123456789abcdefABCDEF0123456789")
const baseUrl = "https://licensing.example"

/** A client whose requests get one answer each, and the paths and ids of its requests. */
const makeClient = (...answers: ReadonlyArray<Response>) => {
  const requests: Array<readonly [path: string, id: string | undefined]> = []
  const options: EffectClientOptions = {
    baseUrl,
    apiKey,
    retries: 0,
    onDeprecation: () => {},
    fetch: async (url, { headers }) => {
      const answer = answers[requests.push([url.slice(baseUrl.length), headers["x-request-id"]]) - 1]
      return answer ?? assert.fail(`${url} is requested`)
    }
  }
  return { requests, client: TaxonomyClient.make(options) }
}

type Service = Effect.Success<ReturnType<typeof TaxonomyClient.make>>

const text = (body: string) => new Response(body, { headers: { "content-type": "text/plain" } })
const checkpoint = `example/log\n1\n${"A".repeat(43)}=\n\n\u2014 example/log AAAA\n`
const health = { status: "ok", version: "1.0.0", timestamp: timeExample }
const options = { requestId: "mine" }

describe("a client of Effect", () => {
  it.effect.each<readonly [string, unknown, (client: Service) => Effect.Effect<unknown, Error>]>([
    ["/v1/licenses?use_type=A&version=v1", licensesExample, ({ licenses }) => licenses({ use_type: "A" }, options)],
    ["/v1/licenses/A?version=v1", licenseExample, ({ license }) => license("A", options)],
    ["/v1/dimensions?version=v1", dimensionsExample, ({ dimensions }) => dimensions(options)],
    ["/v1/schema?version=v1", schemaExample, ({ schema }) => schema(options)],
    ["/v1/releases", releasesExample, ({ releases }) => releases({}, options)],
    ["/v1/items", itemsExample, ({ items }) => items({}, options)],
    ["/v1/changes?from=v1", changesExample, (client) => client.changes({ from: "v1" }, options)],
    ["/health", health, (client) => client.health(options)]
  ])("reads %s with the options of the call", ([path, body, read]) =>
    Effect.gen(function* () {
      const { client, requests } = makeClient(Response.json(body))
      assert.deepStrictEqual(yield* read(yield* client), body)
      assert.deepStrictEqual(requests, [[path, "mine"]])
    })
  )

  it.effect("reads the checkpoint, and proofs", () =>
    Effect.gen(function* () {
      const proof = "c2sp.org/tlog-proof@v1\n"
      const made = makeClient(text(checkpoint), Response.json(licenseExample), text(proof))
      const client = yield* made.client
      assert.strictEqual(yield* client.checkpoint(options), checkpoint)
      const { artifact: _, ...facts } = yield* client.proof("SAMPLE-PODCAST", options)
      assert.deepStrictEqual(facts, { proof, version: "1.1.0", path: "licenses/SAMPLE-PODCAST.json" })
      assert.deepStrictEqual(made.requests, [
        ["/checkpoint", "mine"],
        ["/v1/licenses/SAMPLE-PODCAST?version=v1", "mine"],
        ["/v1/proofs/licenses/SAMPLE-PODCAST?version=v1.1.0", "mine"]
      ])
    })
  )

  it.effect("has the response beside the body", () =>
    Effect.gen(function* () {
      const headers = {
        "x-taxonomy-version": "v1.1",
        "x-ratelimit-limit": "unlimited",
        "x-ratelimit-remaining": "unlimited",
        "x-ratelimit-reset": "0"
      }
      const { client, requests } = makeClient(Response.json(licenseExample, { headers }))
      const { data, response } = yield* (yield* client).withResponse.license("A", options)
      assert.deepStrictEqual<unknown>(data, licenseExample)
      assert.deepInclude(response.rateLimit, { limit: "unlimited", remaining: "unlimited" })
      assert.deepInclude(response.version, { taxonomy: "v1.1", upgradeAvailable: false })
      assert.strictEqual(response.requestId, requests[0]?.[1])
    })
  )

  it.effect("derives a client with other options", () =>
    Effect.gen(function* () {
      const { client, requests } = makeClient(Response.json(licenseExample))
      const derived = yield* (yield* client).withOptions({ version: "v1.0", locale: "fr-CA" })
      assert.strictEqual((yield* derived.license("A")).name, "Balado commandit\u00e9")
      assert.deepStrictEqual(requests[0]?.[0], "/v1/licenses/A?version=v1.0")
      assert.strictEqual((yield* Effect.flip(derived.withOptions({ timeout: 0 })))._tag, "InvalidArgument")
    })
  )

  it.effect("fails with the errors of the client", () =>
    Effect.gen(function* () {
      const headers = { "x-error-code": "license-not-found" }
      const client = yield* makeClient(Response.json({ message: "No A" }, { status: 404, headers })).client
      const error = yield* Effect.flip(client.license("A"))
      assert.deepStrictEqual([error._tag, error.message], ["NotFound", "No A"])
      assert.strictEqual((yield* Effect.flip(client.license("a b")))._tag, "InvalidArgument")
    })
  )

  it.effect("dies of a failure that is none of the client", () =>
    Effect.gen(function* () {
      const store = { get: () => null, set: () => {}, delete: () => {} }
      const now = () => {
        throw new TypeError("no clock")
      }
      const fetch = async () => Response.json(licenseExample)
      const client = yield* TaxonomyClient.make({ baseUrl, apiKey, fetch, now, store })
      const defect = yield* Effect.catchDefect(client.license("A"), Effect.succeed)
      assert.deepStrictEqual<unknown>(defect, new TypeError("no clock"))
    })
  )

  it.effect("is a service", () =>
    Effect.gen(function* () {
      const client = yield* TaxonomyClient
      assert.isFunction(client.license)
    }).pipe(Effect.provide(TaxonomyClient.layer({ baseUrl, apiKey })))
  )

  it.effect.each([
    [undefined, "baseUrl: is missing. Set the option or TAXONOMY_URL."],
    [null, "options: must be an object."],
    [
      { baseUrl, apiKey: "nil_0123456789abcdefABCDEF0123456789" },
      "apiKey: must be Redacted. Wrap it with Redacted.make."
    ],
    [{ baseUrl, apiKey: Redacted.make("") }, "apiKey: is empty. Check the environment variable that holds it."],
    [{ baseUrl, apiKey, timeout: 0 }, "timeout: must be a whole number from 1 to 2147483647."]
  ] as const)("is not made of %o", ([options, message]) =>
    Effect.gen(function* () {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain JavaScript may pass any value
      const error = yield* Effect.flip(TaxonomyClient.make(options as EffectClientOptions))
      assert.instanceOf(error, InvalidArgument)
      assert.strictEqual(error.message, message)
    })
  )
})
