import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { findClientAddress } from "../../../../src/server/clients/ClientAddress.ts"
import { makeIsTrustedProxy } from "../../../../src/server/clients/TrustedProxies.ts"

const isTrustedProxy = makeIsTrustedProxy(["loopback", "10.0.0.0/8", "2001:db8:1::/48"])
const find = (forwardedFor: string, peer = "10.0.0.1") => findClientAddress(peer, forwardedFor, isTrustedProxy)

describe("findClientAddress", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["203.0.113.7:50123", "203.0.113.7"],
    ["2001:DB8:0:0::7", "2001:db8::7"],
    ["[2001:db8::7]", "2001:db8::7"],
    ["[2001:db8::7]:50123", "2001:db8::7"],
    ["fe80::7%eth0", "fe80::7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:cb00:7107", "203.0.113.7"],
    ["[::ffff:203.0.113.7]:80", "203.0.113.7"],
    ["  203.0.113.7\t", "203.0.113.7"]
  ])("reads the address in %j", (forwardedFor, expected) => {
    assert.strictEqual(find(forwardedFor), expected)
  })

  it.each([
    ["198.51.100.1, 203.0.113.7", "203.0.113.7"],
    ["198.51.100.1, 203.0.113.7, 10.0.0.2", "203.0.113.7"],
    ["198.51.100.1,203.0.113.7,10.0.0.2,::ffff:10.0.0.3,[2001:db8:1::4]:80,127.0.0.1", "203.0.113.7"],
    ["10.0.0.9, 203.0.113.7, 10.0.0.2", "203.0.113.7"],
    ["203.0.113.7,", "203.0.113.7"],
    [",198.51.100.1,, 203.0.113.7 , ,\t,10.0.0.2, ", "203.0.113.7"],
    ['", 198.51.100.1, 203.0.113.7', "203.0.113.7"]
  ])("takes the right-most address that is not a trusted proxy from %j", (forwardedFor, expected) => {
    assert.strictEqual(find(forwardedFor), expected)
  })

  it.each(["", ",", " ,\t,"])("takes the proxy itself if the list is empty: %j", (forwardedFor) => {
    assert.strictEqual(find(forwardedFor), "10.0.0.1")
  })

  it("takes the first of the entries if all are trusted proxies", () => {
    assert.strictEqual(find("10.0.0.3, 10.0.0.2"), "10.0.0.3")
  })

  it.each([
    "unknown",
    "_hidden",
    "_SEVKISEK:80",
    "203.0.113.7, unknown",
    "203.0.113",
    "203.0.113.007",
    "0xcb.0.0x71.7",
    "203.0.113.7:port",
    "203.0.113.7:123456",
    "2001:db8::7:::1",
    "[203.0.113.7",
    "203.0.113.7/32",
    "203.0.113.7 198.51.100.1",
    '"203.0.113.7"',
    "for=203.0.113.7",
    "http://203.0.113.7",
    "\u0660.0.0.1"
  ])("falls back to the proxy that wrote %j", (forwardedFor) => {
    assert.strictEqual(find(forwardedFor), "10.0.0.1")
    assert.strictEqual(find(`203.0.113.7, ${forwardedFor}, 10.0.0.2`), "10.0.0.2")
  })

  it("reads a header of thousands of entries", () => {
    assert.strictEqual(find(`203.0.113.7${", 10.0.0.2".repeat(5000)}`), "203.0.113.7")
    assert.strictEqual(find(`${"198.51.100.1, ".repeat(5000)}203.0.113.7`), "203.0.113.7")
  })

  it.prop(
    "finds the client behind any chain of trusted proxies, whatever the client sends",
    [Schema.String, Schema.Array(Schema.Literals(["10.1.2.3", "127.0.0.1", "2001:db8:1::9"])), Schema.Natural],
    ([sent, proxies, number]) => {
      const host = number % 256
      const client = number % 2 === 0 ? `203.0.113.${host}` : `2001:db8:2::${host.toString(16)}`
      const [nearest = "10.0.0.1", ...others] = proxies.toReversed()
      const appended = [client, ...others.toReversed()].join(", ")
      for (const forwardedFor of [`${sent}, ${appended}`, `${sent},${appended}`, appended]) {
        assert.strictEqual(find(forwardedFor, nearest), client.replace("2001:db8:2::0", "2001:db8:2::"))
      }
    }
  )
})
