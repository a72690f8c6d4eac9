import { describe, it } from "vitest"
import type { KeyEvent } from "../../../src/domain/keys/KeyEvent.ts"
import { emptyKeyRegistry, evolve } from "../../../src/domain/keys/KeyRegistry.ts"
import { countExpiries } from "../../../src/keys/ExpiryCounts.ts"

const issued = (letter: string, expires?: string): KeyEvent => ({
  _tag: "KeyIssued",
  identifier: `nil_${letter.repeat(8)}`,
  sha256: letter.repeat(64),
  organization: "Acme",
  use_case: "Tests",
  expected_volume: "low",
  environment: "staging",
  tier: "free",
  date: "2026-01-01T00:00:00Z",
  ...(expires === undefined ? {} : { expires })
})

const events: ReadonlyArray<KeyEvent> = [
  issued("a", "2026-03-01T00:00:00Z"),
  issued("b"),
  issued("c", "2026-02-01T00:00:00Z"),
  issued("d", "2026-02-01T00:00:00Z"),
  issued("e", "2026-02-15T00:00:00Z"),
  { _tag: "KeyRevoked", identifier: "nil_eeeeeeee", reason: "Lost.", date: "2026-01-02T00:00:00Z" }
]

const counts = countExpiries(events.reduce(evolve, emptyKeyRegistry))

const [february, march] = [Date.UTC(2026, 1, 1), Date.UTC(2026, 2, 1)]

const day = 86_400_000

describe("countExpiries", () => {
  it("counts the keys that are neither revoked nor expired at a time", ({ expect }) => {
    const times = [0, february - 1, february, march - 1, march, march + 100 * day]
    expect(times.map(counts.after)).toEqual([4, 4, 2, 2, 1, 1])
  })

  it("counts the keys that expire after a time and within another, its end included", ({ expect }) => {
    expect(counts.within(february - day, day)).toBe(2)
    expect(counts.within(february - day, day - 1)).toBe(0)
    expect(counts.within(february, 28 * day)).toBe(1)
    expect(counts.within(february - day, 29 * day)).toBe(3)
    expect(counts.within(march, 100 * day)).toBe(0)
  })

  it("counts nothing without keys", ({ expect }) => {
    const none = countExpiries(emptyKeyRegistry)
    expect([none.after(0), none.within(0, march)]).toEqual([0, 0])
  })
})
