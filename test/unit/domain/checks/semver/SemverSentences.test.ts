import { assert, describe, it } from "@effect/vitest"
import { bumpLargerThanNeeded, bumpTooSmall } from "../../../../../src/domain/checks/semver/Bumps.ts"
import { formatNamedChange } from "../../../../../src/domain/checks/semver/ChangeCauses.ts"
import {
  notASuccessor,
  nothingToRelease,
  fixFor,
  formatAdvice,
  type VersionAdvice,
  versionTaken
} from "../../../../../src/domain/checks/semver/DeclaredVersion.ts"
import { definitionChanged, formatCorrection } from "../../../../../src/domain/checks/semver/Definitions.ts"
import { replaceNode, inHeader } from "../../../../../src/domain/Finding.ts"
import { Version } from "../../../../../src/domain/taxonomy/Scalars.ts"

const [v100, v101, v110, v120, v200] = [
  Version.make("1.0.0"),
  Version.make("1.0.1"),
  Version.make("1.1.0"),
  Version.make("1.2.0"),
  Version.make("2.0.0")
]

describe("a change in a sentence", () => {
  it.each([
    ["namespace-changed", null, "the changed namespace of the taxonomy"],
    ["iri-changed", null, "the changed IRI of the taxonomy"],
    ["title-changed", null, "the changed text of the taxonomy"],
    ["value-added", "use_type/podcast", "the new value use_type/podcast"],
    ["license-added", "NEWS", "the new base license NEWS"],
    ["dimension-removed", "use_type", "the removal of use_type"],
    ["license-deprecated", "NEWS", "the deprecation of NEWS"],
    ["license-undeprecated", "NEWS", "the withdrawn deprecation of NEWS"],
    ["license-config-changed", "NEWS", "the changed terms of NEWS"],
    ["value-definition-changed", "use_type/news", "the changed definition of use_type/news"],
    ["values-reordered", "use_type", "the order of the values of use_type"],
    ["value-definition-corrected", "use_type/news", "the corrected definition of use_type/news"]
  ] as const)("names %s of %s", (kind, item, phrase) => {
    assert.strictEqual(formatNamedChange({ kind, item }), phrase)
  })
})

describe("the advice on a version", () => {
  const cases: ReadonlyArray<readonly [VersionAdvice, string, Version | undefined]> = [
    [{ advice: "restore", version: null }, "Restore the removed items: no version can remove them yet.", undefined],
    [
      { advice: "restore", version: v110 },
      "Restore the removed items: no version can remove them yet. The other changes require 1.1.0.",
      undefined
    ],
    [{ advice: "unchanged", version: v100 }, "Declare 1.0.0, which has this content, or change something.", v100],
    [{ advice: "declare", version: v110, on: null }, "Declare 1.1.0, which these changes require.", v110],
    // A major release is a decision, so it is not made by a program.
    [{ advice: "declare", version: v200, on: null }, "Declare 2.0.0, which these changes require.", undefined],
    [
      { advice: "declare", version: v120, on: v110 },
      "Declare 1.2.0, and base the changes on 1.1.0, the newest release of its line.",
      undefined
    ]
  ]

  it.each(cases)("has a sentence, and a fix if it is enough to declare it: %j", (advice, sentence, version) => {
    assert.strictEqual(formatAdvice(advice), sentence)
    assert.deepStrictEqual(
      fixFor(advice, v100),
      version === undefined ? [] : [replaceNode(inHeader("version"), version)]
    )
  })
})

describe("the advice on definitions that keep their meaning", () => {
  const rule = "semver/definition-changed"

  it.each([
    [[], v101, v100, ""],
    [
      ["use_type"],
      v101,
      v101,
      ` If the meaning of use_type stays the same, approve it: taxonomy waive ${rule} use_type --reason TEXT --approved-by NAME.`
    ],
    [
      ["use_type"],
      v101,
      v200,
      ` If the meaning of use_type stays the same, approve it as 1.0.1: taxonomy waive ${rule} use_type --reason TEXT --approved-by NAME.`
    ],
    [
      ["a", "b"],
      v101,
      v101,
      ` If the meaning of all these definitions stays the same, approve it: taxonomy waive ${rule} --all --reason TEXT --approved-by NAME.`
    ],
    [
      ["a", "b", "c", "d", "e", "f", "g"],
      v101,
      v100,
      ` If the meaning of all these definitions stays the same, approve it as 1.0.1: taxonomy waive ${rule} --all --reason TEXT --approved-by NAME.`
    ]
  ])("names the subjects of the waivers %j, for %s instead of %s", (definitions, version, declared, sentence) => {
    assert.strictEqual(formatCorrection(definitions, version, declared), sentence)
  })
})

