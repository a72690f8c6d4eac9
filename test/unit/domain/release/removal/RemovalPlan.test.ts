import { assert, describe, it } from "@effect/vitest"
import { memberOf } from "../../../../../src/domain/Json.ts"
import { newestOf } from "../../../../../src/domain/release/ReleaseLines.ts"
import { dayOf, deprecatedItems } from "../../../../../src/domain/release/removal/DeprecationClock.ts"
import {
  planRemovals,
  type PlanStep,
  type RemovalPlanInput,
  removeItems
} from "../../../../../src/domain/release/removal/RemovalPlan.ts"
import type { Condition, Setting } from "../../../../../src/domain/taxonomy/Config.ts"
import type { Deprecation } from "../../../../../src/domain/taxonomy/Deprecation.ts"
import { dimensionRef, formatItem, licenseRef, valueRef, toItemId } from "../../../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy, Dimension } from "../../../../../src/domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../../../../src/domain/vocabulary/Snapshot.ts"
import { given, release, timeOf, waiver, type Step } from "../../../../support/domain/ReleaseScenario.ts"
import {
  add,
  deprecate,
  edit,
  grow,
  remove,
  retitle,
  shareCategories,
  start,
  type Edit,
  forbid
} from "../../../../support/domain/TaxonomyEdits.ts"

const first = release("1.0.0", "2026-01-10")
const fastFood = "exclusive_categories/QSR_FAST_FOOD"
const fastFoodRef = valueRef("exclusive_categories", "QSR_FAST_FOOD")

const twoDeprecations = [
  first,
  release("1.1.0", "2026-02-10", deprecate("CLASS")),
  release("1.2.0", "2026-03-10", deprecate("attribution"))
]

/** What an editor has published and is about to publish, by default nothing new. */
interface Situation {
  readonly steps?: ReadonlyArray<Step>
  readonly version?: string
  /** The sources before the edits, by default those of the newest release. */
  readonly sources?: Taxonomy
  readonly edits?: ReadonlyArray<Edit>
  readonly items?: RemovalPlanInput["items"]
  readonly day?: string
  readonly waivers?: RemovalPlanInput["draft"]["waivers"]
}

const plan = ({
  day = "2026-02-01",
  edits = [],
  items = [],
  sources,
  steps = [first],
  version,
  waivers = []
}: Situation) => {
  const { history } = given(...steps)
  const newest = newestOf(history)
  const taxonomy = edits.reduce((edited, each) => each(edited), sources ?? newest?.taxonomy ?? start)
  return planRemovals({
    history,
    draft: { version: Version.make(version ?? newest?.version ?? "1.0.0"), taxonomy, waivers },
    items,
    start: timeOf(day),
    formatOf: () => 2
  })
}

const describeStep = ({ content, date, decision }: PlanStep): string => {
  const parts = content.map((each) => {
    switch (each.kind) {
      case "draft":
        return `${each.changes} changes`
      case "deprecate":
        return `deprecate ${formatItem(each.item)}`
      case "any-minor":
        return "any"
      case "remove":
        return `remove ${[each.item, ...each.uses.map(({ by }) => by)].map(formatItem).join(" of ")}`
    }
  })
  return `${decision.version} ${dayOf(date)} ${decision.outcome._tag}: ${parts.join(", ")}`
}

