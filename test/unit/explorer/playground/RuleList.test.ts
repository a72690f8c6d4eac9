import { assert, describe, it } from "@effect/vitest"
import type { Conditions, Config } from "../../../../src/domain/taxonomy/Config.ts"
import { conflicts } from "../../../../src/domain/taxonomy/Rules.ts"
import type { ConflictRule } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { ruleProgress } from "../../../../src/explorer/playground/Playground.tsx"

const rule = (id: string, forbid: Conditions): ConflictRule => ({ id, description: id, forbid })
const rules = [
  rule("far", { scope: { equals: "team" }, use: { contains: "ads" }, territory: { global: true } }),
  rule("near", { use: { contains: "ads" }, territory: { global: true } }),
  rule("broken", { use: { contains: "ads" }, scope: { any_of: ["person", "team"] } }),
  rule("unrelated", { flags: { avatar: true } })
]
const config: Config = { use: ["ads"], scope: "person" }

describe("ruleProgress", () => {
  it("lists broken rules first, then the nearest, and leaves out rules without a condition that is met", () => {
    assert.deepStrictEqual(
      ruleProgress(rules, config).map(({ conditions, isBroken, rule: { id } }) => [
        id,
        isBroken,
        conditions.filter(({ isMet }) => isMet).map(({ dimension }) => dimension)
      ]),
      [
        ["broken", true, ["use", "scope"]],
        ["near", false, ["use"]],
        ["far", false, ["use"]]
      ]
    )
  })

  it("agrees with the pipeline on which rules are broken", () => {
    const configs: ReadonlyArray<Config> = [
      config,
      {},
      { flags: { avatar: true } },
      { flags: { avatar: false } },
      { use: ["ads"], territory: { global: true, countries: [] } },
      { use: [], scope: "team" }
    ]
    for (const each of configs) {
      assert.sameMembers(
        ruleProgress(rules, each).flatMap(({ isBroken, rule: { id } }) => (isBroken ? [id] : [])),
        rules.filter((other) => conflicts(other, each)).map(({ id }) => id)
      )
    }
  })
})
