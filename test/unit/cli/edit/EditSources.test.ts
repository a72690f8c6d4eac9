import { assert, describe, it } from "@effect/vitest"
import { namesOf } from "../../../../src/cli/edit/EditSources.ts"

describe("namesOf", () => {
  it.each([
    ["", []],
    ["QSR", ["QSR"]],
    ["QSR,BAR", ["QSR", "BAR"]],
    [" QSR , BAR,, ", ["QSR", "BAR"]]
  ] as const)("separates names at commas, with or without spaces: %j", (text, names) => {
    assert.deepStrictEqual(namesOf(text), names)
  })
})
