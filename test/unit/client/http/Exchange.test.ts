import { assert, describe, it } from "@effect/vitest"
import { exchange, type OutgoingRequest } from "../../../../src/client/http/Exchange.ts"
import type { TaxonomyError } from "../../../../src/client/model/ClientErrors.ts"
import type { Fetch, FetchRequest } from "../../../../src/client/options/ClientOptions.ts"

const apiKey = "nil_0123456789abcdefABCDEF0123456789"
const mask = (text: string): string => text.replaceAll(apiKey, "<API key>")
const url = "https://licensing.example/v1/schema"
const request: OutgoingRequest = { url, headers: { accept: "*/*" }, requestId: "sent", attempt: 3, cache: undefined }

const send = (fetch: Fetch, signal = new AbortController().signal, options = {}, outgoing = request) =>
  exchange({ fetch, mask, maxBodyBytes: 10, timeout: 60_000, ...options }, outgoing, signal)

/** The facts of the error that a request ends with. */
const failureOf = async (result: Promise<unknown>): Promise<object> => {
  try {
    await result
  } catch (problem) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client rejects with its own errors
    const error = problem as TaxonomyError
    return Object.assign({}, error, { message: error.message })
  }
  return assert.fail("The request succeeded.")
}

const unexpected = (status: number, problem: string) => ({
  requestId: "sent",
  _tag: "UnexpectedAnswer",
  code: "unexpected-answer",
  status,
  message: `GET ${url}: ${problem}`
})

/** A response of several chunks, which notes whether it is cancelled. */
const chunked = (status: number, chunks: ReadonlyArray<string>, type?: string) => {
  const cancelled: Array<string> = []
  const parts = chunks.map((chunk) => ({ done: false, value: new TextEncoder().encode(chunk) }))
  return {
    cancelled,
    response: {
      status,
      headers: new Headers({ etag: '"1"' }),
      ...(type === undefined ? {} : { type }),
      body: {
        getReader: () => ({
          read: async () => parts.shift() ?? { done: true },
          cancel: async () => cancelled.push("reader")
        }),
        cancel: async () => cancelled.push("body")
      }
    }
  }
}

