import { assert, describe, it } from "@effect/vitest"
import { ifMatchMatches, ifNoneMatchMatches, isUnchanged } from "../../../../src/server/response/Representation.ts"

describe("ifNoneMatchMatches", () => {
  it.each([
    ['"a"', '"a"', true],
    ['"b", "a"', '"a"', true],
    ["*", '"a"', true],
    [" * ", '"a"', true],
    ['"b"', '"a"', false],
    ['W/"a"', '"a"', true],
    ['"b,c", "a"', '"c"', false],
    ['"b", ""', '""', true],
    [',, "b" ,\t"a",', '"a"', true],
    [", *,", '"a"', true],
    ['*, "b"', '"a"', false],
    ['"*"', '"a"', false],
    ['w/"a"', '"a"', false],
    ["a", '"a"', false],
    ["", '"a"', false]
  ])("compares weakly: %j with %j", (ifNoneMatch, etag, expected) => {
    assert.strictEqual(ifNoneMatchMatches(ifNoneMatch, etag), expected)
  })
})

describe("isUnchanged", () => {
  it.each([
    ['"a"', true],
    ['"a-gzip"', true],
    ['W/"a-br"', true],
    ['"b", "a--gzip"', true],
    ['"a;gzip"', true],
    ['"a-gzip-br"', false],
    ['"b-gzip"', false],
    ['"a-x"', false],
    ['"agzip"', false],
    ["a-gzip", false],
    [undefined, false]
  ])("ignores the encoding of a proxy in a tag of a representation without encodings: %j", (ifNoneMatch, expected) => {
    assert.strictEqual(isUnchanged(ifNoneMatch, { etag: '"a"' }), expected)
  })

  it("compares the whole tag of a representation with encodings, and none without a tag", () => {
    assert.isFalse(isUnchanged('"a-gzip"', { etag: '"a"', hasEncodings: true }))
    assert.isTrue(isUnchanged('"a-gzip"', { etag: '"a-gzip"', hasEncodings: true }))
    assert.isFalse(isUnchanged("*", { etag: undefined }))
  })
})

describe("ifMatchMatches", () => {
  it.each([
    ['"a"', true],
    ['"b", "a"', true],
    ["*", true],
    [" * ", true],
    ['"b"', false],
    ['W/"a"', false],
    ['W/"a", "a"', true],
    ["a", false],
    ["", false]
  ])("compares strongly: %j", (ifMatch, expected) => {
    assert.strictEqual(ifMatchMatches(ifMatch, '"a"'), expected)
  })

  it("matches nothing but * without an entity tag", () => {
    assert.isFalse(ifMatchMatches('"a"', undefined))
    assert.isTrue(ifMatchMatches("*", undefined))
  })
})
