import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { maskKeys } from "./MaskKeys.ts"

/** What is told of a request: never its key, and nothing of its query. */
interface RequestEntry {
  readonly method: string
  readonly path: string
  readonly status: number
  /** From the request's headers to the answer, in milliseconds. */
  readonly durationMs: number
  readonly requestId: string
  /** The identifier of the key, its first 12 characters. */
  readonly key: string | undefined
}

export type RequestLog = (entry: RequestEntry) => void

/** A place for text that can be written to at any time. */
export interface Sink {
  readonly isTTY?: boolean
  readonly write: (text: string) => unknown
}

/**
 * One line a request: JSON, or for a person at a terminal, plain. Lines are gathered for 50 ms at most and written
 * together, for each write waits for the system. What is left is written when the scope closes.
 */
export const makeRequestLog = Effect.fnUntraced(function* (sink: Sink) {
  const clock = yield* Clock.Clock
  const line = sink.isTTY === true ? plainLine : jsonLine
  let gathered = ""
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const text = gathered
    gathered = ""
    if (text !== "") sink.write(text)
  }
  yield* Effect.addFinalizer(() => Effect.sync(flush))

  const log: RequestLog = (entry) => {
    gathered += line(entry, clock.currentTimeMillisUnsafe())
    if (gathered.length > writeAt) flush()
    else timer ??= setTimeout(flush, gatherMillis)
  }
  return log
})

const gatherMillis = 50
const writeAt = 16_384

const jsonLine = (entry: RequestEntry, now: number): string => {
  const { durationMs, key, method, path, requestId, status } = entry
  return `${JSON.stringify({
    timestamp: isoTime(now),
    level: status >= 500 ? "ERROR" : "INFO",
    message: "request",
    method,
    path: presentable(path),
    status,
    duration_ms: Math.round(durationMs * 1000) / 1000,
    request_id: requestId,
    ...(key === undefined ? {} : { key })
  })}\n`
}

const plainLine = (entry: RequestEntry, now: number): string => {
  const { durationMs, key, method, path, requestId, status } = entry
  const time = isoTime(now).slice(11, 23)
  return `${time} ${status} ${method} ${presentable(path)} ${durationMs.toFixed(1)} ms ${key ?? "-"} ${requestId}\n`
}

/** Short, printable, and without a key, should somebody have put one there. */
const presentable = (path: string): string => maskKeys(path.slice(0, longestPath)).replaceAll(/[^\x21-\x7e…]/g, "?")

const longestPath = 256

const isoTime = (now: number): string => DateTime.formatIso(DateTime.makeUnsafe(now))
