import { assert, describe, it } from "vitest"
import { selectRequest, soakMix } from "../../../../../scripts/soak/requests/SoakRequest.ts"

describe("the mix of the soak test", () => {
  const selected = Array.from({ length: 2000 }, (_, index) => selectRequest(1, () => index / 2000))

  it("contains every request", () => {
    assert.deepStrictEqual(
      [...new Set(selected.map(({ name }) => name))],
      soakMix.map(([, make]) => make(1, () => 0).name)
    )
  })

  it("asks for releases that exist, and for the next one", () => {
    const named = [0, 0.5, 0.99].map((random) => {
      const [, make] = soakMix.find(([, make]) => make(1, () => 0).name === "named release") ?? []
      return make?.(1, () => random).selection.release
    })
    assert.deepStrictEqual(named, [0, 1, 2])
  })
})
