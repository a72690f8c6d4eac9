import { assert, describe, it } from "@effect/vitest"
import { compareWithLog } from "../../../../src/domain/transparency/Checkpoint.ts"
import { type LogProblem, formatLogProblem } from "../../../../src/domain/transparency/LogProblem.ts"
import { makeMerkleTree } from "../../../../src/domain/transparency/MerkleTree.ts"

const problems: ReadonlyArray<readonly [LogProblem, string]> = [
  [
    { _tag: "NotANote", reason: "malformed-signature", line: 5 },
    "The signed note is malformed: line 5 must be a signature: a dash, the name of a key, and base64"
  ],
  [
    { _tag: "NotANote", reason: "repeated-signature", line: 6 },
    "The signed note is malformed: line 6 is a second signature by the same key"
  ],
  [
    { _tag: "NotAVerifierKey", key: "key", reason: "form" },
    'The verifier key "key" is invalid: its form must be NAME+ID+KEY'
  ],
  [
    { _tag: "NotASigningKey", reason: "id" },
    "The private key is invalid: its ID does not match its name and key, so it was altered or mistyped"
  ],
  [
    { _tag: "LogTruncated", size: 3, actual: 1 },
    "The ledger has only 1 event, but its own checkpoint covers 3: its end was cut off"
  ],
  [
    { _tag: "CheckpointAhead", size: 3, actual: 2 },
    "The checkpoint covers 3 events, but the ledger has only 2: it is an older copy, or its end was cut off"
  ],
  [
    { _tag: "LogForked", size: 3 },
    "The checkpoint covers as many events as the ledger has (3), but different ones: there are two histories"
  ],
  [
    { _tag: "LogRewritten", size: 1, actual: 2 },
    "The ledger has 2 events, but the first differs from the one that the checkpoint covers: the history was rewritten"
  ],
  [
    { _tag: "LogRewritten", size: 3, actual: 4 },
    "The ledger has 4 events, but the first 3 differ from those that the checkpoint covers: the history was rewritten"
  ]
]

describe("formatLogProblem", () => {
  it.each(problems)("writes one sentence about %o", (problem, sentence) => {
    assert.strictEqual(formatLogProblem(problem), sentence)
  })
})

describe("compareWithLog", () => {
  const log = makeMerkleTree((bytes) => bytes.slice(0, 2), [new Uint8Array([7])])
  const ahead = { origin: "example.com/log", size: 2, root: new Uint8Array(32) }

  it("tells a log that was cut from a checkpoint that may be newer than the copy", () => {
    assert.deepStrictEqual(compareWithLog(ahead, log), { _tag: "LogTruncated", size: 2, actual: 1 })
    assert.deepStrictEqual(compareWithLog(ahead, log, "CheckpointAhead"), {
      _tag: "CheckpointAhead",
      size: 2,
      actual: 1
    })
  })
})
