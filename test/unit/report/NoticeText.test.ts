import { assert, describe, it } from "@effect/vitest"
import type { ComingDue, ItemComingDue } from "../../../src/domain/release/removal/ComingDue.ts"
import type { UsedWaiver } from "../../../src/domain/release/Waiver.ts"
import { dimensionRef, formatItem, valueRef } from "../../../src/domain/taxonomy/ItemRef.ts"
import { empty } from "../../../src/domain/taxonomy/Normalize.ts"
import { Version } from "../../../src/domain/taxonomy/Scalars.ts"
import { describeWaivers, dueOnce, dueSoon, formatDue, reportDue } from "../../../src/report/NoticeText.ts"
import type { ItemFacts } from "../../../src/report/text/ItemText.ts"

const items: ItemFacts = {
  taxonomy: empty,
  labelOf: (item) => ({ "use/tv": "Television" })[formatItem(item)],
  itemBefore: () => undefined
}

const forecast = {
  may_go: "later",
  version: Version.make("3.0.0"),
  after: [Version.make("2.1.0")],
  date: "2026-08-01",
  deprecated_in: null
} as const

const removal: ItemComingDue = {
  kind: "removal",
  item: valueRef("use", "film"),
  label: "Film",
  deprecation: { replaced_by: ["tv", "radio"], replacement_mode: "all_of", reason: "It meant two things" },
  since: { version: Version.make("1.1.0"), date: "2026-02-01T09:00:00Z" },
  forecast
}

const bare: ItemComingDue = {
  ...removal,
  item: dimensionRef("tone"),
  label: "tone",
  deprecation: { replaced_by: [] },
  forecast: { ...forecast, may_go: "now", after: [], deprecated_in: Version.make("2.1.0") }
}

const endOfLife = { kind: "end-of-life", major: 1, date: "2026-07-01T09:00:00Z", reason: "It is old" } as const

describe("describeWaivers", () => {
  it("names the check by its title, or by its id if there is no such check any more", () => {
    const used = (rule: string): UsedWaiver => ({
      item: valueRef("use", "tv"),
      waiver: { rule, subject: "use/tv", version: Version.make("2.0.0"), reason: "A typo", approved_by: "J. Doe" }
    })
    assert.strictEqual(
      describeWaivers([used("code/reused")], items)[0],
      "Television (use/tv) is exempt from “Removed code reused” (code/reused). Approved by J. Doe. Reason: A typo"
    )
    assert.strictEqual(
      describeWaivers([used("code/old")], items)[0],
      "Television (use/tv) is exempt from code/old. Approved by J. Doe. Reason: A typo"
    )
  })
})

describe("dueOnce", () => {
  it("names a value that two dimensions share once, unless it can go from one of them earlier", () => {
    const film = { code: "film", label: "Film", description: "Films.", deprecated: { replaced_by: ["tv"] } }
    const dimension = {
      label: "Use",
      description: "A use.",
      shape: "multiple",
      required: false,
      values: [film]
    } as const
    const taxonomy = {
      ...empty,
      dimensions: [
        { ...dimension, name: "other", values_of: "use" },
        { ...dimension, name: "use" }
      ]
    }
    const shared = { ...removal, item: valueRef("other", "film") }
    const facts = { ...items, taxonomy }
    assert.deepStrictEqual(dueOnce([shared, endOfLife, removal], facts), [endOfLife, removal])
    const sooner = { ...shared, forecast: { ...forecast, date: "2026-07-01" } }
    assert.deepStrictEqual(dueOnce([sooner, removal], facts), [sooner, removal])
  })
})

describe("formatDue", () => {
  it("says what will disappear, when, and what takes its place", () => {
    assert.strictEqual(
      formatDue(removal, items),
      "Film (use/film) can be removed in 3.0.0 at the earliest, after 2.1.0, and not before 2026-08-01; " +
        "use Television (use/tv) and use/radio; reason: It meant two things"
    )
    assert.strictEqual(formatDue(bare, items), "tone can be removed now, in 3.0.0")
    assert.strictEqual(formatDue(endOfLife, items), "v1 ends on 2026-07-01: It is old")
  })
})

describe("dueSoon", () => {
  it("lists what may disappear within six months, the earliest first, and nothing that is gone", () => {
    const at = (date: string, may_go: "now" | "later" | "removed" = "later"): ComingDue => ({
      ...removal,
      forecast: { ...forecast, may_go, date }
    })
    const soon = dueSoon(
      [at("2026-08-02"), at("2026-08-01"), at("2026-03-01", "removed"), endOfLife, at("2026-01-01", "now"), bare],
      "2026-02-01T23:00:00Z"
    )
    assert.deepStrictEqual(soon, [at("2026-01-01", "now"), endOfLife, at("2026-08-01"), bare])
  })
})

describe("reportDue", () => {
  it("gives every fact of a removal, with null for what is unknown", () => {
    assert.deepStrictEqual(reportDue(removal), {
      kind: "removal",
      item: "use/film",
      label: "Film",
      replaced_by: ["tv", "radio"],
      replacement_mode: "all_of",
      reason: "It meant two things",
      since: Version.make("1.1.0"),
      may_go: "later",
      earliest_version: Version.make("3.0.0"),
      earliest_date: "2026-08-01",
      after: [Version.make("2.1.0")],
      deprecated_in: null
    })
    assert.deepStrictEqual(reportDue(bare), {
      kind: "removal",
      item: "tone",
      label: "tone",
      replaced_by: [],
      reason: null,
      since: Version.make("1.1.0"),
      may_go: "now",
      earliest_version: Version.make("3.0.0"),
      earliest_date: "2026-08-01",
      after: [],
      deprecated_in: Version.make("2.1.0")
    })
    assert.deepStrictEqual(reportDue(endOfLife), endOfLife)
  })
})
