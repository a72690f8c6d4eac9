import { inspect } from "node:util"
import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { licenseExample } from "../../../src/api/openapi/Examples.ts"
import { TaxonomyClient as EffectClient } from "../../../src/client/EffectClient.ts"
import {
  InvalidArgument,
  TaxonomyClient,
  UnexpectedAnswer,
  type CallOptions,
  type ClientOptions,
  type Fetch
} from "../../../src/client/Package.ts"
import { rejected } from "./rejected.ts"

const apiKey = "nil_0123456789abcdefABCDEF0123456789"
const baseUrl = "https://licensing.example/api/taxonomy"

/** A client that always receives the same license, and its requests. */
const clientOf = (options: Partial<ClientOptions> = {}, headers: Readonly<Record<string, string>> = {}) => {
  const sent: Array<Parameters<Fetch>[1]> = []
  const fetch: Fetch = (_, request) => {
    sent.push(request)
    return Promise.resolve(Response.json(licenseExample, { headers }))
  }
  return { client: new TaxonomyClient({ baseUrl, apiKey, fetch, ...options }), sent }
}

/** A value from a program without types. */
// oxlint-disable-next-line typescript/no-explicit-any, typescript/no-unsafe-return -- that is what is tried
const untyped = (value: unknown): any => value

describe("an option", () => {
  it.each(["", "/", "?", "#", "//?#"])("baseUrl may end in %j", async (end) => {
    const addresses: Array<string> = []
    const fetch: Fetch = (url) => {
      addresses.push(url)
      return Promise.resolve(Response.json(licenseExample))
    }
    await clientOf({ baseUrl: `${baseUrl}${end}`, fetch }).client.license("A")
    assert.deepStrictEqual(addresses, [`${baseUrl}/v1/licenses/A?version=v1`])
  })

  it("may be undefined, which means its default", async () => {
    const none: { [Name in keyof ClientOptions as undefined extends ClientOptions[Name] ? Name : never]-?: undefined } =
      {
        baseUrl: undefined,
        apiKey: undefined,
        headers: undefined,
        version: undefined,
        locale: undefined,
        sourceLanguage: undefined,
        timeout: undefined,
        retries: undefined,
        retryDelay: undefined,
        maxRetryDelay: undefined,
        cache: undefined,
        store: undefined,
        staleIfError: undefined,
        onStale: undefined,
        now: undefined,
        maxBodyBytes: undefined,
        rememberBytes: undefined,
        onDeprecation: undefined,
        warn: undefined,
        fetch: undefined,
        dangerouslyAllowBrowser: undefined
      }
    expectTypeOf<typeof none>().toExtend<ClientOptions>()
    expectTypeOf<{
      signal: undefined
      requestId: undefined
      locale: undefined
      cache: undefined
    }>().toExtend<CallOptions>()
    assert.instanceOf(new TaxonomyClient({ ...none, baseUrl, apiKey }), TaxonomyClient)
    const call = { signal: undefined, requestId: undefined }
    assert.strictEqual((await clientOf().client.license("A", call)).code, licenseExample.code)
  })

  it("of the Effect client may be undefined, so that warnings are logged", () =>
    Effect.gen(function* () {
      const logged: Array<string> = []
      const logger = Logger.make(({ message }) => void logged.push([message].flat().join(" ")))
      yield* EffectClient.make({ baseUrl, apiKey: Redacted.make(apiKey), version: "latest", warn: undefined }).pipe(
        Effect.provide(Logger.layer([logger]))
      )
      assert.match(logged.join("\n"), /^version "latest" is not advised/)
    }).pipe(Effect.runPromise))

  it.each([
    ["baseUrl", undefined],
    ["options", null],
    ["options", "https://licensing.example"],
    ["fetch", { baseUrl, apiKey, fetch: "x" }],
    ["fetch", { baseUrl, apiKey, fetch: null }],
    ["onDeprecation", { baseUrl, apiKey, onDeprecation: 7 }],
    ["warn", { baseUrl, apiKey, warn: {} }],
    ["baseUrl", { apiKey }],
    ["baseUrl", { apiKey, baseUrl: Symbol("x") }],
    ["apiKey", { baseUrl }],
    ["version", { baseUrl, apiKey, version: 1 }],
    ["locale", { baseUrl, apiKey, locale: "fr_CA" }],
    ["locale", { baseUrl, apiKey, locale: ["fr", 7] }],
    ["sourceLanguage", { baseUrl, apiKey, sourceLanguage: "en_US" }],
    ["sourceLanguage", { baseUrl, apiKey, sourceLanguage: ["en"] }],
    ["retries", { baseUrl, apiKey, retries: "3" }],
    ["maxRetryDelay", { baseUrl, apiKey, maxRetryDelay: -1 }],
    ["cache", { baseUrl, apiKey, cache: "no-store" }],
    ["store", { baseUrl, apiKey, store: () => undefined }],
    ["store", { baseUrl, apiKey, store: { get: () => undefined } }],
    ["staleIfError", { baseUrl, apiKey, staleIfError: -1 }],
    ["staleIfError", { baseUrl, apiKey, staleIfError: "60" }],
    ["onStale", { baseUrl, apiKey, onStale: true }],
    ["now", { baseUrl, apiKey, now: 0 }]
  ])("of the wrong type is rejected by name: %s", (argument, options) => {
    let problem: unknown
    try {
      problem = new TaxonomyClient(untyped(options))
    } catch (thrown) {
      problem = thrown
    }
    if (!(problem instanceof InvalidArgument)) return assert.fail(inspect(problem))
    assert.strictEqual(problem.argument, argument)
  })

  it.each([
    ["options", null],
    ["apiKey", { baseUrl, apiKey }]
  ])("of the wrong type is rejected by name in Effect: %s", (argument, options) =>
    Effect.gen(function* () {
      const problem = yield* Effect.flip(EffectClient.make(untyped(options)))
      assert.strictEqual(problem.argument, argument)
    }).pipe(Effect.runPromise)
  )
})

