import { parseJson } from "../../domain/Json.ts"
import { entityTagPattern } from "../http/ResponseHeaders.ts"
import {
  guardBy,
  guardCount,
  guardLiteral,
  guardMembers,
  guardRecord,
  guardText,
  type Guard
} from "../model/guards/Guard.ts"
import { keptHeaders, type StoredResponse } from "./StoredResponse.ts"

/** Formats a response for a store. */
export const formatStored = (url: string, { body, tag, ...facts }: StoredResponse): string =>
  JSON.stringify({ format, url, ...(tag === undefined ? {} : { tag }), ...facts, body: new TextDecoder().decode(body) })

/** Parses the text of a store. Returns `undefined` if it is not that of a response to the same request. */
export const parseStored = (url: string, text: string): StoredResponse | undefined => {
  const stored = parseJson(text)
  if (!isStored(stored) || stored.url !== url) return undefined
  const { body, confirmedAt, headers, maxAge, tag } = stored
  if (tag !== undefined && !entityTagPattern.test(tag)) return undefined
  return {
    body: new TextEncoder().encode(body),
    tag,
    headers: Object.fromEntries(
      keptHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]))
    ),
    confirmedAt,
    maxAge
  }
}

/** A version of this form. Other versions of the client ignore what they do not know. */
const format = "taxonomy-licensing-client 1"

interface StoredJson extends Omit<StoredResponse, "body" | "tag"> {
  readonly url: string
  readonly tag?: string
  readonly body: string
}

const isStored = (value: unknown): value is StoredJson =>
  guardMembers(
    value,
    {
      format: (name) => guardLiteral(name, [format]),
      url: guardText,
      headers: (headers) => guardRecord(headers, guardHeader),
      confirmedAt: guardCount,
      maxAge: guardCount,
      body: guardText
    },
    { tag: guardText }
  ) === undefined

/** Guards a value that `Headers` takes. */
const guardHeader: Guard = (value) =>
  guardBy(value, (text) => typeof text === "string" && /^[\t\x20-\x7e\x80-\xff]*$/.test(text), "the value of a header")
