import { assert, describe, it } from "@effect/vitest"
import { licenseExample, timeExample } from "../../../../src/api/openapi/Examples.ts"
import type { StoredResponse } from "../../../../src/client/cache/StoredResponse.ts"
import { clientVersion } from "../../../../src/client/ClientVersion.ts"
import { makeRequest, readResponse, toStored } from "../../../../src/client/http/Attempt.ts"
import { toResource } from "../../../../src/client/http/Resources.ts"
import { endpoints } from "../../../../src/client/model/BodyTypes.generated.ts"
import { parseOptions } from "../../../../src/client/options/ClientSettings.ts"

const apiKey = "nil_0123456789abcdefABCDEF0123456789"
const settings = parseOptions({ baseUrl: "https://licensing.example", apiKey })
const resources = {
  checkpoint: toResource(settings, endpoints.checkpoint, []),
  health: toResource(settings, endpoints.health, []),
  license: toResource(settings, endpoints.license, ["A"]),
  schema: toResource(settings, endpoints.schema, [])
}
const plan = { mode: "no-cache", requestId: "sent", headers: {} } as const
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const stored: StoredResponse = { body: encode("{}"), tag: '"1"', headers: {}, confirmedAt: 0, maxAge: 0 }
const userAgent = `nil-licensing-client/${clientVersion}`

describe("makeRequest", () => {
  const { url } = resources.schema

  it("sends the API key, the headers of the call, an id, and the tag of a copy", () => {
    assert.deepStrictEqual(
      makeRequest(settings, resources.schema, 1, { ...plan, headers: { traceparent: "00-1" } }, stored),
      {
        attempt: 1,
        requestId: "sent",
        url,
        headers: {
          accept: "application/json",
          authorization: `Bearer ${apiKey}`,
          "user-agent": userAgent,
          traceparent: "00-1",
          "x-request-id": "sent",
          "if-none-match": '"1"'
        },
        cache: undefined
      }
    )
  })

  it("sends no API key for the health, and accepts a text for a checkpoint", () => {
    const headers = { "user-agent": userAgent }
    const requestOf = (resource: Parameters<typeof makeRequest>[1]) =>
      makeRequest(settings, resource, 2, { ...plan, requestId: undefined }, undefined)
    assert.deepStrictEqual(requestOf(resources.health).headers, { accept: "application/json", ...headers })
    assert.deepStrictEqual(requestOf(resources.checkpoint).headers, { accept: "text/plain", ...headers })
  })

  it("sends no tag that a copy does not have", () => {
    const { headers } = makeRequest(settings, resources.schema, 1, plan, { ...stored, tag: undefined })
    assert.notProperty(headers, "if-none-match")
  })

  it("sends only simple headers in a browser, whose cache it asks to revalidate", () => {
    const browser = { ...settings, browser: true }
    const headers = { accept: "application/json", authorization: `Bearer ${apiKey}` }
    const request = { attempt: 1, requestId: undefined, url, headers }
    const requestFor = (mode: "default" | "no-cache" | "force-cache") =>
      makeRequest(browser, resources.schema, 1, { ...plan, requestId: undefined, mode }, stored)
    assert.deepStrictEqual(requestFor("no-cache"), { ...request, cache: "no-cache" })
    assert.deepStrictEqual(requestFor("default"), { ...request, cache: undefined })
    assert.deepStrictEqual(requestFor("force-cache"), { ...request, cache: undefined })
  })
})

