import { describe, expect, it } from "vitest"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { chooseFormat } from "../../../../src/release/artifacts/FormatChoice.ts"
import { license, taxonomyOf } from "../../../support/domain/SmallTaxonomy.ts"

describe("chooseFormat", () => {
  it("chooses the lowest format for a taxonomy that uses nothing newer", () => {
    expect(chooseFormat(undefined, taxonomyOf())).toBe(1)
    expect(chooseFormat({ format: 1 }, taxonomyOf())).toBe(1)
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
