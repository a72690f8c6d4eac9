import { assert, describe, it } from "@effect/vitest"
import { formatInstead, newUse, stillUsed } from "../../../../../src/domain/checks/deprecation/DeprecatedUses.ts"
import {
  removedBeforeMinorReleases,
  removedBeforeSixMonths,
  removedOutsideMajor
} from "../../../../../src/domain/checks/deprecation/Removals.ts"
import { removedWithoutDeprecation } from "../../../../../src/domain/checks/deprecation/RemovedWithoutDeprecation.ts"
import { replacementCycle, replacementDeprecated } from "../../../../../src/domain/checks/deprecation/Replacements.ts"
import { Version } from "../../../../../src/domain/taxonomy/Scalars.ts"

const [v110, v120, v200] = [Version.make("1.1.0"), Version.make("1.2.0"), Version.make("2.0.0")]
const item = "use_type/news"
const later = { may_go: "later", version: v200, after: [v120], date: "2026-08-10", deprecated_in: null } as const
const forecast = "It can be removed in 2.0.0 at the earliest, after 1.2.0, and not before 2026-08-10."
const now = { may_go: "now", version: v200, after: [], date: "2026-08-10", deprecated_in: null } as const

describe("a finding about a removal", () => {
  it("counts the releases since the deprecation", () => {
    const facts = {
      item,
      version: v200,
      deprecated_in: v110,
      releases_between: 1,
      required_releases: 2,
      earliest: later
    }
    assert.strictEqual(
      removedBeforeMinorReleases.message(facts),
      `${item} is removed in 2.0.0, after 1 of 2 required releases with a new MAJOR.MINOR since its deprecation in 1.1.0`
    )
    assert.strictEqual(removedBeforeMinorReleases.help(facts), `Restore it. ${forecast}`)
  })

  it("compares the days of the deprecation and the removal", () => {
    const facts = {
      item,
      deprecated_in: v110,
      deprecated_on: "2026-02-10",
      removed_on: "2026-08-09",
      earliest: later
    }
    assert.strictEqual(
      removedBeforeSixMonths.message(facts),
      `${item} was deprecated on 2026-02-10, less than six months before 2026-08-09`
    )
    assert.strictEqual(removedBeforeSixMonths.help(facts), `Restore it. ${forecast}`)
  })

  it("names the major release that can remove it", () => {
    const facts = { item, version: v120, earliest: now, on: null }
    assert.strictEqual(removedOutsideMajor.message(facts), `${item} is removed in 1.2.0, which is not a major release`)
    assert.strictEqual(removedOutsideMajor.help(facts), "Declare 2.0.0, which can remove it, or restore it.")
    assert.strictEqual(
      removedOutsideMajor.help({ ...facts, on: v120 }),
      "Restore it, or base the changes on 1.2.0 and declare 2.0.0, which can remove it."
    )
    assert.strictEqual(removedOutsideMajor.help({ ...facts, earliest: later, on: v120 }), `Restore it. ${forecast}`)
  })
})

describe("deprecation/removed-without-deprecation", () => {
  const facts = { item, base: v110, kind: "Value", code: "news", renamed_to: null, earliest: later } as const

  it("advises to restore the item", () => {
    assert.strictEqual(removedWithoutDeprecation.message(facts), `${item} is removed, but was not deprecated in 1.1.0`)
    assert.strictEqual(removedWithoutDeprecation.help(facts), `Restore it. ${forecast}`)
  })

  it("names the code to which the item looks renamed", () => {
    assert.strictEqual(
      removedWithoutDeprecation.message({ ...facts, renamed_to: "newsroom" }),
      `${item} is removed and looks renamed to newsroom, but was not deprecated in 1.1.0`
    )
  })

  it.each([
    ["Value", "Write news again and change only the label"],
    ["Dimension", "Write news again, also as the name of the file, and change only the label"],
    ["License", "Write news again, also as the name of the file, and change only the name"]
  ] as const)("advises to rename only the text of a %s", (kind, restore) => {
    assert.strictEqual(
      removedWithoutDeprecation.help({ ...facts, kind, renamed_to: "newsroom" }),
      `${restore}, or add newsroom beside it and deprecate news. ${forecast}`
    )
    assert.strictEqual(
      removedWithoutDeprecation.help({ ...facts, kind, renamed_to: "NEWS" }),
      `${restore}: a code never changes, not even its case. An exception takes two waivers: deprecation/removed-without-deprecation for ${item} and code/reused for ${item.replace("news", "NEWS")}.`
    )
  })
})

describe("a finding about replacements", () => {
  const advice = "Name a replacement that is not deprecated, or give a reason without replaced_by."

  it("shows the cycle", () => {
    const facts = { cycle: ["use_type/a", "use_type/b", "use_type/a"] }
    assert.strictEqual(
      replacementCycle.message(facts),
      "These replacements lead in a circle: use_type/a -> use_type/b -> use_type/a"
    )
    assert.strictEqual(replacementCycle.help(facts), advice)
  })

  it("names what replaces the deprecated replacement", () => {
    const facts = { replacement: "use_type/press", replaced_by: ["media", "print"] }
    assert.strictEqual(replacementDeprecated.message(facts), "The replacement use_type/press is deprecated itself")
    assert.strictEqual(replacementDeprecated.help(facts), "Name what replaces use_type/press: media, print.")
    assert.strictEqual(replacementDeprecated.help({ ...facts, replaced_by: [] }), advice)
  })

  it("names what replaces the deprecated dimension of the replacement", () => {
    const facts = { replacement: "use_type/press", dimension: "use_type", replaced_by: ["purpose"] }
    assert.strictEqual(
      replacementDeprecated.message(facts),
      "The replacement use_type/press is in use_type, which is deprecated"
    )
    assert.strictEqual(replacementDeprecated.help(facts), "Name a value of what replaces use_type: purpose.")
  })
})

describe("a finding about the use of a deprecated item", () => {
  it.each([
    [{ replaced_by: ["press"], reason: null }, "Use press instead."],
    [{ replaced_by: ["press", "purpose/media"], reason: "Split." }, "Use press or media of purpose instead."],
    [{ replaced_by: ["press", "media"], replacement_mode: "all_of", reason: null }, "Use press and media instead."],
    [{ replaced_by: [], reason: "Nobody uses it" }, "Remove it from the config: Nobody uses it."],
    [{ replaced_by: [], reason: null }, "Remove it from the config: it will be removed."]
  ] as const)("tells what to use instead: %j", (instead, help) => {
    assert.strictEqual(formatInstead(instead), help)
    assert.strictEqual(newUse.help({ ...instead, item }), help)
    assert.strictEqual(
      stillUsed.help({ ...instead, item }),
      `${help} Changing the config of a license requires a major release.`
    )
  })

  it("tells whether the use is new", () => {
    const facts = { item, replaced_by: [], reason: null }
    assert.strictEqual(newUse.message(facts), `The license starts to use ${item}, which is deprecated`)
    assert.strictEqual(stillUsed.message(facts), `The license still uses ${item}, which is deprecated`)
  })
})
