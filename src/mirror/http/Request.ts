import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { addressOf, urlOf } from "../Origin.ts"
import { OriginRefused, OriginUnavailable } from "../OriginErrors.ts"
import { isRedirect, maxRedirects, resolveRedirect } from "./Redirect.ts"
import type { Session } from "./Session.ts"
import { outageOf } from "./TransportErrors.ts"

/**
 * Requests a file below the origin and follows redirects. Credentials follow only as long as the host stays the same. The
 * response ends with the scope.
 */
export const request = Effect.fnUntraced(function* (
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
