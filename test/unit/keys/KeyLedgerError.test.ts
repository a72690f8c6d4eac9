import { assert, describe, it } from "@effect/vitest"
import * as Runtime from "effect/Runtime"
import { ChainBroken } from "../../../src/domain/ledger/HashChain.ts"
import { type LogProblem, reject } from "../../../src/domain/transparency/LogProblem.ts"
import {
  formatEvents,
  KeyCheckpointRejected,
  KeyEventsUnsigned,
  KeyLedgerBroken,
  KeyLedgerEmpty,
  KeyLedgerNotEmpty,
  KeyLedgerUnavailable
} from "../../../src/keys/KeyLedgerError.ts"

const location = "keys.ndjson"

const key = { name: "log.example", id: "0a0b0c0d" }

const rejected = (problem: LogProblem) => new KeyCheckpointRejected({ location, cause: reject(problem) })

describe("the errors of a key ledger", () => {
  it.each([
    [
      new KeyLedgerBroken({ location, cause: new ChainBroken({ line: 2, problem: { _tag: "WrongHash" } }) }),
      4,
      "The key ledger keys.ndjson cannot be used (ledger/broken-chain). Line 2 of the ledger is damaged: its hash does not match its content, so it was altered. Restore the ledger from a backup."
    ],
    [
      new KeyLedgerBroken({
        location,
        cause: new ChainBroken({ line: 3, problem: { _tag: "NewerVersion", type: "KeyLent", schema: 1 } })
      }),
      4,
      'The key ledger keys.ndjson cannot be used (ledger/newer-version). Line 3 of the ledger contains an event of type "KeyLent", schema 1, written by a newer version. Update this program.'
    ],
    [
      new KeyEventsUnsigned({ location, covered: undefined, events: 3 }),
      4,
      "The key ledger keys.ndjson is not signed. Restore its checkpoint from a backup, or sign it with taxonomy keys sign."
    ],
    [
      new KeyEventsUnsigned({ location, covered: 2, events: 3 }),
      4,
      "In the key ledger keys.ndjson, event 3 is not signed. Somebody who can write there may have invented it. Run taxonomy keys verify."
    ],
    [
      new KeyEventsUnsigned({ location, covered: 1, events: 3 }),
      4,
      "In the key ledger keys.ndjson, events 2 to 3 are not signed. Somebody who can write there may have invented them. Run taxonomy keys verify."
    ],
    [
      new KeyLedgerEmpty({ location }),
      4,
      "The key ledger keys.ndjson is missing or empty, but a trusted key must have signed it. Correct --keys, restore the ledger from a backup, or issue the first key with taxonomy keys issue."
    ],
    [
      new KeyLedgerUnavailable({ location, reason: "it is missing" }),
      3,
      "The key ledger keys.ndjson cannot be used: it is missing"
    ],
    [
      new KeyLedgerNotEmpty({ location }),
      1,
      "The key ledger keys.ndjson holds events already, and two ledgers cannot be merged. Name an empty one."
    ]
  ])("say what to do, and end the command with the code of their kind: %#", (error, code, message) => {
    assert.deepStrictEqual([error.message, error[Runtime.errorExitCode]], [message, code])
  })

  it.each<[LogProblem, string, string]>([
    [
      { _tag: "LogTruncated", size: 3, actual: 2 },
      "The ledger has only 2 events, but its own checkpoint covers 3: its end was cut off",
      "Restore the ledger and its checkpoint from a backup."
    ],
    [
      { _tag: "LogForked", size: 3 },
      "The checkpoint covers as many events as the ledger has (3), but different ones: there are two histories",
      "Restore the ledger and its checkpoint from a backup."
    ],
    [
      { _tag: "LogRewritten", size: 1, actual: 2 },
      "The ledger has 2 events, but the first differs from the one that the checkpoint covers: the history was rewritten",
      "Restore the ledger and its checkpoint from a backup."
    ],
    [
      { _tag: "OtherLog", origin: "other.example", trusted: ["log.example"] },
      "The checkpoint is from the log other.example, but the trusted key is for log.example",
      "Check that you trust the right verifier key, or restore the ledger and its checkpoint from a backup."
    ],
    [
      { _tag: "UntrustedSigner", trusted: [key], signers: [] },
      "The checkpoint has no signature by a trusted key (log.example+0a0b0c0d)",
      "Check that you trust the right verifier key, or restore the ledger and its checkpoint from a backup."
    ],
    [
      { _tag: "InvalidSignature", signer: key },
      "The signature by log.example+0a0b0c0d does not match the text of the checkpoint: one of them was altered",
      "Restore the checkpoint from a backup."
    ]
  ])("advise what to restore after a rejected checkpoint: %#", (problem, message, hint) => {
    const error = rejected(problem)
    assert.strictEqual(
      error.message,
      `The checkpoint of the key ledger keys.ndjson cannot be used. ${message}. ${hint}`
    )
    assert.strictEqual(error[Runtime.errorExitCode], 4)
  })

  it("name one event in the singular, and several by the first and the last", () => {
    assert.deepStrictEqual([formatEvents(4, 4), formatEvents(4, 6)], ["event 4 is", "events 4 to 6 are"])
  })
})
