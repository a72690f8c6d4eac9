import { assert, describe, it } from "@effect/vitest"
import { replacementCycles } from "../../../../../src/domain/checks/deprecation/Replacements.ts"
import { licenseRef, toItemId } from "../../../../../src/domain/taxonomy/ItemRef.ts"
import type { Value } from "../../../../../src/domain/taxonomy/Taxonomy.ts"
import { found, foundInAll, given, helpFor, release, waiver } from "../../../../support/domain/ReleaseScenario.ts"
import { rendered } from "../../../../support/domain/RenderedFinding.ts"
import { add, deprecate, edit, grow, undeprecate } from "../../../../support/domain/TaxonomyEdits.ts"

const of = (code: string) => `exclusive_categories/${code}`

const first = release("1.0.0", "2026-01-10")

describe("deprecation/replacement-deprecated", () => {
  const rule = "deprecation/replacement-deprecated"

  it("is found where both are deprecated in one release, and names what to write instead", () => {
    const decision = given(first).when(
      "1.1.0",
      "2026-02-10",
      deprecate(of("QSR_FAST_FOOD"), "QSR"),
      deprecate(of("QSR"), "COFFEE")
    )
    assert.include(found(decision), `${rule} ${of("QSR_FAST_FOOD")}`)
    assert.notInclude(found(decision), `${rule} ${of("QSR")}`)
    assert.include(helpFor(decision, rule), "COFFEE")
  })

  it("is found where what replaced something is deprecated later", () => {
    const decision = given(first, release("1.1.0", "2026-02-10", deprecate("CLASS", "NEWS"))).when(
      "1.2.0",
      "2026-03-10",
      deprecate("NEWS", "MENU")
    )
    assert.deepStrictEqual(found(decision), [`${rule} CLASS`])
  })

  it("is found once for each replacement that goes, among others that stay", () => {
    const decision = given(first).when(
      "1.1.0",
      "2026-02-10",
      deprecate("CLASS", "NEWS", "MENU"),
      deprecate("NEWS", "MENU")
    )
    assert.deepStrictEqual(found(decision), [`${rule} CLASS`])
  })

  it("is not found where the replacement stays, or where there is none", () => {
    const decision = given(first).when("1.1.0", "2026-02-10", deprecate("CLASS", "NEWS"), deprecate("attribution"))
    assert.deepStrictEqual(found(decision), [])
  })

  it("is not found again in the release after the one that a person let pass", () => {
    const passed = release(
      "1.1.0",
      { date: "2026-02-10", waivers: [waiver(rule, "CLASS", "1.1.0")] },
      deprecate("CLASS", "NEWS"),
      deprecate("NEWS", "MENU")
    )
    assert.deepStrictEqual(found(given(first, passed).when("1.2.0", "2026-03-10", grow("a"))), [])
  })

  it("is found for a move to a dimension that is deprecated", () => {
    const decision = given(first).when(
      "1.1.0",
      "2026-02-10",
      deprecate(of("QSR"), "use_type/editorial"),
      deprecate("use_type", "attribution")
    )
    assert.include(found(decision), `${rule} ${of("QSR")}`)
    const finding = decision.findings.map(rendered).find((each) => each.rule === rule)
    assert.include(finding?.message, "use_type/editorial is in use_type, which is deprecated")
    assert.strictEqual(finding?.help, "Name a value of what replaces use_type: attribution.")
  })

  it("is not found for a replacement within a dimension that is deprecated as a whole", () => {
    const decision = given(first).when(
      "1.1.0",
      "2026-02-10",
      deprecate("use_type", "attribution"),
      deprecate("use_type/editorial", "educational")
    )
    assert.notInclude(found(decision).join(" "), rule)
  })

  it("names the replacement of another dimension together with its dimension", () => {
    const decision = given(first).when(
      "1.1.0",
      "2026-02-10",
      deprecate(of("QSR"), "use_type/editorial"),
      deprecate("use_type/editorial", "educational", of("COFFEE"))
    )
    assert.strictEqual(helpFor(decision, rule), "Name what replaces use_type/editorial: use_type/educational, COFFEE.")
  })

  it("points to the entry of all_of", () => {
    const split = { replaced_by: ["NEWS", "MENU"], replacement_mode: "all_of" } as const
    const decision = given(first).when(
      "1.1.0",
      "2026-02-10",
      edit("CLASS", { deprecated: split }),
      deprecate("MENU", "NEWS")
    )
    const [finding] = decision.findings.map(rendered)
    assert.deepStrictEqual(finding?.at?.path, ["deprecated", "replaced_by", "all_of", 1])
  })

  it("does not confuse a dimension with a value or a license of the same name", () => {
    const decision = given(first).when(
      "1.1.0",
      "2026-02-10",
      edit("use_type", { deprecated: { replaced_by: ["attribution"] } }),
      deprecate("use_type/editorial", "educational")
    )
    assert.notInclude(found(decision).join(" "), rule)
  })
})

