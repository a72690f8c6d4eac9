import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { keyStoreAt } from "../../../src/cli/keys/KeyOptions.ts"
import { KeyStore } from "../../../src/keys/KeyStore.ts"
import { patience, pause } from "../../support/Patience.ts"
import { until } from "../keys/TestLedger.ts"
import { serverProcess, type ServerProcess } from "../server/many/ServerProcess.ts"
import { publishRelease, vocabulary } from "../server/releases.ts"
import { send, type Sent } from "../server/request.ts"
import { startCollector, type Collector } from "./Collector.ts"
import type { Span } from "./OtlpJson.ts"

/** A server that traces every request, and its collector. */
class Traced extends Context.Service<
  Traced,
  {
    readonly collector: Collector
    readonly server: ServerProcess
    readonly key: string
    readonly get: (path: string, sent?: Sent) => ReturnType<typeof send>
  }
>()("taxonomy-licensing-data-service/test/system/telemetry/otlp.test/Traced") {
  static readonly layer = (...options: ReadonlyArray<string>) =>
    Layer.effect(
      Traced,
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const folder = yield* fs.makeTempDirectoryScoped({ prefix: "taxonomy-test-" })
        yield* publishRelease(`${folder}/releases`, "1.0.0", vocabulary("EDU"))
        yield* publishRelease(`${folder}/releases`, "1.1.0", vocabulary("EDU", "FILM"))
        const keys = `${folder}/keys.ndjson`
        const store = Context.get(yield* Layer.build(keyStoreAt(keys)), KeyStore)
        const key = Redacted.value((yield* store.issue(holder)).key)
        const collector = yield* startCollector
        const places = ["--releases", `${folder}/releases`, "--keys", keys]
        const server = yield* serverProcess(
          [...places, ...options, "--otlp", `${collector.url}/`, "--trace-sampling", "1"],
          {
            OTEL_BSP_SCHEDULE_DELAY: "20",
            OTEL_METRIC_EXPORT_INTERVAL: "20",
            OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=studio%20one",
            OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test"
          }
        )
        return Traced.of({
          collector,
          server,
          key,
          get: (path, { headers, ...sent } = {}) =>
            send(server.port, `/api/taxonomy${path}`, {
              ...sent,
              headers: { Authorization: `Bearer ${key}`, ...headers }
            })
        })
      })
    ).pipe(Layer.provide(NodeServices.layer))
}

const holder = {
  organization: "A studio",
  use_case: "Tests",
  expected_volume: "Little",
  environment: "development",
  tier: "professional"
} as const

const attributesOf = ({ attributes }: { readonly attributes: Span["attributes"] }) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** The span of a request by its id. */
const spanOf = Effect.fnUntraced(function* ({ spans }: Collector, requestId: string) {
  const find = () => spans().find((span) => attributesOf(span)["taxonomy.request_id"] === requestId)
  yield* until(() => find() !== undefined, patience)
  const span = find()
  assert.isDefined(span)
  return span
})