describe("exchange", () => {
  it("reads responses that are no streams, up to the same size", async () => {
    const whole = (text: string): Fetch => {
      const bytes = new TextEncoder().encode(text)
      return async () => ({ status: 200, headers: new Headers(), arrayBuffer: async () => bytes.buffer })
    }
    assert.strictEqual(new TextDecoder().decode((await send(whole("0123456789"))).body), "0123456789")
    assert.deepStrictEqual(
      await failureOf(send(whole("0123456789a"))),
      unexpected(200, "a body of more than 10 bytes (maxBodyBytes)")
    )
    assert.deepStrictEqual(
      await failureOf(send(async () => ({ status: 200, headers: new Headers() }))),
      unexpected(200, "a response of an own fetch with neither body nor arrayBuffer")
    )
  })

  it.each([
    [
      new TypeError("Failed to fetch"),
      "Failed to fetch. The server is unreachable, or a firewall, a proxy or the browser refuses the request"
    ],
    [new TypeError("fetch failed", { cause: new Error("other side closed") }), "fetch failed (other side closed)"],
    [new Error("Broken"), "Broken"]
  ])("says of %s what it can be", async (problem, said) => {
    const failure = await failureOf(send(() => Promise.reject(problem)))
    assert.propertyVal(failure, "_tag", "NetworkError")
    assert.propertyVal(failure, "message", `GET ${url}: ${said}`)
  })

  it("sends a GET that follows no redirects, and reads the whole response", async () => {
    const sent: Array<readonly [string, Omit<FetchRequest, "signal">]> = []
    const { cancelled, response } = chunked(200, ["01234", "", "56789"])
    const fetch: Fetch = async (url, { signal, ...rest }) => {
      assert.isFalse(signal.aborted)
      sent.push([url, rest])
      return response
    }
    const received = await send(fetch)
    assert.strictEqual(received.status, 200)
    assert.deepStrictEqual([...received.headers], [["etag", '"1"']])
    assert.strictEqual(new TextDecoder().decode(received.body), "0123456789")
    assert.deepStrictEqual(sent, [[url, { method: "GET", headers: { accept: "*/*" }, redirect: "manual" }]])
    assert.deepStrictEqual(cancelled, [])
  })

  it("passes the cache mode on", async () => {
    const modes: Array<unknown> = []
    const fetch: Fetch = async (_, { cache }) => {
      modes.push(cache)
      return new Response(null, { status: 304 })
    }
    const received = await send(fetch, undefined, {}, { ...request, cache: "no-cache" })
    assert.deepStrictEqual([modes, received.status, received.body.length], [["no-cache"], 304, 0])
  })

  it("refuses a body that is larger than the maximum, and reads no more of it", async () => {
    const { cancelled, response } = chunked(200, ["01234", "56789", "0", "1"])
    assert.deepStrictEqual(
      await failureOf(send(async () => response)),
      unexpected(200, "a body of more than 10 bytes (maxBodyBytes)")
    )
    assert.deepStrictEqual(cancelled, ["reader"])
  })

  it.each([301, 302, 303, 307, 308])("refuses the redirect %d", async (status) => {
    const { cancelled, response } = chunked(status, [])
    assert.deepStrictEqual(
      await failureOf(send(async () => response)),
      unexpected(status, `a redirect (${status}), which the client does not follow, to keep the API key here`)
    )
    assert.deepStrictEqual(cancelled, ["body"])
  })

  it("refuses a redirect that a browser hides", async () => {
    const { response } = chunked(0, [], "opaqueredirect")
    assert.deepStrictEqual(
      await failureOf(send(async () => response)),
      unexpected(0, "a redirect (0), which the client does not follow, to keep the API key here")
    )
  })

  it.each([0, 199, 600])("refuses the invalid status %d", async (status) => {
    const { cancelled, response } = chunked(status, [])
    const expected = unexpected(status, `an invalid HTTP status (${status})`)
    assert.deepStrictEqual(await failureOf(send(async () => response)), expected)
    assert.deepStrictEqual(cancelled, ["body"])
    // Without a body, too
    assert.deepStrictEqual(await failureOf(send(async () => ({ ...response, body: null }))), expected)
  })

  it.each([200, 300, 304, 305, 599])("takes the status %d", async (status) => {
    const { response } = chunked(status, ["a"])
    assert.strictEqual((await send(async () => response)).status, status)
  })

  it("describes a failed connection, with its system code, and masks the API key", async () => {
    const cause = Object.assign(new Error(`connect ECONNREFUSED ${apiKey}`), { code: "ECONNREFUSED" })
    const failure = await failureOf(send(() => Promise.reject(new TypeError("fetch failed", { cause }))))
    assert.deepStrictEqual(failure, {
      requestId: "sent",
      _tag: "NetworkError",
      attempts: 3,
      code: "ECONNREFUSED",
      status: undefined,
      message: `GET ${url}: fetch failed (connect ECONNREFUSED <API key>)`
    })
  })

  it("ends if the error of fetch cannot be described", async () => {
    const hostile = Object.defineProperty(new Error("hidden"), "message", {
      get: () => {
        throw new Error("no message")
      }
    })
    assert.deepStrictEqual(await failureOf(send(() => Promise.reject(hostile))), {
      requestId: "sent",
      _tag: "NetworkError",
      attempts: 3,
      code: "network-error",
      status: undefined,
      message: `GET ${url}: an error that cannot be described`
    })
  })

  it("rejects with the reason of the signal, and aborts a request that is under way", async () => {
    const aborted = AbortSignal.abort("before")
    const calls: Array<string> = []
    const before = await send(async () => {
      calls.push("fetch")
      return new Response()
    }, aborted).catch((reason: unknown) => reason)
    assert.deepStrictEqual([before, calls], ["before", []])

    const controller = new AbortController()
    const reasons: Array<unknown> = []
    const during = send((_, { signal }) => {
      signal.addEventListener("abort", () => reasons.push(signal.reason))
      controller.abort("during")
      return new Promise(() => {})
    }, controller.signal)
    assert.strictEqual(await during.catch((reason: unknown) => reason), "during")
    assert.deepStrictEqual(reasons, ["during"])
  })

  it("ends at the time-out, and aborts the request", async () => {
    let isAborted = false
    const fetch: Fetch = (_, { signal }) => {
      signal.addEventListener("abort", () => (isAborted = true))
      return new Promise(() => {})
    }
    assert.deepStrictEqual(await failureOf(send(fetch, undefined, { timeout: 1 })), {
      requestId: "sent",
      _tag: "RequestTimedOut",
      code: "request-timed-out",
      status: undefined,
      timeout: 1,
      message: `GET ${url}: no complete response within 1 ms`
    })
    assert.isTrue(isAborted)
  })
})
