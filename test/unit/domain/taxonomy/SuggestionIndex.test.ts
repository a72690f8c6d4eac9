import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import { nearest } from "../../../../src/domain/taxonomy/Suggestion.ts"
import { nearestIn } from "../../../../src/domain/taxonomy/SuggestionIndex.ts"
import { either, pick, whole } from "../../../support/arbitrary/pick.ts"

/** Words of few different characters, so that many are similar. Some change their length in lower case. */
const word = (maxLength: number): Arbitrary.Arbitrary<string> =>
  Arbitrary.map(
    Arbitrary.array(pick("A", "B", "a", "b", "_", "1", "2", "İ"), { minLength: 0, maxLength }),
    (characters) => characters.join("")
  )

const name = either(
  word(4),
  word(14),
  Arbitrary.map(word(6), (end) => `COMMON_${end}`),
  pick("GB", "US", "GR")
)

const misspell = ({ at, name, part, removed }: Misspelling): string =>
  name.slice(0, at) + part + name.slice(at + removed)

interface Misspelling {
  readonly name: string
  readonly at: number
  readonly removed: number
  readonly part: string
}

const lookUps = Arbitrary.map(
  Arbitrary.all({
    names: Arbitrary.array(name, { minLength: 40, maxLength: 80 }),
    index: whole(0, 39),
    at: whole(0, 10),
    removed: whole(0, 3),
    part: word(3),
    other: either(name, pick("uk", "usa"))
  }),
  ({ index, names, other, ...edit }) => ({
    names: new Set(names),
    written: [misspell({ name: names[index] ?? "", ...edit }), (names[index] ?? "").toLowerCase(), other]
  })
)

describe("nearestIn", () => {
  it.prop("returns what comparing with each name returns", [lookUps], ([{ names, written }]) => {
    for (const text of written) assert.strictEqual(nearestIn(text, names), nearest(text, [...names]), text)
  })

  it("looks names up in the keys of a map too", () => {
    assert.strictEqual(nearestIn("COFFE", new Map([["COFFEE", 1]])), "COFFEE")
  })

  it("returns nothing for a text that is longer than all names", () => {
    const names = new Set(Array.from({ length: 100 }, (_, index) => `VALUE_${index}`))
    assert.isUndefined(nearestIn("V".repeat(100_000), names))
  })
})
