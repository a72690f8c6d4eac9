import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { outageOf, readReply, resolveRedirect, type SentRequest } from "../../../src/mirror/Exchange.ts"

const whole: SentRequest = { start: 0, isConditional: false }
const now = Date.UTC(2026, 0, 1)

const meaning = (status: number, headers: Readonly<Record<string, string>> = {}, asked = whole) =>
  readReply({ status, headers }, asked, now)

describe("readReply", () => {
  it("reads a whole file with its size and validators", () => {
    const headers = { etag: 'W/"1"', "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT", "content-length": "12" }
    assert.deepStrictEqual(meaning(200, headers), {
      _tag: "Body",
      start: 0,
      end: 12,
      validators: { etag: 'W/"1"' }
    })
    assert.deepStrictEqual(meaning(200, { "transfer-encoding": "chunked", etag: "none" }), {
      _tag: "Body",
      start: 0,
      end: undefined,
      validators: {}
    })
  })

  it("takes a range only if it is the one that was asked for, to the end of the file", () => {
    const asked = { ...whole, start: 5 }
    const range = { "content-range": "bytes 5-11/12" }
    assert.deepInclude(meaning(206, range, asked), { _tag: "Body", start: 5, end: 12 })
    assert.deepInclude(meaning(206, { "content-range": "bytes 5-11/*" }, asked), { _tag: "Body", end: 12 })
    for (const headers of [
      { "content-range": "bytes 4-11/12" },
      { "content-range": "bytes 5-9/12" },
      { "content-type": "multipart/byteranges; boundary=x" }
    ]) {
      assert.strictEqual(meaning(206, headers, asked)._tag, "RangeUnusable")
    }
    assert.deepStrictEqual(meaning(416, { "content-range": "bytes */4" }, asked), { _tag: "RangeUnusable" })
    // The server ignores ranges, or the file is another one.
    assert.deepInclude(meaning(200, {}, asked), { _tag: "Body", start: 0 })
  })

  it("tells an outage from a missing file and from a refusal", () => {
    for (const status of [408, 429, 500, 502, 503, 504]) assert.strictEqual(meaning(status)._tag, "Unavailable")
    // Object stores answer 403 for a missing object to those who may not list them.
    for (const status of [403, 404, 410]) assert.strictEqual(meaning(status)._tag, "Missing")
    for (const status of [204, 400, 401, 405]) assert.strictEqual(meaning(status)._tag, "Refused")
    assert.deepStrictEqual(meaning(304, {}, { ...whole, isConditional: true }), { _tag: "Unchanged", status: 304 })
    assert.deepStrictEqual(meaning(304), { _tag: "Refused", status: 304 })
    assert.deepStrictEqual(meaning(304, {}, { ...whole, start: 5 }), { _tag: "Refused", status: 304 })
    assert.deepStrictEqual(meaning(200, { "content-encoding": "gzip" }), { _tag: "Encoded", encoding: "gzip" })
  })

  it("reads how long a server asks to wait, in seconds or as a date, but at most a day", () => {
    const wait = (text: string) => {
      const read = meaning(503, { "retry-after": text })
      return read._tag === "Unavailable" ? read.retryAfterMillis : read._tag
    }
    assert.strictEqual(wait("120"), 120_000)
    assert.strictEqual(wait("Thu, 01 Jan 2026 00:00:30 GMT"), 30_000)
    assert.strictEqual(wait("Wed, 31 Dec 2025 00:00:00 GMT"), 0)
    assert.strictEqual(wait("999999999"), 86_400_000)
    assert.strictEqual(wait("soon"), undefined)
  })
})

const from = "https://a.example/r/ledger.ndjson?sig=1"

describe("resolveRedirect", () => {
  it("follows relative and absolute addresses, and says if the host is another one", () => {
    const to = (location: string) => Result.getOrThrow(resolveRedirect(from, location))
    assert.deepStrictEqual(to("/s/x"), { url: "https://a.example/s/x", isSameOrigin: true })
    assert.deepStrictEqual(to("https://b.example/x"), { url: "https://b.example/x", isSameOrigin: false })
    assert.deepStrictEqual(to("https://a.example:444/x"), { url: "https://a.example:444/x", isSameOrigin: false })
    assert.strictEqual(to("https://me:secret@b.example/x#y").url, "https://b.example/x")
  })

  it("refuses to leave encryption, other protocols, and an address that is none", () => {
    assert.deepStrictEqual(resolveRedirect(from, "http://a.example/x"), Result.fail("insecure"))
    for (const location of ["file:///etc/passwd", "https://", undefined]) {
      assert.deepStrictEqual(resolveRedirect(from, location), Result.fail("malformed"))
    }
    assert.isTrue(Result.isSuccess(resolveRedirect("http://a.example/", "http://b.example/")))
  })
})

const withCode = (code: string) => Object.assign(new Error("failed"), { code })

describe("outageOf", () => {
  it("finds the error code in causes and in several attempts", () => {
    const nested = { reason: { cause: new Error("failed", { cause: withCode("ENOTFOUND") }) } }
    assert.deepStrictEqual(outageOf(nested), { _tag: "HostUnknown" })
    assert.deepStrictEqual(outageOf({ cause: new AggregateError([withCode("ECONNREFUSED")]) }), {
      _tag: "ConnectionRefused"
    })
    assert.deepStrictEqual(outageOf(withCode("UND_ERR_SOCKET")), { _tag: "Interrupted", code: "UND_ERR_SOCKET" })
    assert.deepStrictEqual(outageOf("failed"), { _tag: "Interrupted" })
  })

  it("recognizes certificates that are not trusted", () => {
    for (const code of ["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID"]) {
      assert.deepStrictEqual(outageOf(withCode(code)), { _tag: "CertificateRejected", code })
    }
  })
})
