import { assert, describe, it } from "vitest"
import { findSampleProblem } from "../../../../../scripts/soak/rules/SampleRules.ts"
import type { Resource } from "../../../../../scripts/soak/schedule/Schedule.ts"

const problemOf = (metrics: Readonly<Record<string, number>>, busy: ReadonlyArray<Resource> = [], readiness = 200) =>
  findSampleProblem({ readiness, degraded: "a reason", metric: (name) => metrics[name] ?? 0 }, new Set(busy))

describe("the state that a server reports", () => {
  it("may be degraded during a fault", () => {
    assert.isUndefined(problemOf({ taxonomy_keys_degraded: 1, taxonomy_catalog_degraded: 1 }, ["keys", "releases"]))
    assert.isUndefined(problemOf({}))
  })

  it.each([
    ["taxonomy_keys_degraded", ["releases"]],
    ["taxonomy_catalog_degraded", ["keys"]]
  ] as const)("is wrong if %s is 1 without a fault", (name, busy) => {
    assert.strictEqual(problemOf({ [name]: 1 }, busy), `${name} is 1, although nothing is wrong: a reason`)
  })

  it("is wrong if the server is not ready, or decides nothing", () => {
    assert.strictEqual(problemOf({}, [], 503), "/ready has status 503")
    assert.include(problemOf({ taxonomy_limits_undecided_total: 1 }) ?? "", "not decided")
  })
})
