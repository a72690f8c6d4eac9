import { join } from "node:path"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { addressOf, urlOf, type Origin } from "./Origin.ts"
import { OriginRefused, OriginUnavailable, type Outage, type FileRefusal } from "./OriginErrors.ts"

/** A file to download. */
export interface WantedFile {
  /** Its path below the origin. */
  readonly path: string
  /** Names what is received of it. */
  readonly key: string
  readonly maxBytes: number
  /** The first byte that is needed. */
  readonly start?: number
  /** Of the bytes that the caller has. If they are still valid, nothing is downloaded. */
  readonly known?: Validators
}

/** A file that was received as the server sent it. Nothing in it is verified. */
export interface ReceivedFile {
  readonly _tag: "Received"
  /** Where it is. */
  readonly path: string
  /** The byte of the whole file with which it begins. */
  readonly start: number
  readonly validators: Validators
}

/**
 * Sends one request and receives its response. Fails with `OriginUnavailable` if almost nothing comes for the time that the
 * session allows.
 */
export const exchange = Effect.fnUntraced(function* (session: Session, file: WantedFile) {
  const { known = {}, path, start = 0 } = file
  const condition = conditionOf(known)
  const headers = { ...condition, ...(start > 0 ? { range: `bytes=${start}-` } : {}) }
  const count: ByteCount = { bytes: 0 }
  const receive = Effect.gen(function* () {
    const response = yield* request(session, path, headers)
    const sent = { start, isConditional: "if-none-match" in condition }
    const meaning = readReply(response, sent, yield* Clock.currentTimeMillis)
    if (meaning._tag === "Body") return yield* receiveBody(session, file, { response, meaning, count })
    return yield* withoutBody(addressOf(session.origin, path), meaning)
  })
  return yield* Effect.raceFirst(Effect.scoped(receive), watch(session, file, count))
})

interface ByteCount {
  bytes: number
}

interface BodyToReceive {
  readonly response: HttpClientResponse
  readonly meaning: Extract<ReplyMeaning, { readonly _tag: "Body" }>
  readonly count: ByteCount
}

const receiveBody = Effect.fnUntraced(function* (
  { origin, parts }: Session,
  { key, maxBytes, path }: WantedFile,
  { count, meaning: { end, start, validators }, response }: BodyToReceive
) {
  const fs = yield* FileSystem.FileSystem
  const address = addressOf(origin, path)
  const refuse = (refusal: FileRefusal) => new OriginRefused({ address, refusal })
  if (end !== undefined && end > maxBytes) return yield* refuse({ _tag: "TooLarge", maxBytes })
  const isHtml = response.headers["content-type"]?.startsWith("text/html") === true
  const part = join(parts, key)
  yield* fs.makeDirectory(parts, { recursive: true })
  yield* fs.writeFile(part, new Uint8Array())
  yield* response.stream.pipe(
    Stream.mapError((error) => new OriginUnavailable({ address, outage: outageOf(error) })),
    Stream.runForEach((chunk) =>
      Effect.gen(function* () {
        if (count.bytes === 0 && isHtml && isMarkup(chunk)) return yield* refuse({ _tag: "WebPage" })
        count.bytes += chunk.length
        yield* fs.writeFile(part, chunk, { flag: "a" })
        if (start + count.bytes > maxBytes) return yield* refuse({ _tag: "TooLarge", maxBytes })
      })
    )
  )
  if (end !== undefined && start + count.bytes !== end) {
    return yield* new OriginUnavailable({ address, outage: { _tag: "Interrupted" } })
  }
  const file: ReceivedFile = { _tag: "Received", path: part, start, validators }
  return file
})

const withoutBody = Effect.fnUntraced(function* (
  address: string,
  meaning: Exclude<ReplyMeaning, { readonly _tag: "Body" }>
) {
  switch (meaning._tag) {
    case "Unavailable": {
      const { retryAfterMillis, status } = meaning
      const wait = retryAfterMillis === undefined ? {} : { retryAfterMillis }
      return yield* new OriginUnavailable({ address, outage: { _tag: "Status", status }, ...wait })
    }
    case "Refused":
      return yield* new OriginRefused({ address, refusal: { _tag: "Status", status: meaning.status } })
    case "Encoded":
      return yield* new OriginRefused({
        address,
        refusal: { _tag: "ContentEncoding", encoding: meaning.encoding }
      })
    default:
      return meaning
  }
})

