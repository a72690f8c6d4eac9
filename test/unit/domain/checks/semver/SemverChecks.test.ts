import { assert, describe, it } from "@effect/vitest"
import type { ChangeKind } from "../../../../../src/domain/change/Change.ts"
import { changeKinds } from "../../../../../src/domain/change/ChangeSchema.ts"
import type { Bump } from "../../../../../src/domain/taxonomy/Scalars.ts"
import { found, foundInAll, given, helpFor, published, release } from "../../../../support/domain/ReleaseScenario.ts"
import { rendered } from "../../../../support/domain/RenderedFinding.ts"
import {
  add,
  deprecate,
  edit,
  forbid,
  identify,
  grow,
  remove,
  retitle,
  translateTitle,
  undeprecate,
  type Edit
} from "../../../../support/domain/TaxonomyEdits.ts"

const coffee = "exclusive_categories/COFFEE"
const both = { use_type: { contains_all: ["editorial", "educational"] } } as const
const valuesReversed: Edit = (taxonomy) => ({
  ...taxonomy,
  dimensions: taxonomy.dimensions.map((dimension) => ({ ...dimension, values: dimension.values.toReversed() }))
})
const everyLicenseNamed: Edit = (taxonomy) => ({
  ...edit("attribution", { required: true })(taxonomy),
  licenses: taxonomy.licenses.map((license) => ({ ...license, config: { ...license.config, attribution: [] } }))
})
const noRules: Edit = (taxonomy) => ({ ...taxonomy, rules: [] })
const inFrench = { translations: { fr: { description: "En français." } } }
const same: Edit = (taxonomy) => taxonomy
const inOrder =
  (...edits: ReadonlyArray<Edit>): Edit =>
  (taxonomy) =>
    edits.reduce((edited, next) => next(edited), taxonomy)
/** Two scopes, and an exclusivity that has nothing to reserve yet. */
const exclusive = inOrder(
  edit("use_type", { role: "scope" }),
  edit("exclusive_categories", { role: "scope" }),
  edit("attribution", { role: "exclusivity" }),
  edit("attribution/byline", { role: ["description"] })
)
/** The same, and it reserves uses, one of which it has a value for. */
const credited = inOrder(
  exclusive,
  add("use_type/credit"),
  add("attribution/credit"),
  edit("attribution", { reserves: "use_type" })
)
const demand =
  (use: string, byline: string): Edit =>
  (taxonomy) => ({
    ...taxonomy,
    dimensions: add("attribution/credit")(taxonomy).dimensions,
    rules: [
      {
        id: "byline",
        description: "Name the author.",
        when: { use_type: { contains: use } },
        require: { attribution: { contains: byline } }
      }
    ]
  })
const reason = (text: string) => ({ deprecated: { replaced_by: [], reason: text } })

type Row = readonly [ChangeKind, Bump, after: Edit, before?: Edit]

/** A field of an item with semantics: new, other and gone. */
const added = (
  subject: string,
  kind: ChangeKind,
  one: Parameters<typeof edit>[1],
  other: typeof one,
  ground: Edit = same
): ReadonlyArray<Row> => [
  [kind, "minor", edit(subject, one), ground],
  [kind, "major", edit(subject, other), (taxonomy) => edit(subject, one)(ground(taxonomy))],
  // A field that is undefined is a missing one.
  [
    kind,
    "major",
    edit(subject, Object.fromEntries(Object.keys(one).map((name) => [name, undefined]))),
    (taxonomy) => edit(subject, one)(ground(taxonomy))
  ]
]

