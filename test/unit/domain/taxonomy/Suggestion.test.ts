import { assert, describe, it } from "@effect/vitest"
import { didYouMean } from "../../../../src/domain/taxonomy/Suggestion.ts"

const countries = ["CK", "DE", "GB", "GR", "KR", "UA", "US"]
const categories = ["QSR", "QSR_FAST_FOOD", "CAR", "COFFEE"]
const keys = ["code", "label", "description", "name"]

describe("what a word is near to", () => {
  it.for<[written: string, known: ReadonlyArray<string>, meant: string]>([
    ["lable", keys, "label"],
    ["QRS", categories, "QSR"],
    ["qsr", categories, "QSR"],
    ["COFFE", categories, "COFFEE"],
    ["desciption", keys, "description"],
    ["us", countries, "US"],
    ["jsn", ["json", "pretty"], "json"],
    ["quick_service_carq", ["ENERGY_DRINK_TOY_X", "quick_x", "QUICK_SERVICE_CAR"], "QUICK_SERVICE_CAR"],
    ["VALUEx", ["valuey", "VALUEy"], "VALUEy"]
  ])("%s of %j: %s", ([written, known, meant]) => {
    assert.strictEqual(didYouMean(written, known), `Did you mean "${meant}"?`)
  })

  it.for<[written: string, known: ReadonlyArray<string>]>([
    ["UK", ["CK", "UA", "GB"]],
    ["yes", ["YE", "US"]],
    ["QSRS", categories],
    ["semi_exclusive", ["non_exclusive", "exclusive"]],
    ["not_required", ["required"]],
    ["undeprecated", ["deprecated"]],
    ["noncommercial", ["commercial"]],
    ["ED", countries],
    ["XX", countries],
    ["BAR", categories],
    ["tea", keys],
    ["", keys],
    ["x", []]
  ])("is none for %s of %j", ([written, known]) => {
    assert.isUndefined(didYouMean(written, known))
  })

  it("is none for a text that is longer than any of them, however long", () => {
    assert.isUndefined(didYouMean("y".repeat(1_000_000), keys))
  })
})
