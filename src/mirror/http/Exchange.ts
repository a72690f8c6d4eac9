import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { HttpClientResponse } from "effect/http/HttpClientResponse"
import * as Stream from "effect/Stream"
import { addressOf } from "../Origin.ts"
import { OriginRefused, OriginUnavailable, type Refusal } from "../OriginErrors.ts"
import { appendTo, beginPart, type PartFile } from "./PartFile.ts"
import { readReply, type ReplyMeaning } from "./ReadReply.ts"
import { request } from "./Request.ts"
import type { Session } from "./Session.ts"
import { outageOf } from "./TransportErrors.ts"
import { conditionOf, strongEtagOf, type Validators } from "./Validators.ts"

/** A file to download. */
export interface WantedFile {
  /** Its path below the origin. */
  readonly path: string
  /** Names what is received of it. Equal keys mean equal bytes, or bytes that are judged again. */
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
  readonly part: PartFile
  /** True if it was put together from several responses. */
  readonly isResumed: boolean
  readonly validators: Validators
}

/**
 * Sends one request and receives its response, which continues a part if there is one. Fails with `OriginUnavailable` if
 * almost nothing comes for the time that the session allows.
 */
export const exchange = Effect.fnUntraced(function* (session: Session, file: WantedFile, part: PartFile | undefined) {
  const start = part === undefined ? (file.start ?? 0) : part.start + part.length
  const condition = part === undefined ? conditionOf(file.known ?? {}) : {}
  const headers = {
    ...condition,
    ...(part === undefined ? {} : { "if-range": part.etag ?? "" }),
    ...(start > 0 ? { range: `bytes=${start}-` } : {})
  }
  const count: ByteCount = { bytes: 0 }
  const receive = Effect.gen(function* () {
    const response = yield* request(session, file.path, headers)
    const sent = { start, etag: part?.etag, isConditional: "if-none-match" in condition }
    const meaning = readReply(response, sent, yield* Clock.currentTimeMillis)
    if (meaning._tag === "Body") return yield* receiveBody(session, file, { response, meaning, part, count })
    return yield* withoutBody(addressOf(session.origin, file.path), meaning)
  })
  return yield* Effect.raceFirst(Effect.scoped(receive), watch(session, file, count))
})

interface ByteCount {
  bytes: number
}

interface BodyToReceive {
  readonly response: HttpClientResponse
  readonly meaning: Extract<ReplyMeaning, { readonly _tag: "Body" }>
  readonly part: PartFile | undefined
  readonly count: ByteCount
}

const receiveBody = Effect.fnUntraced(function* (
  { origin, parts }: Session,
  { key, maxBytes, path }: WantedFile,
  { count, meaning: { end, start, validators }, part, response }: BodyToReceive
) {
  const address = addressOf(origin, path)
  const refuse = (refusal: Refusal) => new OriginRefused({ address, refusal })
  if (end !== undefined && end > maxBytes) return yield* refuse({ _tag: "TooLarge", maxBytes })
  const isResumed = part !== undefined && start === part.start + part.length
  let longer = isResumed ? part : yield* beginPart(parts, key, start, strongEtagOf(validators))
  const isHtml = response.headers["content-type"]?.startsWith("text/html") === true
  yield* response.stream.pipe(
    Stream.mapError((error) => new OriginUnavailable({ address, outage: outageOf(error) })),
    Stream.runForEach((chunk) =>
      Effect.gen(function* () {
        if (count.bytes === 0 && isHtml && isMarkup(chunk)) return yield* refuse({ _tag: "WebPage" })
        count.bytes += chunk.length
        longer = yield* appendTo(longer, chunk)
        if (longer.start + longer.length > maxBytes) return yield* refuse({ _tag: "TooLarge", maxBytes })
      })
    )
  )
  if (end !== undefined && longer.start + longer.length !== end) {
    return yield* new OriginUnavailable({ address, outage: { _tag: "Interrupted" } })
  }
  const file: ReceivedFile = { _tag: "Received", part: longer, isResumed, validators }
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
