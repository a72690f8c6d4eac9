import { assert, describe, it } from "vitest"
import { makeReply, restrictCaching } from "../../../../src/server/response/Reply.ts"

describe("makeReply", () => {
  it.each([
    [200, "é", "2"],
    [200, undefined, "0"],
    [204, undefined, undefined],
    [304, undefined, undefined]
  ])("states the length of a body: %d, %s", (status, body, length) => {
    const { bodyBytes, headers, rawHeaders } = makeReply(status, { ETag: '"a"' }, body)
    assert.deepStrictEqual([headers["Content-Length"], bodyBytes], [length, Number(length ?? 0)])
    assert.deepStrictEqual(rawHeaders, Object.entries(headers).flat())
  })

  it.each([{ "X-A": "a\nb" }, { "X A": "a" }])("refuses the invalid header %j", (headers) => {
    assert.throws(() => makeReply(200, headers))
  })
})

describe("restrictCaching", () => {
  it.each([
    ["public", "public, max-age=3600, s-maxage=7200", "public, max-age=3600, s-maxage=7200"],
    ["private", "public, max-age=3600, s-maxage=7200", "private, max-age=3600"],
    ["private", "public, max-age=31536000, s-maxage=7200, immutable", "private, max-age=31536000, immutable"],
    ["private", "no-store", "no-store"],
    ["no-store", "public, max-age=3600, s-maxage=7200", "no-store"]
  ] as const)("%s makes '%s' '%s'", (policy, before, after) => {
    const headers = { "Cache-Control": before, ETag: '"a"' }
    assert.deepStrictEqual(restrictCaching(policy, headers), { ...headers, "Cache-Control": after })
  })

  it("restricts the usual lifetime of a body whose headers name none", () => {
    assert.deepStrictEqual(restrictCaching("private", {}), { "Cache-Control": "private, max-age=3600" })
    assert.deepStrictEqual(restrictCaching("public", {}), {})
  })
})
