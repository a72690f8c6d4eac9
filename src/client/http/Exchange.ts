import * as Effect from "effect/Effect"
import { NetworkError, RequestTimedOut, UnexpectedAnswer } from "../model/ClientErrors.ts"
import { describeError, findSystemCode } from "../model/DescribeError.ts"
import type { FetchedResponse } from "../options/ClientOptions.ts"
import type { ClientSettings } from "../options/ClientSettings.ts"

/** A request as it is sent. */
export interface OutgoingRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The id for the server's log; none in a browser. */
  readonly requestId: string | undefined
  /** The number of this request within its call, from 1. */
  readonly attempt: number
}

/** A response with its whole body. */
export interface ReceivedResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * Sends one request and reads its whole response, within the time-out. Redirects are not followed: the API key must
 * reach no other address.
 */
export const exchange = (
  { fetch, mask, maxBodyBytes, timeout }: Pick<ClientSettings, "fetch" | "mask" | "maxBodyBytes" | "timeout">,
  { attempt, headers, requestId, url }: OutgoingRequest
): Effect.Effect<ReceivedResponse, NetworkError | RequestTimedOut | UnexpectedAnswer> => {
  const unexpected = (status: number, problem: string) =>
    new UnexpectedAnswer(`GET ${url}: ${problem}`, requestId, status)

  const send = async (signal: AbortSignal): Promise<ReceivedResponse> => {
    const response = await fetch(url, { method: "GET", headers, redirect: "manual", signal })
    const { status, type } = response
    // A browser hides the target of a redirect.
    if (type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(status)) {
      discard(response)
      throw unexpected(status, `a redirect (${status}), which the client does not follow, to keep the API key here`)
    }
    if (status < 200 || status > 599) {
      discard(response)
      throw unexpected(status, `an invalid HTTP status (${status})`)
    }
    const body = await readBody(response, maxBodyBytes)
    if (body === undefined) throw unexpected(status, `a body of more than ${maxBodyBytes} bytes (maxBodyBytes)`)
    const received = new Headers()
    response.headers.forEach((value, name) => received.append(name, value))
    return { status, headers: received, body }
  }

  return Effect.tryPromise({
    try: send,
    catch: (problem) =>
      problem instanceof UnexpectedAnswer
        ? problem
        : new NetworkError(`GET ${url}: ${mask(describeError(problem))}`, requestId, {
            attempts: attempt,
            code: findSystemCode(problem)
          })
  }).pipe(
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () =>
        Effect.fail(new RequestTimedOut(`GET ${url}: no complete response within ${timeout} ms`, requestId, timeout))
    })
  )
}

/** Reads a body. Returns `undefined` if it is larger than `maxBytes`. */
const readBody = async (response: FetchedResponse, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  if (response.body === null) return new Uint8Array(0)
  const reader = response.body.getReader()
  const chunks: Array<Uint8Array> = []
  let size = 0
  for (let part = await reader.read(); !part.done && part.value !== undefined; part = await reader.read()) {
    size += part.value.byteLength
    if (size > maxBytes) {
      reader.cancel().catch(() => {})
      return undefined
    }
    chunks.push(part.value)
  }
  const body = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    body.set(chunk, offset)
    offset += chunk.byteLength
  }
  return body
}

const discard = (response: FetchedResponse): void => {
  response.body?.cancel().catch(() => {})
}
