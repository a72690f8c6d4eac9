import { assert, describe, it } from "@effect/vitest"
import { modernize } from "../../../../src/domain/contracts/Migration.ts"
import { configProblems, vocabularyOf } from "../../../../src/domain/taxonomy/ConfigValidation.ts"
import { isConfig } from "../../../../src/domain/taxonomy/Settings.ts"
import { contractConfigs, contractReleases } from "../../../support/arbitrary/contracts.ts"
import { contractRelease } from "../../../support/domain/Contracts.ts"

describe("modernize", () => {
  const deprecated = { "use/A": "use/B", "use/B": "use/C", "use/D": "", "use/E": "use/C | use/F", old: "new" }
  const release = contractRelease(
    "1.3.0",
    { use: "multiple A B C D E F", old: "multiple X Y", new: "multiple X" },
    { deprecated }
  )

  it("follows replacements until they are not deprecated", () => {
    assert.deepStrictEqual(modernize({ use: ["A", "F"], old: ["X"] }, release).config, { use: ["C", "F"], new: ["X"] })
  })

  it("keeps what has no replacement, and what has several", () => {
    const { config, open, problems } = modernize({ use: ["D", "E", "A"], old: ["X", "Y"] }, release)
    assert.deepStrictEqual(config, { use: ["D", "E", "C"], old: ["X", "Y"] })
    assert.isEmpty(problems)
    assert.deepStrictEqual(
      open.map(({ obstacle, path }) => [path, obstacle]),
      [
        [["use", 1], "choice"],
        [["old", 1], "no-replacement"]
      ]
    )
  })

  it.prop(
    "keeps a valid config valid, unless it must not be replaced",
    [contractReleases, contractConfigs],
    (given) => {
      const [any, config] = given
      const vocabulary = vocabularyOf(any.dimensions, any.rules)
      if (!isConfig(config) || configProblems(vocabulary, config).length > 0) return
      const { config: modern, problems } = modernize(config, any)
      assert.strictEqual(modern === undefined, problems.length > 0)
      if (modern !== undefined) assert.isEmpty(configProblems(vocabulary, modern))
    }
  )
})
