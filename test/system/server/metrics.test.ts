import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import { endpointRoutes } from "../../../src/api/EndpointRoutes.ts"
import { registerObserved } from "../../../src/platform/ProcessMetrics.ts"
import { generateSigningKey, signCheckpoint } from "../../../src/transparency/SigningKey.ts"
import { pause } from "../../support/Patience.ts"
import { publishRelease, vocabulary } from "./releases.ts"
import { send } from "./request.ts"
import { putFile, signLog } from "./signedLog.ts"
import { TestServer } from "./TestServer.ts"

/** A server and a registry of metrics for one test alone. */
const server = Layer.provideMerge(
  TestServer.layer(),
  Layer.sync(Metric.MetricRegistry)(() => new Map())
)

/** The metrics as Prometheus reads them, by name and labels. */
const metrics: Effect.Effect<ReadonlyMap<string, number>> = Effect.map(
  PrometheusMetrics.format(),
  (text) =>
    new Map(
      text
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#"))
        .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))])
    )
)

const metric = (name: string): Effect.Effect<number | undefined> => Effect.map(metrics, (all) => all.get(name))

const requests = (route: string, status: number) =>
  metric(`taxonomy_http_requests_total{route="${route}",status="${status}"}`)

describe("the metrics of a server", () => {
  it.live("exist at 0 for every endpoint and for unknown paths before the first request", () =>
    Effect.gen(function* () {
      for (const { name } of endpointRoutes()) assert.strictEqual(yield* requests(name, 500), 0)
      assert.strictEqual(yield* requests("unknown", 500), 0)
    }).pipe(Effect.provide(server))
  )

  it.live("count requests by endpoint and status, with their durations", () =>
    Effect.gen(function* () {
      const { get } = yield* TestServer
      const { headers } = yield* get("/v1/licenses/EDU")
      yield* get("/v1/licenses/EDU", { headers: { "If-None-Match": String(headers["etag"]) } })
      yield* get("/v1/licenses/NO-SUCH")
      yield* get("/v1/dimensions", { method: "POST" })
      assert.strictEqual(yield* requests("license", 200), 1)
      assert.strictEqual(yield* requests("license", 304), 1)
      assert.strictEqual(yield* requests("license", 404), 1)
      assert.strictEqual(yield* requests("dimensions", 405), 1)
      assert.strictEqual(yield* metric('taxonomy_http_request_duration_seconds_count{route="license"}'), 3)
      const buckets = [...(yield* metrics)].filter(([name]) => /_bucket\{route="license",/.test(name))
      assert.isTrue(buckets.every(([, count], index) => count >= (buckets[index - 1]?.[1] ?? 0)))
      assert.deepStrictEqual(buckets.at(-1), [
        'taxonomy_http_request_duration_seconds_bucket{route="license",le="+Inf"}',
        3
      ])
    }).pipe(Effect.provide(server))
  )

  it.live("count authentication failures by reason and refusals by window", () =>
    Effect.gen(function* () {
      const { get, newKey, port, revoke } = yield* TestServer
      const failures = (reason: string) => metric(`taxonomy_authentication_failures_total{reason="${reason}"}`)
      assert.strictEqual(yield* failures("revoked"), 0)
      yield* send(port, "/api/taxonomy/v1/schema")
      yield* get("/v1/schema", { key: "nil_wrong" })
      const { identifier, key } = yield* newKey("free")
      yield* revoke(identifier)
      yield* askUntil(403, () => get("/v1/schema", { key }))
      assert.strictEqual(yield* failures("missing"), 1)
      assert.strictEqual(yield* failures("invalid"), 1)
      assert.strictEqual(yield* failures("revoked"), 1)

      const free = yield* newKey("free")
      for (let count = 0; count < 100; count++) yield* get("/v1/schema", { key: free.key })
      // Whatever else is wrong with the request.
      assert.strictEqual((yield* get("/v1/licenses/NO-SUCH", { key: free.key })).status, 429)
      assert.strictEqual(yield* metric('taxonomy_limit_refusals_total{window="hour"}'), 1)
      assert.strictEqual(yield* metric('taxonomy_limit_refusals_total{window="day"}'), 0)
    }).pipe(Effect.provide(server))
  )

  it.live("contain nothing that a client sent, and no series per client input", () =>
    Effect.gen(function* () {
      const { get, key, port } = yield* TestServer
      const strange = (mark: string) =>
        Effect.all([
          get(`/v1/licenses/${mark}`),
          get(`/v1/schema?${mark}=1`),
          get(`/v1/${mark}`),
          get("/v1/licenses", { key: `nil_${mark}` }),
          send(port, `/${mark}`, { method: "DELETE", headers: { "X-Request-ID": mark, "User-Agent": mark } })
        ])
      yield* strange("first-mark")
      const names = new Set((yield* metrics).keys())
      yield* strange("second-mark")
      assert.deepStrictEqual(new Set((yield* metrics).keys()), names)
      const text = [...names].join("\n")
      assert.notMatch(text, /mark/)
      assert.notInclude(text, key.slice(0, 12))
    }).pipe(Effect.provide(server))
  )

  it.live("show that the key ledger cannot be read, like health, until it recovers", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { get, port, releases } = yield* TestServer
      const ledger = `${releases}/../keys.ndjson`
      const sound = yield* fs.readFileString(ledger)
      assert.strictEqual(yield* metric("taxonomy_keys_degraded"), 0)
      assert.isAbove((yield* metric("taxonomy_keys_active")) ?? 0, 0)
      yield* Effect.repeat(metric("taxonomy_keys_age_seconds"), {
        until: (seconds = 60) => seconds < 5,
        schedule: pause
      })
      yield* fs.writeFileString(ledger, `${sound}garbage\n`)
      yield* Effect.repeat(Effect.delay(metric("taxonomy_keys_degraded"), "5 millis"), {
        until: (value) => value === 1
      })
      assert.propertyVal((yield* send(port, "/api/health")).json, "status", "degraded")
      assert.strictEqual((yield* get("/v1/schema")).status, 200)
      yield* fs.writeFileString(ledger, sound)
      yield* Effect.repeat(Effect.delay(metric("taxonomy_keys_degraded"), "5 millis"), {
        until: (value) => value === 0
      })
      assert.propertyVal((yield* send(port, "/api/health")).json, "status", "ok")
    }).pipe(Effect.provide([server, NodeServices.layer]))
  )

  it.live("show the catalog and its growth", () =>
    Effect.gen(function* () {
      const { releases } = yield* TestServer
      assert.strictEqual(yield* metric("taxonomy_catalog_releases"), 1)
      assert.strictEqual(yield* metric("taxonomy_catalog_majors"), 1)
      assert.strictEqual(yield* metric("taxonomy_catalog_degraded"), 0)
      assert.isAbove((yield* metric("taxonomy_bodies_bytes")) ?? 0, 1000)
      yield* publishRelease(releases, "1.1.0", vocabulary("EDU", "TEXT-1.5", "NEWS"))
      yield* Effect.repeat(Effect.delay(metric("taxonomy_catalog_releases"), "5 millis"), {
        until: (count) => count === 2
      })
      assert.strictEqual(yield* metric("taxonomy_catalog_reloads_total"), 1)
      assert.strictEqual(yield* metric("taxonomy_catalog_failed_reloads_total"), 0)
    }).pipe(Effect.provide([server, NodeServices.layer]))
  )

  it.live("show how far the log is signed, and a checkpoint that does not fit", () =>
    Effect.gen(function* () {
      const { releases } = yield* TestServer
      const { key } = yield* Effect.promise(() => generateSigningKey("example.com/taxonomy", "ed25519"))
      const becomes = (name: string, expected: number) =>
        Effect.repeat(Effect.delay(metric(name), "5 millis"), { until: (value) => value === expected })
      assert.strictEqual(yield* metric("taxonomy_catalog_signed_sequence"), 0)
      yield* signLog(releases, key)
      yield* becomes("taxonomy_catalog_signed_sequence", 1)
      const fork = signCheckpoint({ origin: "example.com/taxonomy", size: 1, root: new Uint8Array(32) }, [key])
      yield* putFile(`${releases}/checkpoint`, fork)
      yield* becomes("taxonomy_catalog_degraded", 1)
      assert.strictEqual(yield* metric("taxonomy_catalog_failed_reloads_total"), 1)
      assert.strictEqual(yield* metric("taxonomy_catalog_signed_sequence"), 1)
    }).pipe(Effect.provide([server, NodeServices.layer]))
  )
})

/** Asks again until the server has taken note. */
const askUntil = <E, R>(
  status: number,
  ask: () => Effect.Effect<{ readonly status: number }, E, R>
): Effect.Effect<void, E, R> =>
  Effect.flatMap(ask(), (received) =>
    received.status === status ? Effect.void : Effect.delay(askUntil(status, ask), "5 millis")
  )

describe("an observed metric", () => {
  it.effect("is read at each scrape and removed with its scope", () =>
    Effect.gen(function* () {
      let value = 1
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* registerObserved({
            shown: ["A value", () => value, { kind: "test" }],
            grown_total: ["A count", () => value]
          })
          assert.include(yield* PrometheusMetrics.format(), '# TYPE shown gauge\nshown{kind="test"} 1\n')
          value = 2.5
          assert.include(yield* PrometheusMetrics.format(), '\nshown{kind="test"} 2.5\n')
          assert.include(yield* PrometheusMetrics.format(), "# TYPE grown_total counter\ngrown_total 2.5\n")
        })
      )
      assert.strictEqual(yield* PrometheusMetrics.format(), "")
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )
})
