import { assert, describe, it } from "@effect/vitest"
import { checks } from "../../../src/domain/checks/CheckRegistry.ts"
import { renderCheckPretty } from "../../../src/report/CheckReference.ts"

describe("the documentation of a check for a terminal", () => {
  it.each(checks.map((check) => [check.id, check] as const))("explains %s in lines of whole words", (_, check) => {
    const [, explanation = ""] = renderCheckPretty(check).split("\n\n")
    const lines = explanation.split("\n")
    assert.strictEqual(lines.join(" "), check.explanation)
    assert.isAtMost(Math.max(...lines.map(({ length }) => length)), 80)
  })
})
