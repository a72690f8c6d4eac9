import { assert, describe, it } from "@effect/vitest"
import type { KnownDimension } from "../../../../../../src/domain/checks/reference/meaning/MeantCode.ts"
import {
  meantBoolean,
  meantCountries,
  meantSetting
} from "../../../../../../src/domain/checks/reference/meaning/MeantSetting.ts"

const values = [
  { code: "press", label: "Newspapers & magazines", description: "In print." },
  { code: "radio", label: "Radio (live)", description: "On air." },
  { code: "24", label: "All day", description: "Around the clock." }
]
const known = (shape: KnownDimension["shape"]): KnownDimension => ({
  shape,
  values,
  codes: new Set(values.map(({ code }) => code))
})
const territory: KnownDimension = {
  shape: "territory",
  codes: new Set(["US", "GB", "DE", "FR", "BE", "NL", "LU", "DK", "NO"])
}

describe("what an editor means by a setting of one code", () => {
  it.each([
    ["press", "press"],
    ["Press", "press"],
    ["newspapers and magazines", "press"],
    ["Radio", "radio"],
    ['"radio".', "radio"],
    ["prses", "press"],
    ["24", '"24"'],
    ["all-day", '"24"'],
    [["radio"], "radio"],
    [{ radio: true }, "radio"],
    [{ code: "radio" }, "radio"],
    [["press", "radio"], undefined],
    [["press", "cinema"], undefined],
    ["cinema", undefined],
    [7, undefined],
    [null, undefined]
  ])("reads %j as %s", (written, meant) => {
    assert.strictEqual(meantSetting(known("single"), written), meant)
  })
})

describe("what an editor means by a setting of several codes", () => {
  it.each([
    ["press", "[press]"],
    ["press, radio", "[press, radio]"],
    ["press; radio", "[press, radio]"],
    ["press and radio", "[press, radio]"],
    ["press | all day", '[press, "24"]'],
    ["press radio", "[press, radio]"],
    ["press, press", "[press]"],
    [["press", "Radio"], "[press, radio]"],
    [["press", ["radio", "press"]], "[press, radio]"],
    [{ press: null, radio: true }, "[press, radio]"],
    [{ first: "press", second: "radio" }, "[press, radio]"],
    [[], "[]"],
    [{}, "[]"],
    ["", undefined],
    [null, undefined],
    [["press", 7], undefined],
    ["press, cinema", undefined]
  ])("reads %j as %s", (written, meant) => {
    assert.strictEqual(meantSetting(known("multiple"), written), meant)
  })
})

describe("what an editor means by a territory", () => {
  const worldwide = "{ global: true, countries: [] }"
  it.each([
    [true, worldwide],
    ["worldwide", worldwide],
    ["Everywhere", worldwide],
    [["US", "global"], worldwide],
    ["US", "{ global: false, countries: [US] }"],
    ["UK, USA", "{ global: false, countries: [GB, US] }"],
    [["US", "DE", "US"], "{ global: false, countries: [US, DE] }"],
    ["Benelux", "{ global: false, countries: [BE, NL, LU] }"],
    [["FR", "benelux"], "{ global: false, countries: [FR, BE, NL, LU] }"],
    [{ global: "yes", countries: "none" }, undefined],
    [{ global: true, countries: "none" }, worldwide],
    [{ global: "no", countries: ["de"] }, "{ global: false, countries: [DE] }"],
    [{ global: "perhaps", countries: [] }, undefined],
    [{ worldwide: "yes" }, worldwide],
    [{ gobal: true }, worldwide],
    [{ territories: ["FR"] }, "{ global: false, countries: [FR] }"],
    [{ countreis: ["FR"] }, "{ global: false, countries: [FR] }"],
    [{ countries: "worldwide" }, worldwide],
    [{ countries: "US", DE: null, FR: null }, "{ global: false, countries: [US, DE, FR] }"],
    [{ global: false, DE: null }, undefined],
    [{ countries: "US", Atlantis: null }, undefined],
    [{ countries: "US", everything: ["DE"] }, undefined],
    [{}, undefined],
    ["Scandinavia", undefined],
    ["Atlantis", undefined],
    [7, undefined],
    [["US", 7], undefined]
  ])("reads %j as %s", (written, meant) => {
    assert.strictEqual(meantSetting(territory, written), meant)
  })

  it("skips empty entries of a list of countries", () => {
    assert.deepStrictEqual(meantCountries(territory, ["US", null, "DE"]), ["US", "DE"])
    assert.deepStrictEqual(meantCountries(territory, null), [])
    assert.deepStrictEqual(meantCountries(territory, { US: null, DE: null }), ["US", "DE"])
  })
})

describe("what an editor means by flags", () => {
  it.each([
    ["press", "{ press: true }"],
    ["press, radio", "{ press: true, radio: true }"],
    [["press", { radio: false }], "{ press: true, radio: false }"],
    [{ press: "yes", radio: "not allowed" }, "{ press: true, radio: false }"],
    [{ press: 1, "24": 0 }, '{ "24": false, press: true }'],
    [{ press: null }, "{ press: true }"],
    [["press=no", "radio => yes"], "{ press: false, radio: true }"],
    ["press: no, radio: yes", "{ press: false, radio: true }"],
    [{ press: "perhaps" }, undefined],
    [{ cinema: true }, undefined],
    [["press", 7], undefined],
    [[], undefined],
    [{}, undefined],
    [7, undefined]
  ])("reads %j as %s", (written, meant) => {
    assert.strictEqual(meantSetting(known("flags"), written), meant)
  })
})

describe("what words and numbers mean as a truth value", () => {
  it.each([true, 1, "true", "Y", "yes", "ON", "1", "ja", "oui", "si", "allowed", "permitted", "granted", "'yes'"])(
    "reads %j as true",
    (written) => {
      assert.isTrue(meantBoolean(written))
    }
  )

  it.each([
    false,
    0,
    "false",
    "n",
    "No",
    "off",
    "0",
    "nein",
    "non",
    "none",
    "forbidden",
    "prohibited",
    "denied",
    "excluded",
    "not allowed",
    "not permitted",
    "not granted"
  ])("reads %j as false", (written) => {
    assert.isFalse(meantBoolean(written))
  })

  it.each(["perhaps", "yesterday", "notable", "unforbidden", "oh yes", 2, null, [], {}])(
    "does not read %j",
    (written) => {
      assert.isUndefined(meantBoolean(written))
    }
  )
})
