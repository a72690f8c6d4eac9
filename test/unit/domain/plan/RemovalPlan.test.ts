import { assert, describe, it } from "@effect/vitest"
import { planRemovals, type PlanStep, type RemovalPlanInput } from "../../../../src/domain/plan/RemovalPlan.ts"
import { newestOf } from "../../../../src/domain/release/commands/VersionPlan.ts"
import { dayOf } from "../../../../src/domain/release/removal/DeprecationClock.ts"
import { dimensionRef, formatItem, licenseRef, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { Version } from "../../../../src/domain/taxonomy/Version.ts"
import { given, release, timeOf, waiver, type Step } from "../../../support/domain/ReleaseScenario.ts"
import { add, deprecate, edit, grow, remove, retitle, start, type Edit } from "../../../support/domain/TaxonomyEdits.ts"

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
