import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { definitionSince, timelineEntries } from "../../../../src/cli/read/History.ts"
import { correctDefinitions } from "../../../../src/domain/change/Change.ts"
import { Timestamp } from "../../../../src/domain/ledger/Timestamp.ts"
import { emptyHistory, evolve, type ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { publish, publishedEvent } from "../../../support/arbitrary/releases.ts"
import { taxonomyOf } from "../../../support/domain/SmallTaxonomy.ts"

const defined = (definition?: string): Taxonomy =>
  taxonomyOf({
    dimensions: [
      {
        name: "loot",
        label: "Loot boxes",
        description: "Prizes.",
        shape: "multiple",
        required: false,
        values: [
          {
            code: "gacha",
            label: "Gacha",
            description: "At random.",
            ...(definition === undefined ? {} : { definition })
          }
        ]
      }
    ]
  })

const correction = { reason: "A comma", approved_by: "J. Doe" }

const append = (
  history: ReleaseHistory,
  [version, taxonomy, isCorrected = false]: readonly [string, Taxonomy, boolean?]
): ReleaseHistory => {
  const event = publishedEvent(history, publish(version, taxonomy))
  const corrections = new Map(isCorrected ? [["loot/gacha", correction]] : [])
  return evolve(history, { ...event, changes: correctDefinitions(event.changes, corrections) })
}

const historyOf = (...releases: ReadonlyArray<Parameters<typeof append>[1]>) => releases.reduce(append, emptyHistory)

const told = historyOf(
  ["1.0.0", taxonomyOf()],
  ["1.1.0", defined("A prize won at random, paid or not.")],
  ["1.1.1", defined("A prize won at random, whether paid or not."), true],
  ["2.0.0", defined("A prize won at random.")],
  ["3.0.0", taxonomyOf()]
)

describe("timelineEntries, folded", () => {
  const use = (codes: ReadonlyArray<string>, label = "") =>
    taxonomyOf({
      dimensions: [
        {
          name: "use",
          label: "Use",
          description: "A use.",
          shape: "multiple",
          required: false,
          values: codes.map((code) => ({ code, label: `${code}${label}`, description: "A use." }))
        }
      ]
    })
  const codes = ["a", "b", "c", "d", "e", "f", "g"]
  const history = historyOf(["1.0.0", use(["a"])], ["1.1.0", use(codes)], ["1.1.1", use(codes, " new")])

  it("tell the same changes of values in one line, and name the first ones", () => {
    assert.deepStrictEqual(
      timelineEntries(history, "use", { isFolded: true }).map(({ event }) => event),
      [
        "added",
        "6 values, b, c, d, e, f and 1 more: added (minor)",
        "7 values, a, b, c, d, e and 2 more: text changed (patch)"
      ]
    )
    assert.lengthOf(timelineEntries(history, "use"), 14)
    assert.deepStrictEqual(
      timelineEntries(history, "use/a", { isFolded: true }).map(({ event }) => event),
      ["added", "text changed (patch)"]
    )
  })
})

describe("timelineEntries with texts", () => {
  it("give the texts of a value before and after, also those that came and went with its dimension", () => {
    const texts = timelineEntries(told, "loot/gacha", { hasTexts: true }).map((entry) => [entry.version, entry.texts])
    assert.deepStrictEqual(texts, [
      [
        "1.1.0",
        [
          { name: "description", text: "At random." },
          { name: "definition", text: "A prize won at random, paid or not." }
        ]
      ],
      [
        "1.1.1",
        [
          {
            name: "definition",
            before: "A prize won at random, paid or not.",
            after: "A prize won at random, whether paid or not."
          }
        ]
      ],
      [
        "2.0.0",
        [
          {
            name: "definition",
            before: "A prize won at random, whether paid or not.",
            after: "A prize won at random."
          }
        ]
      ],
      [
        "3.0.0",
        [
          { name: "description", before: "At random.", after: "" },
          { name: "definition", before: "A prize won at random.", after: "" }
        ]
      ]
    ])
    assert.isTrue(timelineEntries(told, "loot/gacha").every((entry) => entry.texts === undefined))
  })
})

describe("definitionSince", () => {
  it("names the release of the definition, and the one whose definition it corrects or changes", () => {
    const corrected = historyOf(["1.1.0", defined("A prize.")], ["1.1.1", defined("One prize."), true])
    const changed = historyOf(["1.1.0", defined("A prize.")], ["2.0.0", defined("Two prizes.")])
    assert.strictEqual(definitionSince(corrected, "loot/gacha"), "Definition: since 1.1.1, corrected from 1.1.0")
    assert.strictEqual(definitionSince(changed, "loot/gacha"), "Definition: since 2.0.0, changed from 1.1.0")
  })

  it("goes by the releases that stand, and names a withdrawn one with another definition", () => {
    const withdrawn = evolve(historyOf(["1.0.0", defined("A prize.")], ["2.0.0", defined("Two prizes.")]), {
      _tag: "ReleaseWithdrawn",
      version: Schema.decodeSync(Version)("2.0.0"),
      date: Schema.decodeSync(Timestamp)("2027-01-01T00:00:00Z"),
      reason: "A mistake"
    })
    const expected = "Definition: since 1.0.0; 2.0.0, which was withdrawn, had another wording"
    assert.strictEqual(definitionSince(withdrawn, "loot/gacha"), expected)
    for (const next of ["1.1.0", "2.0.1"]) {
      assert.strictEqual(definitionSince(append(withdrawn, [next, defined("A prize.")]), "loot/gacha"), expected)
    }
  })

  it("names no other release for a first definition, and nothing without a definition", () => {
    const first = historyOf(["1.0.0", defined()], ["2.0.0", defined("A prize.")])
    assert.strictEqual(definitionSince(first, "loot/gacha"), "Definition: since 2.0.0")
    assert.strictEqual(
      definitionSince(historyOf(["1.0.0", defined("A prize.")]), "loot/gacha"),
      "Definition: since 1.0.0"
    )
    assert.isUndefined(definitionSince(historyOf(["1.0.0", defined()]), "loot/gacha"))
    assert.isUndefined(definitionSince(first, "loot"))
    assert.isUndefined(definitionSince(historyOf(["1.0.0", defined("A prize.")], ["2.0.0", defined()]), "loot/gacha"))
  })
})
