import { assert, describe, it } from "@effect/vitest"
import { isAllowedAdminHost } from "../../../src/server/node/ClientAddress.ts"

describe("isAllowedAdminHost", () => {
  it.each(["127.0.0.1:8081", "localhost", "LocalHost:8081", "[::1]:8081", "192.0.2.1", undefined])(
    "allows %s on a loopback address",
    (header) => {
      for (const host of ["127.0.0.1", "::1", "localhost"]) assert.isTrue(isAllowedAdminHost(host, header))
    }
  )

  it.each(["evil.example", "127.0.0.1.evil.example:8081", "localhost.evil.example", "", "[evil.example]", "a:b:c"])(
    "refuses %j on a loopback address",
    (header) => {
      for (const host of ["127.0.0.1", "::1", "localhost"]) assert.isFalse(isAllowedAdminHost(host, header))
    }
  )

  it("allows every name on other addresses", () => {
    for (const host of ["0.0.0.0", "::", "10.0.0.5", "metrics.internal"]) {
      assert.isTrue(isAllowedAdminHost(host, "taxonomy:8081"))
    }
  })
})
