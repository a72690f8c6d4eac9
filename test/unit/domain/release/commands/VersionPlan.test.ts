import { assert, describe, it } from "@effect/vitest"
import { freeSuccessor } from "../../../../../src/domain/release/commands/VersionPlan.ts"
import { Version, type Bump } from "../../../../../src/domain/taxonomy/Version.ts"
import { given, release, timeOf } from "../../../../support/domain/ReleaseScenario.ts"
import { grow, retitle } from "../../../../support/domain/TaxonomyEdits.ts"

const { history } = given(
  release("1.0.0", "2026-01-01"),
  release("1.1.0", "2026-02-01", grow("STREAMING")),
  release("1.1.1", "2026-03-01", retitle("Another title"))
)

const successor = (base: string, bump: Bump): ReadonlyArray<string | undefined> => {
  const published = history.releases.get(Version.make(base))
  if (published === undefined) throw new Error(`${base} is not published`)
  const { on, version } = freeSuccessor(
    { history, standing: history, recorded: { base: published, changes: [] } },
    published,
    bump,
    timeOf("2026-09-01")
  )
  return [version, on?.version]
}

describe("the free version for changes to a release", () => {
  it("is the one that follows it, also in the middle of a line", () => {
    assert.deepStrictEqual(successor("1.0.0", "patch"), ["1.0.1", "1.0.0"])
    assert.deepStrictEqual(successor("1.1.1", "minor"), ["1.2.0", "1.1.1"])
  })

  it("follows the newest release of its line if the next one is taken", () => {
    assert.deepStrictEqual(successor("1.0.0", "minor"), ["1.2.0", "1.1.1"])
    assert.deepStrictEqual(successor("1.1.0", "patch"), ["1.1.2", "1.1.1"])
  })
})
