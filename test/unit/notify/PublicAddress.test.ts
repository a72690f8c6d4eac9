import { assert, describe, it } from "@effect/vitest"
import { findUrlDefect, isPublicAddress } from "../../../src/notify/PublicAddress.ts"
import { privateHosts } from "../../support/privateHosts.ts"

describe("findUrlDefect", () => {
  it("knows at least 60 addresses that must not be reached", () => {
    assert.isAtLeast(new Set(privateHosts).size, 60)
  })

  it.each(privateHosts)("refuses %s", (host) => {
    const defect = findUrlDefect(`https://${host}/hooks`, { allowHttp: false, allowPrivate: false })
    assert.include(["address", "invalid"], defect)
  })

  it.each([
    "1.1.1.1",
    "8.8.8.8",
    "[2606:4700:4700::1111]",
    "example.com",
    "172.15.255.255",
    "172.32.0.1",
    "100.128.0.1"
  ])("allows %s", (host) => {
    assert.isUndefined(findUrlDefect(`https://${host}/hooks`, { allowHttp: false, allowPrivate: false }))
  })

  it.each([
    ["ftp://example.com/", "scheme"],
    ["file:///etc/passwd", "scheme"],
    ["http://example.com/", "http"],
    ["https://user@example.com/", "credentials"],
    ["https://:secret@example.com/", "credentials"],
    ["https://example.com/#part", "invalid"],
    ["//example.com/", "invalid"],
    [`https://example.com/${"a".repeat(2000)}`, "invalid"]
  ])("says what is wrong with %s", (url, defect) => {
    assert.strictEqual(findUrlDefect(url, { allowHttp: false, allowPrivate: false }), defect)
  })

  it("allows what options allow", () => {
    assert.isUndefined(findUrlDefect("http://127.0.0.1:8080/", { allowHttp: true, allowPrivate: true }))
    assert.strictEqual(findUrlDefect("http://127.0.0.1/", { allowHttp: true, allowPrivate: false }), "address")
    assert.strictEqual(findUrlDefect("http://127.0.0.1/", { allowHttp: false, allowPrivate: true }), "http")
  })
})

describe("isPublicAddress", () => {
  it("is false for what is no address", () => {
    assert.isFalse(isPublicAddress("example.com"))
    assert.isFalse(isPublicAddress(""))
  })
})