describe("the option locale", () => {
  const { name } = licenseExample
  const french = licenseExample.translations?.["fr"]?.name

  it.each([
    [undefined, undefined, name],
    ["fr-CA", undefined, french],
    [["de", "fr"], undefined, french],
    ["de", undefined, name],
    ["fr", [], name],
    [undefined, "fr", french]
  ] as const)(
    "of the client is %j and that of a call is %j: selects the language",
    async (locale, ofCall, expected) => {
      const { client } = clientOf({ locale })
      assert.strictEqual((await client.license("A", { locale: ofCall })).name, expected)
    }
  )

  it.each([
    [undefined, ["en", "fr"], name],
    [undefined, ["en-US", "fr"], name],
    ["de", ["en", "fr"], french],
    ["de", ["de-AT", "fr"], name]
  ] as const)("is not searched past the source language %j: %j", async (sourceLanguage, locale, expected) => {
    const { client } = clientOf({ sourceLanguage })
    assert.strictEqual((await client.license("A", { locale })).name, expected)
  })

  it("of a call rejects an invalid language tag before a request", async () => {
    const { client, sent } = clientOf()
    const failure = await rejected(client.license("A", { locale: "fr_CA" }))
    assert.instanceOf(failure, InvalidArgument)
    assert.deepStrictEqual([failure.argument, sent.length], ["locale", 0])
  })
})

describe("an argument of a call", () => {
  it.each([
    ["filter", (client: TaxonomyClient) => client.licenses(untyped(null))],
    ["filter", (client: TaxonomyClient) => client.licenses(untyped("editorial"))],
    ["filter", (client: TaxonomyClient) => client.licenses(untyped(["editorial"]))],
    ["filter", (client: TaxonomyClient) => client.licenses(untyped({ use_type: null }))],
    ["filter", (client: TaxonomyClient) => client.licenses(untyped({ use_type: [undefined] }))],
    ["code", (client: TaxonomyClient) => client.license(untyped(undefined))],
    ["options", (client: TaxonomyClient) => client.schema(untyped(null))],
    ["options", (client: TaxonomyClient) => client.licenses({}, untyped("x"))],
    ["signal", (client: TaxonomyClient) => client.schema({ signal: untyped("x") })],
    ["signal", (client: TaxonomyClient) => client.schema({ signal: untyped(new AbortController()) })],
    ["requestId", (client: TaxonomyClient) => client.schema({ requestId: untyped(7) })],
    ["cache", (client: TaxonomyClient) => client.schema({ cache: untyped("reload") })]
  ] as const)("of the wrong type is rejected by name, before a request: %s", async (argument, call) => {
    const { client, sent } = clientOf()
    const problem = await rejected(call(client))
    if (!(problem instanceof InvalidArgument)) return assert.fail(inspect(problem))
    assert.strictEqual(problem.argument, argument)
    assert.lengthOf(sent, 0)
  })
})

