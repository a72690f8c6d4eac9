import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as Schema from "effect/Schema"
import { makeRequestLog, type RequestEntry, type Sink } from "../../../../src/server/observability/RequestLog.ts"

const entry: RequestEntry = {
  method: "GET",
  target: "/api/health",
  status: 200,
  bytes: 64,
  release: undefined,
  from_release: undefined,
  client: undefined,
  user_agent: undefined,
  duration_ms: 0.12345,
  request_id: "the-id",
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
      const text = yield* written([
        {},
        {
          target: "/api/taxonomy/v1/changes?from=v1.0",
          status: 304,
          bytes: 0,
          release: "1.1.0",
          from_release: "1.0.0",
          client: "192.0.2.1",
          user_agent: 'curl/8.5 "x"',
          key: "nil_00000000"
        }
      ])
      assert.deepStrictEqual(decodeLines(text), [
        {
          timestamp: "1970-01-01T00:00:00.000Z",
          level: "INFO",
          message: "request",
          method: "GET",
          path: "/api/health",
          status: 200,
          duration_ms: 0.123,
          bytes: 64,
          request_id: "the-id"
        },
        {
          timestamp: "1970-01-01T00:00:00.000Z",
          level: "INFO",
          message: "request",
          method: "GET",
          path: "/api/taxonomy/v1/changes",
          query: "from=v1.0",
          status: 304,
          duration_ms: 0.123,
          bytes: 0,
          release: "1.1.0",
          from_release: "1.0.0",
          client: "192.0.2.1",
          user_agent: 'curl/8.5 "x"',
          request_id: "the-id",
          key: "nil_00000000"
        }
      ])
    })
  )

  it.effect("writes plain text to a terminal", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* written(
          [
            { target: "/v1/schema?version=v1", release: "1.0.0", client: "192.0.2.1", key: "nil_00000000" },
            { method: "-", target: "-", status: 431, reason: "HPE_X" }
          ],
          true
        ),
        [
          "00:00:00.000 200 GET /v1/schema?version=v1 v1.0.0 0.1 ms 192.0.2.1 nil_00000000 the-id",
          "00:00:00.000 431 - - (HPE_X) 0.1 ms - - the-id",
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

  it.effect("writes one line without a key, whatever the path, the query and the user agent", () =>
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
      // Twice, since what was formatted once is remembered.
      const lines = decodeLines(
        yield* written([...paths, ...paths].map((path) => ({ target: `${path}?${path}`, user_agent: path })))
      )
      const shown = ['/"\\', "/a?b", "/?", "/?[31m", "/?", "/nil_00000000…", "/nil_00000000…"]
      const [whole, half] = ["/x".repeat(512), "/x".repeat(128)]
      for (const [index, { path, query, user_agent }] of lines.entries()) {
        const one = shown[index % paths.length]
        assert.deepStrictEqual([path, query, user_agent], [one ?? half, one ?? whole, one ?? half])
      }
      assert.strictEqual(lines.length, 2 * paths.length)
    })
  )

  it.effect.each([
    { target: "/v1/schema?", path: "/v1/schema", query: undefined },
    { target: "/v1/schema?a=b?c", path: "/v1/schema", query: "a=b?c" }
  ])("splits the target $target at its first question mark", ({ path, query, target }) =>
    Effect.gen(function* () {
      const [line] = decodeLines(yield* written([{ target }]))
      assert.deepStrictEqual([line?.["path"], line?.["query"]], [path, query])
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
