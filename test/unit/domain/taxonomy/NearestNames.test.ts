import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { nearestNames } from "../../../../src/domain/taxonomy/NearestNames.ts"
import { nearest } from "../../../../src/domain/taxonomy/Suggestion.ts"

describe("nearestNames", () => {
  it("lists the similar names, the most similar one first", () => {
    const names = ["educational", "editorial", "editions", "editor", "commercial"]
    assert.deepStrictEqual(nearestNames("editorals", names), ["editorial", "editor"])
    assert.deepStrictEqual(nearestNames("UK", ["GB", "UA", "US"]), ["GB"])
    assert.deepStrictEqual(nearestNames("nothing", names), [])
  })

  it.prop(
    "begins with what nearest finds, and repeats nothing",
    [Schema.String.check(Schema.isMaxLength(6)), Arbitrary.array(Arbitrary.schema(Schema.String), { maxLength: 6 })],
    ([written, names]) => {
      const candidates = [...new Set([...names, `${written}x`])]
      const found = nearestNames(written, candidates)
      assert.strictEqual(found[0], nearest(written, candidates))
      assert.lengthOf(new Set(found), found.length)
      assert.isAtMost(found.length, 3)
    }
  )
})