/** Fails once almost nothing comes any more. */
const watch = Effect.fnUntraced(function* ({ origin, timeout }: Session, { path }: WantedFile, count: ByteCount) {
  for (let seen = 0; ; seen = count.bytes) {
    yield* Effect.sleep(timeout)
    if (count.bytes - seen >= minBytesPerTimeout) continue
    return yield* new OriginUnavailable({
      address: addressOf(origin, path),
      outage: { _tag: "Stalled", seconds: Duration.toSeconds(timeout) }
    })
  }
})

/** A server that sends less is not slow but stuck. */
const minBytesPerTimeout = 1024

/** Published files are JSON, Markdown and signed notes, none of which begins with markup. */
const isMarkup = (chunk: Uint8Array): boolean => /^\s*</.test(Buffer.from(chunk.subarray(0, 256)).toString("latin1"))

/** With what, and how patiently, an origin is read. */
export interface Session {
  readonly client: HttpClient.HttpClient
  readonly origin: Origin
  /** The value of the `Authorization` header. */
  readonly authorization: Redacted.Redacted | undefined
  /** How long the origin may send nothing. */
  readonly timeout: Duration.Duration
  /** How long files at the origin may contradict each other, as while a release is copied there, or ask to wait. */
  readonly patience: Duration.Duration
  /** How often a file is asked for again after an interrupted response. */
  readonly maxRetries: number
  /** Where files are received. */
  readonly parts: string
  /** True if caches must ask the origin. */
  readonly isUncached: boolean
}

/**
 * Requests a file below the origin and follows redirects. Credentials follow only as long as the host stays the same. The
 * response ends with the scope.
 */
const request = Effect.fnUntraced(function* (
  session: Session,
  path: string,
  headers: Readonly<Record<string, string>>
) {
  const { authorization, isUncached, origin } = session
  const address = addressOf(origin, path)
  const client = HttpClient.withScope(session.client)
  let url = urlOf(origin, path)
  let credentials = authorization
  for (let count = 0; count <= maxRedirects; count++) {
    const response = yield* client
      .execute(
        HttpClientRequest.get(url, {
          headers: {
            "accept-encoding": "identity",
            "user-agent": "taxonomy-mirror",
            ...headers,
            ...(isUncached ? { "cache-control": "no-cache" } : {}),
            ...(credentials === undefined ? {} : { authorization: Redacted.value(credentials) })
          }
        })
      )
      .pipe(
        // A span would contain the query.
        Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
        Effect.mapError((error) => new OriginUnavailable({ address, outage: outageOf(error) }))
      )
    if (!isRedirect(response.status)) return response
    const target = resolveRedirect(url, response.headers["location"])
    if (Result.isFailure(target)) {
      return yield* new OriginRefused({ address, refusal: { _tag: "Redirect", reason: target.failure } })
    }
    url = target.success.url
    if (!target.success.isSameOrigin) credentials = undefined
  }
  return yield* new OriginRefused({ address, refusal: { _tag: "Redirect", reason: "too-many" } })
})

/** The status and the headers of a response, with lower-case names. */
interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** The parts of a request on which the meaning of its response depends. */
export interface SentRequest {
  /** The first byte; 0 for all of them. */
  readonly start: number
  /** True if the request named a validator. Only then is 304 an answer (RFC 9110, section 15.4.5). */
  readonly isConditional: boolean
}

/** What a response means for the file that was requested. */
type ReplyMeaning =
  | { readonly _tag: "Unchanged"; readonly status: 304 }
  /** The body begins with the byte `start` of the file. `end` is the size of the file, if the server says it. */
  | { readonly _tag: "Body"; readonly start: number; readonly end: number | undefined; readonly validators: Validators }
  /** The file ends before the range, or the range is another one: only the whole file helps. */
  | { readonly _tag: "RangeUnusable" }
  | { readonly _tag: "Missing"; readonly status: number }
  | { readonly _tag: "Unavailable"; readonly status: number; readonly retryAfterMillis: number | undefined }
  | { readonly _tag: "Encoded"; readonly encoding: string }
  | { readonly _tag: "Refused"; readonly status: number }

