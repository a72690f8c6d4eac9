import { assert, describe, it } from "@effect/vitest"
import * as Runtime from "effect/Runtime"
import { type LogProblem, reject } from "../../../../src/domain/transparency/LogProblem.ts"
import { CheckpointOlder, NotGrown, NotSigned } from "../../../../src/release/log/CosignLog.ts"
import { isIncomplete, LogUnsigned } from "../../../../src/release/log/ReadSignedLog.ts"
import { LogEmpty, LogSigningRefused } from "../../../../src/release/log/SignedLedger.ts"
import { KeptCheckpointInvalid, KeptCheckpointOfOtherLog } from "../../../../src/release/log/VerifyLog.ts"
import { CheckpointBroken } from "../../../../src/transparency/CheckpointFiles.ts"

const origin = "log.example"

const key = (id: string) => ({ name: origin, id })

describe("the errors of a signed log", () => {
  it.each([
    [
      new LogSigningRefused({ refusal: { _tag: "KeyMissing", origin } }),
      2,
      "The log log.example is signed, and there is no key to sign it with. Set TAXONOMY_LOG_KEY to its private key, or to the path of the file with it."
    ],
    [
      new LogSigningRefused({ refusal: { _tag: "OtherOrigin", origin, name: "other.example" } }),
      2,
      "The log has the name log.example, and the key in TAXONOMY_LOG_KEY is of other.example. Set TAXONOMY_LOG_KEY to the key of log.example."
    ],
    [
      new LogSigningRefused({
        refusal: {
          _tag: "OtherKey",
          signers: [key("2a2b2c2d"), key("3a3b3c3d")],
          held: [key("0a0b0c0d"), key("1a1b1c1d")]
        }
      }),
      2,
      "The log is signed by log.example+2a2b2c2d and log.example+3a3b3c3d, and TAXONOMY_LOG_KEY holds log.example+0a0b0c0d and log.example+1a1b1c1d. Add a key that signed it, or replace the key with taxonomy log-sign --replace-key."
    ],
    [
      new NotSigned({ releases: "/r" }),
      1,
      "/r has no checkpoint, so there is nothing to cosign. Ask the publisher to sign the log."
    ],
    [
      new NotGrown({ seen: "seen", cause: reject({ _tag: "LogForked", size: 2 }) }),
      4,
      "Not cosigned, according to seen: The checkpoint covers as many events as the ledger has (2), but different ones: there are two histories. Keep both files, and ask the publisher."
    ],
    [
      new CheckpointOlder({ seen: "seen", size: 2, seenSize: 3 }),
      1,
      "The checkpoint ends with event 2, and the one in seen with event 3. Get the newest checkpoint, and run again."
    ],
    [
      new KeptCheckpointInvalid({ file: "kept", cause: reject({ _tag: "NotACheckpoint", line: 1 }) }),
      2,
      "kept: The checkpoint is malformed: line 1 must be the name of a log. Name a checkpoint as the log published it."
    ],
    [
      new KeptCheckpointOfOtherLog({ file: "kept", kept: "other.example", origin }),
      2,
      "kept is a checkpoint of the log other.example, and this log is log.example. Name a checkpoint of this log."
    ],
    [
      new LogUnsigned({ covered: undefined, required: 3 }),
      4,
      "checkpoint is missing, so nobody vouches for the ledger"
    ],
    [new LogUnsigned({ covered: 2, required: 3 }), 4, "checkpoint covers only 2 of the 3 events that must be signed"],
    [
      new LogEmpty({ releases: "/r" }),
      1,
      "Nothing is published in /r, so there is nothing to sign. Publish a release with build-release, which signs it."
    ]
  ])("say what to do, and end the command with the code of their kind: %#", (error, code, message) => {
    assert.deepStrictEqual([error.message, error[Runtime.errorExitCode]], [message, code])
  })
})

describe("isIncomplete", () => {
  const broken = (problem: LogProblem) => new CheckpointBroken({ file: "checkpoint", cause: reject(problem) })

  it("is true for what a copy that is under way leads to", () => {
    for (const error of [
      new LogUnsigned({ covered: 2, required: 3 }),
      broken({ _tag: "LogTruncated", size: 3, actual: 2 }),
      broken({ _tag: "NotANote", reason: "no-signatures" }),
      broken({ _tag: "NotACheckpoint", line: 2 })
    ]) {
      assert.isTrue(isIncomplete(error), error.message)
    }
  })

  it("is false for a checkpoint that nobody trusts or of another history", () => {
    for (const problem of [
      { _tag: "LogForked", size: 2 },
      { _tag: "LogRewritten", size: 1, actual: 2 },
      { _tag: "UntrustedSigner", trusted: [], signers: [] }
    ] as const) {
      assert.isFalse(isIncomplete(broken(problem)), problem._tag)
    }
  })
})
