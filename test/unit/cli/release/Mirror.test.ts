import { assert, describe, it } from "@effect/vitest"
import { formatOutcome } from "../../../../src/cli/release/Mirror.ts"
import { emptyHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import { categories, release } from "../../../support/server/histories.ts"

const history = release("1.0.0", "2026-01-01", categories(["A"]))(emptyHistory)
const head = { sequence: 2, hash: `sha256:${"0".repeat(64)}` } as const
const outcome = {
  ledger: { text: "", events: [], head, history, leaves: [] },
  copied: [],
  complete: 1,
  isChanged: false,
  log: { signed: false, events: 2 }
} as const

describe("formatOutcome", () => {
  const holds = "releases holds 1 release up to event 2, newest 1.0.0. The log is unsigned."

  it("says what was copied, and what the folder holds", () => {
    assert.strictEqual(formatOutcome("releases", outcome), `Nothing is new. ${holds}`)
    assert.strictEqual(formatOutcome("releases", { ...outcome, isChanged: true }), `Copied the ledger. ${holds}`)
    const copied = [Version.make("1.0.0")]
    assert.strictEqual(formatOutcome("releases", { ...outcome, copied }), `Copied 1 release (1.0.0). ${holds}`)
  })

  it("says how many releases have their artifacts, if not all have", () => {
    assert.include(formatOutcome("releases", { ...outcome, complete: 0 }), "newest 1.0.0, 0 with their artifacts. ")
  })

  it("names only the first of many releases", () => {
    const copied = Array.from({ length: 7 }, (_, minor) => Version.make(`1.${minor}.0`))
    assert.include(
      formatOutcome("releases", { ...outcome, copied }),
      "Copied 7 releases (1.0.0, 1.1.0, 1.2.0, 1.3.0, 1.4.0, …)."
    )
  })
})
