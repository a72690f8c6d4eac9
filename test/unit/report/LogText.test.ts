import { assert, describe, it } from "@effect/vitest"
import type { SignedFacts } from "../../../src/release/log/VerifyLog.ts"
import { formatLog } from "../../../src/report/LogText.ts"

const log: SignedFacts = {
  signed: true,
  events: 3,
  origin: "example.com/log",
  size: 3,
  root: "",
  signatures: [{ name: "example.com/log", id: "6c2def5f" }],
  signers: [],
  cosigners: []
}

describe("formatLog", () => {
  it("says how much of the log is signed, and that nobody verified it", () => {
    assert.strictEqual(formatLog({ signed: false, events: 3 }), "The log is unsigned.")
    const unverified = "1 signature (example.com/log+6c2def5f) was not verified."
    assert.strictEqual(formatLog(log), `The checkpoint of example.com/log covers all 3 events. ${unverified}`)
    assert.include(formatLog({ ...log, size: 2 }), "covers 2 of 3 events.")
    assert.include(formatLog({ ...log, events: 1, size: 1 }), "covers the only event.")
  })

  it("names verified signers, and witnesses with times that need not be on a calendar", () => {
    const cosigners = [
      { name: "one.example", id: "91f0ac33", timestamp: 1_800_000_000 },
      { name: "two.example", id: "0c5e2fd1", timestamp: Number.MAX_SAFE_INTEGER }
    ]
    assert.strictEqual(
      formatLog({ ...log, signers: log.signatures, cosigners }),
      "The checkpoint of example.com/log covers all 3 events. Signed by example.com/log+6c2def5f. Cosigned by one.example+91f0ac33 at 2027-01-15T08:00:00Z, two.example+0c5e2fd1 at second 9007199254740991 after 1970."
    )
  })
})
