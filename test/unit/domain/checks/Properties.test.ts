import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { apply } from "../../../../src/domain/change/Apply.ts"
import { type ChangeKind, formatChangedItem } from "../../../../src/domain/change/Change.ts"
import { changeKinds } from "../../../../src/domain/change/ChangeSchema.ts"
import { diff } from "../../../../src/domain/change/Diff.ts"
import { kindFacts } from "../../../../src/domain/change/Recording.ts"
import { isError } from "../../../../src/domain/Finding.ts"
import { findAll, propose } from "../../../../src/domain/release/PublishRelease.ts"
import type { Config } from "../../../../src/domain/taxonomy/Config.ts"
import { configProblems, vocabularyOf } from "../../../../src/domain/taxonomy/ConfigValidation.ts"
import { formatItem } from "../../../../src/domain/taxonomy/ItemRef.ts"
import { empty } from "../../../../src/domain/taxonomy/Normalize.ts"
import type { Taxonomy } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { majorOf } from "../../../../src/domain/taxonomy/VersionArithmetic.ts"
import { parseLedger, withEvent } from "../../../../src/release/Ledger.ts"
import { accepted, baseOfAttempt, histories, type Attempt, type Told } from "../../../support/domain/RandomHistories.ts"
import { publishedEvent } from "../../../support/domain/ReleaseScenario.ts"
import { configsOf } from "../../../support/domain/SampleConfigs.ts"
import { codesOnlyIn, removedBetween, wrongRemovals, type Chapter } from "./RemovalOracle.ts"

const runs = { arbitrary: { runs: 40 } }

const releaseOf = ({ decision: { outcome } }: Attempt) => (outcome._tag === "Publish" ? [outcome.release] : [])

/** The snapshots that were accepted, as they were proposed: nothing that was folded from events. */
const chaptersOf = (told: Told): ReadonlyArray<Chapter> => accepted(told).map(chapterOf)

const chapterOf = (attempt: Attempt): Chapter => ({
  version: attempt.command.version,
  base: baseOfAttempt(attempt)?.version,
  date: attempt.command.published_at,
  taxonomy: attempt.command.taxonomy
})

describe("a ledger", () => {
  it.prop(
    "that is replayed from its text gives every snapshot as it was proposed",
    [histories],
    ([told]) => {
      const nothing = Result.getOrThrow(parseLedger(new Uint8Array()))
      const ledger = accepted(told)
        .flatMap(releaseOf)
        .reduce((ledger, release) => Result.getOrThrow(withEvent(ledger, publishedEvent(release))), nothing)
      const replayed = Result.getOrThrow(parseLedger(new TextEncoder().encode(ledger.text))).history
      assert.strictEqual(replayed.releases.size, accepted(told).length)
      for (const { taxonomy, version } of chaptersOf(told)) {
        const release = [...replayed.releases.values()].find((other) => other.version === version)
        assert.deepStrictEqual(release?.taxonomy, taxonomy)
      }
      assert.deepStrictEqual(replayed, told.history)
    },
    runs
  )
})

describe("diff and apply", () => {
  it.prop(
    "lead from any snapshot of a history to any other",
    [histories],
    ([told]) => {
      const snapshots = [empty, ...told.attempts.map(({ command }) => command.taxonomy)]
      for (const [index, before] of snapshots.entries()) {
        for (const after of snapshots.slice(index)) {
          assert.deepStrictEqual(apply(before, diff(before, after)), after)
          assert.deepStrictEqual(apply(after, diff(after, before)), before)
        }
      }
    },
    { arbitrary: { runs: 25 } }
  )

  it.prop(
    "say the opposite in the opposite direction",
    [histories],
    ([told]) => {
      for (const attempt of told.attempts) {
        const [before, after] = [baseOfAttempt(attempt)?.taxonomy ?? empty, attempt.command.taxonomy]
        const forth = diff(before, after).map((change) => `${mirrorOf(change.kind)} ${formatChangedItem(change) ?? ""}`)
        const back = diff(after, before).map((change) => `${change.kind} ${formatChangedItem(change) ?? ""}`)
        assert.deepStrictEqual(back.toSorted(), forth.toSorted())
      }
    },
    runs
  )
})

describe("a minor or patch release that is accepted", () => {
  it.prop(
    "leaves every config valid that was valid before, and all that it uses as it was",
    [histories],
    ([told]) => {
      for (const attempt of accepted(told)) {
        const base = baseOfAttempt(attempt)
        const { taxonomy, version } = attempt.command
        if (base === undefined || majorOf(version) > majorOf(base.version)) continue
        const problems = (snapshot: Taxonomy, config: Config) =>
          configProblems(vocabularyOf(snapshot.dimensions, snapshot.rules), config)
        for (const config of configsOf(base.taxonomy)) {
          if (problems(base.taxonomy, config).length > 0) continue
          assert.deepStrictEqual(problems(taxonomy, config), [], version)
          // A first definition says what an item has always meant.
          assert.deepStrictEqual(
            meaningOf(taxonomy, config, base.taxonomy),
            meaningOf(base.taxonomy, config, base.taxonomy),
            version
          )
        }
      }
    },
    runs
  )
})

