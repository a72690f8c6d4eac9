import { assert, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import { TaxonomyClient, type EffectClientOptions } from "../../../src/client/EffectClient.ts"
import { publishStory } from "../server/licensing.ts"
import { TestServer, waitUntil } from "../server/TestServer.ts"
import { hostileServer } from "./HostileServer.ts"

/** The client of the test's server, as a service. */
const clientLayer = (options: Partial<EffectClientOptions> = {}) =>
  Layer.unwrap(
    Effect.map(TestServer, ({ key, port }) =>
      TaxonomyClient.layer({
        baseUrl: `http://127.0.0.1:${port}/api/taxonomy`,
        apiKey: Redacted.make(key),
        version: "v1.3",
        ...options
      })
    )
  )

layer(
  TestServer.layer((releases) => publishStory(releases)),
  { excludeTestServices: true }
)("a client of Effect", (it) => {
  it.effect("reads every resource as served, with rate limit and version", () =>
    Effect.gen(function* () {
      const { get } = yield* TestServer
      const client = yield* TaxonomyClient
      assert.deepStrictEqual<unknown>(yield* client.license("NIL-EDU"), (yield* get("/v1/licenses/NIL-EDU")).json)
      assert.deepStrictEqual<unknown>(yield* client.dimensions(), (yield* get("/v1/dimensions")).json)
      assert.deepStrictEqual<unknown>(yield* client.schema(), (yield* get("/v1/schema")).json)
      assert.deepStrictEqual<unknown>(yield* client.releases(), (yield* get("/v1/releases")).json)
      assert.deepStrictEqual<unknown>(yield* client.items(), (yield* get("/v1/items")).json)
      const { licenses } = yield* client.licenses({ use_type: "editorial" })
      assert.deepStrictEqual(
        licenses.map(({ code }) => code),
        ["NIL-AD-NA"]
      )
      assert.strictEqual((yield* client.health()).status, "ok")
      const { response } = yield* client.withResponse.dimensions({ cache: "no-cache" })
      assert.deepInclude(response.rateLimit, { limit: "unlimited" })
      assert.deepInclude(response.version, { taxonomy: "v1.3", upgradeAvailable: true })
    }).pipe(Effect.provide(clientLayer({ onDeprecation: () => {} })))
  )

  it.effect("fails with errors that are distinguished by their tags", () =>
    Effect.gen(function* () {
      const client = yield* TaxonomyClient
      const told = yield* client.license("NO-SUCH", { requestId: "id-1" }).pipe(
        Effect.as("found"),
        Effect.catchTag("NotFound", ({ message, requestId }) => Effect.succeed(`${requestId}: ${message}`))
      )
      assert.strictEqual(told, "id-1: Base license 'NO-SUCH' not found")
    }).pipe(Effect.provide(clientLayer({ onDeprecation: () => {} })))
  )

  it.effect("logs its warnings without the option warn", () =>
    Effect.gen(function* () {
      const logged: Array<string> = []
      const logger = Logger.make(({ logLevel, message }) => {
        logged.push(`${logLevel}: ${[message].flat().join(" ")}`)
      })
      yield* Effect.gen(function* () {
        const client = yield* TaxonomyClient
        yield* client.license("NIL-CLASSROOM")
      }).pipe(Effect.provide(clientLayer({ version: "latest" }).pipe(Layer.provideMerge(Logger.layer([logger])))))
      yield* waitUntil(() => logged.length >= 2)
      assert.lengthOf(logged, 2)
      assert.match(logged[0] ?? "", /^Warn: version "latest" is not advised in production/)
      assert.match(logged[1] ?? "", /^Warn: Deprecation: NIL-CLASSROOM is deprecated/)
    })
  )

  it.effect("fails for an invalid option", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(
        TaxonomyClient.make({ baseUrl: "nowhere", apiKey: Redacted.make("nil_sample") })
      )
      assert.deepStrictEqual([failure._tag, failure.argument], ["InvalidArgument", "baseUrl"])
    })
  )
})

it.live("a client of Effect closes its connection when a call is interrupted", () =>
  Effect.gen(function* () {
    const server = yield* hostileServer(() => undefined)
    const client = yield* TaxonomyClient.make({
      baseUrl: `http://127.0.0.1:${server.port}`,
      apiKey: Redacted.make("nil_sample")
    })
    const call = yield* Effect.forkChild(client.schema())
    yield* waitUntil(() => server.requests.length === 1)
    yield* Fiber.interrupt(call)
    yield* waitUntil(() => server.closed() > 0)
    assert.lengthOf(server.requests, 1)
  }).pipe(Effect.scoped)
)
