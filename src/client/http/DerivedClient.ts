import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Equal from "effect/Equal"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Option from "effect/Option"
import { ApiKeySecurity } from "../../api/endpoints/ApiKeySecurity.ts"
import { ReadApi } from "../../api/ReadApi.ts"
import { clientVersion } from "../ClientVersion.ts"
import { UnexpectedAnswer, type NetworkError, type RequestTimedOut } from "../model/ClientErrors.ts"
import type { ClientSettings } from "../options/ClientSettings.ts"
import { exchange, type ReceivedResponse } from "./Exchange.ts"
import type { CachedBody, ResponseCache } from "./ResponseCache.ts"
import { entityTagOf } from "./ResponseHeaders.ts"

/** The state of one call. Each attempt overwrites the state of the one before. */
export class CurrentCall extends Context.Service<
  CurrentCall,
  {
    /** Absent in a browser, which would need a preflight to send it. */
    readonly requestId: string | undefined
    attempts: number
    url: string
    incoming: ReceivedResponse | undefined
    /** The body that the request was conditional on. */
    cached: CachedBody | undefined
  }
>()("taxonomy-licensing-data-service/client/http/DerivedClient/CurrentCall") {}

/** A client with a method for each endpoint of the contract, which sends the API key and revalidates cached bodies. */
export const makeDerivedClient = (settings: ClientSettings, cache: ResponseCache) =>
  HttpApiClient.makeWith(ReadApi, { httpClient: makeHttpClient(settings, cache), baseUrl: settings.baseUrl }).pipe(
    Effect.provide(
      HttpApiMiddleware.layerClient(ApiKeySecurity, ({ next, request }) =>
        next(HttpClientRequest.bearerToken(request, settings.apiKey))
      )
    )
  )

type RequestError = NetworkError | RequestTimedOut | UnexpectedAnswer

// Effect's own client would trace requests and send headers for it.
const makeHttpClient = (
  settings: ClientSettings,
  cache: ResponseCache
): HttpClient.HttpClient.With<RequestError, CurrentCall> =>
  HttpClient.makeWith<never, never, RequestError, CurrentCall>(
    Effect.flatMap((request) => send(settings, cache, request)),
    Effect.succeed
  )

const send = Effect.fnUntraced(function* (
  settings: ClientSettings,
  cache: ResponseCache,
  request: HttpClientRequest.HttpClientRequest
) {
  const call = yield* CurrentCall
  call.attempts += 1
  call.url = Option.match(HttpClientRequest.toUrl(request), { onNone: () => request.url, onSome: ({ href }) => href })
  call.cached = settings.browser ? undefined : cache.get(call.url)
  call.incoming = undefined
  const incoming = yield* exchange(settings, {
    url: call.url,
    headers: {
      accept: "application/json",
      ...request.headers,
      // A browser sends its own user agent, and needs a preflight for other headers.
      ...(settings.browser ? {} : { "user-agent": `taxonomy-licensing-client/${clientVersion}` }),
      ...(call.requestId === undefined ? {} : { "x-request-id": call.requestId }),
      ...(call.cached === undefined ? {} : { "if-none-match": call.cached.tag })
    },
    requestId: call.requestId,
    attempt: call.attempts
  })
  call.incoming = incoming
  const problem = findProblem(incoming, call.cached)
  if (problem !== undefined) {
    return yield* Effect.fail(
      new UnexpectedAnswer(`GET ${call.url}: ${settings.mask(problem)}`, call.requestId, incoming.status)
    )
  }
  const { body, headers, status } = incoming
  const response = new Response([204, 205, 304].includes(status) ? null : body, { status, headers })
  // Effect compares failures by hash. On Node 20 the body of a response does not allow to hash it by structure.
  return HttpClientResponse.fromWeb(request, Equal.byReferenceUnsafe(response))
})

/** Finds the problems that the derived client does not check. */
const findProblem = ({ headers, status }: ReceivedResponse, cached: CachedBody | undefined): string | undefined => {
  if (status === 304 && cached === undefined) return "304, though the request was not conditional"
  const type = headers.get("content-type") ?? "none"
  return status === 200 && !/^application\/json(?:\s*;|$)/i.test(type)
    ? `the content type ${type} instead of application/json`
    : undefined
}

/** A body for the cache, if it has an entity tag. */
export const toCachedBody = ({ body, headers }: ReceivedResponse): CachedBody | undefined => {
  const tag = entityTagOf(headers)
  return tag === undefined ? undefined : { tag, body }
}
