import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { maskApiKeys } from "../../domain/keys/ApiKeyMasking.ts"
import { formatIsoTime } from "../response/Dates.ts"

/** What is told of a request: never its key, and nothing of its query. */
export interface RequestEntry {
  /** As it was sent; `-` where no request could be read. */
  readonly method: string
  readonly path: string
  readonly status: number
  /** From the request's headers to the answer, in milliseconds. */
  readonly durationMs: number
  readonly requestId: string
  /** The identifier of the key that was used or tried, its first 12 characters. */
  readonly key: string | undefined
  /** Why there is no answer in the ordinary way, such as a code of the parser. */
  readonly reason?: string
}

export type RequestLog = (entry: RequestEntry) => void

/** A place for text that can be written to at any time. */
export interface Sink {
  readonly isTTY?: boolean
  /** Characters that wait because whoever reads is slow. */
  readonly writableLength?: number
  readonly write: (text: string) => unknown
}

/**
 * One line a request: JSON, or for a person at a terminal, plain. Lines are gathered for 50 ms at most and written
 * together, for each write waits for the system. What is left is written when the scope closes.
 *
 * A reader that stopped reading costs lines, not memory: past 4 MiB that wait, lines are dropped and counted, and the
 * first line afterwards says how many.
 */
export const makeRequestLog = Effect.fnUntraced(function* (sink: Sink) {
  const clock = yield* Clock.Clock
  const context = yield* Effect.context()
  const line = sink.isTTY === true ? plainLine : jsonLine
  let gathered = ""
  let lines = 0
  let dropped = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeOf = rememberedTime()

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const text = gathered
    const count = lines
    gathered = ""
    lines = 0
    if (text === "") return
    if ((sink.writableLength ?? 0) > mostWaiting) {
      dropped += count
      droppedLines.updateUnsafe(count, context)
      return
    }
    if (dropped > 0) sink.write(droppedLine(dropped, timeOf(clock.currentTimeMillisUnsafe()), sink.isTTY === true))
    dropped = 0
    sink.write(text)
  }
  yield* Effect.addFinalizer(() => Effect.sync(flush))

  const log: RequestLog = (entry) => {
    gathered += line(entry, timeOf(clock.currentTimeMillisUnsafe()))
    lines++
    if (gathered.length > writeAt) flush()
    else timer ??= setTimeout(flush, gatherMillis)
  }
  return log
})

const gatherMillis = 50
const writeAt = 16_384
const mostWaiting = 4_194_304

const droppedLines = Metric.counter("taxonomy_log_lines_dropped_total", {
  description: "Lines of the request log that were dropped because nobody read them",
  incremental: true
})

// Put together by hand, at a third of what JSON.stringify takes of each request. Only the path and the reason can hold
// what JSON escapes.
const jsonLine = (entry: RequestEntry, time: string): string => {
  const { durationMs, key, method, path, reason, requestId, status } = entry
  const shown = JSON.stringify(presentable(path))
  const about = `"method":"${method}","path":${shown},"status":${status},"duration_ms":${rounded(durationMs)}`
  const keyed = key === undefined ? "" : `,"key":"${key}"`
  const why = reason === undefined ? "" : `,"reason":${JSON.stringify(presentable(reason))}`
  return `{"timestamp":"${time}","level":"${levelOf(status)}","message":"request",${about},"request_id":"${requestId}"${keyed}${why}}\n`
}

const plainLine = (entry: RequestEntry, time: string): string => {
  const { durationMs, key, method, path, reason, requestId, status } = entry
  const what = reason === undefined ? presentable(path) : `${presentable(path)} (${presentable(reason)})`
  return `${time.slice(11, 23)} ${status} ${method} ${what} ${durationMs.toFixed(1)} ms ${key ?? "-"} ${requestId}\n`
}

const droppedLine = (count: number, time: string, plain: boolean): string => {
  const message = `${count} lines of the request log were dropped because nobody read them`
  return plain
    ? `${time.slice(11, 23)} ${message}\n`
    : `${JSON.stringify({ timestamp: time, level: "WARN", message, dropped: count })}\n`
}

/** A failed authentication is worth a look where it comes often; 503 is the health of a server that was told to end. */
const levelOf = (status: number): string => {
  if (status === 503) return "INFO"
  if (status >= 500) return "ERROR"
  return status === 401 || status === 403 ? "WARN" : "INFO"
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000

/** Short, printable, and without a key, should somebody have put one there. */
const presentable = (text: string): string => {
  const short = maskApiKeys(text.length > longestText ? text.slice(0, longestText) : text)
  return plain.test(short) ? short : short.replaceAll(unprintable, "?")
}

const longestText = 256
const plain = /^[\x21-\x7e…]*$/
const unprintable = /[^\x21-\x7e…]/g

/** The time in ISO 8601, made once for all that happens in one millisecond. */
const rememberedTime = (): ((now: number) => string) => {
  let last = { millis: NaN, text: "" }
  return (now) => {
    if (now !== last.millis) last = { millis: now, text: formatIsoTime(now) }
    return last.text
  }
}
