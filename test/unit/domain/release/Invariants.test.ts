import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import type { PublishedRelease, ReleaseHistory } from "../../../../src/domain/release/ReleaseHistory.ts"
import type { Waiver } from "../../../../src/domain/release/Waiver.ts"
import type { Config } from "../../../../src/domain/taxonomy/Config.ts"
import { configProblems, vocabularyOf } from "../../../../src/domain/taxonomy/ConfigValidation.ts"
import { empty } from "../../../../src/domain/taxonomy/Normalize.ts"
import { Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { compare, majorOf } from "../../../../src/domain/taxonomy/VersionArithmetic.ts"
import { render } from "../../../../src/release/artifacts/ReleaseRenderer.ts"
import { parseLedger, withEvent, type Ledger } from "../../../../src/release/Ledger.ts"
import { accepted, baseOfAttempt, type Attempt } from "../../../support/domain/RandomHistories.ts"
import { lifecycles } from "../../../support/domain/RandomLifecycles.ts"
import { configsOf } from "../../../support/domain/SampleConfigs.ts"
import { codesOnlyIn, wrongRemovals, type Chapter } from "../checks/RemovalOracle.ts"

// The guarantees that docs/explanation.md gives, over histories with several lines, waivers, withdrawals and past dates.

describe("a config that is valid under a release", () => {
  let judged = 0

  it.prop(
    "is valid under every higher version of its major, up to a release with a waiver",
    [lifecycles],
    ([{ history }]) => {
      const releases = [...history.releases.values()].filter(({ version }) => !history.withdrawn.has(version))
      for (const release of releases) {
        const higher = releases.filter(({ version }) => isHigherOfMajor(version, release.version))
        const waived = higher.filter(({ waivers }) => waivers.length > 0)
        const later = higher.filter(({ version }) => waived.every((other) => compare(version, other.version) < 0))
        if (later.length === 0) continue
        const valid = configsOf(release.taxonomy).filter((config) => isValid(release.taxonomy, config))
        for (const { taxonomy, version } of later) {
          for (const config of valid) {
            assert.isTrue(isValid(taxonomy, config), `${release.version} ${version} ${JSON.stringify(config)}`)
            judged++
          }
        }
      }
    },
    { arbitrary: { runs: 25 } }
  )

  it("is judged often", () => {
    assert.isAbove(judged, 1000)
  })
})

describe("a removed code", () => {
  let removed = 0

  it.prop(
    "never returns on any line, in any case or as another kind of item, unless a waiver names it or its removal was withdrawn",
    [lifecycles],
    ([told]) => {
      const gone = new Map<string, string>()
      for (const attempt of accepted(told)) {
        const [before, after] = [baseOfAttempt(attempt)?.taxonomy ?? empty, attempt.command.taxonomy]
        const approved = waivedSubjects(attempt, /^code\/reused$/u)
        for (const code of codesOnlyIn(after, before).map(withoutKind)) {
          const isWithdrawn = [...attempt.before.withdrawn.keys()].some((version) => version === gone.get(code))
          assert.isTrue(
            !gone.has(code) || approved.has(code) || isWithdrawn,
            `${code} returns in ${attempt.command.version}`
          )
          gone.delete(code)
        }
        for (const code of codesOnlyIn(before, after).map(withoutKind)) {
          gone.set(code, attempt.command.version)
          removed++
        }
      }
    },
    { arbitrary: { runs: 100 } }
  )

  it("is removed often", () => {
    assert.isAbove(removed, 20)
  })
})

describe("the grace period of a removal", () => {
  let removals = 0

  it.prop(
    "is complete, whatever dates, lines, withdrawals and repeated deprecations come before",
    [lifecycles],
    ([told]) => {
      const published: Array<Chapter> = []
      for (const attempt of accepted(told)) {
        const base = baseOfAttempt(attempt)
        const { published_at: date, taxonomy, version } = attempt.command
        assert.isTrue(base === undefined || base.published_at <= date, `${version} is older than its base`)
        // Withdrawn releases neither deprecate nor count.
        const standing = published.filter((other) => !isWithdrawn(attempt, other))
        const line = standing.map((other, index) => rebased(other, standing.slice(0, index)))
        const chapter = { version, base: base?.version, date, taxonomy }
        const approved = waivedSubjects(attempt, /^deprecation\/removed-/u)
        const wrong = wrongRemovals(line, rebased(chapter, line)).map(({ subject }) => subject)
        assert.deepStrictEqual(
          wrong.filter((subject) => !approved.has(subject.toLowerCase())),
          [],
          version
        )
        removals += codesOnlyIn(base?.taxonomy ?? empty, taxonomy).length
        published.push(chapter)
      }
    },
    { arbitrary: { runs: 100 } }
  )

  it("is judged often", () => {
    assert.isAbove(removals, 20)
  })
})

describe("a ledger", () => {
  it.prop(
    "replays to the same history, bytes and artifacts",
    [lifecycles],
    ([{ events, history }]) => {
      const ledger = written(events)
      const replayed = Result.getOrThrow(parseLedger(new TextEncoder().encode(ledger.text)))
      assert.deepStrictEqual(replayed.events, [...events])
      assert.deepStrictEqual(replayed.history, history)
      assert.strictEqual(written(replayed.events).text, ledger.text)
      assert.deepStrictEqual(artifactsOf(replayed.history), artifactsOf(history))
    },
    { arbitrary: { runs: 15 } }
  )
})

const isWithdrawn = ({ before }: Attempt, { version }: Chapter): boolean =>
  [...before.withdrawn.keys()].some((other) => other === version)

/** The same release on the highest one below it, if the one that it builds on is not among the others. */
const rebased = (chapter: Chapter, others: ReadonlyArray<Chapter>): Chapter =>
  others.some(({ version }) => version === chapter.base)
    ? chapter
    : {
        ...chapter,
        base: others
          .map(({ version }) => Version.make(version))
          .filter((version) => compare(version, Version.make(chapter.version)) < 0)
          .toSorted(compare)
          .at(-1)
      }

const isHigherOfMajor = (version: PublishedRelease["version"], other: PublishedRelease["version"]): boolean =>
  majorOf(version) === majorOf(other) && compare(version, other) > 0

const isValid = ({ dimensions, rules }: Taxonomy, config: Config): boolean =>
  configProblems(vocabularyOf(dimensions, rules), config).length === 0

/** The names, in lower case, of the items for which the release has waivers of some checks. */
const waivedSubjects = ({ command }: Attempt, rule: RegExp): ReadonlySet<string> =>
  new Set(
    command.waivers.filter((waiver: Waiver) => rule.test(waiver.rule)).map(({ subject }) => subject.toLowerCase())
  )

/** A dimension and a license share their names: neither may become the other. */
const withoutKind = (code: string): string => code.slice(code.indexOf(" ") + 1)

const written = (events: Ledger["events"]): Ledger =>
  events.reduce<Ledger>(
    (ledger, event) => Result.getOrThrow(withEvent(ledger, event)),
    Result.getOrThrow(parseLedger(new Uint8Array()))
  )

/** The files of every release, in each format that there is. */
const artifactsOf = ({ releases }: ReleaseHistory) =>
  [...releases.values()].flatMap((release) => [1, 2].map((format) => render({ ...release, format })))
