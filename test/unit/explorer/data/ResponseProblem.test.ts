import { assert, describe, it } from "@effect/vitest"
import { toProblem } from "../../../../src/explorer/data/ResponseProblem.ts"

const problem = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  toProblem({ status, headers: new Headers(headers) }, 1_000_000)

describe("toProblem", () => {
  it("tells the problems of an API key apart", () => {
    assert.deepStrictEqual(problem(401, { "X-Error-Code": "key-missing" }), { _tag: "KeyMissing" })
    assert.deepStrictEqual(problem(401, { "X-Error-Code": "key-invalid" }), { _tag: "KeyInvalid" })
    assert.deepStrictEqual(problem(403, { "X-Error-Code": "key-revoked" }), { _tag: "KeyRevoked" })
  })

  it("says when a limit ends, if the server does", () => {
    const limit = { "X-Error-Code": "limit-exceeded" }
    assert.deepStrictEqual(problem(429, { ...limit, "Retry-After": "60" }), {
      _tag: "LimitExceeded",
      retryAt: 1_060_000
    })
    assert.deepStrictEqual(problem(429, limit), { _tag: "LimitExceeded", retryAt: undefined })
  })

  it("takes a proxy without a server, and a server that ends, for one that is away", () => {
    for (const status of [502, 503, 504]) assert.deepStrictEqual(problem(status), { _tag: "Unreachable" })
    assert.deepStrictEqual(problem(503, { "X-Error-Code": "draining" }), { _tag: "Unreachable" })
  })

  it("passes on the id of a request that failed", () => {
    assert.deepStrictEqual(problem(500, { "X-Error-Code": "internal-error", "X-Request-ID": "a1" }), {
      _tag: "Unexpected",
      status: 500,
      requestId: "a1"
    })
    assert.deepStrictEqual(problem(404), { _tag: "NotFound" })
    assert.deepStrictEqual(problem(404, { "X-Error-Code": "version-not-found" }), { _tag: "VersionNotFound" })
  })
})
