import { assert, describe, it } from "@effect/vitest"
import { ChainBroken, type ChainProblem } from "../../../src/domain/ledger/HashChain.ts"
import { LogRejected, type LogProblem } from "../../../src/domain/transparency/LogProblem.ts"
import { canPass } from "../../../src/mirror/CanPass.ts"
import {
  OriginArtifactBroken,
  OriginCheckpointBroken,
  OriginLedgerBroken,
  OriginRefused,
  OriginRewritten,
  OriginUnsigned
} from "../../../src/mirror/OriginErrors.ts"

const address = "https://a.example/r"
const ledger = (problem: ChainProblem) =>
  new OriginLedgerBroken({ address, cause: new ChainBroken({ line: 1, problem }) })
const checkpoint = (problem: LogProblem) => new OriginCheckpointBroken({ address, cause: new LogRejected(problem, "") })
const refused = (status: number) => new OriginRefused({ address, refusal: { _tag: "Status", status } })
const artifact = (isMissing: boolean) => new OriginArtifactBroken({ address, reason: "", isMissing })

describe("canPass", () => {
  it("is true for what files that arrive one after the other look like", () => {
    for (const fault of [
      artifact(true),
      ledger({ _tag: "Empty" }),
      ledger({ _tag: "Unterminated" }),
      checkpoint({ _tag: "LogTruncated", size: 3, actual: 2 }),
      checkpoint({ _tag: "NotANote", reason: "no-final-line-break" }),
      new OriginUnsigned({ address, covered: 1, required: 2 }),
      refused(304),
      new OriginRewritten({ address, held: 3, offered: 2 })
    ]) {
      assert.isTrue(canPass(fault), fault._tag)
    }
  })

  it("is false for what no published file looks like at any time", () => {
    for (const fault of [
      artifact(false),
      refused(400),
      ledger({ _tag: "WrongHash" }),
      ledger({ _tag: "NewerVersion", type: "ReleasePublished", schema: 9 }),
      checkpoint({ _tag: "LogForked", size: 2 }),
      checkpoint({ _tag: "UntrustedSigner", trusted: [], signers: [] }),
      new OriginRewritten({ address, held: 3, offered: undefined })
    ]) {
      assert.isFalse(canPass(fault), fault._tag)
    }
  })
})
