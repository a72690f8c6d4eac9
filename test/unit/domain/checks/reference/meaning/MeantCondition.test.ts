import { assert, describe, it } from "@effect/vitest"
import { describeCondition, fitsShape } from "../../../../../../src/domain/checks/reference/meaning/Conditions.ts"
import type { KnownDimension } from "../../../../../../src/domain/checks/reference/meaning/MeantCode.ts"
import { meantCondition } from "../../../../../../src/domain/checks/reference/meaning/MeantCondition.ts"

const known = (shape: KnownDimension["shape"], ...codes: ReadonlyArray<string>): KnownDimension => ({
  shape,
  codes: new Set(codes)
})
const single = known("single", "calm", "loud", "sad")
const multiple = known("multiple", "press", "radio", "cinema")
const territory = known("territory", "US", "GB", "DE", "BE", "NL", "LU")
const flags = known("flags", "resale", "archive")

describe("what an editor means by a condition on one code", () => {
  it.each([
    ["calm", "{ equals: calm }"],
    [["calm", "loud"], "{ any_of: [calm, loud] }"],
    ["calm or loud", "{ any_of: [calm, loud] }"],
    [{ is: "Calm" }, "{ equals: calm }"],
    [{ equals: ["calm", "sad"] }, "{ any_of: [calm, sad] }"],
    [{ "equals=calm": null }, "{ equals: calm }"],
    [{ not: "calm" }, "{ any_of: [loud, sad] }"],
    [{ except: ["calm", "loud"] }, "{ equals: sad }"],
    [{ "!equals": "calm" }, "{ any_of: [loud, sad] }"],
    [{ not: ["calm", "loud", "sad"] }, undefined],
    [{ equals: "calm", any_of: ["loud"] }, undefined],
    [{ equals: "furious" }, undefined],
    [["calm", "furious"], undefined],
    [{}, undefined],
    [[], undefined]
  ])("reads %j as %s", (written, meant) => {
    assert.strictEqual(meantCondition(single, written), meant)
  })

  it("does not list more than twelve other codes for a negation", () => {
    const codes = Array.from({ length: 14 }, (_, index) => `code_${String.fromCharCode(97 + index).repeat(6)}`)
    const [first = ""] = codes
    assert.isUndefined(meantCondition(known("single", ...codes), { not: first }))
    assert.strictEqual(
      meantCondition(known("single", ...codes.slice(0, 13)), { not: first }),
      `{ any_of: [${codes.slice(1, 13).join(", ")}] }`
    )
  })
})

describe("what an editor means by a condition on a list", () => {
  it.each([
    ["press", "{ contains: press }"],
    [["press", "radio"], "{ contains_any: [press, radio] }"],
    [{ includes: "press" }, "{ contains: press }"],
    [{ contains: ["press", "radio"] }, "{ contains_any: [press, radio] }"],
    [{ any_of: "press" }, "{ contains_any: [press] }"],
    [{ "Has any": ["press", "radio"] }, "{ contains_any: [press, radio] }"],
    [{ "contains-all": ["press", "radio"] }, "{ contains_all: [press, radio] }"],
    [{ both: ["press", "radio"] }, "{ contains_all: [press, radio] }"],
    [{ contians: "press" }, "{ contains: press }"],
    [{ empty: "yes" }, "{ empty: true }"],
    [{ is_empty: false }, "{ empty: false }"],
    [{ empty: "perhaps" }, undefined],
    [{ has: "press", all: ["radio", "cinema"] }, "{ contains: press, contains_all: [radio, cinema] }"],
    // Two conditions of one name would be one key twice.
    [{ has: "press", includes: "radio" }, undefined],
    [{ has: "press", is_empty: "perhaps" }, undefined],
    [{ not: "press" }, undefined],
    [{ excludes: "press" }, undefined],
    [{ prefers: "press" }, undefined],
    [{ contains: "opera" }, undefined],
    [{}, undefined],
    [7, undefined]
  ])("reads %j as %s", (written, meant) => {
    assert.strictEqual(meantCondition(multiple, written), meant)
  })
})

