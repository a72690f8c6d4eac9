import { isObject, parseJson } from "../../domain/Json.ts"
import { findMismatch } from "../model/BodyType.ts"
import {
  BadRequest,
  CodeRemoved,
  KeyExpired,
  KeyRevoked,
  NotFound,
  PathNotFound,
  RateLimitExceeded,
  ServerError,
  Unauthorized,
  UnexpectedAnswer,
  VersionNotFound,
  type AnyTaxonomyError
} from "../model/ClientErrors.ts"
import type { ClientSettings } from "../options/ClientSettings.ts"
import type { OutgoingRequest, ReceivedResponse } from "./Exchange.ts"
import {
  errorCodeOf,
  hasUnknownErrorCode,
  hasRelease,
  isFromService,
  replacementOf,
  requestIdOf,
  retryAfterOf,
  unknownErrorCodeOf,
  type KnownErrorCode
} from "./ResponseHeaders.ts"

type ErrorSettings = Pick<ClientSettings, "apiVersion" | "baseUrl" | "mask">

/** Converts an error response to an error for users, with the code of the response. */
export const toClientError = (
  settings: ErrorSettings,
  request: OutgoingRequest,
  response: ReceivedResponse
): AnyTaxonomyError => {
  const { headers, status } = response
  const known = errorCodeOf(headers, status)
  const code = known ?? unknownErrorCodeOf(headers, settings.mask)
  const error = selectError(settings, request, response, known, hasUnknownErrorCode(headers))
  return code === undefined ? error : Object.assign(error, { code })
}

/**
 * Selects the class of an error. `X-Error-Code` decides. Without a known code, as from a proxy or
 * another release of the server, the status decides, together with the headers and the form of the body.
 */
const selectError = (
  { apiVersion, baseUrl, mask }: ErrorSettings,
  { attempt, requestId: sentId, url }: OutgoingRequest,
  { body, headers, status }: ReceivedResponse,
  code: KnownErrorCode | undefined,
  isCodeUnknown: boolean
): AnyTaxonomyError => {
  const requestId = requestIdOf(headers, mask) ?? sentId
  const bodyText = new TextDecoder().decode(body)
  const { error, isErrorAlone, isOnContract, limit, message: sentence } = readErrorBody(status, bodyText)
  const written = sentence ?? error ?? ""
  const text = written === "" ? undefined : mask(written)
  const message = text ?? `GET ${url}: ${code === undefined ? status : `${status}, ${code}`}`
  const unexpected = (problem: string) => new UnexpectedAnswer(`GET ${url}: ${status}, ${problem}`, requestId, status)
  const removed = () => {
    const { mode, replacedBy } = replacementOf(headers, mask)
    return new CodeRemoved(message, requestId, replacedBy, mode)
  }

  switch (code) {
    case "dimension-removed":
    case "value-removed":
    case "license-removed":
      return removed()
    case "license-not-found":
    case "dimension-not-found":
    case "value-not-found":
    case "resource-not-found":
    case "log-unsigned":
    case "release-unsigned":
      return new NotFound(message, requestId)
    case "version-not-found":
      return new VersionNotFound(message, requestId)
    default:
      break
  }
  if (status >= 500) {
    return new ServerError(message, requestId, { status, attempts: attempt, retryAfter: retryAfterOf(headers) })
  }
  if ([400, 401, 403].includes(status) && code === undefined && !isOnContract) {
    return unexpected(`not in the form of the contract: ${quoteBody(bodyText, mask)}`)
  }
  switch (status) {
    case 400:
      // Of the errors of a selected release, only that of a removed item has this form (service spec, section 7).
      return code === undefined && hasRelease(headers) && isErrorAlone ? removed() : new BadRequest(message, requestId)
    case 401:
      return new Unauthorized(message, requestId)
    case 403:
      return new (code === "key-expired" ? KeyExpired : KeyRevoked)(message, requestId)
    case 404: {
      const isService = isFromService(headers)
      if (code === undefined && (isService || isCodeUnknown)) return new NotFound(message, requestId)
      const advice = isService
        ? `Check that the service has the API ${apiVersion}`
        : `Check that baseUrl, ${baseUrl}, is the base address of the service, such as ` +
          `https://licensing.example/api/taxonomy, and that the service has the API ${apiVersion}`
      return new PathNotFound(`GET ${url}: ${text ?? "404, not sent by the service"}. ${advice}`, requestId)
    }
    case 429:
      return new RateLimitExceeded(message, requestId, {
        retryAfter: limit?.retryAfter ?? retryAfterOf(headers),
        upgradeUrl: limit === undefined ? undefined : mask(limit.upgradeUrl)
      })
    default:
      return unexpected(text ?? code ?? quoteBody(bodyText, mask))
  }
}

/** Quotes the beginning of a body. */
export const quoteBody = (body: string, mask: (text: string) => string): string => {
  // Masked before it is cut, since a part of the key would not be recognized.
  const text = mask(body.slice(0, maxQuoteLength * 100)).slice(0, maxQuoteLength)
  return text === "" ? "an empty body" : `the body begins ${text}`
}

const maxQuoteLength = 200

/** The texts of an error body, in the form of the contract or of anyone else's JSON. */
interface ErrorBody {
  readonly error: string | undefined
  readonly message: string | undefined
  /** True if the contract has an error of this form for the status. */
  readonly isOnContract: boolean
  /** True if the whole body is an `error`, as for a removed item. */
  readonly isErrorAlone: boolean
  /** The facts of a used-up limit. */
  readonly limit: { readonly retryAfter: number; readonly upgradeUrl: string } | undefined
}

/** Reads the body of an error. A body of another form has no texts. */
const readErrorBody = (status: number, text: string): ErrorBody => {
  const json = parseJson(text)
  const body = isObject(json) ? json : {}
  const { error, message, retry_after: retryAfter, upgrade_url: upgradeUrl } = body
  const isForeign = [error, message].some((text) => text !== undefined && typeof text !== "string")
  return {
    error: isForeign || typeof error !== "string" ? undefined : error,
    message: isForeign || typeof message !== "string" ? undefined : message,
    isOnContract: isOnContract(status, error, message),
    isErrorAlone: typeof error === "string" && error !== "" && Object.keys(body).length === 1,
    limit:
      findMismatch(limitType, body) === undefined && typeof upgradeUrl === "string"
        ? { retryAfter: Number(retryAfter), upgradeUrl }
        : undefined
  }
}

const limitType = { error: "string", message: "string", retry_after: "whole number", upgrade_url: "string" } as const

/** A removed item has an `error` alone, every other error its name and a message (service spec, section 7). */
const isOnContract = (status: number, error: unknown, message: unknown): boolean => {
  if (status === 400) return typeof error === "string" && error !== ""
  const name = status === 401 ? "Unauthorized" : status === 403 ? "Forbidden" : undefined
  return error === name && typeof message === "string" && message !== ""
}
