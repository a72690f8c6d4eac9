import { assert, describe, it } from "@effect/vitest"
import type { Condition } from "../../../../src/domain/taxonomy/Condition.ts"
import type { Setting } from "../../../../src/domain/taxonomy/Config.ts"
import { formatCondition, formatSetting } from "../../../../src/report/changes/SettingText.ts"

const formatCode = (code: string): string => `<${code}>`

describe("formatSetting", () => {
  it("says what a config sets a dimension of each shape to", () => {
    const rows: ReadonlyArray<readonly [Setting, string]> = [
      ["loud", "<loud>"],
      [[], "nothing"],
      [["film"], "<film>"],
      [["film", "tv"], "<film> · <tv>"],
      [{ global: true, countries: [] }, "worldwide"],
      [{ global: true, countries: ["US"] }, "worldwide, and <US>"],
      [{ global: false, countries: [] }, "nothing"],
      [{ global: false, countries: ["US", "CA"] }, "<US> · <CA>"],
      [{ floor: true, bench: false }, "<floor>: yes, <bench>: no"],
      [{ global: true }, "<global>: yes"]
    ]
    for (const [setting, text] of rows) assert.strictEqual(formatSetting(setting, formatCode), text)
  })
})

describe("formatCondition", () => {
  it("says what a rule asks of a dimension of each shape", () => {
    const rows: ReadonlyArray<readonly [Condition, string]> = [
      [{ contains: "film" }, "contains <film>"],
      [{ contains_any: ["film", "tv"] }, "contains <film> or <tv>"],
      [{ contains_all: ["film", "tv"] }, "contains <film> and <tv>"],
      [{ empty: true }, "is empty"],
      [{ contains: "film", contains_any: ["tv"], empty: false }, "contains <film> and contains <tv> and is not empty"],
      [{ equals: "loud" }, "is <loud>"],
      [{ any_of: ["loud", "soft"] }, "is <loud> or <soft>"],
      [{ equals: "loud", any_of: ["soft"] }, "is <loud> and is <soft>"],
      [{ global: true }, "is worldwide"],
      [{ global: false, countries: { contains: "US" } }, "is not worldwide and its list of countries contains <US>"],
      [{ countries: { empty: true } }, "its list of countries is empty"],
      [{ floor: true, bench: false }, "<floor> is yes and <bench> is no"]
    ]
    for (const [condition, text] of rows) assert.strictEqual(formatCondition(condition, formatCode), text)
  })
})
