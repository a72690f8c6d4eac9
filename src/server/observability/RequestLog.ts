import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { maskApiKeys } from "../../domain/keys/ApiKey.ts"
import { formatIsoTime } from "../response/Dates.ts"

/** A request in the log, in the order of its members: who read what. Its API key is masked in every part of it. */
export interface RequestEntry {
  /** As it was sent; `-` if no request could be parsed. */
  readonly method: string
  /** The path and the query as they were sent; `-` if no request could be parsed. */
  readonly target: string
  readonly status: number
  /** From the headers of the request to the response, in milliseconds. */
  readonly duration_ms: number
  /** The bytes of the body. */
  readonly bytes: number
  /** The release that answered. */
  readonly release?: string | undefined
  /** The release with which `release` was compared. */
  readonly from_release?: string | undefined
  /** True if the request named `release`, so that a new minor version changes nothing for it. */
  readonly pinned?: boolean | undefined
  /** The deprecated items that the request named, or that the license that it named uses. */
  readonly deprecated?: ReadonlyArray<string> | undefined
  /** The address of the client. */
  readonly client: string | undefined
  readonly user_agent?: string | undefined
  readonly request_id: string
  /** The prefix of the API key that was used or tried. */
  readonly key?: string | undefined
  /** The id of its trace, if it is traced. */
  readonly trace_id?: string | undefined
  /** Why the request never reached the handler, such as a code of the parser. */
  readonly reason?: string
}

export type RequestLog = (entry: RequestEntry) => void

/** A stream for text. */
export interface Sink {
  readonly isTTY?: boolean
  /** Characters that the reader has not taken yet. */
  readonly writableLength?: number
  readonly write: (text: string) => unknown
}

/**
 * Makes a log with one line per request: JSON, or plain text on a terminal. Lines are collected for at most 50 ms and
 * written together, since each write waits for the system. The rest is written when the scope closes.
 *
 * A reader that stops reading costs lines, not memory: while more than 4 MiB are pending, lines are dropped and counted,
 * and the next line says how many.
 */
export const makeRequestLog = Effect.fnUntraced(function* (sink: Sink) {
  const clock = yield* Clock.Clock
  const context = yield* Effect.context()
  const formatLine = sink.isTTY === true ? formatPlain : formatJson
  const isoTime = () => formatIsoTime(clock.currentTimeMillisUnsafe())
  let pending = ""
  let lines = 0
  let dropped = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  // Registers the counter, so that it is 0 and not missing until a line is dropped.
  droppedLines.updateUnsafe(0, context)

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const text = pending
    const count = lines
    pending = ""
    lines = 0
    if (text === "") return
    if ((sink.writableLength ?? 0) > maxPendingLength) {
      dropped += count
      droppedLines.updateUnsafe(count, context)
      return
    }
    if (dropped > 0) sink.write(formatDropped(dropped, isoTime(), sink.isTTY === true))
    dropped = 0
    sink.write(text)
  }
  yield* Effect.addFinalizer(() => Effect.sync(flush))

  const log: RequestLog = (entry) => {
    pending += formatLine(entry, isoTime())
    lines++
    if (pending.length > maxBatchLength) flush()
    else timer ??= setTimeout(flush, batchMillis)
  }
  return log
})

const batchMillis = 50
const maxBatchLength = 16_384
const maxPendingLength = 4_194_304

const droppedLines = Metric.counter("taxonomy_log_lines_dropped_total", {
  description: "Lines of the request log that were dropped because of a slow reader",
  incremental: true
})

const formatJson = ({ method, target, ...entry }: RequestEntry, time: string): string => {
  const { duration_ms, reason, status, user_agent } = entry
  const [path = ""] = target.split("?", 1)
  const query = target.slice(path.length + 1)
  return `${JSON.stringify({
    timestamp: time,
    level: levelOf(status),
    message: "request",
    method,
    path: sanitizeLogText(path, maxTextLength),
    query: query === "" ? undefined : sanitizeLogText(query, maxQueryLength),
    ...entry,
    duration_ms: Math.round(duration_ms * 1000) / 1000,
    user_agent: user_agent === undefined ? undefined : sanitizeLogText(user_agent, maxTextLength),
    reason: reason === undefined ? undefined : sanitizeLogText(reason, maxTextLength)
  })}\n`
}

const formatPlain = (entry: RequestEntry, time: string): string => {
  const { client, duration_ms, key, method, reason, release, request_id, status, target } = entry
  const shown = sanitizeLogText(target, maxTextLength)
  const what = reason === undefined ? shown : `${shown} (${sanitizeLogText(reason, maxTextLength)})`
  const answered = release === undefined ? "" : ` v${release}`
  return `${time.slice(11, 23)} ${status} ${method} ${what}${answered} ${duration_ms.toFixed(1)} ms ${client ?? "-"} ${key ?? "-"} ${request_id}\n`
}

const formatDropped = (count: number, time: string, isPlain: boolean): string => {
  const message = `${count} lines of the request log were dropped because of a slow reader`
  return isPlain
    ? `${time.slice(11, 23)} ${message}\n`
    : `${JSON.stringify({ timestamp: time, level: "WARN", message, dropped: count })}\n`
}

/** Failed authentications are warnings. A 503 is only the health of a server that drains. */
const levelOf = (status: number): "INFO" | "WARN" | "ERROR" => {
  if (status === 503) return "INFO"
  if (status >= 500) return "ERROR"
  return status === 401 || status === 403 ? "WARN" : "INFO"
}

const maxTextLength = 256

/** Longer than a path, since a query names every value that was asked for. */
const maxQueryLength = 1024

/** Shortens a text, masks API keys and replaces what is not printable ASCII. */
export const sanitizeLogText = (text: string, maxLength: number): string =>
  maskApiKeys(text.slice(0, maxLength)).replaceAll(/[^\x20-\x7e…]/g, "?")
