import { assert, describe, it } from "@effect/vitest"
import {
  type CheckpointFinding,
  logFork,
  logMalformed,
  logQuorum,
  logRemoved,
  logRewritten,
  logRolledBack,
  logTruncated,
  logUnsigned,
  logUntrusted
} from "../../../../src/domain/checks/LogChecks.ts"

const restore = "Restore releases/ from git or a backup that fits the checkpoint, and find out who changed it."

const forked = { _tag: "LogForked", size: 3 } as const

const twoHistories =
  "The checkpoint covers as many events as the ledger has (3), but different ones: there are two histories"

const finding = (kept: string | null, isSigned: boolean | null): CheckpointFinding => ({
  problem: forked,
  kept,
  isSigned
})

describe("a finding about a checkpoint", () => {
  it("names the file of a checkpoint that somebody kept", () => {
    for (const check of [logFork, logRewritten, logTruncated, logMalformed, logQuorum, logUntrusted]) {
      assert.strictEqual(check.message(finding(null, null)), twoHistories)
      assert.strictEqual(check.message(finding("kept.txt", true)), `${twoHistories} (according to kept.txt)`)
    }
  })

  it.each([
    [null, null, restore],
    [null, true, restore],
    ["kept.txt", null, restore],
    ["kept.txt", true, `${restore} Keep kept.txt: the log signed it, so it proves that the history has changed.`],
    ["kept.txt", false, `${restore} No trusted key signed kept.txt, so make sure first that it is genuine.`]
  ])("tells how to restore the history if the kept file is %j and its signature %j", (kept, isSigned, help) => {
    assert.strictEqual(logFork.help(finding(kept, isSigned)), help)
    assert.strictEqual(logRewritten.help(finding(kept, isSigned)), help)
  })

  it("advises to update a copy that is older than a kept checkpoint", () => {
    assert.strictEqual(logTruncated.help(finding(null, true)), restore)
    assert.strictEqual(
      logTruncated.help(finding("kept.txt", true)),
      `Update this copy first. ${restore} Keep kept.txt: the log signed it, so it proves that the history has changed.`
    )
  })

  it("tells what to do about the checkpoint itself", () => {
    assert.strictEqual(logMalformed.help(finding(null, null)), "Restore releases/checkpoint from git or a backup.")
    assert.strictEqual(
      logQuorum.help(finding(null, null)),
      "Ask the missing witnesses to cosign the checkpoint, or lower --quorum."
    )
    assert.strictEqual(
      logUntrusted.help(finding(null, null)),
      "Compare the trusted keys with those that the publisher announces. Restore releases/ if they are right."
    )
  })
})

describe("log/removed", () => {
  it("names the revision that has the checkpoint", () => {
    const facts = { revision: "origin/main" }
    assert.strictEqual(logRemoved.message(facts), "The checkpoint of the log is missing, and origin/main has one")
    assert.strictEqual(logRemoved.help(facts), "Restore releases/checkpoint from origin/main.")
  })
})

describe("log/rolled-back", () => {
  const before = { origin: "example.com/log", size: 3 }

  it("compares the numbers of events in the same log", () => {
    const facts = { revision: "v1.0.0", before, present: { origin: "example.com/log", size: 2 } }
    assert.strictEqual(
      logRolledBack.message(facts),
      "The checkpoint covers the log up to event 2, but the one at v1.0.0 up to event 3"
    )
    assert.strictEqual(
      logRolledBack.help(facts),
      "Restore releases/checkpoint from v1.0.0, and find out who changed it."
    )
  })

  it("names both logs if they differ", () => {
    assert.strictEqual(
      logRolledBack.message({ revision: "v1.0.0", before, present: { origin: "other.com/log", size: 4 } }),
      "The checkpoint is from the log other.com/log, but the one at v1.0.0 is from example.com/log"
    )
  })
})

describe("log/unsigned", () => {
  it("asks for a checkpoint if there is none", () => {
    const facts = { events: 4, size: null }
    assert.strictEqual(logUnsigned.message(facts), "The log is unsigned: releases/checkpoint is missing")
    assert.strictEqual(logUnsigned.help(facts), "Restore releases/checkpoint, or sign the log with taxonomy log-sign.")
  })

  it("counts the events that the checkpoint covers", () => {
    const facts = { events: 4, size: 3 }
    assert.strictEqual(logUnsigned.message(facts), "The checkpoint covers only 3 of the 4 events in the ledger")
    assert.strictEqual(
      logUnsigned.help(facts),
      "Find out who published the other events. Restore releases/, or sign them with taxonomy log-sign."
    )
  })
})
