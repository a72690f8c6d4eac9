import { assert, describe, it } from "vitest"
import { makeCachePolicy, makeReply } from "../../../../src/server/response/Reply.ts"

const valueOf = (policy: "public" | "private" | "no-store", value: string, status = 200) => {
  const reply = makeReply(status, { "Cache-Control": value, ETag: '"a"' }, "{}")
  const { body, headerBlock, headers } = makeCachePolicy(policy)(reply)
  const found = headers[headers.indexOf("Cache-Control") + 1]
  assert.include(headerBlock, `\r\nCache-Control: ${found}\r\n`)
  assert.include(headerBlock, '\r\nETag: "a"\r\n')
  assert.strictEqual(headers.filter((text) => text === "Content-Length").length, status === 304 ? 0 : 1)
  assert.strictEqual(body, "{}")
  return found
}

describe("the policy for caches", () => {
  it.each([
    ["public", "public, max-age=3600, s-maxage=7200", "public, max-age=3600, s-maxage=7200"],
    ["private", "public, max-age=3600, s-maxage=7200", "private, max-age=3600"],
    ["private", "public, max-age=31536000, s-maxage=7200, immutable", "private, max-age=31536000, immutable"],
    ["private", "no-store", "no-store"],
    ["no-store", "public, max-age=3600, s-maxage=7200", "no-store"]
  ] as const)("%s makes '%s' '%s'", (policy, before, after) => {
    assert.strictEqual(valueOf(policy, before), after)
    assert.strictEqual(valueOf(policy, before, 304), after)
  })

  it("changes a prepared reply once", () => {
    const restrict = makeCachePolicy("private")
    const reply = makeReply(200, { "Cache-Control": "public, max-age=60" }, "{}")
    assert.strictEqual(restrict(reply), restrict(reply))
  })
})
