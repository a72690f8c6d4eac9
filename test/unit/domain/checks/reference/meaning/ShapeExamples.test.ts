import { assert, describe, it } from "@effect/vitest"
import type { KnownDimension } from "../../../../../../src/domain/checks/reference/meaning/MeantCode.ts"
import {
  describeSetting,
  isNoSingleCode,
  pathToWrong
} from "../../../../../../src/domain/checks/reference/meaning/Settings.ts"
import {
  conditionExample,
  settingExample
} from "../../../../../../src/domain/checks/reference/meaning/ShapeExamples.ts"

const known = (shape: KnownDimension["shape"], ...codes: ReadonlyArray<string>): KnownDimension => ({
  shape,
  codes: new Set(codes)
})
const single = known("single", "calm", "loud")
const multiple = known("multiple", "press", "radio", "24")
const territory = known("territory", "AD", "DE", "GB", "US")
const flags = known("flags", "resale", "archive")

describe("an example of a setting", () => {
  it.each([
    ["tone", single, "Loud", "tone: loud"],
    ["tone", single, "furious", "tone: calm"],
    ["tone", known("single"), "furious", "tone: CODE"],
    ["use_type", multiple, { a: ["radio", "24"], b: "radio" }, 'use_type: [radio, "24"]'],
    ["use_type", multiple, 7, "use_type: [press]"],
    ["territory", territory, "global", "territory: { global: true, countries: [] }"],
    ["territory", territory, { global: true }, "territory: { global: true, countries: [] }"],
    ["territory", territory, { global: false, countries: "DE" }, "territory: { global: false, countries: [DE] }"],
    ["territory", territory, null, "territory: { global: false, countries: [US] }"],
    ["rights", flags, ["Archive"], "rights: { archive: true }"],
    ["rights", flags, { archive: false }, "rights: { archive: true }"],
    // What was written may be a refusal.
    ["rights", flags, "never", "rights: { resale: false }"]
  ] as const)("of %s is valid, and has the codes that were meant", (name, dimension, written, example) => {
    assert.strictEqual(settingExample(name, dimension, written), example)
  })
})

describe("an example of a condition", () => {
  it.each([
    ["tone", single, "Loud", "tone: { equals: loud }"],
    ["tone", single, ["calm", "loud"], "tone: { any_of: [calm, loud] }"],
    ["use_type", multiple, { has: "radio" }, "use_type: { contains: radio }"],
    ["use_type", multiple, ["radio", "press"], "use_type: { contains_any: [radio, press] }"],
    ["territory", territory, ["DE", "GB"], "territory: { countries: { contains_any: [DE, GB] } }"],
    ["territory", territory, null, "territory: { countries: { contains: US } }"],
    ["rights", flags, { archive: "perhaps" }, "rights: { resale: true }"],
    ["rights", flags, "archive", "rights: { archive: true }"]
  ] as const)("of %s is valid, and has the codes that were meant", (name, dimension, written, example) => {
    assert.strictEqual(conditionExample(name, dimension, written), example)
  })
})

describe("a setting that does not fit the shape of its dimension", () => {
  const describeTerritory = (written: unknown) => describeSetting("territory", territory, written)

  it("is described with what was meant, and an example", () => {
    assert.deepStrictEqual(describeSetting("use_type", multiple, "press, radio"), {
      dimension: "use_type",
      shape: "multiple",
      meant: "[press, radio]",
      example: "use_type: [press]"
    })
    assert.deepStrictEqual(describeSetting("tone", single, ["calm", "loud"]), {
      dimension: "tone",
      shape: "single",
      meant: null,
      example: "tone: calm",
      choices: ["calm", "loud"]
    })
  })

  it("can be blank only if its dimension is not required", () => {
    const blank = { dimension: "tone", shape: "single", meant: null, example: "tone: calm" } as const
    assert.deepStrictEqual(describeSetting("tone", single, "n/a"), { ...blank, is_blank: true })
    assert.deepStrictEqual(describeSetting("tone", { ...single, isRequired: true }, "n/a"), blank)
  })

  it.each([
    [{ global: "yes", countries: [] }, ["global"]],
    [{ global: false, countries: "US" }, ["countries"]],
    [{ global: false, countries: ["US", "Atlantis"] }, ["countries"]],
    [{ global: false, countries: ["US", 7] }, ["countries"]],
    [{ global: false, countries: ["US"] }, []],
    [{ global: false, countries: ["US"], planet: "Earth" }, ["planet"]],
    [{ global: false, countries: ["US"], DE: null }, ["countries"]],
    [{ global: false, planet: "Earth", moon: true }, []],
    [{ global: false }, []],
    [{ countries: ["US"] }, []],
    ["US", []]
  ])("is wrong at a key of a territory: %j", (written, path) => {
    assert.deepStrictEqual(pathToWrong(describeTerritory(written)), path)
  })

  it("names the region among the countries", () => {
    assert.strictEqual(describeTerritory({ global: false, countries: ["US", "Benelux"] }).region, "Benelux")
    assert.isFalse("region" in describeTerritory({ global: false, countries: ["US", "Atlantis"] }))
    assert.isFalse("region" in describeTerritory(["Benelux"]))
  })

  it.each(["", "-", "—", "–", "n/a", "N.A.", "none", "nil", "null", "TBD", "tba", "unknown", "blank", "empty", "??"])(
    "is no code if it is the blank word %j",
    (written) => {
      assert.isTrue(isNoSingleCode(single, written))
    }
  )

  it("is no single code if it names several, and is one if it is misspelt", () => {
    assert.isTrue(isNoSingleCode(single, "calm or loud"))
    assert.isFalse(isNoSingleCode(single, "calmer"))
    assert.isFalse(isNoSingleCode(single, "nonexistent"))
    assert.isFalse(isNoSingleCode(single, "anon-"))
  })
})
