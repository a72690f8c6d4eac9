import { assert, describe, it } from "@effect/vitest"
import { itemEntries } from "../../../../src/domain/lookup/ItemUses.ts"
import { searchItems, findItem } from "../../../../src/domain/lookup/SearchItems.ts"
import { formatItem } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { add, start, forbid } from "../../../support/domain/TaxonomyEdits.ts"

const taxonomy = [
  add("exclusive_categories/TICKETING", { label: "Ticketing", description: "Primary and resale tickets for events." }),
  add("exclusive_categories/RESALE", { label: "Second-hand goods", description: "Used goods of any category." }),
  add("exclusive_categories/CAFE", {
    label: "Cafés",
    description: "Places for coffee.",
    translations: { fr: { label: "Salons de thé" } }
  }),
  add("use_type/old", {
    deprecated: {
      replaced_by: [],
      reason: "Nobody asks for broadcasts.",
      translations: { fr: { reason: "Personne ne demande de diffusions." } }
    }
  })
].reduce((edited, edit) => edit(edited), start)

const search = (query: string) => {
  const { near, results, suggestions } = searchItems(itemEntries(taxonomy), query)
  return {
    results: results.map(({ entry }) => formatItem(entry.item)),
    near: near.map(({ entry, missing }) => `${formatItem(entry.item)} without ${missing.join(", ")}`),
    suggestions: Object.fromEntries(suggestions)
  }
}

describe("searchItems", () => {
  it("finds an item first whose other name is the query", () => {
    const languages = [
      add("exclusive_categories/JSON", { label: "JSON", description: "Data." }),
      add("exclusive_categories/JSX", { label: "JSX", description: "Markup." }),
      add("exclusive_categories/ZZ_SCRIPT", { label: "Script", alt_labels: ["js"], description: "Programs." })
    ].reduce((edited, edit) => edit(edited), start)
    const { results } = searchItems(itemEntries(languages), "js")
    assert.strictEqual(results[0] && formatItem(results[0].entry.item), "exclusive_categories/ZZ_SCRIPT")
  })

  it("finds countries by other names first, and suggests no other country", () => {
    const countries = [
      add("territory", {}),
      add("territory/GB", { label: "United Kingdom", description: "GBR" }),
      add("territory/NL", { label: "Netherlands", description: "NLD" }),
      add("territory/PL", { label: "Poland", description: "POL" }),
      add("territory/UA", { label: "Ukraine", description: "UKR" }),
      add("territory/US", { label: "United States of America", description: "USA" }),
      add("use_type/usable", { label: "Usable" })
    ].reduce((edited, edit) => edit(edited), start)
    const find = (query: string) => {
      const { results, suggestions } = searchItems(itemEntries(countries), query)
      return [...results.map(({ entry }) => formatItem(entry.item)), ...suggestions.values()]
    }
    assert.deepStrictEqual(find("UK"), ["territory/GB", "territory/UA"])
    assert.deepStrictEqual(find("England"), ["territory/GB"])
    assert.deepStrictEqual(find("Holland"), ["territory/NL"])
    assert.deepStrictEqual(find("USA"), ["territory/US", "use_type/usable"])
    assert.deepStrictEqual(find("bolland"), [])
    assert.deepStrictEqual(find("polandd"), ["poland"])
  })

  it.each([
    ["resale tickets", "exclusive_categories/TICKETING"],
    ["Ticket RESALE", "exclusive_categories/TICKETING"],
    ["do we have anything for ticket resale?", "exclusive_categories/TICKETING"],
    ["cafe", "exclusive_categories/CAFE"],
    ["CAFÉS", "exclusive_categories/CAFE"],
    ["salon the", "exclusive_categories/CAFE"],
    ["broadcast", "use_type/old"],
    ["fast food", "exclusive_categories/QSR_FAST_FOOD"],
    ["QSR_FAST", "exclusive_categories/QSR_FAST_FOOD"],
    ["event", "exclusive_categories/TICKETING"]
  ])("finds %s", (query, item) => {
    assert.include(search(query).results, item)
  })

  it("puts codes before labels, and labels before other texts", () => {
    assert.deepStrictEqual(search("resale").results, ["exclusive_categories/RESALE", "exclusive_categories/TICKETING"])
    assert.strictEqual(search("categories").results[0], "exclusive_categories")
  })

  it("finds no word within a word", () => {
    assert.deepStrictEqual(search("ale").results, [])
  })

  it("names the text that matches", () => {
    const [result] = searchItems(itemEntries(taxonomy), "salons").results
    assert.deepStrictEqual(result?.matches, [
      { field: "label", language: "fr", text: "Salons de thé", path: ["translations", "fr", "label"] }
    ])
  })

  it("names the reason of a deprecation and its translations", () => {
    const matchesOf = (query: string) => searchItems(itemEntries(taxonomy), query).results[0]?.matches
    assert.deepStrictEqual(matchesOf("broadcasts"), [
      { field: "reason", text: "Nobody asks for broadcasts.", path: ["deprecated", "reason"] }
    ])
    assert.deepStrictEqual(matchesOf("diffusions"), [
      {
        field: "reason",
        language: "fr",
        text: "Personne ne demande de diffusions.",
        path: ["deprecated", "translations", "fr", "reason"]
      }
    ])
  })

  it("offers items with most of the words, and similar words, if no item has all", () => {
    assert.deepStrictEqual(search("ticket zebra"), {
      results: [],
      near: ["exclusive_categories/TICKETING without zebra"],
      suggestions: {}
    })
    assert.deepStrictEqual(search("tiketing").suggestions, { tiketing: "ticketing" })
    assert.deepStrictEqual(search("???"), { results: [], near: [], suggestions: {} })
  })
})

describe("findItem", () => {
  const taxonomy = [
    add("use_type/COFFEE", { label: "Café" }),
    add("attribution/other"),
    add("use_type/other"),
    forbid("no-coffee", { use_type: { contains: "COFFEE" } })
  ].reduce((edited, edit) => edit(edited), start)
  const entries = itemEntries(taxonomy)

  const lookUp = (text: string): string => {
    const found = findItem(entries, text)
    switch (found._tag) {
      case "Found":
        return formatItem(found.entry.item)
      case "Ambiguous":
        return found.candidates.map(({ item }) => formatItem(item)).join(" | ")
      case "Unknown":
        return `? ${found.suggestion}`
    }
  }

  it.each([
    ["exclusive_categories/QSR", "exclusive_categories/QSR"],
    ["EXCLUSIVE_CATEGORIES/qsr", "exclusive_categories/QSR"],
    ["use_type", "use_type"],
    ["CLASS", "CLASS"],
    ["rules/no-coffee", "rules/no-coffee"],
    [" QSR ", "exclusive_categories/QSR"],
    ["qsr_fast_food", "exclusive_categories/QSR_FAST_FOOD"],
    ["no-coffee", "rules/no-coffee"],
    ["cafe", "use_type/COFFEE"],
    ["The CLASS", "CLASS"]
  ])("finds what %s names", (text, item) => {
    assert.strictEqual(lookUp(text), item)
  })

  it("lists every item that a bare code names", () => {
    assert.strictEqual(lookUp("other"), "attribution/other | use_type/other")
    assert.strictEqual(lookUp("coffee"), "exclusive_categories/COFFEE | use_type/COFFEE")
  })

  it.each([
    ["exclusive_categories/QRS", "? exclusive_categories/QSR"],
    ["editorail", "? use_type/editorial"],
    ["entirely different", "? undefined"]
  ])("suggests an item for %s", (text, suggestion) => {
    assert.strictEqual(lookUp(text), suggestion)
  })
})
