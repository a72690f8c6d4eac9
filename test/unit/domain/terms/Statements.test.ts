import { assert, describe, it } from "@effect/vitest"
import type { Config } from "../../../../src/domain/taxonomy/Config.ts"
import type { Dimension, Value } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { describeTerm, englishWords, formatStatement, listLabels } from "../../../../src/domain/terms/Statements.ts"
import { snapshotOf } from "../../../../src/domain/vocabulary/Snapshot.ts"
import { taxonomyOf } from "../../../support/domain/SmallTaxonomy.ts"

const value = (code: string, others: Partial<Value> = {}): Value => ({ code, label: code, description: ".", ...others })

const dimension = (name: string, others: Partial<Dimension>): Dimension => ({
  name,
  label: name,
  description: ".",
  shape: "multiple",
  required: false,
  values: [value("A"), value("B"), value("C")],
  ...others
})

/** What a config says about its dimension `d`, or about the dimensions that a test gives. */
const sentencesOf = (
  of: Partial<Dimension>,
  config: Config,
  others: ReadonlyArray<Dimension> = []
): ReadonlyArray<string> => {
  const described = dimension("d", of)
  const snapshot = snapshotOf(taxonomyOf({ dimensions: [described, ...others] }))
  return describeTerm(snapshot, config, described).map((said) =>
    formatStatement(said, englishWords, (item) => snapshot.labelOf(item) ?? "")
  )
}

