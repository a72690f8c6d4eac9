import { assert, describe, it } from "vitest"
import { findMisspelledVariables } from "../../../../../src/cli/serve/config/MisspelledVariables.ts"

describe("misspelled variables", () => {
  it("are found with the variable that was probably meant", () => {
    const names = ["TAXONOMY_PORTT", "TAXONOMY_PORT", "TAXONOMY_ADMINPORT", "TAXONOMY_KEY", "TAXONOMY_CODE", "PORT"]
    assert.deepStrictEqual(findMisspelledVariables(names, ["port", "admin-port", "keys"]), [
      { name: "TAXONOMY_PORTT", meant: "TAXONOMY_PORT" },
      { name: "TAXONOMY_ADMINPORT", meant: "TAXONOMY_ADMIN_PORT" }
    ])
  })
})
