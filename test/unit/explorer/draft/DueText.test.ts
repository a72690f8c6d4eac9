import { assert, describe, it } from "@effect/vitest"
import { arrangeDue, dueDate, formatRemovalDue, type RemovalDue } from "../../../../src/explorer/draft/DueText.ts"
import { toVersion } from "../../../../src/explorer/model/Versions.ts"

const removal = (others: Partial<RemovalDue> = {}): RemovalDue => ({
  kind: "removal",
  item: "colour/RED",
  label: "Red",
  replaced_by: [],
  reason: "Nobody likes it",
  since: toVersion("2.1.0"),
  may_go: "later",
  earliest_version: toVersion("3.0.0"),
  earliest_date: "2026-12-10",
  after: [toVersion("2.3.0")],
  deprecated_in: null,
  ...others
})

describe("arrangeDue", () => {
  it("puts the earliest first, and what is gone already last", () => {
    const end = { kind: "end-of-life", major: 1, date: "2026-12-01T00:00:00Z", reason: "Old" } as const
    const gone = removal({ may_go: "removed", earliest_date: "2026-01-01" })
    assert.deepStrictEqual(arrangeDue([gone, removal(), end]).map(dueDate), [
      "2026-12-01T00:00:00Z",
      "2026-12-10",
      "2026-01-01"
    ])
  })
})

describe("formatRemovalDue", () => {
  it("says when an item can be removed, in the words of the reports", () => {
    assert.strictEqual(
      formatRemovalDue(removal()),
      "can be removed in 3.0.0 at the earliest, after 2.3.0, and not before 10 December 2026"
    )
    assert.strictEqual(formatRemovalDue(removal({ may_go: "now" })), "can be removed now, in 3.0.0")
    assert.strictEqual(formatRemovalDue(removal({ may_go: "removed" })), "was removed in 3.0.0 on 10 December 2026")
  })
})
