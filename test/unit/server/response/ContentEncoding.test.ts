import { assert, describe, it } from "@effect/vitest"
import { negotiateEncoding } from "../../../../src/server/response/Representation.ts"

describe("negotiateEncoding", () => {
  it.each([
    [undefined, "identity"],
    ["", "identity"],
    ["identity", "identity"],
    ["gzip", "gzip"],
    ["x-gzip", "gzip"],
    ["GZIP", "gzip"],
    ["br", "br"],
    ["gzip, deflate, br, zstd", "br"],
    ["gzip,br", "br"],
    ["br;q=0.5, gzip;q=0.9", "gzip"],
    ["br; q=0.5 , gzip ; q=0.5", "br"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0", "identity"],
    ["gzip;q=0, *", "br"],
    ["*", "br"],
    ["*;q=0", "identity"],
    ["identity;q=1, gzip;q=0.5", "identity"],
    ["identity;q=0.5, gzip;q=0.5", "gzip"],
    ["deflate, zstd", "identity"],
    ["br;q=2", "identity"],
    ["br;level=4", "identity"],
    ["gzip;q=abc, br;q=0.001", "br"],
    [",,", "identity"],
    ["\u00e9", "identity"]
  ])("negotiates for %j: %s", (header, encoding) => {
    assert.strictEqual(negotiateEncoding(header), encoding)
    // The second time from the cache.
    assert.strictEqual(negotiateEncoding(header), encoding)
  })
})
