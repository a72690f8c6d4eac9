import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { decideFromSources } from "../../../../src/build/Pipeline.ts"
import { concernsPublished } from "../../../../src/domain/checks/Check.ts"
import { checks } from "../../../../src/domain/checks/CheckRegistry.ts"
import { branchBehind, otherBranch } from "../../../../src/domain/checks/lifecycle/Branches.ts"
import { definitionChanged, firstDefinition } from "../../../../src/domain/checks/semver/Definitions.ts"
import { uncommittedChanges } from "../../../../src/domain/checks/source/SourceFiles.ts"
import { selfApproved } from "../../../../src/domain/checks/WaiverChecks.ts"
import { allMistakes } from "../../../support/mistakes/AllMistakes.ts"
import type { Scenario } from "../../../support/mistakes/Mistake.ts"

const rulesBrokenBy = ({ date, history, now = date, tree }: Scenario): ReadonlyArray<string> => {
  const decided = decideFromSources(tree, { published_at: date, now, source_commit: "c" })
  const findings = Result.isFailure(decided) ? decided.failure : decided.success(history).findings
  return findings.flatMap(({ follow_ups = [], rule }) => [rule, ...follow_ups.map((other) => other.rule)])
}

describe("the mistakes that the growth of the costs is measured with", () => {
  it.for(allMistakes.filter(({ variant }) => !variant.endsWith("that the newest has")))(
    "are found by the check: $check, $variant",
    ({ check, make }) => {
      assert.include(rulesBrokenBy(make(3)), check)
    }
  )

  it("cover every check of sources", () => {
    const covered = new Set<string>(allMistakes.map(({ check }) => check))
    // A waiver covers each finding of a changed definition; without one the version is refused.
    const missing = checks.filter((check) => !concernsPublished(check) && !covered.has(check.id))
    assert.deepStrictEqual(missing, [
      uncommittedChanges,
      definitionChanged,
      firstDefinition,
      branchBehind,
      otherBranch,
      selfApproved
    ])
  })
})