/** The edits of a release, those of the release before, and the bump that they require (service spec, 9.1 and 9.4). */
const edits: ReadonlyArray<Row> = [
  ["namespace-changed", "major", (taxonomy) => ({ ...taxonomy, namespace: "other" })],
  ["iri-changed", "minor", identify("https://vocabulary.example/nil/")],
  ["iri-changed", "major", identify("https://vocabulary.example/nil#"), identify("https://vocabulary.example/nil/")],
  ["iri-changed", "major", identify(undefined), identify("https://vocabulary.example/nil/")],
  ["title-changed", "patch", retitle("Licensing, reworded")],
  ["groups-changed", "patch", (taxonomy) => ({ ...taxonomy, groups: [{ label: "Use", dimensions: ["use_type"] }] })],
  ["taxonomy-translations-changed", "patch", translateTitle("Licences")],
  ["dimension-added", "minor", add("tone")],
  ["dimension-removed", "major", remove("attribution")],
  ["dimension-shape-changed", "major", edit("attribution", { shape: "single" })],
  ["dimension-requirement-changed", "major", edit("attribution", { required: true })],
  ["dimension-requirement-changed", "major", edit("attribution", { required: false }), everyLicenseNamed],
  ["dimension-definition-changed", "minor", edit("attribution", { definition: "Who is named." })],
  [
    "dimension-definition-changed",
    "major",
    edit("attribution", { definition: "Who is named." }),
    edit("attribution", { definition: "Who." })
  ],
  ["dimension-text-changed", "patch", edit("attribution", { label: "The attributions" })],
  ...added("attribution", "dimension-role-changed", { role: "duty" }, { role: "scope" }),
  ...added("attribution", "dimension-unset-changed", { unset: "nothing" }, { unset: "everything" }),
  ...added(
    "attribution",
    "dimension-reserves-changed",
    { reserves: "use_type" },
    { reserves: "exclusive_categories" },
    exclusive
  ),
  ...added(
    "attribution",
    "dimension-within-changed",
    { within: ["use_type"] },
    { within: ["exclusive_categories"] },
    (taxonomy) => edit("attribution", { reserves: "use_type" })(exclusive(taxonomy))
  ),
  ["dimension-source-changed", "minor", edit("attribution", { values_of: "use_type" })],
  ["dimension-refined-changed", "major", edit("attribution", { refines: "use_type" })],
  ["dimension-translations-changed", "patch", edit("attribution", inFrench)],
  ["dimension-deprecated", "minor", deprecate("attribution")],
  ["dimension-undeprecated", "minor", undeprecate("attribution"), deprecate("attribution")],
  ["dimension-deprecation-changed", "patch", edit("attribution", reason("Other.")), deprecate("attribution")],
  ["value-added", "minor", add("use_type/satire")],
  ["value-removed", "major", remove(coffee)],
  ["value-definition-changed", "minor", edit(coffee, { definition: "Served hot." })],
  ["value-definition-changed", "major", edit(coffee, { definition: "Cold." }), edit(coffee, { definition: "Hot." })],
  ["value-text-changed", "patch", edit(coffee, { description: "What COFFEE is." })],
  ["value-translations-changed", "patch", edit(coffee, inFrench)],
  [
    "value-translations-changed",
    "patch",
    edit(coffee, { translations: { fr: { label: "Café" } } }),
    edit(coffee, inFrench)
  ],
  ...added(coffee, "value-role-changed", { role: ["duty"] }, { role: ["limit"] }),
  ["value-reserves-changed", "minor", edit("attribution/credit", { reserves: "everything" }), credited],
  [
    "value-reserves-changed",
    "major",
    edit("attribution/credit", { reserves: "attribution" }),
    inOrder(credited, edit("attribution/credit", { reserves: "everything" }))
  ],
  ...added(coffee, "value-broader-changed", { broader: ["QSR"] }, { broader: ["QSR_FAST_FOOD"] }),
  ...added(coffee, "value-includes-changed", { includes: ["QSR"] }, { includes: ["QSR_FAST_FOOD"] }),
  ["value-unbound-changed", "minor", edit(coffee, { unbound_by: ["attribution"] }), exclusive],
  [
    "value-unbound-changed",
    "major",
    edit(coffee, { unbound_by: ["exclusive_categories"] }),
    inOrder(exclusive, edit(coffee, { unbound_by: ["attribution"] }))
  ],
  [
    "value-broader-changed",
    "minor",
    edit(coffee, { broader: ["QSR", "QSR_FAST_FOOD"] }),
    edit(coffee, { broader: ["QSR"] })
  ],
  // Another order says nothing else.
  [
    "value-broader-changed",
    "patch",
    edit(coffee, { broader: ["QSR_FAST_FOOD", "QSR"] }),
    edit(coffee, { broader: ["QSR", "QSR_FAST_FOOD"] })
  ],
  // A kind that is put in between leaves every kind above it.
  ...(["broader", "includes"] as const).map(
    (key) =>
      [
        `value-${key}-changed`,
        "minor",
        edit(coffee, { [key]: ["QSR_FAST_FOOD"] }),
        inOrder(edit("exclusive_categories/QSR_FAST_FOOD", { [key]: ["QSR"] }), edit(coffee, { [key]: ["QSR"] }))
      ] as const
  ),
  ["value-text-changed", "patch", edit(coffee, { alt_labels: ["Café"] })],
  ["value-text-changed", "patch", edit(coffee, { citations: [] }), edit(coffee, { citations: [{ title: "16 CFR" }] })],
  ["value-deprecated", "minor", deprecate(coffee, "QSR")],
  ["value-undeprecated", "minor", undeprecate(coffee), deprecate(coffee)],
  ["value-deprecation-changed", "patch", deprecate(coffee, "QSR"), deprecate(coffee)],
  [
    "value-deprecation-changed",
    "patch",
    edit(coffee, { deprecated: { replaced_by: [], reason: "Nobody uses it.", consider: ["QSR"] } }),
    deprecate(coffee)
  ],
  ["values-reordered", "patch", valuesReversed],
  ["license-added", "minor", add("COURSE")],
  ["license-removed", "major", remove("CLASS")],
  ["license-config-changed", "major", edit("CLASS", { config: { use_type: ["educational"] } })],
  ["license-text-changed", "patch", edit("CLASS", { name: "The CLASSES" })],
  ["license-translations-changed", "patch", edit("CLASS", inFrench)],
  ["license-deprecated", "minor", deprecate("CLASS", "NEWS")],
  ["license-undeprecated", "minor", undeprecate("CLASS"), deprecate("CLASS")],
  ["license-deprecation-changed", "patch", deprecate("CLASS", "NEWS"), deprecate("CLASS")],
  ["rule-added", "major", forbid("never-both", both)],
  ["rule-removed", "minor", noRules, forbid("never-both", both)],
  [
    "rule-condition-changed",
    "major",
    changeRule({ forbid: { use_type: { empty: true } } }),
    forbid("never-both", both)
  ],
  ["rule-added", "minor", (taxonomy) => changeRule({ advice: true })(forbid("never-both", both)(taxonomy))],
  ["rule-advice-changed", "minor", changeRule({ advice: true }), forbid("never-both", both)],
  [
    "rule-advice-changed",
    "major",
    changeRule({ advice: false }),
    (taxonomy) => changeRule({ advice: true })(forbid("never-both", both)(taxonomy))
  ],
  ["rule-case-changed", "major", demand("editorial", "byline"), demand("educational", "byline")],
  ["rule-demand-changed", "major", demand("educational", "byline"), demand("educational", "credit")],
  ["rule-label-changed", "patch", changeRule({ label: "Not both" }), forbid("never-both", both)],
  ["rule-text-changed", "patch", changeRule({ description: "Never both." }), forbid("never-both", both)],
  ["rule-translations-changed", "patch", changeRule(inFrench), forbid("never-both", both)]
]

