import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Schedule from "effect/Schedule"

/** Called with each batch once: when the collector has taken it, or when it is given up. */
export type OnSettled = (body: HttpClientRequest.HttpClientRequest["body"], isDelivered: boolean) => void

/**
 * Makes the HTTP client of an exporter. It tries a batch three times, then gives it up, and never fails: Effect's
 * exporter would drop everything for a minute after a failure, without counting it. It does not follow redirects, which
 * could carry credentials to another host.
 */
export const makeCollectorClient = Effect.fnUntraced(function* (what: string, onSettled: OnSettled) {
  const client = yield* HttpClient.HttpClient
  let isFailing = false
  const succeeded = Effect.suspend(() => {
    if (!isFailing) return Effect.void
    isFailing = false
    return Effect.logInfo(`The collector takes ${what} again`)
  })
  const failed = (cause: Cause.Cause<unknown>) =>
    Effect.suspend(() => {
      if (isFailing) return Effect.void
      isFailing = true
      return Effect.logWarning(`The collector does not take ${what}. They are dropped and counted.`, describe(cause))
    })
  return HttpClient.transform(client, (send, request) =>
    send.pipe(
      Effect.flatMap(HttpClientResponse.filterStatusOk),
      // The connection is free for the next batch once the response is read.
      Effect.tap((response) => response.arrayBuffer),
      Effect.timeout("10 seconds"),
      Effect.retry({ times: 2, while: HttpClient.isTransientError, schedule: Schedule.exponential("500 millis") }),
      Effect.matchCauseEffect({
        onSuccess: () =>
          Effect.andThen(
            succeeded,
            Effect.sync(() => onSettled(request.body, true))
          ),
        onFailure: (cause) =>
          Effect.andThen(
            failed(cause),
            Effect.sync(() => onSettled(request.body, false))
          )
      }),
      Effect.as(HttpClientResponse.fromWeb(request, new Response(null, { status: 200 }))),
      Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" })
    )
  )
})

const describe = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return error instanceof Error ? error.message : String(error)
}
