import * as HttpClientError from "effect/http/HttpClientError"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { RateLimitExceeded as RateLimitBody } from "../../api/bodies/ErrorBodies.ts"
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
import type { ClientSettings } from "../options/ClientSettings.ts"
import type { CurrentCall } from "./DerivedClient.ts"
import type { Incoming } from "./Exchange.ts"
import { requestIdOf, retryAfterOf } from "./ResponseHeaders.ts"

/** Makes an error for users of whatever the derived client failed with. */
export const failureOf = (
  { apiVersion, baseUrl, mask }: Pick<ClientSettings, "apiVersion" | "baseUrl" | "mask">,
  call: CurrentCall["Service"],
  failed: unknown
): AnyTaxonomyError => {
  if (isOwn(failed)) return failed
  const { attempts, incoming, url } = call
  // Nothing was sent: the contract has no such request.
  if (incoming === undefined) return new InvalidArgument("argument", mask(String(failed)))
  const requestId = requestIdOf(incoming.headers, mask) ?? call.requestId
  const { headers, status } = incoming
  const text = isForeign(failed) ? undefined : textOf(failed, mask)
  const unexpected = () =>
    new UnexpectedAnswer(
      `GET ${url}: ${status}, and not in the form of the contract: ${misfit(failed, incoming, mask)}`,
      requestId,
      status
    )
  if (status >= 500) {
    const retryAfter = retryAfterOf(headers)
    return new ServerError(text ?? `GET ${url}: ${status}`, requestId, { status, attempts, retryAfter })
  }
  switch (status) {
    case 400: {
      if (text === undefined) return unexpected()
      if (hasMessage(failed)) return new BadRequest(text, requestId)
      const removal = hasMore(incoming) ? undefined : removalIn(text)
      return removal === undefined ? unexpected() : new CodeRemoved(text, requestId, removal.replacedBy)
    }
    case 401:
      return text === undefined ? unexpected() : new Unauthorized(text, requestId)
    case 403:
      return text === undefined ? unexpected() : new KeyRevoked(text, requestId)
    case 404: {
      if (text !== undefined && noLicense.test(text)) return new NotFound(text, requestId)
      if (text !== undefined && noVersion.test(text)) return new VersionNotFound(text, requestId)
      const advice =
        `Check that baseUrl, ${baseUrl}, is the service's base address, such as ` +
        `https://licensing.example/api/taxonomy, and that the service has the API ${apiVersion}`
      return new PathNotFound(`GET ${url}: ${text ?? "404, which is not of the service"}. ${advice}`, requestId)
    }
    case 429: {
      const body = isRateLimitBody(failed) ? failed : undefined
      return new RateLimitExceeded(text ?? `GET ${url}: ${status}, too many requests`, requestId, {
        retryAfter: body?.retry_after ?? retryAfterOf(headers),
        upgradeUrl: body === undefined ? undefined : mask(body.upgrade_url)
      })
    }
    default:
      return text === undefined
        ? unexpected()
        : new UnexpectedAnswer(`GET ${url}: ${status}, and ${text}`, requestId, status)
  }
}

/** Whether the same request may have another end: network errors and 5xx alone (service spec, 8.6). */
export const isPassing = (failure: AnyTaxonomyError): boolean =>
  failure instanceof NetworkError || failure instanceof ServerError

const isOwn = (failed: unknown): failed is AnyTaxonomyError => failed instanceof TaxonomyError

/** What Effect fails with where an answer is not in the form of the contract. */
const isForeign = (failed: unknown): boolean =>
  HttpClientError.isHttpClientError(failed) || Schema.isSchemaError(failed)

const isRateLimitBody = Schema.is(RateLimitBody)
const hasMessage = Schema.is(Schema.Struct({ message: Schema.String }))
const hasError = Schema.is(Schema.Struct({ error: Schema.String }))

const textOf = (failed: unknown, mask: (text: string) => string): string | undefined =>
  hasMessage(failed) ? mask(failed.message) : hasError(failed) ? mask(failed.error) : undefined

// The service's own sentences, by which one kind of 404 is told from another.
const noLicense = /^Base license '.*' not found$/s
const noVersion = /^(?:Taxonomy version \S+ not found$|Every release of v\d+ was withdrawn\b)/

/** What replaces something, where a text is the service's sentence on something that was removed. */
const removalIn = (text: string): { readonly replacedBy: ReadonlyArray<string> } | undefined => {
  const told = removalForm.exec(text)
  return told === null ? undefined : { replacedBy: told[1]?.slice(1, -1).split("' or '") ?? [] }
}

const removalForm =
  /^The (?:dimension '[^']+'|value '[^']+' of [^' ]+|base license '[^']+') was removed in v\d+\.\d+\. (?:Use ('[^']+'(?: or '[^']+')*) instead\.$|Nothing replaces it)/

/** Whether the body of a refusal has more than `error`, which is all that the service says of what was removed. */
const hasMore = (incoming: Incoming): boolean =>
  Option.match(readJson(textIn(incoming)), {
    onNone: () => true,
    onSome: (body) => typeof body !== "object" || body === null || "message" in body
  })

const readJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/** What is wrong with an answer: the first place that is not as the contract has it, or else how the body begins. */
const misfit = (failed: unknown, incoming: Incoming, mask: (text: string) => string): string => {
  // Each alternative of the contract has its lines, the form that was asked for first. None holds what was received.
  const [, problem, place] = Schema.isSchemaError(failed) ? (/^(.+)\n\s+(at .+)/.exec(failed.message) ?? []) : []
  if (problem !== undefined) return mask(`${problem} ${place}`)
  // Masked before it is cut, for a part of the key is masked no more.
  const text = mask(textIn(incoming).slice(0, longestQuote * 100)).slice(0, longestQuote)
  return text === "" ? "an empty body" : `it begins ${text}`
}

const longestQuote = 200

const textIn = ({ body }: Incoming): string => new TextDecoder().decode(body)