const versions = { patch: "1.0.1", minor: "1.1.0", major: "2.0.0" } as const
const smaller = { patch: [], minor: ["1.0.1"], major: ["1.0.1", "1.1.0"] } as const
const larger = { patch: ["1.1.0", "2.0.0"], minor: ["2.0.0"], major: [] } as const
const semver = (rules: ReadonlyArray<string>) =>
  rules.filter((rule) => rule.startsWith("semver/") && !rule.startsWith("semver/first-definition"))

describe("the version that a change requires", () => {
  it.for(edits)("%s: %s", ([kind, bump, after, before = same]) => {
    const scenario = given(release("1.0.0", "2026-01-10", before))
    const at = (version: string) => scenario.when(version, "2026-02-10", after)
    const enough = at(versions[bump])
    assert.include(
      enough.changes.map((change) => change.kind),
      kind
    )
    assert.strictEqual(enough.requiredBump, bump)
    assert.deepStrictEqual(semver(found(enough)), [])
    for (const version of smaller[bump]) {
      // The version is not checked as long as licenses lack a required dimension.
      if (at(version).notChecked.includes("version")) continue
      assert.deepStrictEqual(semver(foundInAll(at(version))), ["semver/bump-too-small"], version)
      // A removal is too early in any version.
      const advised =
        kind.endsWith("-removed") && kind !== "rule-removed" ? "no version can remove them yet" : versions[bump]
      assert.include(helpFor(at(version), "semver/bump-too-small"), advised)
    }
    for (const version of larger[bump]) {
      assert.deepStrictEqual(semver(found(at(version))), ["semver/bump-larger-than-needed"], version)
    }
  })

  it("is tested for changes of every kind", () => {
    const kinds = changeKinds.filter((kind) => !kind.endsWith("-corrected"))
    assert.sameMembers([...new Set(edits.map(([kind]) => kind))], kinds)
  })

  it("is that of the largest change", () => {
    const scenario = given(release("1.0.0", "2026-01-10"))
    const decision = scenario.when("1.1.0", "2026-02-10", retitle("Reworded"), grow("a"), add("tone"))
    assert.deepStrictEqual(found(decision), [])
    assert.strictEqual(decision.requiredBump, "minor")
  })

  it("is a major one for a required dimension", () => {
    const scenario = given(release("1.0.0", "2026-01-10"))
    const sets: Edit = (taxonomy) => ({
      ...taxonomy,
      licenses: taxonomy.licenses.map((license) => ({ ...license, config: { ...license.config, tone: ["calm"] } }))
    })
    const calm = { values: [{ code: "calm", label: "Calm", description: "Not loud." }] }
    assert.deepStrictEqual(
      found(scenario.when("1.1.0", "2026-02-10", add("tone", { ...calm, required: true }), sets)),
      ["semver/bump-too-small"]
    )
    assert.deepStrictEqual(found(scenario.when("1.1.0", "2026-02-10", add("tone", calm), sets)), [])
  })
})

