import { describe, expect, it } from "vitest"
import { emptyHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import type { Conditions } from "../../../../src/domain/taxonomy/Config.ts"
import { Code, DimensionName, Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { chooseFormat, formatOf } from "../../../../src/release/artifacts/FormatChoice.ts"
import { license, taxonomyOf } from "../../../support/domain/SmallTaxonomy.ts"

describe("chooseFormat", () => {
  it("chooses the lowest format for a taxonomy that uses nothing newer", () => {
    expect(chooseFormat(undefined, taxonomyOf())).toBe(1)
    expect(chooseFormat({ format: 1 }, taxonomyOf())).toBe(1)
  })

  it("chooses the newest format if that is preferred", () => {
    expect(chooseFormat(undefined, taxonomyOf(), { prefer: "newest" })).toBe(4)
    expect(chooseFormat({ format: 1 }, taxonomyOf(), { prefer: "newest" })).toBe(4)
    expect(chooseFormat({ format: 3 }, taxonomyOf(), { prefer: "lowest" })).toBe(3)
  })

  it("chooses format 3 for a taxonomy with an IRI", () => {
    expect(chooseFormat(undefined, taxonomyOf({ iri: "https://vocabulary.example/nil/" }))).toBe(3)
  })

  it("looks at each value with more than texts", () => {
    const withValue = (fields: object): Taxonomy => {
      const plain = { code: Code.make("TEA"), label: "Tea", description: "Leaves in water." }
      const dimension = { name: DimensionName.make("drinks"), label: "Drinks", description: "Hot ones." }
      const values = [plain, { ...plain, ...fields }]
      return taxonomyOf({ dimensions: [{ ...dimension, shape: "multiple", required: false, values }] })
    }
    expect(chooseFormat(undefined, withValue({ definition: "Tea." }))).toBe(1)
    expect(chooseFormat(undefined, withValue({ deprecated: { replaced_by: ["JUICE"], reason: "Unused" } }))).toBe(1)
    expect(chooseFormat(undefined, withValue({ translations: { fr: { label: "Thé" } } }))).toBe(3)
    expect(chooseFormat(undefined, withValue({ deprecated: { replaced_by: ["drinks/JUICE"] } }))).toBe(3)
    expect(chooseFormat(undefined, withValue({ alt_labels: ["Char"] }))).toBe(4)
    expect(chooseFormat(undefined, withValue({ deprecated: { replaced_by: [], consider: ["A"], reason: "R" } }))).toBe(
      4
    )
    expect(() => chooseFormat(undefined, withValue({ color: "green" }))).toThrow("No artifact format")
  })

  it("looks at the operators of conditions", () => {
    const withRule = (forbid: Conditions): Taxonomy => ({
      ...taxonomyOf(),
      rules: [{ id: "r", description: "Never.", forbid }]
    })
    expect(chooseFormat(undefined, withRule({ drinks: { contains: "TEA" } }))).toBe(1)
    expect(chooseFormat(undefined, withRule({ drinks: { contains_none: ["TEA"] } }))).toBe(4)
    expect(chooseFormat(undefined, withRule({ places: { countries: { contains_none: ["US"] } } }))).toBe(4)
    // A flag can be called like an operator.
    expect(chooseFormat(undefined, withRule({ flags: { none_of: true } }))).toBe(1)
  })

  it("throws for a taxonomy with a field that no format can express", () => {
    const withField = (path: "licenses" | "rules"): Taxonomy => ({
      ...taxonomyOf({ licenses: [license("NIL-1")] }),
      [path]: [{ ...license("NIL-1"), color: "blue" }]
    })
    for (const path of ["licenses", "rules"] as const) {
      expect(() => chooseFormat(undefined, withField(path))).toThrow("No artifact format can express this taxonomy")
    }
  })
})

describe("formatOf", () => {
  it("is a format with a place for corrections if a waiver of the version approves one", () => {
    const approval = { subject: "x", reason: "A comma was missing.", approved_by: "M" }
    const waiver = { ...approval, rule: "semver/definition-changed", version: Version.make("1.0.1") }
    const propose = (text: string) => ({ taxonomy: taxonomyOf(), version: Version.make(text), waivers: [waiver] })
    expect(formatOf(emptyHistory, propose("1.0.1"))).toBe(3)
    expect(formatOf(emptyHistory, propose("1.0.2"))).toBe(1)
  })
})
