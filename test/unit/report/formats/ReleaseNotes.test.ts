import { assert, describe, it } from "@effect/vitest"
import { canonicalJson } from "../../../../src/domain/ledger/CanonicalJson.ts"
import { emptyHistory, evolve, type ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import { normalize } from "../../../../src/domain/taxonomy/Normalize.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy, Value } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { renderReleaseNotes } from "../../../../src/report/formats/ReleaseNotes.ts"
import { publish, publishedEvent } from "../../../support/arbitrary/releases.ts"
import { histories } from "../../../support/domain/RandomHistories.ts"

const value = (code: string, more: Partial<Value> = {}): Value => ({
  code,
  label: code.toUpperCase(),
  description: `The ${code}.`,
  ...more
})

const dimension = (name: string, values: ReadonlyArray<Value>) =>
  ({ name, label: name, description: `The ${name}.`, shape: "multiple", required: false, values }) as const

const taxonomyOf = (more: Partial<Taxonomy>): Taxonomy =>
  normalize({
    namespace: "test",
    title: "Test",
    description: "A test.",
    dimensions: [],
    licenses: [],
    rules: [],
    ...more
  })

const before = taxonomyOf({
  dimensions: [
    dimension("use", [
      value("a", { definition: "A prize won at random, whether paid or not." }),
      value("b", { definition: "Of no use." }),
      value("c", { deprecated: { replaced_by: ["a"], reason: "Unused" } })
    ])
  ],
  licenses: [{ code: "L-1", name: "One", description: "The first.", config: { use: ["b"] } }],
  rules: [{ id: "r", description: "Not both.", forbid: { use: { contains_all: ["a", "b"] } } }]
})

const after = taxonomyOf({
  title: "Tests",
  dimensions: [
    dimension("loot", [value("paid", { definition: "Bought with money." })]),
    dimension("use", [
      value("a", { definition: "A prize won at random.", translations: { fr: { label: "Un" } } }),
      value("c", { deprecated: { replaced_by: ["a"], reason: "Unused" } })
    ])
  ],
  licenses: [{ code: "L-2", name: "Two", description: "The second.", config: { use: ["a"] } }],
  rules: [{ id: "s", description: "Not paid.", forbid: { loot: { contains: "paid" } } }]
})

const append = (history: ReleaseHistory, version: string, taxonomy: Taxonomy): ReleaseHistory => {
  const command = { ...publish(version, taxonomy), published_at: "2026-11-25T19:50:36Z", format: 3 } as const
  return evolve(history, publishedEvent(history, command))
}

describe("renderReleaseNotes", () => {
  it("gives what becomes or ceases to be binding first and in full, then texts, translations and what comes due", () => {
    const history = append(append(emptyHistory, "1.0.0", before), "2.0.0", after)
    const release = history.releases.get(Version.make("2.0.0"))
    assert.strictEqual(
      release && renderReleaseNotes(release),
      `# Tests 2.0.0

Published on 25 November 2026, follows 1.0.0.

## Changes

**Value removed** (major: terms that use it become invalid)

- B (\`use/b\`)
  - *description:* ~~The b.~~
  - *definition:* ~~Of no use.~~

**Base license removed** (major: contracts based on it lose it)

- One (\`L-1\`)
  - *description:* ~~The first.~~
  - *use:* ~~B (b).~~

**Definition changed** (major: existing contracts would mean something else)

- A (\`use/a\`)
  - *definition:* A prize won at random<!-- -->~~, whether paid or not~~.

**Conflict rule added** (minor: it concerns a dimension that is new)

- \`rules/s\`
  - *description:* Not paid.
  - *forbids:* loot contains PAID (paid)

**Dimension added** (minor: existing terms stay valid)

- \`loot\`
  - *description:* The loot.
  - *shape:* multiple (a list of values)
  - *value PAID (paid):* The paid.
  - *definition of paid:* Bought with money.

**Base license added** (minor: existing licenses stay as they are)

- Two (\`L-2\`)
  - *description:* The second.
  - *use:* A (a).

**Conflict rule removed** (minor: more terms are valid)

- \`rules/r\`
  - *description:* ~~Not both.~~
  - *forbids:* ~~use contains A (a) and B (b)~~

**Text of the taxonomy changed** (patch: the meaning stays)

- *title:* ~~Test~~ **Tests**

<details><summary>1 other change</summary>

**Translation of a value added** (patch: translations are not normative)

- A (\`use/a\`)
  - *fr, label:* **Un**

</details>

## Coming due

- C (use/c) can be removed in 3.0.0 at the earliest, after 2.1.0, and not before 2027-05-25; use A (use/a); reason: Unused
`
    )
  })

  it.prop(
    "is the same of a release and of its record in a ledger",
    [histories],
    ([{ history }]) => {
      for (const release of history.releases.values()) {
        const recorded = { ...release, changes: JSON.parse(canonicalJson(release.changes)) }
        assert.strictEqual(renderReleaseNotes(release), renderReleaseNotes(recorded))
      }
    },
    { arbitrary: { runs: 20 } }
  )
})