const scenario = given(release("1.0.0", "2026-01-10"), release("1.1.0", "2026-02-10", grow("a")))

describe("semver/version-taken", () => {
  it("refuses a published version with different content", () => {
    assert.deepStrictEqual(found(scenario.when("1.1.0", "2026-03-10", grow("a"), retitle("Reworded"))), [
      "semver/version-taken"
    ])
    const onlyFirst = given(release("1.0.0", "2026-01-10"))
    assert.deepStrictEqual(found(onlyFirst.when("1.0.0", "2026-03-10", retitle("Reworded"))), ["semver/version-taken"])
  })

  it("suggests the version that the changes require", () => {
    const patched = given(release("1.0.0", "2026-01-10"), release("1.0.1", "2026-02-10", retitle("Reworded")))
    assert.include(helpFor(patched.when("1.0.0", "2026-03-10", grow("a")), "semver/version-taken"), "Declare 1.1.0")
  })

  it("accepts a published version with the same content as already released", () => {
    const decision = scenario.when("1.1.0", "2026-03-10", grow("a"))
    assert.strictEqual(decision.outcome._tag, "AlreadyReleased")
    assert.deepStrictEqual(found(decision), [])
    assert.deepStrictEqual(found(scenario.when("1.0.0", "2026-03-10")), [])
  })
})

describe("semver/not-a-successor", () => {
  const onlyFirst = given(release("1.0.0", "2026-01-10"))

  it("refuses versions that skip one, and those below all others", () => {
    for (const version of ["1.0.2", "1.2.0", "3.0.0", "1.1.1", "2.0.1", "0.9.0"]) {
      assert.deepStrictEqual(
        found(onlyFirst.when(version, "2026-03-10", grow("a"))),
        ["semver/not-a-successor"],
        version
      )
    }
    for (const version of ["1.1.2", "1.2.1", "1.3.0", "3.0.0", "2.1.0", "0.9.0"]) {
      assert.include(
        found(scenario.when(version, "2026-03-10", retitle("Reworded"))),
        "semver/not-a-successor",
        version
      )
    }
  })

  it("accepts the three successors, and any version for the first release", () => {
    assert.deepStrictEqual(found(onlyFirst.when("1.0.1", "2026-03-10", retitle("Reworded"))), [])
    assert.deepStrictEqual(found(onlyFirst.when("1.1.0", "2026-03-10", grow("a"))), [])
    assert.notInclude(found(onlyFirst.when("2.0.0", "2026-03-10", remove("CLASS"))), "semver/not-a-successor")
    for (const version of ["0.0.0", "0.1.0", "1.0.0", "3.7.1", "7.3.1"]) {
      assert.strictEqual(published(given().when(version, "2026-03-10")).version, version)
    }
  })

  it("compares with the highest version below, so that an older line continues beside a newer one", () => {
    const lines = given(
      release("1.0.0", "2026-01-10"),
      release("1.1.0", "2026-02-10", grow("a")),
      release("2.0.0", "2026-02-11", edit("use_type", { definition: "Its use." }))
    )
    const decision = lines.when("1.1.1", "2026-03-10", retitle("Reworded"))
    assert.strictEqual(decision.base?.version, "1.1.0")
    assert.notInclude(found(decision), "semver/not-a-successor")
  })
})