describe("deprecation/replacement-cycle", () => {
  const rule = "deprecation/replacement-cycle"

  it("is found for every item of a cycle, with the way round", () => {
    const decision = given(first).when(
      "1.1.0",
      "2026-02-10",
      deprecate("CLASS", "MENU"),
      deprecate("MENU", "NEWS"),
      deprecate("NEWS", "CLASS")
    )
    assert.deepStrictEqual(foundInAll(decision), [`${rule} CLASS`, `${rule} MENU`, `${rule} NEWS`])
    assert.include(decision.findings.map(rendered)[0]?.message, "CLASS -> MENU -> NEWS -> CLASS")
  })

  it("is found for an item that replaces itself", () => {
    assert.deepStrictEqual(found(given(first).when("1.1.0", "2026-02-10", deprecate("CLASS", "CLASS"))), [
      `${rule} CLASS`
    ])
  })

  it("is found where one of several replacements leads back", () => {
    const decision = given(first).when(
      "1.1.0",
      "2026-02-10",
      deprecate("CLASS", "MENU", "NEWS"),
      deprecate("NEWS", "CLASS")
    )
    assert.deepStrictEqual(foundInAll(decision), [`${rule} CLASS`, `${rule} NEWS`])
  })

  it("is found for each item of a cycle of any length, with the beginning of the way round", () => {
    const codes = Array.from({ length: 15_000 }, (_, index) => `C${index}`)
    const chain = codes.map((code, index): Value => {
      const replaced_by = [codes[(index + 1) % codes.length] ?? ""]
      return { code, label: code, description: code, deprecated: { replaced_by } }
    })
    const round = given(first).when("1.1.0", "2026-02-10", edit("attribution", { values: chain }))
    assert.strictEqual(foundInAll(round).filter((name) => name.startsWith(rule)).length, codes.length)
    const finding = round.findings.map(rendered).find((each) => each.rule === rule)
    assert.include(finding?.message, "attribution/C3 -> attribution/C4 -> … -> attribution/C0")
    const last: Value = { code: "C14999", label: "The last", description: "It stays." }
    const straight = edit("attribution", { values: [...chain.slice(0, -1), last] })
    assert.notInclude(found(given(first).when("1.1.0", "2026-02-10", straight)).join(" "), rule)
  })

  it("is told with the shortest way round, clipped where that is long", () => {
    const wayRound = (length: number) => {
      const names = Array.from({ length }, (_, index) => `v${index}`)
      const replaced = names.map((name, index) => deprecate(`use_type/${name}`, names[(index + 1) % length] ?? ""))
      const longer = deprecate("use_type/v0", "v1", "v2")
      const decision = given(first).when("1.1.0", "2026-02-10", ...names.map(grow), ...replaced, longer)
      return decision.findings
        .map(rendered)
        .find((each) => each.rule === rule)
        ?.message.replaceAll("use_type/", "")
    }
    assert.include(wayRound(3), ": v0 -> v2 -> v0")
    assert.include(wayRound(7), ": v0 -> v2 -> v3 -> v4 -> v5 -> v6 -> v0")
    assert.include(wayRound(8), ": v0 -> v2 -> v3 -> v4 -> v5 -> … -> v0")
  })

  it("is not found for what leads into a cycle without being part of it", () => {
    const decision = given(first).when(
      "1.1.0",
      "2026-02-10",
      deprecate("CLASS", "MENU"),
      deprecate("MENU", "NEWS"),
      deprecate("NEWS", "MENU")
    )
    assert.deepStrictEqual(foundInAll(decision), [
      "deprecation/replacement-deprecated CLASS",
      `${rule} MENU`,
      `${rule} NEWS`
    ])
  })

  it("is not found once one of them stays", () => {
    const decision = given(first, release("1.1.0", "2026-02-10", deprecate("CLASS", "NEWS"))).when(
      "1.2.0",
      "2026-03-10",
      undeprecate("CLASS"),
      deprecate("NEWS", "CLASS")
    )
    assert.deepStrictEqual(found(decision), [])
  })

  describe("with waivers", () => {
    const cycles = [
      deprecate("CLASS", "MENU"),
      deprecate("MENU", "CLASS"),
      deprecate(of("QSR"), "COFFEE"),
      deprecate(of("COFFEE"), "QSR")
    ]
    const members = ["CLASS", "MENU", of("COFFEE"), of("QSR")]
    const waiversFor = (subjects: ReadonlyArray<string>) => subjects.map((subject) => waiver(rule, subject, "1.1.0"))
    const decide = (waived: ReadonlyArray<string>) =>
      given(first).when("1.1.0", { date: "2026-02-10", waivers: waiversFor(waived) }, ...cycles)

    it.for([
      { waived: [], which: "no item" },
      { waived: ["CLASS"], which: "one item" },
      { waived: ["CLASS", "MENU"], which: "each item of one of two cycles" },
      { waived: ["CLASS", of("QSR")], which: "one item of each cycle" },
      { waived: members.slice(1), which: "all items but one" }
    ])("is found for the others if waivers cover $which", ({ waived }) => {
      const decision = decide(waived)
      const left = members.filter((member) => !waived.includes(member))
      assert.sameMembers(
        [...foundInAll(decision)],
        left.map((member) => `${rule} ${member}`)
      )
      assert.strictEqual(decision.outcome._tag, "Refused")
    })

    it("is not found if waivers cover each item of each cycle, nor in the release after that", () => {
      assert.deepStrictEqual(found(decide(members)), [])
      const passed = release("1.1.0", { date: "2026-02-10", waivers: waiversFor(members) }, ...cycles)
      assert.deepStrictEqual(found(given(first, passed).when("1.2.0", "2026-03-10", grow("a"))), [])
    })

    it("does not hide a deprecated replacement outside of the cycle", () => {
      const waivers = waiversFor(["CLASS", "MENU"])
      const story = given(release("1.0.0", "2026-01-10", add("OLD")))
      assert.deepStrictEqual(
        found(
          story.when(
            "1.1.0",
            { date: "2026-02-10", waivers },
            deprecate("CLASS", "MENU", "OLD"),
            deprecate("MENU", "CLASS"),
            deprecate("OLD")
          )
        ),
        ["deprecation/replacement-deprecated CLASS"]
      )
    })
  })
})

