import { assert, describe, it } from "@effect/vitest"
import { makeRequestSpans, type TracedRequest } from "../../../../src/server/telemetry/RequestSpans.ts"

const request: TracedRequest = {
  id: "the-id",
  method: "GET",
  target: "/",
  httpVersion: "1.1",
  client: "192.0.2.1",
  route: undefined,
  status: 404,
  bodyBytes: 0,
  release: undefined,
  key: undefined,
  startedNanos: 0n,
  endedNanos: 1n
}

describe("makeRequestSpans", () => {
  it.each([
    ["/v1/schema", { "url.path": "/v1/schema" }],
    ["/v1/schema?", { "url.path": "/v1/schema", "url.query": "" }],
    ["/v1/schema?a=b?c", { "url.path": "/v1/schema", "url.query": "a=b?c" }]
  ])("splits the target %s at its first question mark (RFC 3986, 3.4)", (target, expected) => {
    const [{ attributes }] = makeRequestSpans({ ...request, target }, { epochNanos: 0n, parent: undefined, steps: [] })
    const ofUrl = attributes.filter(({ key }) => key === "url.path" || key === "url.query")
    assert.deepStrictEqual(Object.fromEntries(ofUrl.map(({ key, value }) => [key, value.stringValue])), expected)
  })
})
