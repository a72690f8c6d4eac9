import { assert, describe, it } from "@effect/vitest"
import { cutRedline } from "../../../../../src/explorer/time/changes/CutRedline.ts"

describe("cutRedline", () => {
  const parts = [
    { kind: "kept", text: "one " },
    { kind: "removed", text: "two" },
    { kind: "added", text: "2🎈" }
  ] as const

  it("keeps a redline that fits", () => {
    assert.deepStrictEqual(cutRedline(parts, 10), { parts, hidden: 0 })
  })

  it("counts what it cuts, and never leaves half a character", () => {
    assert.deepStrictEqual(cutRedline(parts, 5), {
      parts: [parts[0], { kind: "removed", text: "t" }],
      hidden: 5
    })
    assert.deepStrictEqual(cutRedline(parts, 9), {
      parts: [parts[0], parts[1], { kind: "added", text: "2" }],
      hidden: 2
    })
  })
})