describe("readResponse", () => {
  const json = { "content-type": "application/json" }
  const license = JSON.stringify(licenseExample)
  const { url } = resources.license

  /** The text of the body, or the error, that a response means. */
  const read = (
    status: number,
    headers: Readonly<Record<string, string>>,
    body: string,
    resource: Parameters<typeof makeRequest>[1] & Parameters<typeof readResponse>[1] = resources.license,
    copy?: StoredResponse
  ): string => {
    const request = makeRequest(settings, resource, 1, { ...plan, mode: "default" }, copy)
    const response = { status, headers: new Headers(headers), body: encode(body) }
    const outcome = readResponse(settings, resource, request, response, copy)
    if ("bytes" in outcome) return new TextDecoder().decode(outcome.bytes)
    return `${outcome.problem._tag} ${outcome.problem.requestId}, ${outcome.problem.message}`
  }

  it("selects the body, or the one that a 304 confirms", () => {
    for (const type of ["application/json", "Application/JSON ; charset=utf-8"]) {
      assert.strictEqual(read(200, { "content-type": type }, license), license)
    }
    assert.strictEqual(read(304, {}, "", resources.license, { ...stored, body: encode(license) }), license)
  })

  it("selects the text of a checkpoint", () => {
    const checkpoint = `example/log\n1\n${"A".repeat(43)}=\n\n\u2014 example/log AAAA\n`
    assert.strictEqual(
      read(200, { "content-type": "text/plain; charset=utf-8" }, checkpoint, resources.checkpoint),
      checkpoint
    )
    assert.strictEqual(
      read(200, json, checkpoint, resources.checkpoint),
      "UnexpectedAnswer sent, GET https://licensing.example/checkpoint: the content type application/json instead of text/plain"
    )
  })

  it.each([
    [304, {}, "", "304, though the request was not conditional"],
    [200, {}, license, "the content type none instead of application/json"],
    [
      200,
      { "content-type": `text/html; ${apiKey}` },
      "",
      "the content type text/html; <API key> instead of application/json"
    ],
    [200, json, `${apiKey}!`, "200, not in the form of the contract: the body begins <API key>!"],
    [200, json, "", "200, not in the form of the contract: an empty body"],
    [200, json, '{"data":{}}', "an envelope, which the client did not request"],
    [200, json, "[]", "200, not in the form of the contract: the body begins []"]
  ] as const)("does not expect %d with %j and the body %s", (status, headers, body, problem) => {
    assert.strictEqual(read(status, headers, body), `UnexpectedAnswer sent, GET ${url}: ${problem}`)
    const received = { ...headers, "x-request-id": "received" }
    assert.strictEqual(read(status, received, body), `UnexpectedAnswer received, GET ${url}: ${problem}`)
  })

  it("names the place where a body is not in the form of the contract", () => {
    const body = JSON.stringify({ ...licenseExample, name: 7 })
    const problem = '200, not in the form of the contract: Expected string at ["name"]'
    assert.strictEqual(read(200, json, body), `UnexpectedAnswer sent, GET ${url}: ${problem}`)
  })

  it("converts another status to its error", () => {
    const headers = { "x-error-code": "license-not-found" }
    assert.strictEqual(read(404, headers, '{"message":"No A"}'), "NotFound sent, No A")
    assert.strictEqual(read(503, json, JSON.stringify({ message: "Wait" })), "ServerError sent, Wait")
  })

  it("takes the health of a draining service, and no other 503 of it", () => {
    const health = (status: string) => JSON.stringify({ status, version: "1.0.0", timestamp: timeExample })
    assert.strictEqual(read(503, json, health("draining"), resources.health), health("draining"))
    assert.strictEqual(read(200, json, health("ok"), resources.health), health("ok"))
    const failed = "ServerError sent, GET https://licensing.example/health: 503"
    assert.strictEqual(read(503, json, health("ok"), resources.health), failed)
    assert.strictEqual(read(500, json, health("draining"), resources.health), failed.replace("503", "500"))
    const text = "ServerError sent, GET https://licensing.example/checkpoint: 503"
    assert.strictEqual(read(503, json, health("draining"), resources.checkpoint), text)
    assert.strictEqual(read(503, json, health("draining")), `ServerError sent, GET ${url}: 503`)
  })
})

describe("toStored", () => {
  const body = encode("new")
  const storedOf = (status: number, headers: Readonly<Record<string, string>>, copy?: StoredResponse) =>
    toStored({ status, headers: new Headers(headers), body: encode("received") }, body, copy, 5000)

  it("keeps the body with its tag, its time, and what it says of the release and of deprecations", () => {
    const kept = {
      "x-taxonomy-version": "v1.0",
      "x-latest-version": "v2.0",
      "x-latest-compatible-version": "v1.1",
      "x-upgrade-available": "true",
      "x-deprecation-warning": "A is deprecated",
      deprecation: "@1",
      sunset: "Mon, 02 Mar 2026 10:00:00 GMT"
    }
    const headers = { ...kept, "cache-control": "max-age=60", etag: '"2"', "x-request-id": "1", age: "10" }
    assert.deepStrictEqual(storedOf(200, headers), { body, tag: '"2"', headers: kept, confirmedAt: 5000, maxAge: 50 })
  })

  it("keeps the tag of a copy that a 304 confirms", () => {
    const expected = { body, headers: {}, confirmedAt: 5000, maxAge: 0 }
    assert.deepStrictEqual(storedOf(304, { etag: '"2"' }, stored), { ...expected, tag: '"1"' })
    assert.deepStrictEqual(storedOf(304, { etag: '"2"' }), { ...expected, tag: undefined })
    assert.deepStrictEqual(storedOf(200, { etag: '"2"' }, stored), { ...expected, tag: '"2"' })
    assert.deepStrictEqual(storedOf(200, {}, stored), { ...expected, tag: undefined })
  })

  it("keeps nothing of an error, or of what must not be stored", () => {
    assert.isUndefined(storedOf(503, { etag: '"2"' }))
    assert.isUndefined(storedOf(200, { etag: '"2"', "cache-control": "no-store" }))
  })
})
