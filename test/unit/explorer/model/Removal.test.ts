import { assert, describe, it } from "@effect/vitest"
import { valueRef } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { forecastRemoval, formatRemovalSentence } from "../../../../src/explorer/model/Removal.ts"
import { catalogExample } from "../../../support/explorer/CatalogExample.ts"

const sentence = (code: string, today: string): string | undefined => {
  const forecast = forecastRemoval(catalogExample, valueRef("use_type", code), today)
  return forecast && formatRemovalSentence(forecast)
}

describe("forecastRemoval", () => {
  it("names the releases that must come first, and the day", () => {
    assert.strictEqual(
      sentence("WATER", "2025-11-01T00:00:00Z"),
      "It can be removed in 3.0.0 at the earliest, after 2.2.0 and 2.3.0, and not before 10 April 2026."
    )
  })

  it("says the same when the day has passed without the releases", () => {
    assert.strictEqual(
      sentence("WATER", "2029-11-01T00:00:00Z"),
      "It can be removed in 3.0.0 at the earliest, after 2.2.0 and 2.3.0, and not before 10 April 2026."
    )
  })

  it("tells of a removal as past, whichever release is shown", () => {
    assert.strictEqual(sentence("EDITORIAL", "2025-11-01T00:00:00Z"), "It was removed in 2.0.0 on 20 August 2025.")
  })

  it("tells that the newest release must deprecate an item that it does not", () => {
    assert.strictEqual(
      sentence("LATE", "2025-11-01T00:00:00Z"),
      "If 2.2.0 deprecates it today, it can be removed in 3.0.0 at the earliest, after 2.3.0 and 2.4.0, and not before 1 May 2026."
    )
  })
})
