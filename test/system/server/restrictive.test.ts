import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import type { Tier } from "../../../src/domain/keys/Tier.ts"
import { patience, pause } from "../../support/Patience.ts"
import { runKeys } from "../cli/keys/runKeys.ts"
import { describeWithRedis, ownRedis, type OwnRedis } from "../limits/redis.ts"
import { holder, keyIn } from "./many/ManyMachines.ts"
import { serverProcess } from "./many/ServerProcess.ts"
import { publishRelease, vocabulary } from "./releases.ts"
import { send, type Received } from "./request.ts"

/** A server that leaves nothing to shared caches, and no request uncounted. */
class RestrictiveServer extends Context.Service<
  RestrictiveServer,
  {
    readonly redis: OwnRedis
    readonly limitedKey: string
    readonly unlimitedKey: string
    readonly get: (path: string, key?: string, headers?: Readonly<Record<string, string>>) => Effect.Effect<Received>
  }
>()("taxonomy-licensing-data-service/test/system/server/restrictive.test/RestrictiveServer") {
  static readonly layer = Layer.effect(
    RestrictiveServer,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })
      const [releases, keys] = [`${folder}/releases`, `${folder}/keys.ndjson`]
      yield* publishRelease(releases, "1.0.0", vocabulary("EDU"))
      const issue = (tier: Tier) =>
        Effect.map(runKeys(["issue", "--keys", keys, ...holder(tier)]), ({ stdout }) => keyIn(stdout))
      const [limitedKey, unlimitedKey] = [yield* issue("professional"), yield* issue("enterprise")]
      const redis = yield* ownRedis()
      yield* redis.start
      const options = {
        releases,
        keys,
        caching: "private",
        limits: redis.url,
        "limits-unavailable": "closed",
        // Longer than any request takes on a busy machine.
        "limits-timeout": "60000"
      }
      const { port } = yield* serverProcess(Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]))
      return RestrictiveServer.of({
        redis,
        limitedKey,
        unlimitedKey,
        get: (path, key, headers) =>
          send(port, `/api/taxonomy${path}`, {
            headers: { ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }), ...headers }
          })
      })
    })
  ).pipe(Layer.orDie, Layer.provide(NodeServices.layer))
}

/** Asks with the limited key until the server answers with this status. */
const answerWith = Effect.fnUntraced(function* (status: number) {
  const { get, limitedKey } = yield* RestrictiveServer
  return yield* get("/v1/schema", limitedKey).pipe(
    Effect.repeat({ until: (received) => received.status === status, schedule: pause }),
    Effect.timeout(patience),
    Effect.orDie
  )
})

describeWithRedis("a restrictive server", () => {
  // One test stops Redis. The others need no count.
  layer(RestrictiveServer.layer, { excludeTestServices: true })((it) => {
    it.effect("lets clients alone store responses to requests with a key", () =>
      Effect.gen(function* () {
        const { get, unlimitedKey } = yield* RestrictiveServer
        for (const path of ["/v1/schema", "/v1/licenses", "/v1/licenses/EDU", "/v1/dimensions?version=v1.0"]) {
          const full = yield* get(path, unlimitedKey)
          assert.strictEqual(full.status, 200, path)
          const unchanged = yield* get(path, unlimitedKey, { "If-None-Match": String(full.headers.etag) })
          assert.strictEqual(unchanged.status, 304, path)
          for (const { headers } of [full, unchanged]) {
            assert.strictEqual(headers["cache-control"], "private, max-age=3600", path)
          }
        }
      })
    )

    it.effect("restricts no document that needs no key", () =>
      Effect.gen(function* () {
        const { get } = yield* RestrictiveServer
        const caching = yield* Effect.forEach(["/docs", "/openapi.json", "/explore"], (path) =>
          Effect.map(get(path), ({ headers, status }) => [path, status, headers["cache-control"]])
        )
        assert.deepStrictEqual(caching, [
          ["/docs", 200, "public, max-age=3600, s-maxage=7200"],
          ["/openapi.json", 200, "public, max-age=3600, s-maxage=7200"],
          ["/explore", 200, "no-cache"]
        ])
      })
    )

    it.effect("refuses keys with a limit while Redis is away, and nobody else", () =>
      Effect.gen(function* () {
        const { get, redis, unlimitedKey } = yield* RestrictiveServer
        yield* answerWith(200)
        yield* redis.kill
        const refused = yield* answerWith(503)
        assert.include(refused.headers, {
          "x-error-code": "limits-unavailable",
          "retry-after": "1",
          "cache-control": "no-store"
        })
        assert.strictEqual((yield* get("/v1/schema", unlimitedKey)).status, 200)
        assert.strictEqual((yield* get("/docs")).status, 200)
        yield* redis.start
        yield* answerWith(200)
      })
    )
  })
})
