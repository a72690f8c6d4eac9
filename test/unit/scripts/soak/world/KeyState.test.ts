import { assert, describe, it } from "vitest"
import { isAccepted, standingsOf, type KeyState } from "../../../../../scripts/soak/world/KeyState.ts"

const active: KeyState = { status: "active", tier: "free", expiresAt: 10_000 }
const during = (start: number, end: number) => [{ start, end }]

describe("the standing of a key", () => {
  it.each([
    ["is active long before its expiry", [active], during(1000, 2000), ["active"]],
    ["is expired long after it", [active], during(20_000, 21_000), ["expired"]],
    ["may be both across it", [active], during(9000, 11_000), ["active", "expired"]],
    [
      "may be both while a clock is set",
      [active],
      [...during(1000, 2000), ...during(20_000, 21_000)],
      ["active", "expired"]
    ],
    ["stays revoked after its expiry", [{ ...active, status: "revoked" }], during(20_000, 21_000), ["revoked"]],
    ["is unknown before it is issued", [{ ...active, status: "unissued" }], during(1000, 2000), ["unknown"]],
    [
      "may be both while it is revoked",
      [active, { ...active, status: "revoked" }],
      during(1000, 2000),
      ["active", "revoked"]
    ]
  ] as ReadonlyArray<[string, ReadonlyArray<KeyState>, ReturnType<typeof during>, ReadonlyArray<string>]>)(
    "%s",
    (_, states, periods, standings) => {
      assert.deepStrictEqual<ReadonlyArray<string>>(standingsOf(states, periods), standings)
    }
  )

  it("counts an active key until its expiry", () => {
    assert.deepStrictEqual([isAccepted(active, 9999), isAccepted(active, 10_000)], [true, false])
    assert.isFalse(isAccepted({ ...active, status: "revoked" }, 0))
  })
})
