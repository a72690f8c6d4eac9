import { assert, describe, it } from "@effect/vitest"
import {
  brokenChain,
  contradiction,
  newerVersion,
  rewritten,
  torn,
  unreadableEvent
} from "../../../../src/domain/checks/LedgerChecks.ts"

describe("a finding about the ledger", () => {
  const damage = { line: 3, problem: { _tag: "Unterminated" } } as const

  it("names the damaged line, and advises to restore the ledger", () => {
    for (const check of [brokenChain, contradiction, torn, unreadableEvent]) {
      assert.strictEqual(check.message(damage), "Line 3 of the ledger is damaged: it does not end in a line break")
      assert.strictEqual(
        check.help(damage),
        "Restore releases/ from git or a backup: the ledger cannot be trusted from this line on."
      )
    }
  })

  it("advises to update the program that does not know an event", () => {
    assert.strictEqual(newerVersion.help(damage), "Update this program.")
  })

  it("names the first line that differs from an earlier commit", () => {
    const facts = { revision: "origin/main", line: 2 }
    assert.strictEqual(rewritten.message(facts), "The ledger differs from the one at origin/main, from line 2 on")
    assert.strictEqual(
      rewritten.help(facts),
      "Restore releases/ from origin/main and publish on top of it: published releases never change."
    )
  })
})
