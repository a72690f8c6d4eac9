import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { endMajor, withdraw } from "../../../../src/domain/release/LifecycleCommands.ts"
import { evolve, type ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import { given, release, type Step } from "../../../support/domain/ReleaseScenario.ts"
import { retitle } from "../../../support/domain/TaxonomyEdits.ts"

const reason = "It was wrong."

const withdrawn =
  (version: string): Step =>
  (history) =>
    evolve(history, { _tag: "ReleaseWithdrawn", version: Version.make(version), date: "2026-04-01T00:00:00Z", reason })

const releases = [
  release("1.0.0", "2026-01-10"),
  release("1.0.1", "2026-01-20", retitle("Corrected")),
  release("2.0.0", "2026-02-10", retitle("Anew")),
  release("2.0.1", "2026-02-20", retitle("Corrected anew"))
]

const refusalOf = <A>(decided: Result.Result<A, Error>) => (Result.isFailure(decided) ? decided.failure.message : "")

const ending = (history: ReleaseHistory, date: string) => refusalOf(endMajor(history, { major: 1, date, reason }))

const withdrawing = (history: ReleaseHistory, date: string) =>
  refusalOf(withdraw(history, { version: Version.make("1.0.1"), date, reason }))

describe("the end of a major", () => {
  it("may be on the day of its first release, later, and in the future", () => {
    const { history } = given(...releases)
    for (const date of ["2026-01-10T00:00:00Z", "2026-01-15T00:00:00Z", "2099-01-01T00:00:00Z"]) {
      assert.strictEqual(ending(history, date), "")
    }
  })

  it("is not before its first release", () => {
    const { history } = given(...releases)
    assert.match(ending(history, "2026-01-09T23:59:59Z"), /before its first release on 2026-01-10$/)
  })

  it("waits for a newer one with a release that was not withdrawn", () => {
    const date = "2026-05-01T00:00:00Z"
    const gone = given(...releases, withdrawn("2.0.0"), withdrawn("2.0.1"))
    assert.match(ending(gone.history, date), /^Every release of v2 was withdrawn/)
    assert.strictEqual(ending(given(...releases, withdrawn("2.0.0")).history, date), "")
    const corrected = [withdrawn("2.0.0"), withdrawn("2.0.1"), release("2.0.2", "2026-04-10", retitle("Right"))]
    assert.strictEqual(ending(given(...releases, ...corrected).history, date), "")
  })
})

describe("the withdrawal of a release", () => {
  it("may be on the day of the release and later, and is not before it", () => {
    const { history } = given(...releases)
    for (const date of ["2026-01-20T00:00:00Z", "2026-02-01T00:00:00Z"]) {
      assert.strictEqual(withdrawing(history, date), "")
    }
    assert.match(
      withdrawing(history, "1990-01-01T00:00:00Z"),
      /^1\.0\.1 cannot be withdrawn on .* publication on 2026-01-20T12:00:00Z$/
    )
  })
})
