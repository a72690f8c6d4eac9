import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Schema from "effect/Schema"
import { processLogFormat } from "../../../../src/cli/terminal/ProcessLog.ts"

const decodeLine = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

/** The lines that an effect logs. */
const linesOf = (effect: Effect.Effect<void>) => {
  const lines: Array<string> = []
  const logger = Logger.map(processLogFormat, (line) => void lines.push(line))
  return effect.pipe(
    Effect.provide(Logger.layer([logger])),
    Effect.map(() => lines)
  )
}

describe("processLogFormat", () => {
  it.effect("begins each line like the request log, with facts beside the message", () =>
    Effect.gen(function* () {
      const [line = ""] = yield* linesOf(
        Effect.annotateLogs(Effect.logInfo("Serving at http://x"), { url: "http://x", releases: ["1.0.0"] })
      )
      assert.match(line, /^\{"timestamp":"1970-01-01T00:00:00\.000Z","level":"INFO","message":"Serving at http:\/\/x",/)
      assert.deepStrictEqual(Object.keys(decodeLine(line)), ["timestamp", "level", "message", "url", "releases"])
    })
  )

  it.effect("names the request of an error and its cause, without API keys", () =>
    Effect.gen(function* () {
      const key = `nil_${"A".repeat(32)}`
      const [line = "", ...more] = yield* linesOf(
        Effect.logError("The request failed", Cause.die(new Error(`Cannot read ${key}`))).pipe(
          Effect.annotateLogs({ request_id: "the-id" }),
          Effect.withLogSpan("read")
        )
      )
      const { cause, ...rest } = decodeLine(line)
      assert.deepStrictEqual(rest, {
        timestamp: "1970-01-01T00:00:00.000Z",
        level: "ERROR",
        message: "The request failed",
        request_id: "the-id"
      })
      assert.include(String(cause), "Cannot read nil_AAAAAAAA…")
      assert.deepStrictEqual(more, [])
    })
  )
})
