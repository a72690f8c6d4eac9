import { assert, layer } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Schema from "effect/Schema"
import { vocabulary } from "./releases.ts"
import { TestServer, waitUntil } from "./TestServer.ts"

const decodeLine = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

const server = TestServer.layer({ "1.0.0": vocabulary("EDU"), "1.1.0": vocabulary("EDU", "MORE") })

layer(server, { excludeTestServices: true })("the request log", (it) => {
  it.effect("says which release answered, with how many bytes", () =>
    Effect.gen(function* () {
      const { get, logged } = yield* TestServer
      const tag = String((yield* get("/v1/schema")).headers.etag)
      const asked: ReadonlyArray<
        readonly [path: string, headers: Record<string, string>, release?: string, from?: string]
      > = [
        ["/v1/schema", {}, "1.1.0"],
        ["/v1/schema", { "If-None-Match": tag }, "1.1.0"],
        ["/v1/licenses?use_type=editorial&version=v1.0.0", {}, "1.0.0"],
        ["/v1/licenses/EDU?version=1.0&envelope=true", {}, "1.0.0"],
        ["/v1/changes?from=v1.0", {}, "1.1.0", "1.0.0"],
        ["/v1/changes?from=v1.0&kind=license-added", {}, "1.1.0", "1.0.0"],
        ["/v1/releases", {}, "1.1.0"],
        ["/v1/openapi.json?version=v1.0", {}, "1.0.0"],
        ["/v1/licenses/NO-SUCH", {}],
        ["/v1/schema?version=v9", {}],
        ["/health", {}],
        ["/v1/validate?config={}", {}, "1.1.0"],
        ["/v1/migrate?config={}&from=v1", {}, "1.1.0"],
        ["/v1/validates?config={}", {}]
      ]
      for (const [index, [path, headers, release, from]] of asked.entries()) {
        const id = `read-${index}`
        const { bytes, status } = yield* get(path, { headers: { ...headers, "X-Request-ID": id } })
        const find = () =>
          logged()
            .split("\n")
            .find((line) => line.includes(`"${id}"`))
        yield* waitUntil(() => find() !== undefined)
        const entry = decodeLine(find())
        assert.deepStrictEqual(
          [entry["status"], entry["bytes"], entry["release"], entry["from_release"], entry["query"]],
          // That of a question may hold a contract.
          [status, bytes.length, release, from, path.includes("config") ? undefined : path.split("?")[1]],
          path
        )
      }
    })
  )
})

/** The monotonic clock of a machine that has run for eleven days. Each reading advances it by seven seconds. */
const steppingClock = Layer.effect(
  Clock.Clock,
  Effect.map(Clock.Clock, (clock): Clock.Clock => {
    let nanos = 1_000_000_000_000_000n
    return Object.assign(Object.create(clock), { monotonicTimeNanosUnsafe: () => (nanos += 7_000_000_000n) })
  })
)

const ownMetrics = Layer.succeed(Metric.MetricRegistry, new Map())

layer(TestServer.layer().pipe(Layer.provide([steppingClock, ownMetrics])), { excludeTestServices: true })(
  "the duration of a request",
  (it) => {
    it.effect("is logged in milliseconds, by the monotonic clock", () =>
      Effect.gen(function* () {
        const { get, logged } = yield* TestServer
        yield* get("/health", { headers: { "X-Request-ID": "measured" } })
        const find = () =>
          logged()
            .split("\n")
            .find((line) => line.includes('"measured"'))
        yield* waitUntil(() => find() !== undefined)
        const millis = Number(decodeLine(find())["duration_ms"])
        // Others read the clock, too, but only a few times.
        assert.strictEqual(millis % 7000, 0, `${millis} ms`)
        assert.isTrue(millis > 0 && millis < 86_400_000, `${millis} ms`)
      })
    )
  }
)