/** The cycles of deprecated licenses, each with its replacements. */
const cyclesOf = (replacements: Readonly<Record<string, ReadonlyArray<string>>>) =>
  Object.fromEntries(
    [
      ...replacementCycles(
        new Map(
          Object.entries(replacements).map(([code, replaced_by]) => {
            const item = licenseRef(code)
            return [toItemId(item), { item, label: code, deprecation: { replaced_by } }]
          })
        )
      )
    ].map(([id, path]) => [id.replace("license ", ""), path])
  )

/** Licenses of which each replaces the one before. */
const ring = (count: number): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`L${index}`, [`L${(index + 1) % count}`]]))

describe("cycles of replacements", () => {
  it("do not exist if each chain ends at an item that stays", () => {
    assert.deepStrictEqual(cyclesOf({}), {})
    assert.deepStrictEqual(cyclesOf({ A: ["B"], B: ["C", "D"], D: ["E"] }), {})
  })

  it("have one path for all items that lead to each other, from the first of them to itself", () => {
    const path = ["A", "B", "C", "A"]
    assert.deepStrictEqual(cyclesOf({ A: ["B"], B: ["C"], C: ["A"] }), { A: path, B: path, C: path })
    assert.deepStrictEqual(cyclesOf({ A: ["A"] }), { A: ["A", "A"] })
  })

  it("do not contain an item that only leads to them, or to which they lead", () => {
    const path = ["B", "C", "B"]
    assert.deepStrictEqual(cyclesOf({ A: ["B"], B: ["C"], C: ["D", "B"], D: ["E"] }), { B: path, C: path })
  })

  it("are found separately", () => {
    const [first, second] = [
      ["A", "B", "A"],
      ["C", "D", "C"]
    ]
    assert.deepStrictEqual(cyclesOf({ A: ["B"], C: ["D"], B: ["A", "C"], D: ["C"] }), {
      A: first,
      B: first,
      C: second,
      D: second
    })
  })

  it("have the shortest path", () => {
    const path = ["A", "D", "A"]
    assert.deepStrictEqual(cyclesOf({ A: ["B", "D"], B: ["C"], C: ["A"], D: ["A"] }), {
      A: path,
      B: path,
      C: path,
      D: path
    })
  })

  it("are shown whole with up to six items, and shortened with more", () => {
    assert.deepStrictEqual(cyclesOf(ring(6))["L3"], ["L0", "L1", "L2", "L3", "L4", "L5", "L0"])
    assert.deepStrictEqual(cyclesOf(ring(7))["L3"], ["L0", "L1", "L2", "L3", "L4", "…", "L0"])
  })

  it("are shown with their beginning however long they are", () => {
    assert.deepStrictEqual(cyclesOf(ring(60))["L0"], ["L0", "L1", "L2", "L3", "L4", "…", "L0"])
    assert.strictEqual(Object.keys(cyclesOf(ring(60))).length, 60)
  })
})
