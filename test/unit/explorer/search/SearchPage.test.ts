import { assert, describe, it } from "@effect/vitest"
import { excerpt, highlight } from "../../../../src/explorer/search/SearchPage.tsx"
import { hostileText } from "../../report/HostileReports.ts"

const marked = (text: string, words: ReadonlyArray<string>) =>
  highlight(text, words)
    .filter(({ isMatch }) => isMatch)
    .map(({ text }) => text)

describe("highlight", () => {
  it("finds words regardless of case, accents and plurals, and the beginnings of longer ones", () => {
    assert.deepStrictEqual(marked("Publicité et PUBLICATION", ["publi"]), ["Publicité", "PUBLICATION"])
    assert.deepStrictEqual(marked("A study of cafe\u0301s", ["cafes"]), ["cafe\u0301s"])
    assert.deepStrictEqual(marked("One category, two categories", ["category"]), ["category"])
    assert.deepStrictEqual(marked("exclusive_categories/WATER", ["water"]), ["WATER"])
    assert.deepStrictEqual(marked("Nothing of it", ["water"]), [])
  })

  it.prop("loses no character of a text", [hostileText], ([text]) => {
    const parts = highlight(`${text} water ${text}`, ["water", "a", "b"])
    assert.strictEqual(parts.map((part) => part.text).join(""), `${text} water ${text}`)
  })
})

describe("excerpt", () => {
  it("leaves short texts as they are", () => {
    assert.strictEqual(excerpt("A short text.", ["short"]), "A short text.")
  })

  it("shows the words around the first match of a long text", () => {
    const long = `${"before ".repeat(60)}the water ${"after ".repeat(60)}`.trim()
    const shown = excerpt(long, ["water"])
    assert.match(shown, /^… before .*the water after .* …$/)
    assert.isAtMost(shown.length, 210)
    assert.match(excerpt(long, ["unknown"]), /^before .* …$/)
    assert.match(excerpt(`${long} water-melon`, ["melon"]), /^… .*water-melon$/)
  })
})