describe("semver/bump-too-small", () => {
  it("refuses a smaller bump than a change requires", () => {
    assert.deepStrictEqual(found(scenario.when("1.1.1", "2026-03-10", grow("b"))), ["semver/bump-too-small"])
    for (const version of ["1.1.1", "1.2.0"]) {
      assert.include(foundInAll(scenario.when(version, "2026-03-10", remove("CLASS"))), "semver/bump-too-small")
    }
  })

  it("names the changes that require more, and suggests the version that is enough", () => {
    const decision = scenario.when("1.1.1", "2026-03-10", grow("b"), retitle("Reworded"))
    const [finding] = decision.findings.map(rendered)
    assert.include(finding?.message, "but the new value use_type/b requires a minor release")
    assert.include(finding?.help, "1.2.0")
  })

  it("accepts the bump that the changes require", () => {
    assert.deepStrictEqual(found(scenario.when("1.2.0", "2026-03-10", grow("b"))), [])
    assert.notInclude(found(scenario.when("2.0.0", "2026-03-10", remove("CLASS"))), "semver/bump-too-small")
  })
})

describe("semver/bump-larger-than-needed", () => {
  it("warns of a larger bump, and lets the release pass", () => {
    const decision = scenario.when("2.0.0", "2026-03-10", retitle("Reworded"))
    assert.deepStrictEqual(found(decision), ["semver/bump-larger-than-needed"])
    assert.strictEqual(decision.outcome._tag, "Publish")
  })

  it("accepts the bump that the changes require", () => {
    assert.deepStrictEqual(found(scenario.when("1.1.1", "2026-03-10", retitle("Reworded"))), [])
  })
})

describe("semver/nothing-to-release", () => {
  it("refuses any new version without changes", () => {
    for (const version of ["1.1.1", "1.2.0", "2.0.0", "7.0.0"]) {
      assert.deepStrictEqual(found(scenario.when(version, "2026-03-10")), ["semver/nothing-to-release"], version)
    }
  })

  it("accepts the smallest of changes", () => {
    assert.deepStrictEqual(found(scenario.when("1.1.1", "2026-03-10", edit("use_type", { label: "Type of use" }))), [])
  })
})

describe("the advice about the version", () => {
  it("suggests none in which a removal would be refused", () => {
    const removal = remove("exclusive_categories/COFFEE")
    const restore = "Restore the removed items: no version can remove them yet."
    const cases = [
      ["1.1.0", "semver/version-taken", grow("a")],
      ["1.1.1", "semver/bump-too-small", same],
      ["3.0.0", "semver/not-a-successor", same]
    ] as const
    for (const [version, rule, before] of cases) {
      assert.strictEqual(helpFor(scenario.when(version, "2026-03-10", before, removal), rule), restore)
      const more = scenario.when(version, "2026-03-10", before, removal, grow("b"))
      assert.strictEqual(helpFor(more, rule), `${restore} The other changes require 1.2.0.`)
    }
    const declared = scenario.when("1.2.0", "2026-03-10", removal, grow("b"))
    assert.strictEqual(helpFor(declared, "semver/bump-too-small"), restore)
  })
})

function changeRule(changed: object): Edit {
  return (taxonomy) => ({ ...taxonomy, rules: taxonomy.rules.map((rule) => ({ ...rule, ...changed })) })
}
