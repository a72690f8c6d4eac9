import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { describe, it } from "vitest"
import { diff } from "../../../../src/domain/change/Diff.ts"
import { canonicalJson } from "../../../../src/domain/ledger/CanonicalJson.ts"
import { releaseOf } from "../../../../src/domain/release/commands/PlannedRelease.ts"
import type { Decision } from "../../../../src/domain/release/commands/PublishRelease.ts"
import { baseOf } from "../../../../src/domain/release/commands/VersionPlan.ts"
import { Change1 } from "../../../../src/domain/release/events/Change1.ts"
import type { ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import type { Deprecation } from "../../../../src/domain/taxonomy/Deprecation.ts"
import { empty } from "../../../../src/domain/taxonomy/EmptyTaxonomy.ts"
import { normalize } from "../../../../src/domain/taxonomy/Normalize.ts"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { Version } from "../../../../src/domain/taxonomy/Version.ts"
import { readLedger } from "../../../../src/release/ledger/Ledger.ts"
import { publish } from "../../../../src/release/Publish.ts"
import { verify } from "../../../../src/release/Verify.ts"

// Releases with every kind of change, rendered once. The bytes of format 1 never change: if this test fails, the
// renderer is wrong, not these files.
const releases = fileURLToPath(new URL("published/releases", import.meta.url))

const gone: Deprecation = { replaced_by: [], reason: "Nobody *uses* it <any> more & never did." }

const value = (code: string, more: object = {}) => ({
  code,
  label: `Label of ${code}`,
  description: `What ${code} means, in Zürich | Tokyo (東京).`,
  ...more
})

const first: Taxonomy = {
  namespace: "kept",
  title: "Kept for good",
  description: "Made once.",
  dimensions: [
    {
      name: "use",
      label: "Use",
      description: "What for.",
      definition: "The purpose.",
      shape: "multiple",
      required: true,
      values: [value("A"), value("B", { definition: "Both." }), value("30"), value("4")]
    },
    {
      name: "scope",
      label: "Scope",
      description: "How far.",
      shape: "single",
      required: false,
      values: [value("X"), value("Y")]
    },
    {
      name: "flags",
      label: "Flags",
      description: "Which.",
      shape: "flags",
      required: false,
      values: [value("on"), value("off")]
    },
    {
      name: "where",
      label: "Where",
      description: "Where.",
      shape: "territory",
      required: false,
      values: [value("US"), value("NO")]
    }
  ],
  licenses: [
    {
      code: "L-1",
      name: "One",
      description: "The first.",
      config: { use: ["A"], where: { global: false, countries: ["NO"] } }
    },
    { code: "L-2", name: "Two", description: "The second.", config: { use: ["B"], flags: { on: true } } },
    { code: "L-3", name: "Three", description: "The third.", config: { use: [] } }
  ],
  rules: [
    { id: "never", description: "Never.", forbid: { use: { contains_all: ["A", "B"] }, scope: { equals: "X" } } },
    { id: "nowhere", description: "Nowhere.", forbid: { where: { global: false, countries: { empty: true } } } }
  ]
}

type Dimension = Taxonomy["dimensions"][number]

const inDimension = (taxonomy: Taxonomy, name: string, edit: (dimension: Dimension) => Dimension): Taxonomy => ({
  ...taxonomy,
  dimensions: taxonomy.dimensions.map((dimension) => (dimension.name === name ? edit(dimension) : dimension))
})

const inLicense = (taxonomy: Taxonomy, code: string, edit: object): Taxonomy => ({
  ...taxonomy,
  licenses: taxonomy.licenses.map((license) => (license.code === code ? { ...license, ...edit } : license))
})

const editValue = (code: string, edit: object) => (dimension: Dimension) => ({
  ...dimension,
  values: dimension.values.map((old) => (old.code === code ? { ...old, ...edit } : old))
})

const deprecateAll = (taxonomy: Taxonomy, deprecated: Deprecation): Taxonomy =>
  inLicense(
    inDimension(inDimension(taxonomy, "use", editValue("B", { deprecated })), "scope", (dimension) => ({
      ...dimension,
      deprecated
    })),
    "L-2",
    { deprecated }
  )

const withoutDeprecations = (taxonomy: Taxonomy): Taxonomy => ({
  ...taxonomy,
  dimensions: taxonomy.dimensions.map((dimension) => ({
    ...Struct.omit(dimension, ["deprecated"]),
    values: dimension.values.map((value) => Struct.omit(value, ["deprecated"]))
  })),
  licenses: taxonomy.licenses.map((license) => Struct.omit(license, ["deprecated"]))
})

const reworded = (taxonomy: Taxonomy): Taxonomy => ({
  ...inLicense(
    inDimension(inDimension(taxonomy, "use", editValue("A", { label: "Aye" })), "use", (dimension) => ({
      ...dimension,
      label: "Usage",
      values: dimension.values.toReversed()
    })),
    "L-1",
    { name: "One, reworded" }
  ),
  title: "Kept for ever",
  rules: taxonomy.rules.map((rule) => ({ ...rule, description: `${rule.description} Ever.` }))
})

const grown = (taxonomy: Taxonomy): Taxonomy => ({
  ...inDimension(taxonomy, "use", ({ values, ...dimension }) => ({
    ...dimension,
    values: values.toSpliced(1, 0, value("C"))
  })),
  dimensions: [
    ...inDimension(taxonomy, "use", ({ values, ...dimension }) => ({
      ...dimension,
      values: values.toSpliced(1, 0, value("C"))
    })).dimensions,
    { name: "added", label: "Added", description: "Later.", shape: "single", required: false, values: [value("Z")] }
  ],
  licenses: [...taxonomy.licenses, { code: "L-4", name: "Four", description: "Added.", config: { use: ["A"] } }]
})

const broken = (taxonomy: Taxonomy): Taxonomy => ({
  ...inLicense(
    inDimension(taxonomy, "flags", (dimension) => ({
      ...dimension,
      shape: "multiple",
      required: true,
      definition: "Now defined."
    })),
    "L-1",
    { config: { use: ["A", "4"], flags: ["on"] } }
  ),
  namespace: "kept-2",
  dimensions: inDimension(
    inDimension(taxonomy, "flags", (dimension) => ({
      ...dimension,
      shape: "multiple",
      required: true,
      definition: "Now defined."
    })),
    "use",
    editValue("A", { definition: "Meant otherwise." })
  )
    .dimensions.filter(({ name }) => name !== "scope")
    .map((dimension) => ({ ...dimension, values: dimension.values.filter(({ code }) => code !== "B") })),
  licenses: inLicense(taxonomy, "L-1", { config: { use: ["A", "4"], flags: ["on"] } }).licenses.filter(
    ({ code }) => code === "L-1"
  ),
  rules: [
    { id: "never", description: "Never.", forbid: { use: { empty: true } } },
    { id: "no-flags", description: "None.", forbid: { flags: { contains: "off" } } }
  ]
})

const steps: ReadonlyArray<readonly [version: string, date: string, taxonomy: Taxonomy]> = [
  ["1.0.0", "2026-01-31T10:00:00Z", first],
  ["1.0.1", "2026-02-01T10:00:00Z", reworded(first)],
  ["1.1.0", "2026-08-31T10:00:00Z", deprecateAll(grown(reworded(first)), { replaced_by: ["C"] })],
  ["1.1.1", "2026-09-01T10:00:00Z", deprecateAll(grown(reworded(first)), gone)],
  ["1.2.0", "2026-10-01T10:00:00Z", withoutDeprecations(grown(reworded(first)))],
  ["2.0.0", "2027-03-01T10:00:00Z", broken(grown(reworded(first)))],
  ["1.3.0", "2027-03-02T10:00:00Z", deprecateAll(grown(first), gone)]
]

/** Accepts every release: this test is about bytes, not about checks. */
const allow =
  (version: Version, published_at: string, taxonomy: Taxonomy) =>
  (history: ReleaseHistory): Decision => {
    const base = baseOf(history, version)
    const changes = diff(base?.taxonomy ?? empty, normalize(taxonomy))
    const waivers = [
      { rule: "code/reused", subject: "use/B", version, reason: "It *had* to be.", approved_by: "A | B" }
    ]
    const planned = {
      version,
      base: base?.version ?? null,
      published_at,
      source_commit: "0".repeat(40),
      changes,
      waivers,
      format: 1
    }
    const release = releaseOf(history, planned)
    const nothing = {
      declaredBump: undefined,
      requiredBump: undefined,
      comingDue: [],
      findings: [],
      waivers: [],
      notChecked: []
    }
    return {
      version,
      taxonomy,
      published_at,
      base,
      suggestedVersion: version,
      changes,
      ...nothing,
      outcome: { _tag: "Publish", release }
    }
  }

const run = <A, E>(effect: Effect.Effect<A, E, NodeServices.NodeServices>) =>
  Effect.runPromise(effect.pipe(Effect.provide(NodeServices.layer)))

describe("format 1", () => {
  it("renders the same bytes as ever, for every kind of change", async ({ expect }) => {
    if (!existsSync(releases)) {
      for (const [version, date, taxonomy] of steps) {
        await run(publish(releases, allow(Version.make(version), date, taxonomy)))
      }
    }
    const { findings } = await run(verify(releases))
    expect(findings).toEqual([])
    const { history } = await run(readLedger(releases))
    const kinds = new Set([...history.releases.values()].flatMap(({ changes }) => changes.map(({ kind }) => kind)))
    const known = Change1.members.map((member) => member.fields.kind.literal)
    expect(known.filter((kind) => !kinds.has(kind))).toEqual([])
    expect(canonicalJson([...history.releases.keys()])).toBe(canonicalJson(steps.map(([version]) => version)))
  })
})
