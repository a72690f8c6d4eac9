import { describe, it } from "vitest"
import { keyLedgerJson, renderKeyLedger } from "../../../../src/cli/keys/KeyLedger.ts"
import type { KeyEvent } from "../../../../src/domain/keys/KeyEvent.ts"
import { evolve, emptyKeyRegistry } from "../../../../src/domain/keys/KeyRegistry.ts"
import { ChainBroken } from "../../../../src/domain/ledger/HashChain.ts"
import type { KeyLedgerVerification } from "../../../../src/keys/log/VerifyKeyLedger.ts"

const issued = (identifier: string): KeyEvent => ({
  _tag: "KeyIssued",
  identifier,
  sha256: "0".repeat(64),
  organization: "Acme",
  use_case: "Tests",
  expected_volume: "low",
  environment: "staging",
  tier: "free",
  date: "2026-01-01T00:00:00Z"
})

const events: ReadonlyArray<KeyEvent> = [
  issued("nil_aaaaaaaa"),
  issued("nil_bbbbbbbb"),
  {
    _tag: "KeyChanged",
    identifier: "nil_aaaaaaaa",
    tier: "enterprise",
    date: "2026-01-02T00:00:00Z",
    actor: "Ada"
  },
  { _tag: "KeyRevoked", identifier: "nil_bbbbbbbb", reason: "Lost.", date: "2026-01-03T00:00:00Z" }
]

const keys = events.reduce(evolve, emptyKeyRegistry)

const key = (name: string) => ({ name, id: "0a0b0c0d" })

const note = { text: "", signatures: ["log", "other"].map((name) => ({ ...key(name), signature: new Uint8Array() })) }

const checkpoint = { origin: "log.example", size: 1, root: new Uint8Array(32), source: "", note }

const unsigned: KeyLedgerVerification = {
  content: { events: 4, unsigned: [], keys },
  checkpoint: undefined,
  verified: undefined,
  problems: []
}

const verified: KeyLedgerVerification = {
  ...unsigned,
  checkpoint,
  verified: { ...checkpoint, signers: [key("log")], cosigners: [{ ...key("witness"), timestamp: 7 }] }
}

const unsignedSince = (covered: number): KeyLedgerVerification => ({
  ...verified,
  content: { events: 4, unsigned: events.slice(covered), keys },
  problems: [{ _tag: "Unsigned", covered }]
})

const damaged: KeyLedgerVerification = {
  content: undefined,
  checkpoint: undefined,
  verified: undefined,
  problems: [{ _tag: "Damaged", cause: new ChainBroken({ line: 2, problem: { _tag: "WrongHash" } }) }]
}

const truncated = { _tag: "CheckpointAhead", size: 5, actual: 4 } as const

const render = (verification: KeyLedgerVerification): string => renderKeyLedger("keys.ndjson", verification)

const parse = (verification: KeyLedgerVerification): unknown => JSON.parse(keyLedgerJson("keys.ndjson", verification))

const repair = "Otherwise restore the ledger from a backup."

describe("the report about a key ledger", () => {
  it("says if the ledger is signed, and by whom", ({ expect }) => {
    expect(render(unsigned)).toBe(`Key ledger    keys.ndjson
Events        4
Keys          1 active, 1 revoked
No problems. The ledger is not signed.`)
    expect(render(verified)).toBe(`Key ledger    keys.ndjson
Events        4
Keys          1 active, 1 revoked
Checkpoint    log.example, 1 event, signed by log+0a0b0c0d, other+0a0b0c0d
Verified      log+0a0b0c0d
Witnesses     witness+0a0b0c0d
No problems.`)
  })

  it("lists the unsigned events with their numbers", ({ expect }) => {
    const lines = render(unsignedSince(1)).split("\n")
    expect(lines.slice(-4)).toEqual([
      `error[log/unsigned] Events 2 to 4 are not signed. If all of them are yours, run taxonomy keys sign --accept-unsigned. ${repair}`,
      "  event 2: nil_bbbbbbbb issued to Acme on 2026-01-01T00:00:00Z",
      "  event 3: nil_aaaaaaaa changed on 2026-01-02T00:00:00Z by Ada",
      "  event 4: nil_bbbbbbbb revoked on 2026-01-03T00:00:00Z"
    ])
    expect(render(unsignedSince(3))).toMatch(/\[log\/unsigned\] Event 4 is not signed\..*\n {2}event 4: [^\n]*$/)
  })

  it.for<[KeyLedgerVerification, string]>([
    [
      damaged,
      "error[ledger/broken-chain] Line 2 of the ledger is damaged: its hash does not match its content, so it was altered. Restore the ledger from a backup."
    ],
    [
      { ...unsigned, problems: [{ _tag: "Unsigned", covered: undefined }] },
      "error[log/unsigned] The ledger is not signed."
    ],
    [
      { ...unsigned, problems: [{ _tag: "Rejected", problem: truncated }] },
      "error[log/truncated] The checkpoint covers 5 events, but the ledger has only 4: it is an older copy, or its end was cut off."
    ],
    [
      { ...unsigned, problems: [{ _tag: "Rejected", problem: truncated, kept: "old.checkpoint" }] },
      "error[log/truncated] old.checkpoint: The checkpoint covers 5 events, but the ledger has only 4: it is an older copy, or its end was cut off."
    ]
  ])("ends with the problem: %#", ([verification, line], { expect }) => {
    expect(render(verification).split("\n").at(-1)).toBe(line)
    const [, rule, message] = /^error\[(.*?)\] (.*)$/.exec(line) ?? []
    expect(parse(verification)).toMatchObject({ ok: false, checkpoint: null, problems: [{ rule, message }] })
  })
})

describe("the same report as JSON", () => {
  it("contains the checkpoint with its signatures", ({ expect }) => {
    expect(parse(verified)).toEqual({
      ok: true,
      ledger: "keys.ndjson",
      events: 4,
      keys: { active: 1, revoked: 1 },
      checkpoint: {
        origin: "log.example",
        size: 1,
        root: `${"A".repeat(43)}=`,
        signatures: ["log+0a0b0c0d", "other+0a0b0c0d"],
        verified: ["log+0a0b0c0d"],
        cosigners: [{ key: "witness+0a0b0c0d", timestamp: 7 }]
      },
      unsigned: [],
      problems: []
    })
  })

  it("contains no counts of a damaged ledger, and the number of each unsigned event", ({ expect }) => {
    expect(parse(damaged)).toMatchObject({ ok: false, events: null, keys: null, checkpoint: null, unsigned: [] })
    expect(parse(unsignedSince(2))).toMatchObject({
      unsigned: [
        { event: 3, type: "KeyChanged", identifier: "nil_aaaaaaaa", date: "2026-01-02T00:00:00Z" },
        { event: 4, type: "KeyRevoked", identifier: "nil_bbbbbbbb", date: "2026-01-03T00:00:00Z" }
      ]
    })
  })
})