layer(Traced.layer("--trusted-proxy", "loopback"), { excludeTestServices: true, timeout: patience })(
  "a server with --otlp",
  (it) => {
    it.effect("exports a span for each request", () =>
      Effect.gen(function* () {
        const { collector, get, key, server: process } = yield* Traced
        const received = yield* get("/v1/licenses/EDU?version=v1.1.0", {
          headers: { "X-Request-ID": "the-license", "X-Forwarded-For": "203.0.113.7" }
        })
        const server = yield* spanOf(collector, "the-license")
        assert.strictEqual(server.name, "GET /api/taxonomy/{api_version}/licenses/{license_code}")
        assert.strictEqual(server.kind, 2)
        assert.isUndefined(server.parentSpanId)
        assert.deepStrictEqual(server.status, { code: 1 })
        assert.deepStrictEqual(attributesOf(server), {
          "http.request.method": "GET",
          "url.full": `http://127.0.0.1:${process.port}/api/taxonomy/v1/licenses/EDU?version=v1.1.0`,
          "url.scheme": "http",
          "url.path": "/api/taxonomy/v1/licenses/EDU",
          "url.query": "version=v1.1.0",
          "server.address": "127.0.0.1",
          "server.port": process.port,
          "http.route": "/api/taxonomy/{api_version}/licenses/{license_code}",
          "http.response.status_code": 200,
          "http.response.body.size": received.bytes.length,
          "network.protocol.version": "1.1",
          "client.address": "203.0.113.7",
          "taxonomy.pinned": true,
          "taxonomy.release": "1.1.0",
          "taxonomy.key_prefix": key.slice(0, 12),
          "taxonomy.request_id": "the-license"
        })
        yield* until(() => process.output().includes(`"request_id":"the-license"`), patience)
        assert.match(process.output(), new RegExp(`"request_id":"the-license".*"trace_id":"${server.traceId}"`))
      })
    )

    it.effect("describes refused requests, and exports no API key", () =>
      Effect.gen(function* () {
        const { collector, get, key } = yield* Traced
        const headers = (id: string) => ({ "X-Request-ID": id, Authorization: "Bearer nil_wrong" })
        yield* get(`/v1/licenses/${key}?use_type=${key}`, { headers: headers("in-the-path") })
        yield* get("/nothing", { method: "PROPFIND", headers: headers("method") })
        const server = yield* spanOf(collector, "in-the-path")
        assert.include(attributesOf(server), {
          "http.response.status_code": 401,
          "url.path": `/api/taxonomy/v1/licenses/${key.slice(0, 12)}…`,
          "url.query": `use_type=${key.slice(0, 12)}…`
        })
        const other = yield* spanOf(collector, "method")
        assert.strictEqual(other.name, "PROPFIND")
        assert.include(attributesOf(other), {
          "http.request.method": "PROPFIND",
          "http.response.status_code": 404
        })
        assert.notProperty(attributesOf(other), "http.route")
        const all = collector.sent().map(({ headers, text }) => JSON.stringify(headers) + text)
        assert.isFalse(all.some((text) => text.includes(key)))
      })
    )

    it.effect("continues the trace of a caller that samples, and leaves out one that does not", () =>
      Effect.gen(function* () {
        const { collector, get } = yield* Traced
        const traceId = "4bf92f3577b34da6a3ce929d0e0e4736"
        const headers = (id: string, flags: string) => ({
          "X-Request-ID": id,
          traceparent: `00-${traceId}-00f067aa0ba902b7-${flags}`
        })
        yield* get("/v1/schema?version=v1.0.0", { headers: headers("not-sampled", "00") })
        yield* get("/v1/schema", { headers: headers("sampled", "01") })
        const server = yield* spanOf(collector, "sampled")
        assert.include(server, { traceId, parentSpanId: "00f067aa0ba902b7" })
        const spans = collector.spans()
        assert.isFalse(spans.some((span) => attributesOf(span)["taxonomy.request_id"] === "not-sampled"))
        // Not even what it had to load.
        assert.isTrue(spans.every(({ kind, parentSpanId }) => kind === 2 || parentSpanId !== undefined))
      })
    )

    it.effect("exports its metrics, of the server and of the process", () =>
      Effect.gen(function* () {
        const { collector, get, server } = yield* Traced
        yield* get("/v1/schema")
        const points = (name: string) => {
          const { gauge, histogram, sum } = collector.metrics().find((metric) => metric.name === name) ?? {}
          return (sum ?? gauge ?? histogram)?.dataPoints ?? []
        }
        const requests = () =>
          points("taxonomy_http_requests_total").map((point) => ({ ...attributesOf(point), ...point }))
        yield* until(
          () => requests().some((point) => point.attributes.length === 2 && "asDouble" in point && point.asDouble > 0),
          patience
        )
        assert.lengthOf(points("taxonomy_catalog_sequence"), 1)
        assert.lengthOf(points("process_cpu_seconds_total"), 1)
        const durations = points("taxonomy_http_request_duration_seconds")
        assert.isTrue(durations.some((point) => "count" in point && point.count === 0))
        for (const point of durations) {
          if (!("count" in point)) continue
          assert.lengthOf(point.bucketCounts, point.explicitBounds.length + 1)
          // Without a value there is neither a smallest nor a largest.
          assert.strictEqual("min" in point && "max" in point, point.count !== 0)
        }
        assert.match(server.output(), /Metrics and readiness/)
      })
    )

    it.effect("describes itself, and sends the headers of the environment", () =>
      Effect.gen(function* () {
        const { collector, get } = yield* Traced
        yield* get("/v1/schema")
        yield* until(() => new Set(collector.sent().map(({ path }) => path)).size === 2, patience)
        for (const { headers, path } of collector.sent()) {
          assert.oneOf(path, ["/v1/traces", "/v1/metrics"])
          assert.include(headers, { "content-type": "application/json", "x-tenant": "studio one" })
        }
        const described = collector.resources().map((resource) => resource && attributesOf(resource))
        for (const attributes of described) {
          assert.include(attributes, { "service.name": "taxonomy", "deployment.environment.name": "test" })
          assert.strictEqual(attributes?.["service.instance.id"], described[0]?.["service.instance.id"])
        }
      })
    )
  }
)

layer(Traced.layer(), { excludeTestServices: true, timeout: patience })(
  "a server without a collector for a while",
  (it) => {
    it.effect("counts what it drops, goes on, and says when the collector is back", () =>
      Effect.gen(function* () {
        const { collector, get, server } = yield* Traced
        const requestUntil = (holds: () => boolean) =>
          Effect.repeat(get("/v1/schema"), { until: holds, schedule: pause })
        const dropped = Effect.map(
          server.metric("taxonomy_otlp_spans_dropped_total"),
          Option.getOrElse(() => NaN)
        )
        assert.strictEqual(yield* dropped, 0)
        collector.behave("refuses")
        assert.strictEqual((yield* get("/v1/schema")).status, 200)
        yield* Effect.repeat(dropped, { until: (count) => count >= 1, schedule: pause })
        yield* until(() => server.output().includes("The collector does not take traces"), patience)
        collector.behave("takes")
        yield* requestUntil(() => server.output().includes("The collector takes traces again"))
        yield* get("/v1/schema", { headers: { "X-Request-ID": "after-the-outage" } })
        yield* spanOf(collector, "after-the-outage")

        collector.behave("hangs")
        yield* requestUntil(() => collector.waiting() > 2)
        assert.strictEqual((yield* get("/v1/schema")).status, 200)
        assert.strictEqual(yield* server.stop, 0)
      })
    )
  }
)
