import * as Effect from "effect/Effect"
import { NetworkError, RequestTimedOut, UnexpectedAnswer } from "../model/ClientErrors.ts"
import { codeOf, problemInWords } from "../model/DescribeError.ts"
import type { FetchedResponse } from "../options/ClientOptions.ts"
import type { ClientSettings } from "../options/ClientSettings.ts"

/** A request as it is sent. */
export interface Outgoing {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** By which the service is to know it; none in a browser. */
  readonly requestId: string | undefined
  /** How many requests this call has sent, with this one. */
  readonly attempt: number
}

/** An answer with its whole body. */
export interface Incoming {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * Sends one request and reads its whole answer, within the time-out. Redirects are not followed: the key must reach no
 * other address.
 */
export const exchange = (
  { fetch, mask, maxBodyBytes, timeout }: Pick<ClientSettings, "fetch" | "mask" | "maxBodyBytes" | "timeout">,
  { attempt, headers, requestId, url }: Outgoing
): Effect.Effect<Incoming, NetworkError | RequestTimedOut | UnexpectedAnswer> => {
  const unexpected = (status: number, problem: string) =>
    new UnexpectedAnswer(`GET ${url}: ${problem}`, requestId, status)

  const send = async (signal: AbortSignal): Promise<Incoming> => {
    const response = await fetch(url, { method: "GET", headers, redirect: "manual", signal })
    const { status, type } = response
    // A browser does not tell where a redirect leads.
    if (type === "opaqueredirect" || [301, 302, 303, 307, 308].includes(status)) {
      discard(response)
      throw unexpected(status, `a redirect (${status}), which is not followed: the key must go nowhere else`)
    }
    if (status < 200 || status > 599) {
      discard(response)
      throw unexpected(status, `a status that HTTP does not have (${status})`)
    }
    const body = await readBody(response, maxBodyBytes)
    if (body === undefined) {
      throw unexpected(status, `a body of more than ${maxBodyBytes} bytes, the most that maxBodyBytes allows`)
    }
    const received = new Headers()
    response.headers.forEach((value, name) => received.append(name, value))
    return { status, headers: received, body }
  }

  return Effect.tryPromise({
    try: send,
    catch: (problem) =>
      problem instanceof UnexpectedAnswer
        ? problem
        : new NetworkError(`GET ${url}: ${mask(problemInWords(problem))}`, requestId, {
            attempts: attempt,
            code: codeOf(problem)
          })
  }).pipe(
    Effect.timeoutOrElse({
      duration: timeout,
      orElse: () =>
        Effect.fail(new RequestTimedOut(`GET ${url}: no complete answer within ${timeout} ms`, requestId, timeout))
    })
  )
}

/** Reads a body; nothing where it is larger than allowed. */
const readBody = async (response: FetchedResponse, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  if (response.body === null) return new Uint8Array(0)
  const reader = response.body.getReader()
  const chunks: Array<Uint8Array> = []
  let size = 0
  for (let part = await reader.read(); !part.done && part.value !== undefined; part = await reader.read()) {
    size += part.value.byteLength
    if (size > most) {
      reader.cancel().catch(() => {})
      return undefined
    }
    chunks.push(part.value)
  }
  const body = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.byteLength
  }
  return body
}

const discard = (response: FetchedResponse): void => {
  response.body?.cancel().catch(() => {})
}
