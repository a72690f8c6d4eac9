import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { distance } from "fastest-levenshtein"
import { signNames, visitSimilar } from "../../../../src/domain/taxonomy/NameSignatures.ts"
import { whole } from "../../../support/arbitrary/pick.ts"

const visited = (names: ReadonlyArray<string>, text: string, maxEdits: number): ReadonlyArray<string> => {
  const found: Array<string> = []
  visitSimilar(signNames(names), text, maxEdits, (name) => {
    found.push(name)
    return maxEdits
  })
  return found
}

const texts = Arbitrary.array(Arbitrary.schema(Schema.String), { minLength: 1, maxLength: 20 })

describe("visitSimilar", () => {
  it.prop("visits every name within the number of edits", [texts, whole(0, 8)], ([names, maxEdits]) => {
    const [text = "", ...others] = names
    const near = others.filter((name) => distance(text, name) <= maxEdits)
    assert.includeMembers([...visited(others, text, maxEdits)], near)
  })

  it("visits a few in a hundred of the names of a large vocabulary", () => {
    const names = Array.from({ length: 2000 }, (_, index) => `VALUE_${index}_${(index * 7919) % 1000}`)
    assert.isBelow(visited(names, "VALUE_17_623X", 1).length, 100)
    assert.isBelow(visited(names, "nothing_like_it", 5).length, 100)
  })

  it("visits no further name once a visit returns a negative number", () => {
    let count = 0
    visitSimilar(signNames(["A", "A", "A"]), "A", 1, () => {
      count += 1
      return -1
    })
    assert.strictEqual(count, 1)
  })
})
