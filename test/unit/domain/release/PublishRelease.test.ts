import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { isError } from "../../../../src/domain/Finding.ts"
import { decide } from "../../../../src/domain/release/PublishRelease.ts"
import { evolve, emptyHistory, replay } from "../../../../src/domain/release/ReleaseHistory.ts"
import { baseOf } from "../../../../src/domain/release/ReleaseLines.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import { historyOf, ledgers, publish, publishedEvent } from "../../../support/arbitrary/releases.ts"
import { taxonomies } from "../../../support/arbitrary/taxonomies.ts"
import { license, taxonomyOf } from "../../../support/domain/SmallTaxonomy.ts"

const historyAfter = (events: Parameters<typeof replay>[0]) => Result.getOrThrow(replay(events))

describe("decide", () => {
  it("publishes a first release under any version, with all of its content as changes", () => {
    const decision = decide(emptyHistory, publish("0.3.7", taxonomyOf()))
    assert.strictEqual(decision.outcome._tag, "Publish")
    assert.isUndefined(decision.base)
    assert.isUndefined(decision.requiredBump)
    assert.deepStrictEqual(decision.findings, [])
    if (decision.outcome._tag === "Publish") {
      assert.isNull(decision.outcome.release.base)
      assert.deepStrictEqual(decision.outcome.release.taxonomy, taxonomyOf())
    }
  })

  it.prop("finds content that is published already, whatever came after", [ledgers], ([events]) => {
    const history = historyAfter(events)
    for (const { taxonomy, version } of history.releases.values()) {
      const { findings, outcome } = decide(history, { ...publish(version, taxonomy), source_commit: "another" })
      assert.strictEqual(outcome._tag, "AlreadyReleased")
      assert.deepStrictEqual(findings, [])
      if (outcome._tag === "AlreadyReleased") assert.strictEqual(outcome.release.version, version)
    }
  })

  it("refuses other content under a version that is published", () => {
    const history = historyOf(publish("1.0.0", taxonomyOf()))
    const { findings, outcome } = decide(history, publish("1.0.0", taxonomyOf({ title: "Another" })))
    assert.strictEqual(outcome._tag, "Refused")
    assert.deepStrictEqual(
      findings.map(({ rule }) => rule),
      ["semver/version-taken"]
    )
  })

  it("does not check the version as long as names are unknown, and says so", () => {
    const history = historyOf(publish("1.0.0", taxonomyOf()))
    const taxonomy = taxonomyOf({ licenses: [license("NIL-1"), license("NIL-2", { nowhere: "A" })] })
    const { findings, notChecked } = decide(history, publish("1.0.1", taxonomy))
    assert.deepStrictEqual(
      findings.filter(isError).map(({ rule }) => rule),
      ["reference/unknown-dimension"]
    )
    assert.deepStrictEqual(notChecked, ["version"])
    assert.deepStrictEqual(decide(history, publish("1.0.1", taxonomyOf({ title: "Other" }))).notChecked, [])
  })

  it.prop("plans exactly what replaying its event gives", [ledgers, taxonomies], ([events, taxonomy]) => {
    const history = historyAfter(events)
    const plan = publish("99.0.0", taxonomy)
    const { findings, outcome } = decide(historyOf(), plan)
    assert.strictEqual(outcome._tag, findings.some(isError) ? "Refused" : "Publish")
    const replayed = evolve(history, publishedEvent(history, plan)).releases.get(plan.version)
    assert.deepStrictEqual(replayed?.taxonomy, taxonomy)
    if (outcome._tag === "Publish") assert.deepStrictEqual(outcome.release.taxonomy, taxonomy)
  })
})

describe("baseOf", () => {
  it("is the highest published version below", () => {
    const history = historyOf(
      publish("1.0.0", taxonomyOf()),
      publish("2.0.0", taxonomyOf({ title: "Two" })),
      publish("1.0.1", taxonomyOf({ title: "One again" })),
      publish("10.0.0", taxonomyOf({ title: "Ten" }))
    )
    const bases = ["0.9.9", "1.0.0", "1.0.1", "1.0.2", "1.1.0", "2.0.0", "9.0.0", "10.0.1"].map(
      (version) => baseOf(history, Version.make(version))?.version
    )
    assert.deepStrictEqual(bases, [undefined, undefined, "1.0.0", "1.0.1", "1.0.1", "1.0.1", "2.0.0", "10.0.0"])
  })
})
