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
import { exchange, type Incoming } from "./Exchange.ts"
import type { BodyMemory, RememberedBody } from "./ResponseCache.ts"
import { entityTagOf } from "./ResponseHeaders.ts"

/** What happens in one call, beside its result. Each request that is sent for it overwrites what the last one left. */
export class CurrentCall extends Context.Service<
  CurrentCall,
  {
    /** None in a browser, which would have to ask for leave to send it. */
    readonly requestId: string | undefined
    attempts: number
    url: string
    incoming: Incoming | undefined
    /** The body that the request was conditional on. */
    remembered: RememberedBody | undefined
  }
>()("taxonomy-licensing-data-service/client/http/DerivedClient/CurrentCall") {}

/** A client with a method for each endpoint of the contract, which sends the key and what is remembered. */
export const makeDerivedClient = (settings: ClientSettings, memory: BodyMemory) =>
  HttpApiClient.makeWith(ReadApi, { httpClient: httpClientOf(settings, memory), baseUrl: settings.baseUrl }).pipe(
    Effect.provide(
      HttpApiMiddleware.layerClient(ApiKeySecurity, ({ next, request }) =>
        next(HttpClientRequest.bearerToken(request, settings.apiKey))
      )
    )
  )

type Failed = NetworkError | RequestTimedOut | UnexpectedAnswer

// Made of no more than what is needed: Effect's own would trace requests, and send headers for it.
const httpClientOf = (settings: ClientSettings, memory: BodyMemory): HttpClient.HttpClient.With<Failed, CurrentCall> =>
  HttpClient.makeWith<never, never, Failed, CurrentCall>(
    (asked) => Effect.flatMap(asked, (request) => sent(settings, memory, request)),
    Effect.succeed
  )

const sent = Effect.fnUntraced(function* (
  settings: ClientSettings,
  memory: BodyMemory,
  request: HttpClientRequest.HttpClientRequest
) {
  const call = yield* CurrentCall
  call.attempts += 1
  call.url = Option.match(HttpClientRequest.toUrl(request), { onNone: () => request.url, onSome: ({ href }) => href })
  call.remembered = settings.browser ? undefined : memory.recall(call.url)
  call.incoming = undefined
  const incoming = yield* exchange(settings, {
    url: call.url,
    headers: {
      accept: "application/json",
      ...request.headers,
      // A browser names itself, and asks for leave to send anything else.
      ...(settings.browser ? {} : { "user-agent": `taxonomy-licensing-client/${clientVersion}` }),
      ...(call.requestId === undefined ? {} : { "x-request-id": call.requestId }),
      ...(call.remembered === undefined ? {} : { "if-none-match": call.remembered.tag })
    },
    requestId: call.requestId,
    attempt: call.attempts
  })
  call.incoming = incoming
  const problem = problemOf(incoming, call.remembered)
  if (problem !== undefined) {
    return yield* Effect.fail(
      new UnexpectedAnswer(`GET ${call.url}: ${settings.mask(problem)}`, call.requestId, incoming.status)
    )
  }
  const { body, headers, status } = incoming
  const response = new Response([204, 205, 304].includes(status) ? null : body, { status, headers })
  // Failures are told apart by their hash, which otherwise looks into the response: on Node 20 its body forbids that.
  return HttpClientResponse.fromWeb(request, Equal.byReferenceUnsafe(response))
})

/** What the derived client would not notice. */
const problemOf = ({ headers, status }: Incoming, remembered: RememberedBody | undefined): string | undefined => {
  if (status === 304 && remembered === undefined) return "304, though nothing was asked for by its tag"
  const type = headers.get("content-type") ?? "none"
  return status === 200 && !/^application\/json(?:\s*;|$)/i.test(type)
    ? `the content type ${type} where there must be application/json`
    : undefined
}

/** A body for the memory, where it has a tag. */
export const rememberable = ({ body, headers }: Incoming): RememberedBody | undefined => {
  const tag = entityTagOf(headers)
  return tag === undefined ? undefined : { tag, body }
}