describe("a method", () => {
  it("is bound to its client", async () => {
    const { health, license } = clientOf().client
    assert.strictEqual((await license("A")).code, licenseExample.code)
    assert.instanceOf(await rejected(health()), UnexpectedAnswer)
  })
})

describe("a bug in a program", () => {
  it("is a defect in Effect, not an error of the client", () =>
    Effect.gen(function* () {
      const client = yield* EffectClient.make({ baseUrl, apiKey: Redacted.make(apiKey) })
      const mistake = new RangeError("a mistake")
      const options = {
        get requestId(): string {
          throw mistake
        }
      }
      const exit = yield* Effect.exit(client.schema(options))
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause) && !Cause.hasFails(exit.cause))
      assert.strictEqual(Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined, mistake)
    }).pipe(Effect.runPromise))
})

describe("a baseUrl", () => {
  it.each([
    ["http://licensing.example", 1],
    ["http://10.0.0.1:8080", 1],
    ["https://licensing.example", 0],
    ["http://localhost:8080", 0],
    ["http://taxonomy.localhost", 0],
    ["http://127.0.0.1:8080", 0],
    ["http://[::1]:8080", 0]
  ] as const)("that sends the API key unencrypted causes one warning: %s", async (baseUrl, expected) => {
    const warnings: Array<string> = []
    const { client } = clientOf({ baseUrl, warn: (text) => warnings.push(text) })
    await client.license("A")
    await client.license("A")
    assert.lengthOf(warnings, expected)
    for (const warning of warnings) assert.include(warning, "unencrypted")
  })
})

describe("a request", () => {
  it("names the client and accepts JSON", async () => {
    const { client, sent } = clientOf()
    await client.license("A")
    assert.match(sent[0]?.headers["user-agent"] ?? "", /^nil-licensing-client\/\d+\.\d+\.\d+$/)
    assert.strictEqual(sent[0]?.headers["accept"], "application/json")
  })
})

describe("an API key", () => {
  it("that is too short is not masked", async () => {
    const headers = {
      "X-Taxonomy-Version": "v1.0",
      "X-Latest-Version": "v1.2",
      "X-Latest-Compatible-Version": "v1.1",
      "X-Upgrade-Available": "true"
    }
    for (const apiKey of ["1", "application/json", "v1.0"]) {
      const { client } = clientOf({ apiKey }, headers)
      const { data, response } = await client.license("A").withResponse()
      assert.strictEqual(data.code, licenseExample.code)
      assert.deepStrictEqual(response.version, {
        taxonomy: "v1.0",
        latest: "v1.2",
        latestCompatible: "v1.1",
        upgradeAvailable: true
      })
    }
  })

  it("is masked in every text from a response", async () => {
    const noticed = Promise.withResolvers<string>()
    const { client } = clientOf(
      { onDeprecation: (notice) => noticed.resolve(inspect(notice)) },
      {
        "X-Taxonomy-Version": apiKey,
        "X-Latest-Version": apiKey,
        "X-Latest-Compatible-Version": apiKey,
        "X-Deprecation-Warning": apiKey,
        "X-Request-ID": apiKey
      }
    )
    const { response } = await client.license("A").withResponse()
    const notice = await noticed.promise
    assert.notInclude(notice + inspect(response), apiKey)
    assert.include(notice, "<API key>")
  })
})

describe("the cache", () => {
  it("counts the addresses and entity tags of its bodies", async () => {
    const askedAgain = async (rememberBytes: number) => {
      const { client, sent } = clientOf({ rememberBytes, cache: "no-cache" }, { ETag: '"0123456789"' })
      await client.license("A")
      await client.license("A")
      return sent[1]?.headers["if-none-match"] !== undefined
    }
    const body = Buffer.byteLength(JSON.stringify(licenseExample))
    const address = `${baseUrl}/v1/licenses/A?version=v1`
    const all = body + 2 * (address.length + '"0123456789"'.length)
    assert.deepStrictEqual([await askedAgain(all), await askedAgain(all - 1)], [true, false])
  })
})
