import { assert, describe, it } from "@effect/vitest"
import { branchBehind, otherBranch } from "../../../../../src/domain/checks/lifecycle/Branches.ts"
import { missingHotfix } from "../../../../../src/domain/checks/lifecycle/MissingHotfix.ts"
import { sourcesOfNewerLine } from "../../../../../src/domain/checks/lifecycle/SourcesOfNewerLine.ts"
import { Version } from "../../../../../src/domain/taxonomy/Scalars.ts"

describe("lifecycle/branch-behind", () => {
  const facts = {
    branch: "add-podcasts",
    newer: "main",
    releases: ["1.1.0", "1.2.0"],
    has_diverged: false,
    is_own_remote: false,
    reverted: null
  }

  it("names the releases that the branch lacks, and how to get them", () => {
    assert.strictEqual(
      branchBehind.message(facts),
      "The branch add-podcasts lacks the newest published state: main also contains 1.1.0, 1.2.0"
    )
    assert.strictEqual(
      branchBehind.help(facts),
      "Run git merge main, declare the next version, and run this command again."
    )
  })

  it("advises to pull if the newer branch is the remote copy", () => {
    assert.strictEqual(
      branchBehind.help({ ...facts, newer: "origin/add-podcasts", is_own_remote: true }),
      "Run git pull, declare the next version, and run this command again."
    )
  })

  it("names the way out if this branch has reverted the releases of one that it contains", () => {
    assert.strictEqual(
      branchBehind.help({ ...facts, newer: "origin/main", has_diverged: true, reverted: "releases" }),
      "This branch has reverted 1.1.0 and 1.2.0, but what is published stays published. Run git restore --source origin/main -- releases, commit that, and withdraw a release that is wrong."
    )
  })

  it("speaks of the commit on a detached head, and of events if no release is missing", () => {
    assert.strictEqual(
      branchBehind.message({ ...facts, branch: null, releases: [] }),
      "The checked-out commit lacks the newest published state: main also contains newer events"
    )
  })

  it("does not advise to merge ledgers that have diverged", () => {
    const diverged = { ...facts, has_diverged: true, is_own_remote: true }
    assert.strictEqual(
      branchBehind.message(diverged),
      "The branch add-podcasts and main have different ledgers: only main contains 1.1.0, 1.2.0"
    )
    assert.strictEqual(
      branchBehind.help(diverged),
      'Ledgers cannot be merged: drop the releases of this branch as "Publish after a refused push" in docs/how-to/correct-a-release.md describes.'
    )
  })
})

describe("lifecycle/other-branch", () => {
  it("names both branches", () => {
    const facts = { branch: "add-podcasts", default_branch: "main" }
    assert.strictEqual(otherBranch.message(facts), "This is the branch add-podcasts, and releases belong on main")
    assert.strictEqual(
      otherBranch.help(facts),
      "Publish from main: run git switch main and git merge add-podcasts first."
    )
  })
})

describe("lifecycle/missing-hotfix", () => {
  const facts = { hotfix: Version.make("1.5.1"), version: Version.make("2.0.1") }

  it("names a single change", () => {
    const single = { ...facts, missing: ["label of use_type/editorial"] }
    assert.strictEqual(
      missingHotfix.message(single),
      "The newest line lacks a change of 1.5.1: label of use_type/editorial"
    )
    assert.strictEqual(
      missingHotfix.help(single),
      'Make the same change here. "taxonomy diff . 1.5.1" shows the differences.'
    )
  })

  it("names five of several changes, and counts the others", () => {
    const several = {
      ...facts,
      missing: ["a", "b", "c", "d", "e", "f", "g"].map((code) => `label of use_type/${code}`)
    }
    assert.strictEqual(
      missingHotfix.message(several),
      "The newest line lacks 7 changes of 1.5.1: label of use_type/a, label of use_type/b, label of use_type/c, label of use_type/d, label of use_type/e and 2 more"
    )
    assert.strictEqual(
      missingHotfix.help(several),
      'Make the same changes here. "taxonomy diff . 1.5.1" shows the differences.'
    )
  })
})

describe("lifecycle/sources-of-newer-line", () => {
  const facts = {
    declared: Version.make("1.5.2"),
    major: 1,
    base: Version.make("1.5.1"),
    correction: Version.make("1.5.2"),
    newest: Version.make("2.0.0")
  }

  it.each([
    [0, ""],
    [1, " with one change"],
    [4, " with 4 changes"]
  ])("tells that %i changes lead from the newest release to the sources", (changes, suffix) => {
    assert.strictEqual(
      sourcesOfNewerLine.message({ ...facts, changes }),
      `Version 1.5.2 belongs to v1, but the sources are those of 2.0.0${suffix}`
    )
  })

  it("gives the command that restores the sources of the older line", () => {
    assert.strictEqual(
      sourcesOfNewerLine.help({ ...facts, changes: 0 }),
      "To correct 1.5.1, run git restore --source v1.5.1 --staged --worktree -- taxonomy-src, make the correction there, and declare 1.5.2. To continue from 2.0.0, declare a version after it."
    )
  })
})
