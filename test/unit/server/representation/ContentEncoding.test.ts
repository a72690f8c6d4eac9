import { assert, describe, it } from "@effect/vitest"
import { codingFor } from "../../../../src/server/representation/ContentEncoding.ts"

describe("the coding of a body", () => {
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
  ])("that a caller wants with %j is %s", (header, coding) => {
    assert.strictEqual(codingFor(header), coding)
    // The second time it is remembered.
    assert.strictEqual(codingFor(header), coding)
  })
})
