import { assert, describe, it } from "@effect/vitest"
import { formatItem, toItemId, valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import type { CatalogItem } from "../../../../src/explorer/data/DataSource.ts"
import {
  findNotice,
  forecastRemoval,
  formatRemovalSentence,
  formatSince,
  removedNotice
} from "../../../../src/explorer/model/Notice.ts"
import type { ShownRelease } from "../../../../src/explorer/model/Release.ts"
import { taxonomyOf, useType } from "../../../support/domain/SmallTaxonomy.ts"
import { catalogExample, valueEntry } from "../../../support/explorer/CatalogExample.ts"

const water = valueRef("use_type", "WATER")
const deprecation = {
  since: { version: "v2.1", date: "2025-10-10T12:00:00Z" },
  replaced_by: [],
  earliest_removal: { version: "v3.0", date: "2026-04-10", after: ["v2.2", "v2.3"] }
}
const release: ShownRelease = {
  version: "2.1.0",
  isDraft: false,
  publishedAt: "2025-10-10T12:00:00Z",
  taxonomy: taxonomyOf({
    dimensions: [
      {
        ...useType,
        values: [
          {
            code: "WATER",
            label: "Water",
            description: "To drink.",
            deprecated: {
              replaced_by: ["LATE", "territory/NO"],
              replacement_mode: "all_of",
              reason: "Dry",
              translations: { fr: { reason: "Sec" } }
            }
          }
        ]
      }
    ]
  }),
  deprecations: new Map([[toItemId(water), deprecation.since]])
}
const today = "2025-11-01T00:00:00Z"

const forecast = forecastRemoval({ deprecation }, today)

describe("findNotice", () => {
  it("has the full version, the replacements, the reason in the language, and the removal", () => {
    const notice = findNotice(catalogExample, release, water, ["fr"], today)
    assert.deepStrictEqual(notice?.since, { version: "2.1.0", date: deprecation.since.date })
    assert.deepStrictEqual(notice?.replacements.map(formatItem), ["use_type/LATE", "territory/NO"])
    assert.isTrue(notice?.isAllOf)
    assert.deepStrictEqual(notice?.reason, { text: "Sec", language: "fr" })
    assert.strictEqual(notice?.removal?.version, "3.0.0")
    assert.strictEqual(notice && formatSince(notice), "Deprecated since 2.1.0 (10 October 2025).")
  })

  it("is missing for items that are not deprecated", () => {
    assert.isUndefined(findNotice(catalogExample, release, valueRef("use_type", "LATE"), [], today))
  })

  it("tells of what only the working tree deprecates", () => {
    const items = [valueEntry("use_type/WATER")]
    const catalog = { ...catalogExample, items, itemOf: new Map(items.map((entry) => [entry.item, entry])) }
    const due = new Map(forecast === undefined ? [] : [["use_type/WATER", forecast] as const])
    const notice = findNotice(catalog, { ...release, isDraft: true, due }, water, [], today)
    assert.strictEqual(notice && formatSince(notice), "Deprecated in the draft only.")
    assert.isDefined(forecast)
    assert.strictEqual(notice?.removal, forecast)
  })
})

describe("removedNotice", () => {
  it("has what the catalog knows of a removed item", () => {
    const entry = catalogExample.itemOf.get("use_type/EDITORIAL")
    const notice = entry && removedNotice(catalogExample, entry, [], today)
    assert.deepStrictEqual(notice?.since, { version: "1.1.0", date: "2025-02-10T12:00:00Z" })
    assert.deepStrictEqual(notice?.replacements.map(formatItem), ["use_type/WATER", "use_type/LATE"])
    assert.isTrue(notice?.isAllOf)
    assert.deepStrictEqual(notice?.reason, { text: "Nobody prints any more", language: undefined })
    assert.strictEqual(notice?.removal?.may_go, "removed")
  })
})

describe("forecastRemoval", () => {
  const entry = { deprecation: { ...deprecation, earliest_removal: { version: "v3.0", date: "2026-04-10" } } }
  const sentence = (changed: Partial<CatalogItem>, today: string): string | undefined => {
    const forecast = forecastRemoval({ ...entry, ...changed }, today)
    return forecast && formatRemovalSentence(forecast)
  }

  it("names the releases that must come first, and the day, whether it has passed or not", () => {
    for (const today of ["2025-11-01T00:00:00Z", "2029-11-01T00:00:00Z"]) {
      assert.strictEqual(
        sentence({ deprecation }, today),
        "It can be removed in 3.0.0 at the earliest, after 2.2.0 and 2.3.0, and not before 10 April 2026."
      )
    }
  })

  it("tells from which day on an item can be removed, by the clock of the browser", () => {
    assert.strictEqual(
      sentence({}, "2026-04-09T23:59:59Z"),
      "It can be removed in 3.0.0 at the earliest, and not before 10 April 2026."
    )
    assert.strictEqual(sentence({}, "2026-04-10T00:00:00Z"), "It can be removed now, in 3.0.0.")
  })

  it("tells of a removal as past", () => {
    assert.strictEqual(
      sentence({ removed_in: "2.0.0", removed_on: "2025-08-20" }, today),
      "It was removed in 2.0.0 on 20 August 2025."
    )
  })

  it("tells that the newest release must deprecate an item that it does not", () => {
    const earliest_removal = { version: "v3.0", date: "2026-05-01", after: ["v2.3"], deprecated_in: "v2.2" }
    assert.strictEqual(
      sentence({ deprecation: { ...deprecation, earliest_removal } }, today),
      "If 2.2.0 deprecates it today, it can be removed in 3.0.0 at the earliest, after 2.3.0, and not before 1 May 2026."
    )
  })
})
