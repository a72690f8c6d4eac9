import { assert, describe, it } from "@effect/vitest"
import { canonicalAddress, clientNetwork, isFromProxy, networksOf } from "../../../../src/server/node/ClientAddress.ts"

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
    const proxies = ["loopback", "10.0.0.0/8"].flatMap((name) => networksOf(name) ?? [])
    assert.isTrue(isFromProxy({ remoteAddress: "::ffff:10.1.2.3" }, proxies))
    assert.isFalse(isFromProxy({ remoteAddress: "203.0.113.7" }, proxies))
    assert.isFalse(isFromProxy({ remoteAddress: undefined }, proxies))
  })
})

const trusts = (name: string, address: string): boolean =>
  isFromProxy({ remoteAddress: address }, networksOf(name) ?? [])

describe("networksOf", () => {
  it.each([
    ["10.1.2.3", "10.1.2.3", "10.1.2.4"],
    ["10.0.0.0/8", "10.255.255.255", "11.0.0.0"],
    ["10.1.2.3/8", "10.255.255.255", "11.0.0.0"],
    ["::ffff:10.1.2.3", "10.1.2.3", "10.1.2.4"],
    ["::ffff:10.0.0.0/104", "10.255.255.255", "11.0.0.0"],
    ["2001:DB8::1", "2001:db8::1", "2001:db8::2"],
    ["2001:db8::/33", "2001:db8:7fff::1", "2001:db8:8000::1"],
    ["loopback", "127.9.9.9", "128.0.0.1"],
    ["loopback", "::1", "::2"],
    ["private", "172.31.255.255", "172.32.0.0"],
    ["private", "192.168.0.1", "127.0.0.1"],
    ["private", "fd00::1", "fe00::1"]
  ])("%s contains %s and not %s", (name, inside, outside) => {
    assert.isTrue(trusts(name, inside))
    assert.isFalse(trusts(name, outside))
  })

  it("trusts no address without names", () => {
    assert.isFalse(isFromProxy({ remoteAddress: "127.0.0.1" }, []))
  })

  it.each(["", "proxy", "10.0.0.0/", "10.0.0.0/33", "10.0.0/8", "10.0.0.0/08", "10.0.0.1:80", "::/129", "toString"])(
    "rejects %j",
    (name) => {
      assert.isUndefined(networksOf(name))
    }
  )

  it.each(["0.0.0.0/0", "::/0", "::ffff:0.0.0.0/96"])("rejects %s, which contains every client", (name) => {
    assert.isUndefined(networksOf(name))
  })
})
