import { assert, describe, it } from "@effect/vitest"
import type { Change } from "../../../../src/domain/change/Change.ts"
import { emptyHistory, evolve } from "../../../../src/domain/release/ReleaseHistory.ts"
import { formatItem } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"

const value = (code: string) => ({ code, label: code, description: code })

const dimension = (...codes: ReadonlyArray<string>) =>
  ({
    name: "m",
    label: "M",
    description: "M",
    shape: "multiple",
    required: false,
    values: codes.map(value)
  }) as const

const release = (version: string, base: string | null, ...changes: ReadonlyArray<Change>) => ({
  _tag: "ReleasePublished" as const,
  version: Version.make(version),
  base: base === null ? null : Version.make(base),
  published_at: "2026-01-01T00:00:00Z",
  source_commit: "0",
  changes,
  waivers: [],
  format: 1,
  manifest: `sha256:${"0".repeat(64)}`
})

describe("a removed dimension", () => {
  const removed = [
    release("1.0.0", null, { kind: "dimension-added", bump: "minor", dimension: "m", after: dimension("A", "B") }),
    release("2.0.0", "1.0.0", { kind: "dimension-removed", bump: "major", dimension: "m" })
  ].reduce(evolve, emptyHistory)

  it("leaves its values behind as codes that are gone", () => {
    assert.deepStrictEqual(
      [...removed.tombstones.values()].map(({ item }) => formatItem(item)),
      ["m", "m/A", "m/B"]
    )
  })

  it("takes back, when a waiver brings it back, only what it brings", () => {
    const added = { kind: "dimension-added", bump: "minor", dimension: "m", after: dimension("B", "X") } as const
    const { tombstones } = evolve(removed, release("2.1.0", "2.0.0", added))
    assert.deepStrictEqual(
      [...tombstones.values()].map(({ item }) => formatItem(item)),
      ["m/A"]
    )
  })
})
