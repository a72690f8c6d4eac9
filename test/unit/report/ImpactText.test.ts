import { assert, describe, it } from "@effect/vitest"
import type { Breakage, DeprecatedReference } from "../../../src/domain/contracts/Assess.ts"
import type { Impact } from "../../../src/domain/contracts/Impact.ts"
import {
  conflictRuleRef,
  dimensionRef,
  formatItem,
  valueRef,
  type ItemRef,
  licenseRef
} from "../../../src/domain/taxonomy/ItemRef.ts"
import { toImpactJson } from "../../../src/report/ImpactJson.ts"
import {
  type ImpactReport,
  contractsOf,
  describeImpact,
  formatNumber,
  makeLabels
} from "../../../src/report/ImpactText.ts"
import { given, release } from "../../support/domain/ReleaseScenario.ts"
import { add, edit, grow, start } from "../../support/domain/TaxonomyEdits.ts"

const labels: Readonly<Record<string, string>> = { use: "Use", "use/film": "Film", "use/tv": "Television" }

const labelOf = (item: ItemRef): string | undefined => labels[formatItem(item)]

const emptyImpact: Impact = {
  contracts: 0,
  verdicts: { valid: 0, deprecated: 0, broken: 0, invalid: 0 },
  migratable: 0,
  breakages: [],
  deprecations: []
}

const emptyReading = { unreadable: 0, firstUnreadable: [], unknown: 0, unknownVersions: new Map<string, number>() }

const reportOf = (
  impact: Partial<Impact>,
  { isDraft = false, reading = {} }: { isDraft?: boolean; reading?: Partial<ImpactReport["reading"]> } = {}
): ImpactReport => ({
  impact: { ...emptyImpact, ...impact },
  reading: { ...emptyReading, ...reading },
  target: { version: "2.0.0", isDraft },
  labelOf
})

const film = valueRef("use", "film")
const replacement = { mode: "one_of", items: [valueRef("use", "tv"), valueRef("use", "web")] } as const

const broken = (breakage: Breakage) => ({ breakage, contracts: 1 })

const breakages = [
  {
    breakage: {
      _tag: "ItemRemoved",
      item: film,
      path: ["use", 0],
      since: "1.5.0",
      replacement,
      reason: "Nobody uses it"
    },
    contracts: 1200
  },
  broken({
    _tag: "ItemRemoved",
    item: dimensionRef("tone"),
    path: ["tone"],
    since: undefined,
    replacement: undefined,
    reason: undefined
  }),
  broken({
    _tag: "ItemUnknown",
    item: valueRef("use", "tv"),
    path: ["use", 0],
    since: "2.1.0",
    replacement: { mode: "all_of", items: [film, dimensionRef("use")] },
    reason: undefined
  }),
  broken({
    _tag: "ItemUnknown",
    item: valueRef("use", "web"),
    path: ["use", 0],
    since: undefined,
    replacement: { mode: "one_of", items: [] },
    reason: "It was a mistake!"
  }),
  broken({ _tag: "ShapeChanged", item: dimensionRef("use"), path: ["use"], before: "single", after: "multiple" }),
  broken({ _tag: "DimensionRequired", item: dimensionRef("use"), path: [], since: "2.0.0" }),
  broken({ _tag: "DimensionRequired", item: dimensionRef("place"), path: [], since: undefined }),
  broken({ _tag: "UnlistedCountry", item: valueRef("use", "US-NY"), path: ["use", 0] }),
  broken({
    _tag: "RuleBroken",
    item: conflictRuleRef("no-film"),
    path: ["use"],
    rule: { id: "no-film", description: "A film is licensed by country", forbid: {} },
    since: "1.1.0"
  })
] as const

const reference = (item: ItemRef, more: Partial<DeprecatedReference> = {}): DeprecatedReference => ({
  item,
  path: ["use", 0],
  is_new: false,
  replacement,
  reason: undefined,
  since: { version: "1.1.0", date: "2026-02-01T09:00:00Z" },
  earliest_removal: undefined,
  ...more
})

const removal = { version: "3.0.0", date: "2026-08-01", after: ["2.1.0", "2.2.0"], deprecated_in: undefined }

const deprecations = [
  { reference: reference(film, { reason: "Nobody uses it", earliest_removal: removal }), contracts: 2 },
  {
    reference: reference(dimensionRef("tone"), {
      replacement: { mode: "one_of", items: [] },
      earliest_removal: { ...removal, after: [], deprecated_in: "2.1.0" }
    }),
    contracts: 1
  },
  { reference: reference(valueRef("use", "tv")), contracts: 1 }
] as const