describe("what an editor means by a condition on a territory", () => {
  it.each([
    ["worldwide", "{ global: true }"],
    ["US", "{ countries: { contains: US } }"],
    [["US", "UK"], "{ countries: { contains_any: [US, GB] } }"],
    ["Benelux", "{ countries: { contains_any: [BE, NL, LU] } }"],
    [{ global: "no" }, "{ global: false }"],
    [{ Worldwide: true }, "{ global: true }"],
    [{ gobal: true }, "{ global: true }"],
    [{ global: "perhaps" }, undefined],
    [{ countries: "US" }, "{ countries: { contains: US } }"],
    [{ country: ["US", "DE"] }, "{ countries: { contains_any: [US, DE] } }"],
    [{ countrys: { has: "US" } }, "{ countries: { contains: US } }"],
    [{ countries: [] }, "{ countries: { empty: true } }"],
    [{ countries: { prefers: "US" } }, undefined],
    [{ countries: "worldwide" }, undefined],
    [{ contains: "US" }, "{ countries: { contains: US } }"],
    [{ prefers: "US" }, undefined],
    [{ global: false, countries: "US" }, "{ global: false, countries: { contains: US } }"],
    [{ global: false, prefers: "US" }, undefined],
    ["Atlantis", undefined],
    [[], undefined],
    [{}, undefined]
  ])("reads %j as %s", (written, meant) => {
    assert.strictEqual(meantCondition(territory, written), meant)
  })
})

describe("what an editor means by a condition on flags", () => {
  it.each([
    ["resale", "{ resale: true }"],
    [{ contains: "resale" }, "{ resale: true }"],
    [{ resale: { equals: "no" } }, "{ resale: false }"],
    [{ Resale: { is: true }, archive: false }, "{ resale: true, archive: false }"],
    [{ resale: { prefers: true } }, undefined],
    [{ rental: true }, undefined]
  ])("reads %j as %s", (written, meant) => {
    assert.strictEqual(meantCondition(flags, written), meant)
  })
})

describe("a condition that does not fit the shape of its dimension", () => {
  it("is described with the operator that was meant, and an example", () => {
    assert.deepStrictEqual(describeCondition("tone", single, { equalss: "furious" }), {
      dimension: "tone",
      shape: "single",
      suggestion: "equals",
      meant: null,
      example: "tone: { equals: calm }"
    })
    assert.deepStrictEqual(describeCondition("use_type", multiple, ["press", "radio"]), {
      dimension: "use_type",
      shape: "multiple",
      suggestion: null,
      meant: "{ contains_any: [press, radio] }",
      example: "use_type: { contains_any: [press, radio] }"
    })
    assert.deepStrictEqual(describeCondition("territory", territory, { countires: "Atlantis" }), {
      dimension: "territory",
      shape: "territory",
      suggestion: "countries",
      meant: null,
      example: "territory: { countries: { contains: US } }"
    })
    assert.deepStrictEqual(describeCondition("rights", flags, { contains: "rental" }), {
      dimension: "rights",
      shape: "flags",
      suggestion: null,
      meant: null,
      example: "rights: { resale: true }"
    })
  })

  it("is told from one that fits", () => {
    assert.isTrue(fitsShape("single", { equals: "calm" }))
    assert.isFalse(fitsShape("multiple", { equals: "calm" }))
    assert.isTrue(fitsShape("multiple", { contains: "press" }))
    assert.isFalse(fitsShape("territory", { contains: "press" }))
    assert.isTrue(fitsShape("territory", { countries: { contains: "US" } }))
    assert.isFalse(fitsShape("flags", { countries: { contains: "US" } }))
    assert.isTrue(fitsShape("flags", { resale: true }))
    assert.isFalse(fitsShape("single", { resale: true }))
  })
})
