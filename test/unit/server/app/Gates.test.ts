import { assert, describe, it } from "@effect/vitest"
import { makeUnauthorizedLimit } from "../../../../src/server/app/Gates.ts"

const at = (seconds: number) => ({ unixMillis: 0, monotonicMillis: seconds * 1000 })

describe("makeUnauthorizedLimit", () => {
  it("refuses the requests of an address over the limit until the minute ends", () => {
    const charge = makeUnauthorizedLimit(2)
    assert.deepStrictEqual(
      [60, 61, 62, 75.5, 119.999, 120].map((seconds) => charge("203.0.113.7", at(seconds))),
      [undefined, undefined, 58, 45, 1, undefined]
    )
  })

  it("counts each IPv4 address, and each /64 of IPv6", () => {
    const charge = makeUnauthorizedLimit(1)
    const refused = (address: string) => charge(address, at(0)) !== undefined
    assert.deepStrictEqual(
      ["192.0.2.1", "192.0.2.2", "192.0.2.1", "2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:1:f::2"].map(refused),
      [false, false, true, false, false, true]
    )
  })

  it("counts nothing with 0", () => {
    const charge = makeUnauthorizedLimit(0)
    for (let count = 0; count < 10; count++) assert.isUndefined(charge("192.0.2.1", at(0)))
  })

  it("counts all addresses beyond a number together, and forgets none of the others", () => {
    const charge = makeUnauthorizedLimit(2, 3)
    const refused = (address: string) => charge(address, at(0)) !== undefined
    for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) assert.isFalse(refused(address))
    assert.deepStrictEqual(["192.0.2.4", "192.0.2.5", "192.0.2.6", "192.0.2.4"].map(refused), [
      false,
      false,
      true,
      true
    ])
    assert.deepStrictEqual([refused("192.0.2.1"), refused("192.0.2.1")], [false, true])
  })
})