describe("describeImpact", () => {
  it("says how many contracts a release leaves alone, warns and breaks", () => {
    const verdicts = { valid: 1_000_000, deprecated: 1000, broken: 30, invalid: 4 }
    const report = reportOf({ contracts: 1_001_034, verdicts, migratable: 20 })
    assert.deepStrictEqual(describeImpact(report), {
      summary: [
        "1,001,034 contracts assessed by release 2.0.0.",
        "  1,000,000 untouched",
        "  1,000 valid with deprecated items",
        "  30 broken, of which 20 can be migrated without a decision",
        "  4 invalid already in the release that they were written for"
      ],
      sections: []
    })
  })

  it("names the working tree, and leaves out the verdicts of no contract", () => {
    const report = reportOf({ contracts: 1, verdicts: { ...emptyImpact.verdicts, valid: 1 } }, { isDraft: true })
    assert.deepStrictEqual(describeImpact(report).summary, [
      "1 contract assessed by the working tree, as 2.0.0.",
      "  1 untouched"
    ])
    assert.deepStrictEqual(describeImpact(reportOf({})).summary, ["No contracts were assessed by release 2.0.0."])
  })

  it("gives the reason and the remedy of each breakage", () => {
    assert.deepStrictEqual(describeImpact(reportOf({ breakages })).sections, [
      {
        title: "Broken",
        paragraphs: [
          {
            name: "Film (use/film): 1,200 contracts",
            lines: ["Removed in 1.5.0. Use Television (use/tv) or use/web. Reason: Nobody uses it."]
          },
          { name: "tone: 1 contract", lines: ["Removed in this release. It has no replacement."] },
          {
            name: "Television (use/tv): 1 contract",
            lines: ["Not part of this release, added in 2.1.0. Use Film (use/film) and Use (use)."]
          },
          {
            name: "use/web: 1 contract",
            lines: ["Not part of this release. It has no replacement. Reason: It was a mistake!"]
          },
          { name: "Use (use): 1 contract", lines: ["It takes a list of codes, not one code."] },
          { name: "Use (use): 1 contract", lines: ["It is required since 2.0.0."] },
          { name: "place: 1 contract", lines: ["It is required."] },
          { name: "use/US-NY: 1 contract", lines: ["It is part of a country that the territory does not list."] },
          {
            name: "rules/no-film: 1 contract",
            lines: ["The rule forbids this combination since 1.1.0: A film is licensed by country."]
          }
        ]
      }
    ])
  })

  it("says since when an item is deprecated, and when it can be removed", () => {
    assert.deepStrictEqual(describeImpact(reportOf({ deprecations })).sections, [
      {
        title: "Deprecated",
        paragraphs: [
          {
            name: "Film (use/film): 2 contracts",
            lines: [
              "Deprecated since 1.1.0 (2026-02-01). Use Television (use/tv) or use/web. Reason: Nobody uses it.",
              "It can be removed in 3.0.0 at the earliest, after 2.1.0 and 2.2.0, and not before 2026-08-01."
            ]
          },
          {
            name: "tone: 1 contract",
            lines: [
              "Deprecated since 1.1.0 (2026-02-01). It has no replacement.",
              "If 2.1.0 deprecates it too, it can be removed in 3.0.0 at the earliest, and not before 2026-08-01."
            ]
          },
          {
            name: "Television (use/tv): 1 contract",
            lines: ["Deprecated since 1.1.0 (2026-02-01). Use Television (use/tv) or use/web."]
          }
        ]
      }
    ])
  })

  it("lists what could not be assessed, and counts what is not listed", () => {
    const problems = ["too-long", "not-utf8", "not-json", "not-object", "no-version", "no-config"] as const
    const reading = {
      unreadable: 1006,
      firstUnreadable: problems.map((problem, index) => ({
        file: "a.ndjson",
        line: index + 1,
        problem,
        ...(problem === "not-json" ? { column: 7 } : {})
      })),
      unknown: 8,
      unknownVersions: new Map([
        ["7.0.0", 2],
        ["7.1.0", 1]
      ])
    }
    assert.deepStrictEqual(describeImpact(reportOf({}, { reading })), {
      summary: [
        "No contracts were assessed by release 2.0.0.",
        "1,014 could not be assessed. Correct what is listed below, and run again."
      ],
      sections: [
        {
          title: "Versions without a release",
          paragraphs: [
            { name: "7.0.0: 2 contracts", lines: [] },
            { name: "7.1.0: 1 contract", lines: [] },
            { name: "Other versions: 5 contracts", lines: [] }
          ]
        },
        {
          title: "Unreadable lines",
          paragraphs: [
            { name: "a.ndjson:1: the line is longer than 1 MiB", lines: [] },
            { name: "a.ndjson:2: the line is not in UTF-8", lines: [] },
            { name: "a.ndjson:3:7: the line is not JSON", lines: [] },
            { name: "a.ndjson:4: the line is not a JSON object", lines: [] },
            {
              name: "a.ndjson:5: the field with the version does not contain a version, such as v1.2 or 1.2.0",
              lines: []
            },
            {
              name: "a.ndjson:6: the field with the config is missing, and so is that with the base license",
              lines: []
            },
            { name: "and 1,000 more", lines: [] }
          ]
        }
      ]
    })
    const all = { unreadable: 1, firstUnreadable: reading.firstUnreadable.slice(0, 1), unknown: 3 }
    const { sections } = describeImpact(reportOf({}, { reading: { ...all, unknownVersions: reading.unknownVersions } }))
    assert.deepStrictEqual(
      sections.map(({ paragraphs }) => paragraphs.length),
      [2, 1]
    )
  })
})