describe("planRemovals", () => {
  it.each<[string, Situation, ReadonlyArray<string>]>([
    ["nothing if nothing is deprecated or changed", {}, []],
    [
      "the deprecation of an item, two releases, and its removal",
      { items: [fastFoodRef] },
      [
        `1.1.0 2026-02-01 Publish: deprecate ${fastFood}`,
        "1.2.0 2026-02-01 Publish: any",
        "1.3.0 2026-02-01 Publish: any",
        `2.0.0 2026-08-01 Publish: remove ${fastFood} of MENU`
      ]
    ],
    [
      "a value that dimensions share from all of them, whichever is named",
      {
        steps: [first, release("1.1.0", "2026-01-20", shareCategories)],
        items: [fastFoodRef, valueRef("goods", "QSR_FAST_FOOD")]
      },
      [
        `1.2.0 2026-02-01 Publish: deprecate goods/QSR_FAST_FOOD, deprecate ${fastFood}`,
        "1.3.0 2026-02-01 Publish: any",
        "1.4.0 2026-02-01 Publish: any",
        `2.0.0 2026-08-01 Publish: remove ${fastFood} of MENU, remove goods/QSR_FAST_FOOD`
      ]
    ],
    [
      "the draft first, with what it does not deprecate yet",
      { version: "1.1.0", edits: [grow("a"), deprecate("CLASS")], items: [licenseRef("CLASS"), fastFoodRef] },
      [
        `1.1.0 2026-02-01 Publish: 2 changes, deprecate ${fastFood}`,
        "1.2.0 2026-02-01 Publish: any",
        "1.3.0 2026-02-01 Publish: any",
        `2.0.0 2026-08-01 Publish: remove ${fastFood} of MENU, remove CLASS`
      ]
    ],
    [
      "a draft alone if it deprecates nothing",
      { version: "1.1.0", edits: [grow("a")] },
      ["1.1.0 2026-02-01 Publish: 1 changes"]
    ],
    [
      "the first release of all",
      { steps: [], edits: [deprecate("CLASS")] },
      [
        "1.0.0 2026-02-01 Publish: 8 changes",
        "1.1.0 2026-02-01 Publish: any",
        "1.2.0 2026-02-01 Publish: any",
        "2.0.0 2026-08-01 Publish: remove CLASS"
      ]
    ],
    [
      "all removals at once, when the last of them is possible",
      { steps: twoDeprecations, day: "2026-04-01" },
      [
        "1.3.0 2026-04-01 Publish: any",
        "1.4.0 2026-04-01 Publish: any",
        "2.0.0 2026-09-10 Publish: remove attribution, remove CLASS"
      ]
    ],
    [
      "only the removal of the selected items",
      { steps: twoDeprecations, items: [licenseRef("CLASS")], day: "2026-04-01" },
      ["1.3.0 2026-04-01 Publish: any", "2.0.0 2026-08-10 Publish: remove CLASS"]
    ],
    [
      "the removal on the first day if all is ready",
      {
        steps: [
          first,
          release("1.1.0", "2026-02-10", deprecate("attribution")),
          release("1.2.0", "2026-03-10", grow("a")),
          release("1.3.0", "2026-03-10", grow("b"))
        ],
        items: [dimensionRef("attribution")],
        day: "2027-01-01"
      },
      ["2.0.0 2027-01-01 Publish: remove attribution"]
    ],
    [
      "no release before the newest one",
      { steps: [release("1.0.0", "2026-03-10")], version: "1.1.0", edits: [grow("a")] },
      ["1.1.0 2026-03-10 Publish: 1 changes"]
    ],
    [
      "the version that the changes require if the draft declares another one",
      { version: "1.0.1", edits: [grow("a")] },
      ["1.1.0 2026-02-01 Publish: 1 changes"]
    ]
  ])("plans %s", (_, situation, expected) => {
    assert.deepStrictEqual(plan(situation).map(describeStep), expected)
  })

  it("ends at the first refusal", () => {
    const refused = plan({ version: "2.0.0", edits: [remove("CLASS"), deprecate(fastFood)] })
    assert.deepStrictEqual(refused.map(describeStep), ["2.0.0 2026-02-01 Refused: 2 changes"])
  })

  it("decides on the draft with its waivers", () => {
    const waivers = [waiver("deprecation/removed-without-deprecation", "CLASS", "2.0.0")]
    const [step = assert.fail("no step")] = plan({ version: "2.0.0", edits: [remove("CLASS")], waivers })
    assert.strictEqual(describeStep(step), "2.0.0 2026-02-01 Publish: 1 changes")
  })

  describe("for a draft of an older line", () => {
    const steps = [first, release("2.0.0", "2026-01-20", edit("attribution", { definition: "Who is named." }))]

    it("counts what it changes on its line, and deprecates on the newest line, too", () => {
      assert.deepStrictEqual(
        plan({ steps, sources: start, version: "1.1.0", edits: [retitle("Older")], items: [licenseRef("CLASS")] }).map(
          describeStep
        ),
        [
          "1.1.0 2026-02-01 Publish: 1 changes, deprecate CLASS",
          "2.1.0 2026-02-01 Publish: deprecate CLASS",
          "2.2.0 2026-02-01 Publish: any",
          "2.3.0 2026-02-01 Publish: any",
          "3.0.0 2026-08-01 Publish: remove CLASS"
        ]
      )
    })

    it("plans no release of what is published", () => {
      assert.deepStrictEqual(plan({ steps, sources: start, version: "1.0.0" }), [])
    })
  })

  it("leaves a reason to be written, and gives placeholders names that are free", () => {
    const taken = "placeholder_1"
    const steps = plan({ version: "1.1.0", edits: [add(taken)], items: [licenseRef("CLASS")] })
    const [draft, minor] = steps.map(({ decision: { outcome } }) =>
      outcome._tag === "Publish" ? outcome.release.taxonomy : assert.fail("It is refused")
    )
    assert.deepStrictEqual(draft?.licenses.find(({ code }) => code === "CLASS")?.deprecated, {
      replaced_by: [],
      reason: "To be decided."
    })
    assert.deepStrictEqual(
      minor?.dimensions.map(({ name }) => name).filter((name) => name.startsWith("placeholder")),
      [taken, `${taken}_`]
    )
  })
})

