import { assert, describe, it } from "@effect/vitest"
import { cacheControlOf } from "../../../../src/client/cache/CacheControl.ts"

describe("cacheControlOf", () => {
  it.each([
    [{}, true, 0],
    [{ "Cache-Control": "public, max-age=3600, s-maxage=7200" }, true, 3600],
    [{ "Cache-Control": "public, max-age=31536000, s-maxage=7200, immutable" }, true, 31_536_000],
    [{ "Cache-Control": "MAX-AGE=60" }, true, 60],
    [{ "Cache-Control": "max-age=60, max-age=3600" }, true, 60],
    [{ "Cache-Control": "max-age=60", Age: "20" }, true, 40],
    [{ "Cache-Control": "max-age=60", Age: "600" }, true, 0],
    [{ "Cache-Control": "max-age=60", Age: "soon" }, true, 60],
    [{ "Cache-Control": "no-cache, max-age=60" }, true, 0],
    [{ "Cache-Control": "max-age=-1" }, true, 0],
    [{ "Cache-Control": "max-age=1e9" }, true, 0],
    [{ "Cache-Control": "s-maxage=7200" }, true, 0],
    [{ "Cache-Control": "no-store" }, false, 0]
  ] as const)("reads %j", (headers, isStorable, maxAge) => {
    assert.deepStrictEqual(cacheControlOf(new Headers(headers)), { isStorable, maxAge })
  })
})
