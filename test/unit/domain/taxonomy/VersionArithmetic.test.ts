import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import { Bump, Version } from "../../../../src/domain/taxonomy/Scalars.ts"
import {
  bumpTo,
  compare,
  compareBumps,
  largestBump,
  majorOf,
  next,
  shortName
} from "../../../../src/domain/taxonomy/VersionArithmetic.ts"
import { whole } from "../../../support/arbitrary/pick.ts"

describe("the arithmetic of versions", () => {
  it.prop("is larger after any bump, and knows the bump", [versions, bumps], ([version, bump]) => {
    assert.isTrue(compare(next(version, bump), version) > 0)
    assert.strictEqual(bumpTo(version, next(version, bump)), bump)
  })

  it("has successors, however large it is", () => {
    const largest = Version.make("1.999999999.999999999")
    const successors = [next(largest, "patch"), next(largest, "minor"), next(largest, "major")]
    assert.deepStrictEqual(successors.map(String), ["1.999999999.1000000000", "1.1000000000.0", "2.0.0"])
    assert.isTrue(successors.every((version) => compare(version, largest) > 0))
  })

  it.prop("has three successors, in the order of their bumps", [versions], ([version]) => {
    const [patch, minor, major] = [next(version, "patch"), next(version, "minor"), next(version, "major")]
    assert.isTrue(compare(patch, minor) < 0 && compare(minor, major) < 0)
    assert.strictEqual(majorOf(major), majorOf(version) + 1)
    assert.strictEqual(majorOf(minor), majorOf(version))
  })

  it.prop("compares by numbers, not by text", [versions, versions], ([left, right]) => {
    const [a, b] = [left, right].map((version) => version.split(".").map(Number))
    const byNumbers =
      (a ?? []).map((part, index) => part - (b?.[index] ?? 0)).find((difference) => difference !== 0) ?? 0
    assert.strictEqual(Math.sign(compare(left, right)), Math.sign(byNumbers))
  })

  it("knows no bump to a version that does not follow", () => {
    for (const version of ["1.2.3", "1.2.5", "1.4.0", "1.3.1", "2.1.0", "3.0.0", "1.2.2", "0.9.9"]) {
      assert.isUndefined(bumpTo(Version.make("1.2.3"), Version.make(version)), version)
    }
  })

  it("shows a version by its major and minor numbers", () => {
    assert.strictEqual(shortName(Version.make("1.0.7")), "v1.0")
  })
})

describe("bumps", () => {
  it.prop("together need the largest of them", [Schema.Array(Bump)], ([required]) => {
    const largest = largestBump(required)
    if (largest === undefined) assert.isEmpty(required)
    else {
      assert.include(required, largest)
      for (const bump of required) assert.isTrue(compareBumps(bump, largest) <= 0)
    }
  })
})

const versions = Arbitrary.map(Arbitrary.all([whole(0, 12), whole(0, 12), whole(0, 12)]), (numbers) =>
  Version.make(numbers.join("."))
)
const bumps = Arbitrary.schema(Bump)
