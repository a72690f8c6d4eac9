import { assert, describe, it } from "@effect/vitest"
import { evolve } from "../../../../../src/domain/release/ReleaseHistory.ts"
import { findRemovedItem } from "../../../../../src/domain/release/removal/RemovedItems.ts"
import { formatItem, valueRef } from "../../../../../src/domain/taxonomy/ItemRef.ts"
import { schemaBody } from "../../../../../src/release/format3/Bodies.ts"
import { describeRemovedItem } from "../../../../../src/server/response/ErrorReplies.ts"
import {
  allFindings,
  given,
  published,
  publishedEvent,
  release,
  withdrawn
} from "../../../../support/domain/ReleaseScenario.ts"
import { rendered } from "../../../../support/domain/RenderedFinding.ts"
import { add, remove } from "../../../../support/domain/TaxonomyEdits.ts"

const podcast = "use_type/podcast"
const undoing = (instead: Readonly<Record<string, ReadonlyArray<string>>>) =>
  given(
    release("1.0.0", "2026-01-10"),
    release("1.1.0", "2026-02-10", add(podcast)),
    withdrawn("1.1.0", "2026-02-12")
  ).when("1.1.1", { date: "2026-02-14", notes: { summary: "Takes podcasts back.", instead } }, remove(podcast))

const problems = (instead: Readonly<Record<string, ReadonlyArray<string>>>) =>
  allFindings(undoing(instead))
    .filter(({ rule }) => rule === "reference/wrong-instead")
    .map((finding) => rendered(finding).message)

describe("what a release undoes", () => {
  it("says what to use instead, wherever a removed item is named", () => {
    const made = published(undoing({ [podcast]: ["editorial"] }))
    const { history } = given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-10", add(podcast)),
      withdrawn("1.1.0", "2026-02-12")
    )
    const after = evolve(history, publishedEvent(made)).releases.get(made.version)
    const removed = after && findRemovedItem(after, valueRef("use_type", "podcast"))
    if (after === undefined || removed === undefined) return assert.fail("It is removed")
    assert.isTrue(removed.withdrawn)
    assert.deepStrictEqual(removed.replacements.map(formatItem), ["use_type/editorial"])
    assert.strictEqual(
      describeRemovedItem(removed),
      "The value 'podcast' of use_type was withdrawn, and removed in v1.1. Use 'editorial' instead."
    )
    assert.deepInclude(schemaBody(after).removed ?? [], {
      item: podcast,
      removed_in: "1.1.1",
      withdrawn: true,
      replacement: { mode: "one_of", items: ["use_type/editorial"] }
    })
  })

  it("can say that nothing replaces it", () => {
    assert.deepStrictEqual(problems({ [podcast]: [] }), [])
    assert.strictEqual(undoing({ [podcast]: [] }).outcome._tag, "Publish")
  })

  it("names only what it undoes, and what exists", () => {
    assert.deepStrictEqual(problems({ "use_type/podcasts": [] }), [
      "use_type/podcasts is not an item that only withdrawn releases contain and this release removes"
    ])
    assert.deepStrictEqual(problems({ [podcast]: ["editorials"] }), [
      'use_type/podcast is replaced by "editorials", which does not exist'
    ])
  })
})