describe("describeTerm", () => {
  it.each([
    { role: "scope", says: ["The license covers only: A and B."] },
    { role: "permission", says: ["Only the following is permitted: A and B."] },
    { role: "limit", says: ["The use is limited to: A and B."] },
    { role: "duty", says: ["Required: A and B."] },
    { role: undefined, says: ["A and B."] }
  ] as const)("says of a list what its role $role says", ({ role, says }) => {
    assert.deepStrictEqual(sentencesOf(role === undefined ? {} : { role }, { d: ["A", "B"] }), says)
  })

  it.each([
    { role: "scope", says: "The license covers nothing here, and so grants nothing." },
    { role: "permission", says: "The license permits nothing here." },
    { role: "limit", says: "No limit here applies." },
    { role: "duty", says: "Nothing here is required." },
    { role: "exclusivity", says: "Nothing here is reserved for the licensee." },
    { role: undefined, says: "None." }
  ] as const)("says of an empty list what its role $role says", ({ role, says }) => {
    const unset = "nothing"
    assert.deepStrictEqual(sentencesOf(role === undefined ? {} : { role }, { d: [] }), [says])
    assert.deepStrictEqual(sentencesOf({ unset, ...(role === undefined ? {} : { role }) }, {}), [says])
  })

  it("leaves to the agreement what is not set, or reads the silence of the dimension", () => {
    assert.deepStrictEqual(sentencesOf({ role: "permission", unset: "open" }, {}), ["The agreement decides."])
    const says = ["The license permits everything here."]
    assert.deepStrictEqual(sentencesOf({ role: "permission", unset: "everything" }, {}), says)
  })

  it("leaves to the definition what no data says of silence", () => {
    assert.deepStrictEqual(sentencesOf({ role: "permission" }, {}), ["Not stated."])
    assert.deepStrictEqual(sentencesOf({ shape: "flags" }, { d: { A: true, B: false } }), [
      "Yes: A.",
      "No: B.",
      "Not stated: C."
    ])
  })

  it("separates the roles of the values of one list", () => {
    const values = [
      value("Sell-off"),
      value("Deletion", { role: ["duty"] }),
      value("Cease", { role: ["description"] }),
      value("Ads", { role: ["limit"] })
    ]
    const of = { role: "permission", values } as const
    assert.deepStrictEqual(sentencesOf(of, { d: ["Sell-off", "Deletion", "Ads"] }), [
      "Only the following is permitted: Sell-off.",
      "The use is limited to: Ads.",
      "Required: Deletion."
    ])
    assert.deepStrictEqual(sentencesOf(of, { d: ["Deletion"] }), [
      "Required: Deletion.",
      "The license permits nothing here."
    ])
    assert.deepStrictEqual(sentencesOf(of, { d: ["Cease", "Deletion"] }), ["Cease.", "Required: Deletion."])
  })

  it("states a single value by its label, and the kinds that a scope includes", () => {
    const values = [value("None"), value("Some", { includes: ["None"] }), value("All", { includes: ["Some"] })]
    const of = { role: "scope", shape: "single", values } as const
    assert.deepStrictEqual(sentencesOf(of, { d: "All" }), ["All.", "This includes: None and Some."])
    assert.deepStrictEqual(sentencesOf({ ...of, role: "permission" }, { d: "All" }), ["All."])
  })

  it("leaves out kinds that are deprecated", () => {
    const values = [value("Food"), value("Fast", { broader: ["Food"], deprecated: { replaced_by: ["Food"] } })]
    assert.deepStrictEqual(sentencesOf({ role: "scope", values }, { d: ["Food"] }), ["The license covers only: Food."])
  })

  it("names the territory", () => {
    const of = { role: "scope", shape: "territory" } as const
    assert.deepStrictEqual(sentencesOf(of, { d: { global: true, countries: [] } }), ["Worldwide."])
    assert.deepStrictEqual(sentencesOf(of, { d: { global: true, countries: ["A"] } }), [
      "Worldwide, naming in particular: A."
    ])
    assert.deepStrictEqual(sentencesOf(of, { d: { global: false, countries: ["A", "B"] } }), [
      "The license covers only: A and B."
    ])
    assert.deepStrictEqual(sentencesOf({ refines: "territory" }, { d: ["A"] }), [
      "Of a country of which parts are listed, only these parts are covered: A."
    ])
    assert.deepStrictEqual(sentencesOf({ refines: "territory" }, {}), [
      "Each country that the license covers is covered as a whole."
    ])
  })

  describe("of flags", () => {
    const permission = { role: "permission", shape: "flags", unset: "nothing" } as const

    it("separates what is permitted, what is not, and the rest", () => {
      assert.deepStrictEqual(sentencesOf(permission, { d: { A: true, B: false } }), [
        "Permitted: A.",
        "Expressly not permitted: B.",
        "The license permits nothing else here."
      ])
      assert.deepStrictEqual(sentencesOf(permission, { d: { A: true, B: false, C: true } }), [
        "Permitted: A and C.",
        "Expressly not permitted: B."
      ])
      assert.deepStrictEqual(sentencesOf({ ...permission, unset: "everything" }, { d: { B: false } }), [
        "Expressly not permitted: B.",
        "The license permits everything else here."
      ])
    })

    it("says once that nothing is permitted", () => {
      assert.deepStrictEqual(sentencesOf(permission, { d: { B: false } }), [
        "The license permits nothing here.",
        "Expressly not permitted: B."
      ])
      assert.deepStrictEqual(sentencesOf(permission, { d: {} }), ["The license permits nothing here."])
    })

    it("names what is open", () => {
      assert.deepStrictEqual(
        sentencesOf({ role: "duty", shape: "flags", unset: "open" }, { d: { A: true, B: false } }),
        ["Required: A.", "Not required: B.", "The agreement decides on: C."]
      )
      assert.deepStrictEqual(sentencesOf({ role: "duty", shape: "flags", unset: "nothing" }, { d: { A: true } }), [
        "Required: A.",
        "Not required: B and C."
      ])
    })

    it("reads a permission that is a limit, too, as neither if it is false", () => {
      const values = [value("Avatar only", { role: ["permission", "limit"] }), value("Voice")]
      assert.deepStrictEqual(sentencesOf({ ...permission, values }, { d: { "Avatar only": true, Voice: true } }), [
        "Permitted: Avatar only and Voice.",
        "The use is limited to: Avatar only."
      ])
      assert.deepStrictEqual(sentencesOf({ ...permission, values }, { d: { "Avatar only": false, Voice: true } }), [
        "Permitted: Voice.",
        "Not limited to: Avatar only."
      ])
      assert.deepStrictEqual(
        sentencesOf({ ...permission, unset: "nothing", values }, { d: { "Avatar only": false, Voice: false } }),
        ["The license permits nothing here.", "Expressly not permitted: Voice."]
      )
    })
  })

  describe("of exclusivity", () => {
    const categories = dimension("categories", {
      role: "exclusivity",
      unset: "nothing",
      reserves: "goods",
      within: ["uses"],
      values: [value("Food"), value("Burgers", { broader: ["Food"] })]
    })
    const values = [
      value("Sole", { reserves: "everything" }),
      value("By category", { reserves: "categories" }),
      value("None", { role: ["description"] })
    ]
    const exclusivity = { role: "exclusivity", shape: "single", unset: "nothing", values } as const
    const uses = dimension("uses", { role: "scope" })

    it("says what is reserved", () => {
      assert.deepStrictEqual(sentencesOf(exclusivity, { d: "Sole" }), [
        "Sole.",
        "The licensor may not grant to anyone else what this license grants."
      ])
      assert.deepStrictEqual(sentencesOf(exclusivity, { d: "By category" }, [categories]), [
        "By category.",
        "What is listed under the following heading is reserved for the licensee: categories."
      ])
      assert.deepStrictEqual(sentencesOf(exclusivity, { d: "None" }), ["None."])
    })

    it("says how far a reservation reaches, and whom it does not bind", () => {
      const capacity = dimension("capacity", { values: [value("Group", { unbound_by: ["d"] })] })
      assert.deepStrictEqual(sentencesOf({ ...categories, name: "d" }, { d: ["Food"] }, [uses, capacity]), [
        "Reserved for the licensee: Food. The licensor may not grant this to anyone else.",
        "This includes: Burgers.",
        "While the license runs, the reservation reaches as far as it does in: uses.",
        "The reservation does not bar a license with: Group."
      ])
    })

    it("leaves categories to the agreement beside a value that reserves them", () => {
      const other = dimension("exclusivity", {
        ...exclusivity,
        values: [value("By category", { reserves: "d" }), value("None", { role: ["description"] })]
      })
      const of = { ...categories, name: "d" }
      assert.deepStrictEqual(sentencesOf(of, { exclusivity: "By category" }, [other]), ["The agreement decides."])
      assert.deepStrictEqual(sentencesOf(of, { exclusivity: "None" }, [other]), [
        "Nothing here is reserved for the licensee."
      ])
    })
  })
})

describe("listLabels", () => {
  it.each([
    { labels: ["A"], list: "A" },
    { labels: ["A", "B"], list: "A and B" },
    { labels: ["A", "B", "C"], list: "A, B and C" },
    { labels: ["Team, league", "B", "C"], list: "Team, league; B; and C" },
    { labels: ["Tone and retouching", "B"], list: "Tone and retouching; and B" }
  ])("lists $list", ({ labels, list }) => {
    assert.strictEqual(listLabels(labels, englishWords), list)
  })

  it.each([
    { words: { language: "es", and: "y" }, labels: ["Cine", "Radio", "Imagen"], list: "Cine, Radio e Imagen" },
    { words: { language: "es", and: "y" }, labels: ["Cine, radio", "Historia"], list: "Cine, radio; e Historia" },
    { words: { language: "es", and: "y" }, labels: ["Bebidas", "Hielo"], list: "Bebidas y Hielo" },
    { words: { language: "fr", and: "et" }, labels: ["Image", "Voix"], list: "Image et Voix" }
  ])("lists $list with the word that the next one requires", ({ labels, list, words }) => {
    assert.strictEqual(listLabels(labels, words), list)
  })
})
