import { isObject, parseJson } from "../../domain/Json.ts"
import { keptHeaders, type StoredResponse } from "../cache/StoredResponse.ts"
import { clientVersion } from "../ClientVersion.ts"
import { findMismatch, formatMismatch } from "../model/BodyType.ts"
import { drainingType } from "../model/BodyTypes.generated.ts"
import { UnexpectedAnswer, type AnyTaxonomyError } from "../model/ClientErrors.ts"
import type { CallSettings, ClientSettings } from "../options/ClientSettings.ts"
import { quoteBody, toClientError } from "./ErrorMapping.ts"
import type { OutgoingRequest, ReceivedResponse } from "./Exchange.ts"
import type { ClientResource } from "./Resources.ts"
import { cacheControlOf, entityTagOf, requestIdOf } from "./ResponseHeaders.ts"

/** The bytes of a sound body, or the error that the response means. */
export type Outcome = { readonly bytes: Uint8Array } | { readonly problem: AnyTaxonomyError }

export const makeRequest = (
  { apiKey, browser }: ClientSettings,
  { isKeyed, isText, url }: Pick<ClientResource, "isKeyed" | "isText" | "url">,
  attempt: number,
  { headers, mode, requestId }: Pick<CallSettings, "headers" | "mode" | "requestId">,
  stored: StoredResponse | undefined
): OutgoingRequest => ({
  attempt,
  requestId,
  url,
  headers: {
    accept: isText ? "text/plain" : "application/json",
    ...(isKeyed ? { authorization: `Bearer ${apiKey}` } : {}),
    // A browser sends its own user agent, and needs a preflight for other headers.
    ...(browser ? {} : { "user-agent": `nil-licensing-client/${clientVersion}` }),
    ...headers,
    ...(requestId === undefined ? {} : { "x-request-id": requestId }),
    ...(stored?.tag === undefined || browser ? {} : { "if-none-match": stored.tag })
  },
  // A browser has a cache of its own, which revalidates without a preflight.
  cache: browser && mode === "no-cache" ? mode : undefined
})

/** Checks a response and selects the bytes of its body: its own, or those that a 304 confirms. */
export const readResponse = (
  settings: ClientSettings,
  { isKeyed, isText, type: bodyType }: Pick<ClientResource, "isKeyed" | "isText" | "type">,
  request: OutgoingRequest,
  response: ReceivedResponse,
  stored: StoredResponse | undefined
): Outcome => {
  const { body: bytes, headers, status } = response
  const { mask } = settings
  const unexpected = (problem: string): Outcome => {
    const requestId = requestIdOf(headers, mask) ?? request.requestId
    return { problem: new UnexpectedAnswer(`GET ${request.url}: ${mask(problem)}`, requestId, status) }
  }
  if (status === 304) {
    return "if-none-match" in request.headers && stored !== undefined
      ? { bytes: stored.body }
      : unexpected("304, though the request was not conditional")
  }
  // A draining server answers 503 with its health, which is a result here and no error.
  const isHealth = status === 503 && !isKeyed && !isText
  if (status !== 200 && !isHealth) return { problem: toClientError(settings, request, response) }
  const text = new TextDecoder().decode(bytes)
  const body = isText ? text : parseJson(text)
  if (isHealth) {
    return findMismatch(drainingType, body) === undefined
      ? { bytes }
      : { problem: toClientError(settings, request, response) }
  }
  const type = headers.get("content-type") ?? "none"
  const expected = isText ? "text/plain" : "application/json"
  if (type.split(";")[0]?.trim().toLowerCase() !== expected) {
    return unexpected(`the content type ${type} instead of ${expected}`)
  }
  const mismatch = findMismatch(bodyType, body)
  if (mismatch === undefined) return { bytes }
  if (isObject(body) && "data" in body) return unexpected("an envelope, which the client did not request")
  const found = mismatch.path.length === 0 ? quoteBody(text, mask) : formatMismatch(mismatch)
  return unexpected(`200, not in the form of the contract: ${found}`)
}

/**
 * What of a response may be used again, if it says so. A confirmed body keeps the tag that it came with: the tag of another
 * body would confirm this one for ever.
 */
export const toStored = (
  { headers, status }: ReceivedResponse,
  body: Uint8Array,
  stored: StoredResponse | undefined,
  now: number
): StoredResponse | undefined => {
  const { isStorable, maxAge } = cacheControlOf(headers)
  if (!isStorable || (status !== 200 && status !== 304)) return undefined
  const kept = keptHeaders.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const tag = status === 304 ? stored?.tag : entityTagOf(headers)
  return { body, tag, headers: Object.fromEntries(kept), confirmedAt: now, maxAge }
}