type Effects = ReturnType<typeof toImpactJson>["deprecations"][number]

describe("toImpactJson", () => {
  it("gives every fact of the impact, with null for what is unknown", () => {
    const reading = {
      unreadable: 1,
      firstUnreadable: [{ file: "a.ndjson", line: 3, problem: "not-json" } as const],
      unknown: 2,
      unknownVersions: new Map([["7.0.0", 2]])
    }
    const verdicts = { valid: 1, deprecated: 2, broken: 3, invalid: 4 }
    const report = reportOf(
      { contracts: 10, verdicts, migratable: 2, breakages, deprecations },
      { isDraft: true, reading }
    )
    const replaced: Pick<Effects, "replaced_by" | "replacement_mode"> = {
      replaced_by: ["use/tv", "use/web"],
      replacement_mode: "one_of"
    }
    const without = { replaced_by: [], replacement_mode: null, reason: null }
    const use = { item: "use", label: "Use", contracts: 1 }
    assert.deepStrictEqual(toImpactJson(report), {
      command: "impact",
      to: "2.0.0",
      draft: true,
      contracts: 10,
      untouched: 1,
      deprecated: 2,
      broken: 3,
      migratable: 2,
      invalid: 4,
      breakages: [
        {
          kind: "item-removed",
          item: "use/film",
          label: "Film",
          contracts: 1200,
          since: "1.5.0",
          ...replaced,
          reason: "Nobody uses it"
        },
        { kind: "item-removed", item: "tone", label: null, contracts: 1, since: null, ...without },
        {
          kind: "item-unknown",
          item: "use/tv",
          label: "Television",
          contracts: 1,
          since: "2.1.0",
          replaced_by: ["use/film", "use"],
          replacement_mode: "all_of",
          reason: null
        },
        {
          kind: "item-unknown",
          item: "use/web",
          label: null,
          contracts: 1,
          since: null,
          replaced_by: [],
          replacement_mode: "one_of",
          reason: "It was a mistake!"
        },
        { kind: "shape-changed", ...use, since: null, before: "single", after: "multiple" },
        { kind: "dimension-required", ...use, since: "2.0.0" },
        { kind: "dimension-required", item: "place", label: null, contracts: 1, since: null },
        { kind: "unlisted-country", item: "use/US-NY", label: null, contracts: 1, since: null },
        {
          kind: "rule-broken",
          item: "rules/no-film",
          label: null,
          contracts: 1,
          since: "1.1.0",
          description: "A film is licensed by country"
        }
      ],
      deprecations: [
        {
          item: "use/film",
          label: "Film",
          contracts: 2,
          since: "1.1.0",
          ...replaced,
          reason: "Nobody uses it",
          earliest_version: "3.0.0",
          earliest_date: "2026-08-01"
        },
        {
          item: "tone",
          label: null,
          contracts: 1,
          since: "1.1.0",
          replaced_by: [],
          replacement_mode: "one_of",
          reason: null,
          earliest_version: "3.0.0",
          earliest_date: "2026-08-01"
        },
        {
          item: "use/tv",
          label: "Television",
          contracts: 1,
          since: "1.1.0",
          ...replaced,
          reason: null,
          earliest_version: null,
          earliest_date: null
        }
      ],
      unknown: 2,
      unknown_versions: [{ version: "7.0.0", contracts: 2 }],
      unreadable: 1,
      unreadable_lines: [{ file: "a.ndjson", line: 3, problem: "not-json" }]
    })
  })
})

describe("formatNumber", () => {
  it("groups the digits by three", () => {
    const numbers = [0, 12, 123, 1234, 123_456, 1_234_567, "1000"]
    assert.deepStrictEqual(numbers.map(formatNumber), ["0", "12", "123", "1,234", "123,456", "1,234,567", "1,000"])
    assert.deepStrictEqual([0, 1, 12_345].map(contractsOf), ["0 contracts", "1 contract", "12,345 contracts"])
  })
})

describe("makeLabels", () => {
  it("takes the label of the snapshot, else that of the newest release with the item", () => {
    const { history } = given(
      release("1.0.0", "2026-01-01", add("use_type/film", { label: "Movie" })),
      release("1.1.0", "2026-02-01", grow("tv"), edit("use_type/film", { label: "Film" })),
      release("1.2.0", "2026-03-01", grow("web"))
    )
    const labelOf = makeLabels(history, edit("use_type/editorial", { label: "In the news" })(start))
    assert.strictEqual(labelOf(valueRef("use_type", "editorial")), "In the news")
    assert.strictEqual(labelOf(valueRef("use_type", "film")), "Film")
    assert.strictEqual(labelOf(dimensionRef("use_type")), "The use_type")
    assert.strictEqual(labelOf(licenseRef("NEWS")), "The NEWS")
    assert.isUndefined(labelOf(valueRef("use_type", "radio")))
  })
})
