import { parseRetryAfter } from "./RetryAfter.ts"
import { strongEtagOf, validatorsOf, type Validators } from "./Validators.ts"

/** The status and the headers of a response, with lower-case names. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** The parts of a request on which the meaning of its response depends. */
export interface SentRequest {
  /** The first byte; 0 for all of them. */
  readonly start: number
  /** The entity tag of the bytes before it, which are kept from an interrupted response. */
  readonly etag: string | undefined
  /** True if the request named a validator. Only then is 304 an answer (RFC 9110, section 15.4.5). */
  readonly isConditional: boolean
}

/** What a response means for the file that was requested. */
export type ReplyMeaning =
  | { readonly _tag: "Unchanged"; readonly status: 304 }
  /** The body begins with the byte `start` of the file. `end` is the size of the file, if the server says it. */
  | { readonly _tag: "Body"; readonly start: number; readonly end: number | undefined; readonly validators: Validators }
  /** The file ends before the range, or the range is another one: only the whole file helps. */
  | { readonly _tag: "RangeUnusable"; readonly size: number | undefined }
  | { readonly _tag: "Missing"; readonly status: number }
  | { readonly _tag: "Unavailable"; readonly status: number; readonly retryAfterMillis: number | undefined }
  | { readonly _tag: "Encoded"; readonly encoding: string }
  | { readonly _tag: "Refused"; readonly status: number }

/** Reads a response to a request for a file, or for a part of one. */
export const readReply = ({ headers, status }: Reply, asked: SentRequest, now: number): ReplyMeaning => {
  const { "content-encoding": encoding = "identity" } = headers
  if (status === 304 && asked.isConditional) return { _tag: "Unchanged", status }
  if (status === 416) return { _tag: "RangeUnusable", size: sizeIn(headers["content-range"]) }
  if (status === 404 || status === 410 || status === 403) return { _tag: "Missing", status }
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    return { _tag: "Unavailable", status, retryAfterMillis: parseRetryAfter(headers["retry-after"], now) }
  }
  if (status !== 200 && status !== 206) return { _tag: "Refused", status }
  if (encoding.trim().toLowerCase() !== "identity" && encoding.trim() !== "") return { _tag: "Encoded", encoding }
  const validators = validatorsOf(headers)
  if (status === 200) return { _tag: "Body", start: 0, end: parseSize(headers["content-length"]), validators }
  const range = parseContentRange(headers["content-range"])
  const isOther = asked.etag !== undefined && headers["etag"] !== undefined && strongEtagOf(validators) !== asked.etag
  return range === undefined ||
    range.first !== asked.start ||
    range.last + 1 !== (range.size ?? range.last + 1) ||
    isOther
    ? { _tag: "RangeUnusable", size: range?.size }
    : { _tag: "Body", start: range.first, end: range.last + 1, validators }
}

/** Parses the `Content-Range` of a 206 response (RFC 9110, section 14.4). */
const parseContentRange = (text = "") => {
  const [, first, last, size] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(text.trim()) ?? []
  if (first === undefined) return undefined
  return { first: Number(first), last: Number(last), size: size === "*" ? undefined : Number(size) }
}

/** The size of the file in the `Content-Range` of a 416 response. */
const sizeIn = (text = ""): number | undefined => parseSize(/^bytes \*\/(\d+)$/.exec(text.trim())?.[1])

const parseSize = (text = ""): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)
