import { assert, describe, it } from "@effect/vitest"
import {
  itemMarkdown,
  textsMarkdown,
  collectPublishedFacts,
  collectItems,
  isComplete,
  withRemovals
} from "../../../../src/build/schemas/SchemaItems.ts"
import { emptyHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { given, release } from "../../../support/domain/ReleaseScenario.ts"
import { add, deprecate, forbid, remove } from "../../../support/domain/TaxonomyEdits.ts"

describe("collectItems", () => {
  it("collects the texts of dimensions, licenses and rules, as far as the sources have them", () => {
    const files = new Map<string, unknown>([
      [
        "dimensions/use.yaml",
        {
          name: "use_type",
          label: " Use ",
          description: "What for.",
          shape: "multiple",
          required: true,
          values: [
            { code: "film", label: "Film", description: "Pictures.", definition: "A film.", deprecated: true },
            { code: "TV", deprecated: { replaced_by: ["film", 3], reason: " Old " } },
            { code: "tv", deprecated: { replaced_by: { all_of: ["film", "web"] }, reason: "" } },
            { code: "web", deprecated: {} },
            { label: "No code" },
            "text"
          ]
        }
      ],
      ["dimensions/tone.yaml", { shape: "single", required: "true", values: "none" }],
      ["dimensions/round.yaml", { shape: "round" }],
      ["dimensions/text.yaml", "text"],
      ["licenses/A.yaml", { code: "B", name: "The B" }],
      ["licenses/C.yaml", { name: 3 }],
      ["licenses/D.yml", { code: "D" }],
      ["licenses/deep/E.yaml", { code: "E" }],
      ["other/licenses/F.yaml", { code: "F" }],
      ["rules/r.yaml", { id: "s", description: "Not both." }],
      ["rules/t.yaml", {}],
      ["taxonomy.yaml", { title: "Licenses" }]
    ])
    assert.deepStrictEqual(collectItems(files), {
      dimensions: [
        {
          code: "use_type",
          label: "Use",
          description: "What for.",
          shape: "multiple",
          required: true,
          values: [
            { code: "film", label: "Film", description: "Pictures.", others: [["Definition", "A film."]] },
            { code: "TV", label: "TV", deprecated: { replaced_by: ["film"], reason: "Old" } },
            { code: "tv", label: "tv", deprecated: { replaced_by: ["film", "web"], replacement_mode: "all_of" } },
            { code: "web", label: "web", deprecated: { replaced_by: [] } }
          ],
          repeated: ["TV", "tv"]
        },
        { code: "tone", label: "tone", shape: "single", required: false, values: [], repeated: [] }
      ],
      licenses: [
        { code: "B", label: "The B" },
        { code: "C", label: "C" }
      ],
      rules: [
        { code: "s", label: "s", description: "Not both." },
        { code: "t", label: "t" }
      ]
    })
  })

  it("adds the countries to a dimension that names their list, with the texts of its own values", () => {
    const place = (values_from: string) => {
      const values = [
        { code: "DE", label: "Deutschland" },
        { code: "XX", label: "Elsewhere" }
      ]
      const content = { shape: "territory", values_from, values }
      return collectItems(new Map([["dimensions/place.yaml", content]])).dimensions[0]?.values ?? []
    }
    const countries = place("iso-3166-1-alpha-2")
    assert.isAbove(countries.length, 200)
    assert.deepStrictEqual(
      countries.filter(({ code }) => ["DE", "FR", "XX"].includes(code)),
      [
        { code: "DE", label: "Deutschland" },
        { code: "FR", label: "France", description: "ISO 3166-1: alpha-2 FR, alpha-3 FRA, numeric 250" },
        { code: "XX", label: "Elsewhere" }
      ]
    )
    assert.lengthOf(place("other"), 2)
  })
})

describe("isComplete", () => {
  it("is false for a file that would hide all of an item", () => {
    const rows: ReadonlyArray<readonly [string, unknown, boolean]> = [
      ["dimensions/use.yaml", { shape: "single", values: [] }, true],
      ["dimensions/use.yaml", { shape: "territory", values_from: "iso-3166-1-alpha-2" }, true],
      ["dimensions/use.yaml", { shape: "single", values: {} }, false],
      ["dimensions/use.yaml", { shape: "single" }, false],
      ["dimensions/use.yaml", { values: [] }, false],
      ["dimensions/use.yaml", null, false],
      ["licenses/A.yaml", {}, true],
      ["licenses/A.yaml", undefined, false],
      ["rules/r.yaml", "text", false],
      ["my-rules/r.yaml", "text", true],
      ["taxonomy.yaml", undefined, true],
      ["waivers.yaml", [], true]
    ]
    for (const [path, content, expected] of rows) assert.strictEqual(isComplete(path, content), expected, path)
  })
})

describe("withRemovals", () => {
  it("says when the deprecated items can be removed", () => {
    const deprecated = { replaced_by: [] }
    const values = [
      { code: "a", label: "A", deprecated },
      { code: "b", label: "B" }
    ]
    const dimension = { code: "use", label: "Use", shape: "single", required: false, repeated: [], values } as const
    const items = {
      dimensions: [{ ...dimension, deprecated }],
      licenses: [{ code: "L", label: "L", deprecated }],
      rules: []
    }
    assert.strictEqual(withRemovals(items, new Map()), items)
    const removals = new Map([
      ["use", "Soon."],
      ["use/a", "Now."],
      ["use/b", "Never."],
      ["L", "Later."]
    ])
    assert.deepStrictEqual(withRemovals(items, removals), {
      dimensions: [
        {
          ...dimension,
          deprecated: { replaced_by: [], removal: "Soon." },
          values: [
            { code: "a", label: "A", deprecated: { replaced_by: [], removal: "Now." } },
            { code: "b", label: "B" }
          ]
        }
      ],
      licenses: [{ code: "L", label: "L", deprecated: { replaced_by: [], removal: "Later." } }],
      rules: []
    })
    assert.deepStrictEqual(withRemovals(items, new Map([["other", "Now."]])), items)
  })
})

describe("the hover of an item", () => {
  it("has its label, code, deprecation and texts, with their markup escaped", () => {
    const item = {
      code: "old",
      label: "Old *news*",
      description: "A <b>\n  text.",
      others: [["Definition", "It [is](x) old."] as const],
      deprecated: {
        replaced_by: ["film", "tv"],
        reason: "It meant _two_ things.",
        removal: "It can be removed now, in 2.0.0."
      }
    }
    assert.strictEqual(
      itemMarkdown(item),
      String.raw`**Old \*news\***

${"`old`"}

**Deprecated, use film or tv.** It meant \_two\_ things. It can be removed now, in 2.0.0.

A \<b\> text.

**Definition:** It \[is\](x) old.`
    )
    assert.strictEqual(textsMarkdown({ code: "a", label: "A" }), "`a`")
    assert.strictEqual(
      textsMarkdown({ code: "a", label: "A", deprecated: { replaced_by: [] } }),
      "`a`\n\n**Deprecated.**"
    )
  })
})

describe("collectPublishedFacts", () => {
  it("names the items of the newest release and all that were removed, and when the deprecated ones can go", () => {
    const { history } = given(
      release(
        "1.0.0",
        "2026-01-01",
        add("use_type/old"),
        add("use_type/older"),
        forbid("r", { use_type: { empty: true } })
      ),
      release("1.1.0", "2026-02-01", deprecate("use_type/old", "editorial"), deprecate("use_type/older", "editorial")),
      release("1.2.0", "2026-05-01", add("use_type/a")),
      release("1.3.0", "2026-06-01", add("use_type/b")),
      release("2.0.0", "2026-09-01", remove("use_type/older"))
    )
    const { names, removals } = collectPublishedFacts(history, "2026-10-01T00:00:00Z")
    assert.sameMembers(
      [...names],
      (
        "use_type use_type/editorial use_type/educational use_type/old use_type/a use_type/b attribution " +
        "attribution/byline exclusive_categories exclusive_categories/QSR exclusive_categories/QSR_FAST_FOOD " +
        "exclusive_categories/COFFEE NEWS MENU CLASS rules/r use_type/older"
      ).split(" ")
    )
    assert.deepStrictEqual([...removals], [["use_type/old", "It can be removed now, in 3.0.0."]])
    assert.deepStrictEqual(collectPublishedFacts(emptyHistory, "2026-10-01T00:00:00Z"), {
      names: [],
      removals: new Map()
    })
  })
})