describe("semver/bump-too-small", () => {
  const facts = {
    declared: v101,
    base: v100,
    declared_bump: "patch",
    required_bump: "minor",
    changes: 1,
    first: [{ kind: "value-added", item: "use_type/podcast" }],
    definitions: [],
    renamed_rules: [],
    advice: { advice: "declare", version: v110, on: null }
  } as const
  const added = ["a", "b", "c"].map((code) => ({ kind: "value-added", item: `use_type/${code}` }) as const)

  it("names a single change", () => {
    assert.strictEqual(
      bumpTooSmall.message(facts),
      "Version 1.0.1 is a patch release of 1.0.0, but the new value use_type/podcast requires a minor release"
    )
    assert.strictEqual(bumpTooSmall.help(facts), "Declare 1.1.0, or revert that change.")
  })

  it("names three changes, and counts them if there are more", () => {
    const all = "the new value use_type/a, the new value use_type/b"
    assert.strictEqual(
      bumpTooSmall.message({ ...facts, changes: 3, first: added }),
      `Version 1.0.1 is a patch release of 1.0.0, but ${all} and the new value use_type/c require a minor release`
    )
    assert.strictEqual(
      bumpTooSmall.message({ ...facts, changes: 4, first: added }),
      `Version 1.0.1 is a patch release of 1.0.0, but 4 changes (${all}, the new value use_type/c, …) require a minor release`
    )
    assert.strictEqual(
      bumpTooSmall.help({ ...facts, changes: 4, first: added }),
      "Declare 1.1.0, or revert these changes."
    )
  })

  it("advises to keep the id of a rule that looks renamed, and to approve definitions", () => {
    assert.strictEqual(
      bumpTooSmall.help({ ...facts, renamed_rules: [{ from: "no-ads", to: "never-ads" }], definitions: ["use_type"] }),
      "If you renamed the rule no-ads to never-ads, write no-ads again. Declare 1.1.0, or revert that change. If the meaning of use_type stays the same, approve it: taxonomy waive semver/definition-changed use_type --reason TEXT --approved-by NAME."
    )
  })

  it("gives the advice alone if the changes need another base, or must be reverted", () => {
    for (const advice of [
      { advice: "declare", version: v120, on: v110 },
      { advice: "restore", version: null }
    ] as const) {
      assert.strictEqual(bumpTooSmall.help({ ...facts, advice }), formatAdvice(advice))
    }
  })
})

describe("the other findings about versions", () => {
  it("name the declared version, its base and the version to declare", () => {
    const larger = {
      declared: v200,
      base: v100,
      declared_bump: "major",
      required_bump: "patch",
      suggested_version: v101
    } as const
    assert.strictEqual(
      bumpLargerThanNeeded.message(larger),
      "Version 2.0.0 is a major release of 1.0.0, but the changes require only a patch release"
    )
    assert.strictEqual(bumpLargerThanNeeded.help(larger), "Declare 1.0.1, unless the larger bump is intended.")
    const nothing = { declared: v101, base: v100 }
    assert.strictEqual(nothingToRelease.message(nothing), "Version 1.0.1 has no changes since 1.0.0")
    assert.strictEqual(nothingToRelease.help(nothing), "Declare 1.0.0 again until something changes.")
  })

  it("list the successors of a base, or tell that there is none", () => {
    const advice = { advice: "unchanged", version: v100 } as const
    const facts = { declared: Version.make("1.4.0"), base: v100, successors: [v101, v110, v200], advice }
    assert.strictEqual(notASuccessor.message(facts), "Version 1.4.0 does not follow 1.0.0; only 1.0.1, 1.1.0, 2.0.0 do")
    assert.strictEqual(
      notASuccessor.message({ ...facts, declared: Version.make("0.9.0"), base: null, successors: [] }),
      "Version 0.9.0 is lower than every published version"
    )
    assert.strictEqual(notASuccessor.help(facts), formatAdvice(advice))
  })

  it("tell how to release a definition that changed", () => {
    const item = { item: "use_type" }
    assert.strictEqual(definitionChanged.message(item), "The definition of use_type changed")
    assert.strictEqual(
      definitionChanged.help(item),
      "Declare a major release. If the meaning stays the same, approve it in waivers.yaml: rule semver/definition-changed, subject use_type."
    )
    const taken = {
      declared: v100,
      advice: { advice: "declare", version: v200, on: null },
      definitions: ["use_type"],
      correction: v101
    } as const
    assert.strictEqual(versionTaken.message(taken), "Version 1.0.0 is already published with different content")
    assert.strictEqual(
      versionTaken.help(taken),
      "Declare 2.0.0, which these changes require. If the meaning of use_type stays the same, approve it as 1.0.1: taxonomy waive semver/definition-changed use_type --reason TEXT --approved-by NAME."
    )
  })
})
