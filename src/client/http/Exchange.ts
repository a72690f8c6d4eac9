import { NetworkError, RequestTimedOut, UnexpectedAnswer } from "../model/ClientErrors.ts"
import { describeError, findSystemCode } from "../model/DescribeError.ts"
import { toSafeCause } from "../model/SafeCause.ts"
import type { FetchedResponse, Signal } from "../options/ClientOptions.ts"
import type { ClientSettings } from "../options/ClientSettings.ts"

/** A request as it is sent. */
export interface OutgoingRequest {
  readonly url: string
  readonly headers: Record<string, string>
  /** The id for the server's log; none in a browser. */
  readonly requestId: string | undefined
  /** The number of this request within its call, from 1. */
  readonly attempt: number
  readonly cache: "no-cache" | undefined
}

/** A response with its whole body. */
export interface ReceivedResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array
}

/**
 * Sends one request and reads its whole response, within the time-out. Redirects are not followed: the API key must
 * reach no other address. Rejects with the reason of the signal if it aborts.
 */
export const exchange = (
  settings: Pick<ClientSettings, "fetch" | "mask" | "maxBodyBytes" | "timeout">,
  request: OutgoingRequest,
  signal: Signal
): Promise<ReceivedResponse> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const { requestId, url } = request
    const { mask, timeout } = settings
    const controller = new AbortController()
    // A fetch that ignores its signal does not delay the end.
    const abort = () => {
      reject(signal.reason)
      controller.abort(signal.reason)
    }
    const timer = setTimeout(() => {
      reject(new RequestTimedOut(`GET ${url}: no complete response within ${timeout} ms`, requestId, timeout))
      controller.abort()
    }, timeout)
    signal.addEventListener("abort", abort)
    void send(settings, request, controller.signal)
      .then(resolve, (problem: unknown) => reject(toClientError(problem, request, mask)))
      .finally(() => {
        clearTimeout(timer)
        signal.removeEventListener("abort", abort)
      })
  })

const toClientError = (
  problem: unknown,
  { attempt, requestId, url }: OutgoingRequest,
  mask: ClientSettings["mask"]
): UnexpectedAnswer | NetworkError => {
  if (problem instanceof UnexpectedAnswer) return problem
  const failed = (text: string, code?: string, cause?: unknown) =>
    new NetworkError(`GET ${url}: ${text}`, requestId, { attempts: attempt, code, cause })
  try {
    const reason = isUnexplained(problem) ? unknownReason : ""
    return failed(mask(describeError(problem)) + reason, findSystemCode(problem), toSafeCause(problem, mask))
  } catch {
    // An own `fetch` can reject with an error whose members throw or are no texts. The call must end all the same.
    return failed("an error that cannot be described")
  }
}

/** True for a network error of `fetch` of which a browser, for one, tells a script nothing else. */
const isUnexplained = (problem: unknown): boolean => problem instanceof TypeError && problem.cause === undefined

const unknownReason = ". The server is unreachable, or a firewall, a proxy or the browser refuses the request"

const send = async (
  { fetch, maxBodyBytes }: Pick<ClientSettings, "fetch" | "maxBodyBytes">,
  { cache, headers, requestId, url }: OutgoingRequest,
  signal: Signal
): Promise<ReceivedResponse> => {
  const unexpected = (status: number, problem: string) =>
    new UnexpectedAnswer(`GET ${url}: ${problem}`, requestId, status)
  const response = await fetch(url, {
    method: "GET",
    headers,
    redirect: "manual",
    signal,
    ...(cache === undefined ? {} : { cache })
  })
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
  if (response.body === undefined && response.arrayBuffer === undefined) {
    throw unexpected(status, "a response of an own fetch with neither body nor arrayBuffer")
  }
  const body = await readBody(response, maxBodyBytes)
  if (body === undefined) throw unexpected(status, `a body of more than ${maxBodyBytes} bytes (maxBodyBytes)`)
  const received = new Headers()
  response.headers.forEach((value, name) => received.append(name, value))
  return { status, headers: received, body }
}

/** Reads a body. Returns `undefined` if it is larger than `maxBytes`. */
const readBody = async (response: FetchedResponse, maxBytes: number): Promise<Uint8Array | undefined> => {
  if (response.body === null) return new Uint8Array(0)
  if (response.body === undefined) {
    const whole = new Uint8Array((await response.arrayBuffer?.()) ?? new ArrayBuffer(0))
    return whole.byteLength > maxBytes ? undefined : whole
  }
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
