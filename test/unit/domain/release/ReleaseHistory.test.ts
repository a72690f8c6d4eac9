import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { canonicalJson } from "../../../../src/domain/ledger/CanonicalJson.ts"
import { type ReleaseEvent, releaseEventCodec } from "../../../../src/domain/release/ReleaseEvent.ts"
import { evolve, invariantViolation, emptyHistory, replay } from "../../../../src/domain/release/ReleaseHistory.ts"
import { licenseRef, toItemId } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import { historyOf, ledgers, publish, publishedEvent } from "../../../support/arbitrary/releases.ts"
import { license, taxonomyOf } from "../../../support/domain/SmallTaxonomy.ts"

const [one, two] = [Version.make("1.0.0"), Version.make("2.0.0")]

const replayed = (events: ReadonlyArray<ReleaseEvent>) => Result.getOrThrow(replay(events))

describe("History", () => {
  it.prop("is the same when replayed in one go, step by step, or from the ledger's form", [ledgers], ([events]) => {
    const history = replayed(events)
    assert.deepStrictEqual(events.reduce(evolve, emptyHistory), history)
    const read = events.map((event) => {
      const encoded = canonicalJson(releaseEventCodec.encode(event))
      return Result.getOrThrow(releaseEventCodec.decode(JSON.parse(encoded)))
    })
    assert.deepStrictEqual(replayed(read), history)
  })

  it.prop("never changes what was published before", [ledgers], ([events]) => {
    const early = replayed(events.slice(0, -1))
    const late = replayed(events)
    for (const [version, release] of early.releases) assert.deepStrictEqual(late.releases.get(version), release)
  })

  it.prop("finds no contradiction in what was published in order", [ledgers], ([events]) => {
    let history = emptyHistory
    for (const event of events) {
      assert.isUndefined(invariantViolation(history, event))
      history = evolve(history, event)
      assert.isDefined(invariantViolation(history, event))
    }
  })

  it("inherits deprecation clocks through the base, not from newer lines", () => {
    const deprecated = { ...license("NIL-1"), deprecated: { replaced_by: [], reason: "Unused." } }
    const history = historyOf(
      publish("1.0.0", taxonomyOf()),
      { ...publish("2.0.0", taxonomyOf({ licenses: [deprecated] })), published_at: "2026-02-01T00:00:00Z" },
      { ...publish("1.1.0", taxonomyOf({ licenses: [deprecated] })), published_at: "2026-03-01T00:00:00Z" },
      {
        ...publish("2.1.0", taxonomyOf({ licenses: [deprecated, license("NIL-2")] })),
        published_at: "2026-04-01T00:00:00Z"
      }
    )
    const since = (version: string) =>
      history.releases.get(Version.make(version))?.clocks.get(toItemId(licenseRef("NIL-1")))?.date
    assert.deepStrictEqual(["1.0.0", "2.0.0", "1.1.0", "2.1.0"].map(since), [
      undefined,
      "2026-02-01T00:00:00Z",
      "2026-03-01T00:00:00Z",
      "2026-02-01T00:00:00Z"
    ])
  })

  it("knows which majors have ended and which releases were withdrawn", () => {
    const reason = { date: "2026-01-01T00:00:00Z", reason: "It is over." }
    const history = replayed([
      publishedEvent(emptyHistory, publish("1.0.0", taxonomyOf())),
      publishedEvent(historyOf(publish("1.0.0", taxonomyOf())), publish("2.0.0", taxonomyOf())),
      { _tag: "MajorEnded", major: 1, ...reason },
      { _tag: "ReleaseWithdrawn", version: one, ...reason }
    ])
    assert.deepStrictEqual([...history.endedMajors], [[1, reason]])
    assert.deepStrictEqual([...history.withdrawn], [[one, reason]])
    assert.isTrue(history.releases.has(one))
  })

  it("finds a base that was never published", () => {
    const event = publishedEvent(emptyHistory, publish("2.0.0", taxonomyOf()))
    assert.isDefined(invariantViolation(emptyHistory, { ...event, base: one }))
  })

  it("finds an end or a withdrawal of what was never there, or a second one, and an end of the newest major", () => {
    const at = { date: "2020-01-01T00:00:00Z", reason: "It is over." }
    const end = (major: number): ReleaseEvent => ({ _tag: "MajorEnded", major, ...at })
    const withdrawal = (version: Version): ReleaseEvent => ({ _tag: "ReleaseWithdrawn", version, ...at })
    const both = historyOf(publish("1.0.0", taxonomyOf()), publish("2.0.0", taxonomyOf({ licenses: [] })))
    const over = [end(1), withdrawal(one)].reduce(evolve, both)
    for (const [history, event, violation] of [
      [both, end(1), undefined],
      [both, withdrawal(two), undefined],
      [both, end(7), { event: "MajorEnded", subject: "v7", reason: "unknown-subject" }],
      [both, end(2), { event: "MajorEnded", subject: "v2", reason: "newest-major" }],
      [over, end(1), { event: "MajorEnded", subject: "v1", reason: "repeated" }],
      [over, withdrawal(one), { event: "ReleaseWithdrawn", subject: "1.0.0", reason: "repeated" }],
      [emptyHistory, withdrawal(one), { event: "ReleaseWithdrawn", subject: "1.0.0", reason: "unknown-subject" }]
    ] as const) {
      assert.deepStrictEqual(invariantViolation(history, event), violation)
    }
  })
})
