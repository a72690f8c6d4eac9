import { assert, describe, it } from "vitest"
import { canonicalAddress, clientNetwork, isFromProxy } from "../../../../src/server/clients/ClientAddress.ts"
import { makeIsTrustedProxy } from "../../../../src/server/clients/TrustedProxies.ts"

describe("canonicalAddress", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["2001:DB8:0:0::7", "2001:db8::7"],
    ["fe80::7%eth0", "fe80::7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:cb00:7107", "203.0.113.7"],
    ["unknown", "unknown"]
  ])("writes %j in one way", (text, expected) => {
    assert.strictEqual(canonicalAddress(text), expected)
  })
})

describe("clientNetwork", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"]
  ])("counts %j with its network", (text, expected) => {
    assert.strictEqual(clientNetwork(text), expected)
  })
})

describe("isFromProxy", () => {
  it("knows the connections of trusted proxies", () => {
    const isTrustedProxy = makeIsTrustedProxy(["loopback", "10.0.0.0/8"])
    assert.isTrue(isFromProxy({ remoteAddress: "::ffff:10.1.2.3" }, isTrustedProxy))
    assert.isFalse(isFromProxy({ remoteAddress: "203.0.113.7" }, isTrustedProxy))
    assert.isFalse(isFromProxy({ remoteAddress: undefined }, isTrustedProxy))
  })
})
