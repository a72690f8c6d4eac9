import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as Schema from "effect/Schema"
import { makeRequestLog, type RequestEntry, type Sink } from "../../../../src/server/observability/RequestLog.ts"

const entry: RequestEntry = {
  method: "GET",
  path: "/api/health",
  status: 200,
  durationMs: 0.12345,
  requestId: "the-id",
  key: undefined
}

/** What is written for requests once the log has been closed. */
const written = (entries: ReadonlyArray<Partial<RequestEntry>>, isTTY = false) => {
  let text = ""
  const sink = { isTTY, write: (more: string) => (text += more) }
  return makeRequestLog(sink).pipe(
    Effect.map((log) => entries.forEach((changed) => log({ ...entry, ...changed }))),
    Effect.scoped,
    Effect.map(() => text)
  )
}

const decodeLines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => decodeLine(line))
const decodeLine = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

describe("makeRequestLog", () => {
  it.effect("writes one line of JSON per request", () =>
    Effect.gen(function* () {
      const text = yield* written([{}, { key: "nil_00000000", status: 404 }])
      assert.deepStrictEqual(decodeLines(text), [
        {
          timestamp: "1970-01-01T00:00:00.000Z",
          level: "INFO",
          message: "request",
          method: "GET",
          path: "/api/health",
          status: 200,
          duration_ms: 0.123,
          request_id: "the-id"
        },
        {
          timestamp: "1970-01-01T00:00:00.000Z",
          level: "INFO",
          message: "request",
          method: "GET",
          path: "/api/health",
          status: 404,
          duration_ms: 0.123,
          request_id: "the-id",
          key: "nil_00000000"
        }
      ])
    })
  )

  it.effect("writes plain text to a terminal", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* written([{ key: "nil_00000000" }, { method: "-", path: "-", status: 431, reason: "HPE_X" }], true),
        [
          "00:00:00.000 200 GET /api/health 0.1 ms nil_00000000 the-id",
          "00:00:00.000 431 - - (HPE_X) 0.1 ms - the-id",
          ""
        ].join("\n")
      )
    })
  )

  it.effect("gives failed authentications and failures a level", () =>
    Effect.gen(function* () {
      const text = yield* written([200, 304, 401, 403, 404, 429, 500, 503].map((status) => ({ status })))
      assert.deepStrictEqual(
        decodeLines(text).map(({ level }) => level),
        ["INFO", "INFO", "WARN", "WARN", "INFO", "INFO", "ERROR", "INFO"]
      )
    })
  )

  it.effect("writes one line without a key, whatever the path", () =>
    Effect.gen(function* () {
      const key = `nil_${"0".repeat(32)}`
      const paths = [
        '/"\\',
        "/a\nb",
        "/\u2028",
        "/\x1b[31m",
        "/é",
        `/${key}`,
        `/%6eil_${"0".repeat(32)}`,
        "/x".repeat(9000)
      ]
      const lines = decodeLines(yield* written(paths.map((path) => ({ path }))))
      assert.deepStrictEqual(
        lines.map(({ path }) => path),
        ['/"\\', "/a?b", "/?", "/?[31m", "/?", "/nil_00000000…", "/nil_00000000…", "/x".repeat(128)]
      )
    })
  )

  it.effect("drops and counts lines of a slow reader", () =>
    Effect.gen(function* () {
      const state = { waiting: 0, text: "" }
      const sink: Sink = {
        get writableLength() {
          return state.waiting
        },
        write: (more) => (state.text += more)
      }
      yield* Effect.scoped(
        Effect.gen(function* () {
          const log = yield* makeRequestLog(sink)
          assert.include(yield* PrometheusMetrics.format(), "\ntaxonomy_log_lines_dropped_total 0\n")
          const writeMany = () => {
            for (let count = 0; count < 1000; count++) log(entry)
          }
          writeMany()
          const before = decodeLines(state.text).length
          assert.isAbove(before, 0)
          state.waiting = 5_000_000
          writeMany()
          assert.strictEqual(decodeLines(state.text).length, before)
          state.waiting = 0
          writeMany()
        })
      )
      const lines = decodeLines(state.text)
      const warning = lines.find(({ level }) => level === "WARN")
      const dropped = Number(warning?.["dropped"])
      assert.strictEqual(lines.length - 1 + dropped, 3000)
      assert.include(yield* PrometheusMetrics.format(), `\ntaxonomy_log_lines_dropped_total ${dropped}\n`)
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  )
})