describe("removeItems", () => {
  /** Removes everything that is deprecated after these edits. */
  const removeAfter = (...edits: ReadonlyArray<Edit>) => {
    const taxonomy = edits.reduce((edited, each) => each(edited), start)
    return removeItems(taxonomy, new Map(deprecatedItems(taxonomy).map((each) => [toItemId(each.item), each])))
  }

  const configOf = (code: string, ...edits: ReadonlyArray<Edit>) =>
    removeAfter(...edits).licenses.find((license) => license.code === code)?.config

  const fastFood = "exclusive_categories/QSR_FAST_FOOD"

  it("puts the only replacement, or all that apply together, into configs", () => {
    assert.deepStrictEqual(configOf("MENU", deprecate(fastFood, "QSR")), { exclusive_categories: ["QSR"] })
    const split = { replaced_by: ["QSR", "COFFEE"], replacement_mode: "all_of" } as const
    assert.deepStrictEqual(configOf("MENU", edit(fastFood, { deprecated: split })), {
      exclusive_categories: ["QSR", "COFFEE"]
    })
  })

  it("leaves the choice between alternatives open", () => {
    assert.deepStrictEqual(configOf("MENU", deprecate(fastFood, "QSR", "COFFEE")), { exclusive_categories: [] })
    assert.deepStrictEqual(configOf("MENU", deprecate(fastFood)), { exclusive_categories: [] })
  })

  describe("in the fields of an item", () => {
    const fieldsAfter = (fields: object, ...edits: ReadonlyArray<Edit>) => {
      const { dimensions } = removeAfter(edit("exclusive_categories/QSR", fields), ...edits)
      const value = dimensions.flatMap(({ values }) => values).find(({ code }) => code === "QSR")
      return Object.fromEntries(Object.keys(fields).map((key) => [key, memberOf(value, key)]))
    }

    it("names what replaces a value, but nothing itself", () => {
      const names = { broader: ["QSR_FAST_FOOD", "COFFEE"], includes: ["QSR_FAST_FOOD"] }
      assert.deepStrictEqual(fieldsAfter(names, deprecate(fastFood, "COFFEE")), {
        broader: ["COFFEE"],
        includes: ["COFFEE"]
      })
      assert.deepStrictEqual(fieldsAfter(names, deprecate(fastFood, "QSR")), {
        broader: ["COFFEE"],
        includes: undefined
      })
      assert.deepStrictEqual(fieldsAfter(names, deprecate(fastFood)), { broader: ["COFFEE"], includes: undefined })
    })

    it("leaves removed items out of what people may consider, and out of groups", () => {
      const deprecated = { replaced_by: [], reason: "Unclear." }
      const considered = { ...deprecated, consider: ["QSR_FAST_FOOD", "COFFEE"] }
      const taxonomy = edit("exclusive_categories/QSR", { deprecated: considered })({
        ...deprecate(fastFood)(start),
        groups: [
          { label: "Gone", dimensions: ["attribution"] },
          { label: "Left", dimensions: ["use_type", "attribution"] }
        ]
      })
      const gone = [fastFoodRef, dimensionRef("attribution")].map((item) => ({ item, deprecation: deprecated }))
      const left = removeItems(taxonomy, new Map(gone.map((each) => [toItemId(each.item), each])))
      assert.deepStrictEqual(memberOf(snapshotOf(left).get(valueRef("exclusive_categories", "QSR")), "deprecated"), {
        ...deprecated,
        consider: ["COFFEE"]
      })
      assert.deepStrictEqual(left.groups, [{ label: "Left", dimensions: ["use_type"] }])
    })

    it("names what replaces a dimension", () => {
      const values = [{ code: "A", label: "A", description: "A." }]
      const added = [add("old", { values }), add("new", { values }), add("newer", { values })]
      const names = { reserves: "old", unbound_by: ["new", "old"] }
      const after = (deprecated: Deprecation) => fieldsAfter(names, ...added, edit("old", { deprecated }))
      assert.deepStrictEqual(after({ replaced_by: ["new"] }), { reserves: "new", unbound_by: ["new"] })
      assert.deepStrictEqual(after({ replaced_by: ["new", "newer"], replacement_mode: "all_of" }), {
        reserves: undefined,
        unbound_by: ["new", "newer"]
      })
      assert.deepStrictEqual(fieldsAfter({ reserves: "everything" }, ...added), { reserves: "everything" })
    })
  })

  describe("in the setting of a license", () => {
    const settingAfter = (shape: Dimension["shape"], setting: Setting, ...edits: ReadonlyArray<Edit>) => {
      const values = ["A", "B", "C"].map((code) => ({ code, label: code, description: code }))
      return configOf("CLASS", add("other", { shape, values }), edit("CLASS", { config: { other: setting } }), ...edits)
    }
    const byAll = edit("other/A", { deprecated: { replaced_by: ["B", "C"], replacement_mode: "all_of" } })

    it.each([
      ["single", "A", "B"],
      ["single", "C", "C"],
      ["multiple", ["C", "A"], ["C", "B"]],
      ["multiple", ["B", "A"], ["B"]],
      ["territory", { global: true, countries: ["A", "C"] }, { global: true, countries: ["B", "C"] }],
      ["territory", { global: false, countries: ["A", "B"] }, { global: false, countries: ["B"] }],
      ["flags", { A: false, C: true }, { B: false, C: true }]
    ] as const)("of shape %s, replaces a code of %j", (shape, setting, expected) => {
      assert.deepStrictEqual(settingAfter(shape, setting, deprecate("other/A", "B")), { other: expected })
    })

    it.each([
      ["single", "A", undefined],
      ["multiple", ["A"], []],
      ["territory", { global: false, countries: ["A", "C"] }, { global: false, countries: ["C"] }],
      ["flags", { A: true, B: false }, { B: false }],
      ["flags", { A: true }, undefined],
      ["flags", {}, undefined],
      ["flags", { countries: true }, { countries: true }]
    ] as const)("of shape %s, leaves out of %j what nothing replaces", (shape, setting, expected) => {
      assert.deepStrictEqual(
        settingAfter(shape, setting, deprecate("other/A")),
        expected === undefined ? {} : { other: expected }
      )
    })

    it.each([
      ["single", "A", undefined],
      ["flags", { A: true }, { B: true, C: true }]
    ] as const)("of shape %s, replaces a code of %j by several if it can", (shape, setting, expected) => {
      assert.deepStrictEqual(settingAfter(shape, setting, byAll), expected === undefined ? {} : { other: expected })
    })

    it("puts no value of another dimension there, and none that is removed as well", () => {
      const uses = ["use_type/educational"]
      assert.deepStrictEqual(settingAfter("multiple", ["A", "B"], deprecate("other/A", ...uses)), { other: ["B"] })
      assert.deepStrictEqual(settingAfter("multiple", ["A"], deprecate("other/A", "B", "C"), deprecate("other/B")), {
        other: ["C"]
      })
    })
  })

  it("removes a dimension with its settings, and a license", () => {
    const left = removeAfter(deprecate("exclusive_categories"), deprecate("CLASS"))
    assert.deepStrictEqual(
      left.dimensions.map(({ name }) => name),
      ["attribution", "use_type"]
    )
    assert.deepStrictEqual(
      left.licenses.map(({ code, config }) => [code, config]),
      [
        ["MENU", {}],
        ["NEWS", { use_type: ["editorial"] }]
      ]
    )
  })

  it("keeps what a rule forbids of the values that stay", () => {
    const rulesAfter = (condition: Parameters<typeof forbid>[1]) =>
      removeAfter(deprecate(fastFood, "QSR"), forbid("rule", condition)).rules.map((rule) => rule.forbid)
    assert.deepStrictEqual(rulesAfter({ exclusive_categories: { contains: "QSR_FAST_FOOD" } }), [])
    assert.deepStrictEqual(rulesAfter({ exclusive_categories: { contains_all: ["QSR_FAST_FOOD", "QSR"] } }), [])
    assert.deepStrictEqual(rulesAfter({ exclusive_categories: { contains_any: ["QSR_FAST_FOOD", "QSR"] } }), [
      { exclusive_categories: { contains_any: ["QSR"] } }
    ])
  })

  it.each<[Dimension["shape"], Condition, Condition | undefined]>([
    ["single", { equals: "A" }, undefined],
    ["single", { equals: "B" }, { equals: "B" }],
    ["single", { any_of: ["A", "B"] }, { any_of: ["B"] }],
    ["single", { any_of: ["A"] }, undefined],
    ["multiple", { contains_all: ["B"] }, { contains_all: ["B"] }],
    ["multiple", { contains: "B", contains_any: ["A"] }, undefined],
    ["multiple", { empty: true }, { empty: true }],
    ["multiple", { equals: "B" }, undefined],
    ["territory", { global: true }, { global: true }],
    ["territory", { global: true, countries: { contains: "A" } }, undefined],
    ["territory", { countries: { contains_any: ["A", "B"] } }, { countries: { contains_any: ["B"] } }],
    ["flags", { A: true, B: true }, undefined],
    ["flags", { B: false }, { B: false }]
  ])("reduces a condition of shape %s, %j, to %j", (shape, condition, expected) => {
    const values = ["A", "B"].map((code) => ({ code, label: code, description: code }))
    const { rules } = removeAfter(
      add("other", { shape, values }),
      deprecate("other/A"),
      forbid("rule", { other: condition, use_type: { contains: "editorial" } })
    )
    assert.deepStrictEqual(
      rules.map(({ forbid }) => forbid),
      expected === undefined ? [] : [{ other: expected, use_type: { contains: "editorial" } }]
    )
  })

  it("keeps a condition whose operator is named like a removed code", () => {
    const { rules } = removeAfter(
      add("use_type/contains"),
      deprecate("use_type/contains"),
      forbid("rule", { use_type: { contains: "editorial" } })
    )
    assert.lengthOf(rules, 1)
  })

  it("removes a rule about a dimension that is removed, or that does not exist", () => {
    const { rules } = removeAfter(
      deprecate("attribution"),
      forbid("gone", { attribution: { contains: "byline" } }),
      forbid("kept", { use_type: { contains: "editorial" } }),
      forbid("unknown", { nowhere: { contains: "editorial" } })
    )
    assert.deepStrictEqual(
      rules.map(({ id }) => id),
      ["kept"]
    )
  })

  it("removes an item from the replacements of others", () => {
    const left = removeItems(
      [add("use_type/old"), deprecate("use_type/old", "editorial")].reduce((edited, each) => each(edited), start),
      new Map([
        [
          "value use_type/editorial",
          { item: { _tag: "Value", dimension: "use_type", value: "editorial" }, deprecation: { replaced_by: [] } }
        ]
      ])
    )
    assert.deepStrictEqual(
      deprecatedItems(left).map(({ deprecation }) => deprecation),
      [{ reason: "Its replacement was removed.", replaced_by: [] }]
    )
  })

  it("keeps the other replacements of an item, and the reason that it has", () => {
    const replaced_by = ["editorial", "educational"]
    const edited = [
      add("use_type/old"),
      edit("use_type/old", { deprecated: { replaced_by, reason: "Too vague." } }),
      deprecate("CLASS", "NEWS"),
      deprecate("attribution", "use_type")
    ].reduce((taxonomy, each) => each(taxonomy), start)
    const removed = [valueRef("use_type", "editorial"), licenseRef("NEWS")]
    const left = removeItems(
      edited,
      new Map(removed.map((item) => [toItemId(item), { item, deprecation: { replaced_by: [] } }]))
    )
    assert.deepStrictEqual(
      deprecatedItems(left).map(({ deprecation }) => deprecation),
      [
        { replaced_by: ["use_type"] },
        { reason: "Too vague.", replaced_by: ["educational"] },
        { reason: "Its replacement was removed.", replaced_by: [] }
      ]
    )
  })
})
