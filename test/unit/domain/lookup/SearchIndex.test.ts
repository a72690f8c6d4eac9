import { assert, describe, it } from "@effect/vitest"
import { itemEntries } from "../../../../src/domain/lookup/ItemUses.ts"
import { makeSearchIndex, type SearchAnswer, searchCodes } from "../../../../src/domain/lookup/SearchIndex.ts"
import { searchItems } from "../../../../src/domain/lookup/SearchItems.ts"
import { formatItem } from "../../../../src/domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"

const taxonomyOf = (values: number): Taxonomy => ({
  namespace: "goods",
  title: "Goods",
  description: "Goods of all kinds.",
  dimensions: [
    {
      name: "sold_goods",
      label: "Goods",
      description: "What is sold.",
      shape: "multiple",
      required: true,
      values: Array.from({ length: values }, (_, number) => ({
        code: `GOOD_${number}`,
        label: `Good number ${number}`,
        description: `Described at the usual length, ${number % 7 === 0 ? "with a category" : "without more"}.`,
        ...(number === 5 ? { translations: { fr: { label: "Café crème" } } } : {})
      }))
    }
  ],
  licenses: [{ code: "BASE", name: "Base license", description: "Grants the categories.", config: { sold_goods: [] } }],
  rules: [{ id: "never-both", description: "Goods are never sold twice.", forbid: {} }]
})

const indexOf = (values: number) => {
  const entries = itemEntries(taxonomyOf(values))
  const index = makeSearchIndex()
  for (const entry of entries) index.add(entry)
  return { entries, index }
}

const names = ({ results }: Pick<SearchAnswer, "results">) => results.map(({ entry }) => formatItem(entry.item))

describe("makeSearchIndex", () => {
  it("finds what taxonomy find does, in the same order", () => {
    const { entries, index } = indexOf(40)
    const queries = [
      "good",
      "GOOD_7",
      "sold_goods/GOOD_7",
      "number 3",
      "cafe",
      "creme cafe",
      "categories",
      "never",
      "a"
    ]
    for (const query of [...queries, "usual category", "Base license", "nothing", "?", "", "good nothing"]) {
      const expected = searchItems(entries, query)
      const found = index.search(query)
      assert.deepStrictEqual(names(found), names(expected), query)
      assert.deepStrictEqual(found.words, expected.words)
      assert.strictEqual(found.total, expected.results.length, query)
    }
  })

  it("counts the results of a word that very many items contain, and ranks the exact name first", () => {
    const { index } = indexOf(5_000)
    const found = index.search("good")
    assert.strictEqual(found.total, 5_002)
    assert.isBelow(found.results.length, 1_000)
    assert.strictEqual(names(index.search("good number 49"))[0], "sold_goods/GOOD_49")
    assert.strictEqual(names(index.search("GOOD_4999"))[0], "sold_goods/GOOD_4999")
  })

  it("suggests a similar word, and items with most of the words", () => {
    const { index } = indexOf(10)
    const { near, results, suggestions } = index.search("licence")
    assert.deepStrictEqual([results, near], [[], []])
    assert.deepStrictEqual([...suggestions], [["licence", "license"]])
    assert.deepStrictEqual(
      index.search("base nothing").near.map(({ entry }) => formatItem(entry.item)),
      ["BASE"]
    )
  })

  it("takes queries of any length and of characters with a meaning in patterns", () => {
    const { index } = indexOf(10)
    assert.strictEqual(index.search("(good.*").total, 12)
    assert.strictEqual(index.search("good ".repeat(1_000)).total, 12)
    assert.strictEqual(index.search(Array.from({ length: 300 }, (_, word) => `w${word}`).join(" ")).total, 0)
  })
})

describe("searchCodes", () => {
  it("finds a code before all that begin with it", () => {
    const { entries } = indexOf(40)
    assert.deepStrictEqual(names(searchCodes(entries, "good_3")).slice(0, 3), [
      "sold_goods/GOOD_3",
      "sold_goods/GOOD_30",
      "sold_goods/GOOD_31"
    ])
    assert.deepStrictEqual(names(searchCodes(entries, "number")), [])
    assert.deepStrictEqual(names(searchCodes(entries, " ")), [])
  })
})