/** Reads a response to a request for a file, or for a part of one. */
export const readReply = ({ headers, status }: Reply, asked: SentRequest, now: number): ReplyMeaning => {
  const { "content-encoding": encoding = "identity" } = headers
  if (status === 304 && asked.isConditional) return { _tag: "Unchanged", status }
  if (status === 416) return { _tag: "RangeUnusable" }
  if (status === 404 || status === 410 || status === 403) return { _tag: "Missing", status }
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    return { _tag: "Unavailable", status, retryAfterMillis: parseRetryAfter(headers["retry-after"], now) }
  }
  if (status !== 200 && status !== 206) return { _tag: "Refused", status }
  if (encoding.trim().toLowerCase() !== "identity" && encoding.trim() !== "") return { _tag: "Encoded", encoding }
  const validators = validatorsOf(headers)
  if (status === 200) return { _tag: "Body", start: 0, end: parseSize(headers["content-length"]), validators }
  const range = parseContentRange(headers["content-range"])
  return range === undefined || range.first !== asked.start || range.last + 1 !== (range.size ?? range.last + 1)
    ? { _tag: "RangeUnusable" }
    : { _tag: "Body", start: range.first, end: range.last + 1, validators }
}

/** Parses the `Content-Range` of a 206 response (RFC 9110, section 14.4). */
const parseContentRange = (text = "") => {
  const [, first, last, size] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(text.trim()) ?? []
  if (first === undefined) return undefined
  return { first: Number(first), last: Number(last), size: size === "*" ? undefined : Number(size) }
}

const parseSize = (text = ""): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)

/**
 * What a later request can be conditional on (RFC 9110, section 8.8). Not the time of the last change: an image or an
 * archive may give every file the same, and a mirror would see no new release.
 */
export interface Validators {
  /** An entity tag as the server sent it, strong or weak. */
  readonly etag?: string
}

type Headers = Readonly<Record<string, string | undefined>>

/** The validators of a response. */
const validatorsOf = ({ etag }: Headers): Validators => (etag !== undefined && entityTag.test(etag) ? { etag } : {})

/** The headers with which a server answers 304 if nothing has changed. */
const conditionOf = ({ etag }: Validators): Readonly<Record<string, string>> =>
  etag === undefined ? {} : { "if-none-match": etag }

const entityTag = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]{0,120}"$/

/** Where a redirect leads. */
interface RedirectTarget {
  readonly url: string
  /** True if credentials may follow. */
  readonly isSameOrigin: boolean
}

/** Statuses whose `Location` a client may follow for GET (RFC 9110, section 15.4). */
const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/** Resolves the `Location` of a redirect. Refuses to leave encryption. */
export const resolveRedirect = (
  from: string,
  location: string | undefined
): Result.Result<RedirectTarget, "insecure" | "malformed"> => {
  if (location === undefined || !URL.canParse(location, from)) return Result.fail("malformed")
  const [source, target] = [new URL(from), new URL(location, from)]
  if (target.protocol !== "https:" && target.protocol !== "http:") return Result.fail("malformed")
  if (source.protocol === "https:" && target.protocol === "http:") return Result.fail("insecure")
  target.hash = ""
  target.username = ""
  target.password = ""
  return Result.succeed({ url: target.href, isSameOrigin: source.origin === target.origin })
}

const maxRedirects = 5

/** Parses a `Retry-After` header, seconds or a date (RFC 9110, section 10.2.3), to milliseconds from now: at most a day. */
const parseRetryAfter = (text: string | undefined, now: number): number | undefined => {
  const given = text?.trim() ?? ""
  if (/^\d{1,9}$/.test(given)) return Math.min(Number(given) * 1000, maxMillis)
  if (!/^[A-Za-z]{3}, .* GMT$/.test(given)) return undefined
  return Option.match(DateTime.make(given), {
    onNone: () => undefined,
    onSome: (date) => Math.min(Math.max(DateTime.toEpochMillis(date) - now, 0), maxMillis)
  })
}

const maxMillis = 86_400_000

/** Finds out what kept a request from being answered, from the error codes of Node and its HTTP client. */
export const outageOf = (error: unknown): Outage => {
  const code = codeIn(error)
  if (code === undefined) return { _tag: "Interrupted" }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return { _tag: "HostUnknown" }
  if (code === "ECONNREFUSED") return { _tag: "ConnectionRefused" }
  return certificateCodes.test(code) ? { _tag: "CertificateRejected", code } : { _tag: "Interrupted", code }
}

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/

/** The first error code in an error and its causes. */
const codeIn = (error: unknown, depth = 0): string | undefined => {
  if (typeof error !== "object" || error === null || depth > maxDepth) return undefined
  if ("code" in error && typeof error.code === "string") return error.code
  const causes = [
    "reason" in error ? error.reason : undefined,
    "cause" in error ? error.cause : undefined,
    ...(error instanceof AggregateError ? error.errors.slice(0, 1) : [])
  ]
  for (const cause of causes) {
    const code = codeIn(cause, depth + 1)
    if (code !== undefined) return code
  }
  return undefined
}

const maxDepth = 6
