import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FileSystem from "effect/FileSystem"
import { sha256 } from "../../../src/platform/Sha256.ts"
import { patience, pause } from "../../support/Patience.ts"
import { publishRelease, vocabulary } from "./releases.ts"
import type { Received } from "./request.ts"
import { TestServer, waitUntil } from "./TestServer.ts"

const codes = ["L0", "L1", "L2", "L3", "L4", "L5", "L6", "L7"]

const newest = `v1.${codes.length - 1}`

/** What of a response must come from one and the same release. */
const releaseOf = ({ bytes, headers, json }: Received) => {
  assert.strictEqual(headers.etag, `"${sha256(bytes)}"`)
  assert.isObject(json)
  assert.include(json, { version: headers["x-taxonomy-version"] })
  return String(headers["x-taxonomy-version"])
}

layer(TestServer.layer({ "1.0.0": vocabulary("L0") }), { excludeTestServices: true })(
  "a server while releases are published",
  (it) => {
    it.effect("fails no request, mixes no two releases in a response and serves each release", () =>
      Effect.gen(function* () {
        const { get, releases } = yield* TestServer
        const seen = new Map<string, Set<string>>()
        const asking = (path: string) =>
          Effect.suspend(() => {
            const versions = new Set<string>()
            seen.set(path, versions)
            const once = Effect.map(get(path), (received) => {
              assert.strictEqual(received.status, 200)
              versions.add(releaseOf(received))
            })
            return Effect.repeat(once, { until: () => versions.has(newest) })
          })
        const callers = yield* Effect.forkChild(
          Effect.forEach(["/v1/schema", "/v1/licenses", "/v1/licenses/L0", "/v1/dimensions"], asking, {
            concurrency: "unbounded",
            discard: true
          })
        )
        for (const index of codes.keys()) {
          if (index === 0) continue
          yield* publishRelease(releases, `1.${index}.0`, vocabulary(...codes.slice(0, index + 1)))
          yield* waitUntil(() => seen.get("/v1/licenses")?.has(`v1.${index}`) === true).pipe(Effect.timeout(patience))
        }
        yield* Fiber.join(callers)
        // Those before are answered by name.
        for (const index of codes.keys()) {
          const received = yield* get(`/v1/schema?version=1.${index}.0`)
          assert.strictEqual(received.status, 200)
          assert.strictEqual(releaseOf(received), `v1.${index}`)
        }
      }).pipe(Effect.provide(NodeServices.layer))
    )
  }
)

const twoReleases = TestServer.layer({ "1.0.0": vocabulary("L0"), "1.1.0": vocabulary("L0", "L1") })

layer(twoReleases, { excludeTestServices: true })("a server whose releases were altered after the start", (it) => {
  it.effect("answers 503 for altered files, serves the rest and reports that it is degraded", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { get, releases } = yield* TestServer
      const schema = `${releases}/v1.0.0/schema.json`
      const sound = yield* fs.readFile(schema)
      const old = Effect.map(get("/v1/schema?version=1.0.0"), ({ status }) => status)
      yield* fs.writeFile(schema, sound.subarray(0, -1))
      const failed = yield* get("/v1/schema?version=1.0.0")
      assert.strictEqual(failed.status, 503)
      assert.include(failed.headers, {
        "x-error-code": "release-damaged",
        vary: "Authorization, Accept-Encoding",
        "cache-control": "no-store",
        "x-ratelimit-limit": "unlimited"
      })
      assert.strictEqual((yield* get("/v1/schema")).status, 200)
      assert.include((yield* get("/health")).json, { status: "degraded" })

      yield* fs.writeFile(schema, sound)
      assert.strictEqual(yield* Effect.repeat(old, { until: (status) => status === 200, schedule: pause }), 200)
      assert.include((yield* get("/health")).json, { status: "ok" })
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
