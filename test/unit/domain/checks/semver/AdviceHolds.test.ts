import { assert, describe, it } from "@effect/vitest"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { isError } from "../../../../../src/domain/Finding.ts"
import { decide, type Publish } from "../../../../../src/domain/release/PublishRelease.ts"
import { evolve, type ReleaseHistory } from "../../../../../src/domain/release/ReleaseHistory.ts"
import { majorsOf } from "../../../../../src/domain/release/ReleaseLines.ts"
import { Version } from "../../../../../src/domain/taxonomy/Scalars.ts"
import { majorOf } from "../../../../../src/domain/taxonomy/VersionArithmetic.ts"
import { histories } from "../../../../support/domain/RandomHistories.ts"

const Declare = Schema.Struct({
  advice: Schema.Struct({
    advice: Schema.Literal("declare"),
    version: Version,
    on: Schema.NullOr(Version)
  })
})
const adviceIn = Schema.decodeUnknownOption(Declare)

/** The errors about the version after the advice was followed. */
const refusals = (history: ReleaseHistory, command: Publish): ReadonlyArray<string> =>
  decide(history, command)
    .findings.filter(isError)
    .map(({ rule }) => rule)
    .filter((rule) => /^(?:semver|lifecycle\/end|deprecation\/removed)/u.test(rule))

const withEndedMajors = (history: ReleaseHistory): ReleaseHistory =>
  majorsOf(history)
    .slice(0, -1)
    .reduce<ReleaseHistory>(
      (told, major) => evolve(told, { _tag: "MajorEnded", major, date: "2026-01-01T00:00:00Z", reason: "It is old." }),
      history
    )

describe("the advice to declare a version", () => {
  let followed = 0

  it.prop(
    "holds when it is followed, also on majors that have ended",
    [histories],
    ([{ attempts }]) => {
      for (const { before, command } of attempts) {
        for (const history of [before, withEndedMajors(before)]) {
          const [first] = before.releases.keys()
          for (const version of new Set([command.version, first ?? command.version])) {
            for (const { context } of decide(history, { ...command, version }).findings) {
              const { advice } = Option.getOrUndefined(adviceIn(context)) ?? {}
              if (advice === undefined) continue
              followed++
              assert.isFalse(history.releases.has(advice.version), advice.version)
              assert.isFalse(history.endedMajors.has(majorOf(advice.version)), advice.version)
              if (advice.on === null)
                assert.deepStrictEqual(refusals(history, { ...command, version: advice.version }), [], advice.version)
            }
          }
        }
      }
    },
    { arbitrary: { runs: 40 } }
  )

  it("was followed often", () => {
    assert.isAbove(followed, 100)
  })
})
