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

  // Characters are kept in four words of 32 bits, by their code.
  it.each([
    ["capital letters", "ACE", "QSU"],
    ["small letters", "ace", "qsu"],
    ["digits", "135", "9;="],
    ["letters beyond ASCII", "\u0181\u0183\u0185", "\u0191\u0193\u0195"]
  ])("visits no name of other %s", (_, text, other) => {
    assert.deepStrictEqual(visited([other], text, 1), [])
    assert.deepStrictEqual(visited([other], text, 3), [other])
    assert.deepStrictEqual(visited([other, text, other], text, 0), [text])
  })

  it("visits names with the same characters in another order only if their neighbors are similar", () => {
    assert.deepStrictEqual(visited(["EFABCD"], "ABCDEF", 1), ["EFABCD"])
    assert.deepStrictEqual(visited(["FDBECA"], "ABCDEF", 1), [])
  })

  it("tells apart names of equal length with 1 and 11 characters of a kind, and with 11 and 1", () => {
    const names = [`A${"B".repeat(11)}`, `${"A".repeat(11)}B`]
    for (const name of names) assert.deepStrictEqual(visited(names, name, 0), [name])
  })

  it("tells a name where it was in the list", () => {
    const found: Array<readonly [string, number]> = []
    visitSimilar(signNames(["AB", "LONGER", "AC", "AB"]), "AB", 1, (name, index) => {
      found.push([name, index])
      return 1
    })
    assert.sameDeepMembers(found, [
      ["AB", 0],
      ["AC", 2],
      ["AB", 3]
    ])
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
