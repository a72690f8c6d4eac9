import * as HttpClientError from "effect/http/HttpClientError"
import * as Schema from "effect/Schema"
import { CodeRemoved as CodeRemovedBody, RateLimitExceeded as RateLimitBody } from "../../api/bodies/ErrorBodies.ts"
import {
  BadRequest,
  CodeRemoved,
  InvalidArgument,
  KeyRevoked,
  NetworkError,
  NotFound,
  PathNotFound,
  RateLimitExceeded,
  ServerError,
  TaxonomyError,
  Unauthorized,
  UnexpectedAnswer,
  VersionNotFound,
  type AnyTaxonomyError
} from "../model/ClientErrors.ts"
import { firstIssueOf } from "../model/DescribeError.ts"
import type { ClientSettings } from "../options/ClientSettings.ts"
import type { CurrentCall } from "./DerivedClient.ts"
import type { ReceivedResponse } from "./Exchange.ts"
import {
  errorCodeOf,
  hasRelease,
  hasUnknownErrorCode,
  isFromService,
  replacementOf,
  requestIdOf,
  retryAfterOf
} from "./ResponseHeaders.ts"

/**
 * Converts a failure of the derived client to an error for users. `X-Error-Code` decides. Without a known code, as from
 * a proxy or another release of the server, the status decides, together with the headers and the form of the body.
 */
export const toClientError = (
  { apiVersion, baseUrl, mask }: Pick<ClientSettings, "apiVersion" | "baseUrl" | "mask">,
  { attempts, incoming, requestId: sentId, url }: CurrentCall["Service"],
  failure: unknown
): AnyTaxonomyError => {
  if (isClientError(failure)) return failure
  // Nothing was sent: the request does not satisfy the contract.
  if (incoming === undefined) return new InvalidArgument("argument", mask(String(failure)))
  const { headers, status } = incoming
  const requestId = requestIdOf(headers, mask) ?? sentId
  const code = errorCodeOf(headers, status)
  const text = textOf(incoming, mask)
  const message = text ?? `GET ${url}: ${code === undefined ? status : `${status}, ${code}`}`
  const unexpected = (problem: string) => new UnexpectedAnswer(`GET ${url}: ${status}, ${problem}`, requestId, status)
  const removed = () => {
    const { mode, replacedBy } = replacementOf(headers, mask)
    return new CodeRemoved(message, requestId, replacedBy, mode)
  }

  if (code === undefined && status < 500 && status !== 404 && status !== 429 && isOffContract(failure)) {
    return unexpected(`not in the form of the contract: ${describeMismatch(failure, incoming, mask)}`)
  }
  switch (code) {
    case "dimension-removed":
    case "value-removed":
    case "license-removed":
      return removed()
    case "license-not-found":
    case "resource-not-found":
      return new NotFound(message, requestId)
    case "version-not-found":
    case "version-withdrawn":
      return new VersionNotFound(message, requestId)
    default:
      break
  }
  if (status >= 500) return new ServerError(message, requestId, { status, attempts, retryAfter: retryAfterOf(headers) })
  switch (status) {
    case 400:
      // Of the errors of a selected release, only that of a removed item has this form (service spec, section 7).
      return code === undefined && hasRelease(headers) && isErrorAlone(incoming)
        ? removed()
        : new BadRequest(message, requestId)
    case 401:
      return new Unauthorized(message, requestId)
    case 403:
      return new KeyRevoked(message, requestId)
    case 404: {
      const isService = isFromService(headers)
      if (code === undefined && (isService || hasUnknownErrorCode(headers))) return new NotFound(message, requestId)
      const advice = isService
        ? `Check that the service has the API ${apiVersion}`
        : `Check that baseUrl, ${baseUrl}, is the base address of the service, such as ` +
          `https://licensing.example/api/taxonomy, and that the service has the API ${apiVersion}`
      return new PathNotFound(`GET ${url}: ${text ?? "404, not sent by the service"}. ${advice}`, requestId)
    }
    case 429: {
      const body = isRateLimitBody(failure) ? failure : undefined
      return new RateLimitExceeded(message, requestId, {
        retryAfter: body?.retry_after ?? retryAfterOf(headers),
        upgradeUrl: body === undefined ? undefined : mask(body.upgrade_url)
      })
    }
    default:
      return unexpected(text ?? code ?? describeMismatch(failure, incoming, mask))
  }
}

/** True if the same request may succeed later: network errors and 5xx alone (service spec, 8.6). */
export const isRetryable = (error: AnyTaxonomyError): boolean =>
  error instanceof NetworkError || error instanceof ServerError

const isClientError = (failure: unknown): failure is AnyTaxonomyError => failure instanceof TaxonomyError

/** True if the response has a status or a body that the contract does not list. */
const isOffContract = (failure: unknown): boolean =>
  HttpClientError.isHttpClientError(failure) || Schema.isSchemaError(failure)

const isRateLimitBody = Schema.is(RateLimitBody)

/** True if the whole body is the `error` of a removed item. */
const isErrorAlone = (incoming: ReceivedResponse): boolean => readRemovedBody(bodyText(incoming))._tag === "Some"

const readRemovedBody = Schema.decodeUnknownOption(Schema.fromJsonString(CodeRemovedBody), {
  onExcessProperty: "error"
})

/** The text of an error body, in the form of the contract or of anyone else's JSON. */
const textOf = (incoming: ReceivedResponse, mask: (text: string) => string): string | undefined => {
  const body = readErrorBody(bodyText(incoming))
  const text = body._tag === "Some" ? (body.value.message ?? body.value.error) : undefined
  return text === undefined || text === "" ? undefined : mask(text)
}

const readErrorBody = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({ error: Schema.optionalKey(Schema.String), message: Schema.optionalKey(Schema.String) })
  )
)

/** The first place that violates the contract, or else the beginning of the body. */
const describeMismatch = (failure: unknown, incoming: ReceivedResponse, mask: (text: string) => string): string => {
  const { message, path } = Schema.isSchemaError(failure) ? firstIssueOf(failure) : { message: "", path: "" }
  if (path !== "") return mask(`${message} at ${path}`)
  // Masked before it is cut, since a part of the key would not be recognized.
  const text = mask(bodyText(incoming).slice(0, maxQuoteLength * 100)).slice(0, maxQuoteLength)
  return text === "" ? "an empty body" : `the body begins ${text}`
}

const maxQuoteLength = 200

const bodyText = ({ body }: ReceivedResponse): string => new TextDecoder().decode(body)