describe("a removal", () => {
  it.prop(
    "is accepted only when both clocks have run, and refused for no other reason",
    [histories],
    ([told]) => {
      for (const attempt of told.attempts) {
        const { before, command, decision } = attempt
        // A version that cannot be is judged as another one.
        if (before.releases.has(command.version) || decision.declaredBump === undefined) continue
        const published = chaptersOf({ ...told, attempts: told.attempts.slice(0, told.attempts.indexOf(attempt)) })
        const wrong = wrongRemovals(published, chapterOf(attempt)).flatMap(({ reasons, subject }) =>
          reasons.map((reason) => `deprecation/${reason} ${subject}`)
        )
        const found = findAll(propose(before, command))
          .filter(({ rule }) => rule.startsWith("deprecation/removed-"))
          .map(({ item, rule }) => `${rule} ${item === undefined ? "" : formatItem(item)}`)
        assert.deepStrictEqual(found.toSorted(), wrong.toSorted(), command.version)
        if (wrong.length > 0) assert.strictEqual(decision.outcome._tag, "Refused")
      }
    },
    { arbitrary: { runs: 100 } }
  )
})

describe("an accepted release", () => {
  it.prop(
    "never brings back a code that any release before it removed, on any line",
    [histories],
    ([told]) => {
      const gone = new Set<string>()
      for (const attempt of accepted(told)) {
        const [before, after] = [baseOfAttempt(attempt)?.taxonomy ?? empty, attempt.command.taxonomy]
        const back = codesOnlyIn(after, before).filter((code) => gone.has(code))
        assert.deepStrictEqual(back, [], attempt.command.version)
        for (const code of codesOnlyIn(before, after)) gone.add(code)
      }
    },
    runs
  )
})

describe("the histories of these tests", () => {
  const sampled = Arbitrary.sampleEffect(histories, { count: 200, seed: "histories" })

  it.effect("hold changes of every kind", () =>
    Effect.gen(function* () {
      const attempts = (yield* sampled).flatMap((told) => told.attempts)
      const found = new Set(attempts.flatMap(({ decision }) => decision.changes.map(({ kind }) => kind)))
      assert.sameMembers([...found], [...kinds])
    })
  )

  it.effect("hold what the properties are about, accepted and refused", () =>
    Effect.gen(function* () {
      const stories = yield* sampled
      const attempts = stories.flatMap((told) => told.attempts)
      const releases = stories.flatMap(accepted)
      const removing = releases.filter((attempt) => {
        const base = baseOfAttempt(attempt)
        return base !== undefined && removedBetween(base.taxonomy, attempt.command.taxonomy).length > 0
      })
      const older = releases.filter(({ before, command }) =>
        [...before.releases.keys()].some((version) => majorOf(version) > majorOf(command.version))
      )
      assert.isAbove(releases.length, attempts.length / 3)
      assert.isAbove(removing.length, 20)
      assert.isAbove(older.length, 20)
      const rules = new Set(
        attempts.flatMap(({ decision }) => decision.findings.filter(isError)).map(({ rule }) => rule)
      )
      assert.includeMembers(
        [...rules],
        [
          "semver/bump-too-small",
          "semver/version-taken",
          "semver/nothing-to-release",
          "deprecation/removed-without-deprecation",
          "deprecation/removed-outside-major",
          "deprecation/removed-before-minor-releases",
          "deprecation/removed-before-six-months",
          "deprecation/replacement-deprecated",
          "deprecation/replacement-cycle",
          "deprecation/new-use",
          "code/reused",
          "lifecycle/older-line-adds"
        ]
      )
    })
  )
})

/** The kinds that follow from the snapshots. Whether a definition was corrected, a waiver says. */
const kinds = changeKinds.filter((kind) => kindFacts[kind].aspect !== "corrected")

/** The kind that the way back has. */
const mirrorOf = (kind: ChangeKind): string => {
  const { aspect, type } = kindFacts[kind]
  const opposite = { added: "removed", removed: "added", deprecated: "undeprecated", undeprecated: "deprecated" }
  return aspect in opposite ? `${type}-${Reflect.get(opposite, aspect)}` : kind
}

/** What a config's words mean: the shape and the definition of each dimension, and the definition of each value. */
const meaningOf = ({ dimensions }: Taxonomy, config: Config, defining: Taxonomy) => {
  const defined = new Set(
    defining.dimensions.flatMap(({ definition, name, values }) => [
      ...(definition === undefined ? [] : [name]),
      ...values.flatMap((value) => (value.definition === undefined ? [] : [`${name}/${value.code}`]))
    ])
  )
  return dimensions
    .filter(({ name }) => Object.hasOwn(config, name))
    .map(({ definition, name, shape, values }) => {
      const setting = config[name] ?? []
      const codes: ReadonlyArray<string> = Array.isArray(setting) ? setting : Object.keys(setting)
      const used = values.filter(({ code }) => codes.includes(code))
      return {
        name,
        shape,
        definition: defined.has(name) ? definition : undefined,
        values: Object.fromEntries(
          used.map((value) => [value.code, defined.has(`${name}/${value.code}`) ? value.definition : undefined])
        )
      }
    })
}
