import { assert, describe, it } from "@effect/vitest"
import { explainClash } from "../../../../src/domain/reasoning/Clash.ts"
import { compileConfig, compileUse, useProblems } from "../../../../src/domain/reasoning/CompileConfig.ts"
import { explainCovers } from "../../../../src/domain/reasoning/ExplainCovers.ts"
import { explainPermits } from "../../../../src/domain/reasoning/Permits.ts"
import type { Config } from "../../../../src/domain/taxonomy/Config.ts"
import type { ConflictRule, Dimension, Taxonomy, Value } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../../../src/domain/vocabulary/Snapshot.ts"

// One test for each sentence of docs/meaning.md that is easily read otherwise.

const texts = (name: string) => ({ label: name, description: name })

const dimension = (
  name: string,
  shape: Dimension["shape"],
  fields: Partial<Dimension>,
  values: Readonly<Record<string, Partial<Value>>>
): Dimension => ({
  name,
  ...texts(name),
  shape,
  required: false,
  ...fields,
  values: Object.entries(values).map(([code, more]) => ({ code, ...texts(code), ...more }))
})

const rules: ReadonlyArray<ConflictRule> = [
  { id: "no-adult-news", description: "…", forbid: { use: { contains_all: ["news", "advertising"] } } }
]

const taxonomy: Taxonomy = {
  namespace: "nil",
  title: "…",
  description: "…",
  licenses: [],
  rules,
  dimensions: [
    dimension(
      "avatar",
      "flags",
      { role: "permission", unset: "nothing" },
      {
        avatar_only: { role: ["permission", "limit"] },
        likeness: {},
        voice: {}
      }
    ),
    dimension("consent", "single", { unset: "nothing" }, { group: { unbound_by: ["exclusive"] }, adult: {} }),
    dimension(
      "credit",
      "single",
      { role: "duty", unset: "open" },
      {
        required: {},
        customary: { broader: ["required"] },
        free: { role: ["description"] }
      }
    ),
    dimension(
      "exclusive",
      "multiple",
      { role: "exclusivity", unset: "nothing", reserves: "goods", within: ["territory"] },
      {
        DRINKS: {},
        BEER: {},
        SHOES: {}
      }
    ),
    dimension(
      "exclusivity",
      "single",
      { role: "exclusivity", unset: "nothing" },
      {
        none: { role: ["description"] },
        category: { reserves: "exclusive" },
        sole: { reserves: "everything", broader: ["full"] },
        full: { reserves: "everything" }
      }
    ),
    dimension(
      "goods",
      "multiple",
      { role: "scope", unset: "open" },
      {
        DRINKS: {},
        BEER: { broader: ["DRINKS"] },
        WINE: { broader: ["DRINKS"] },
        SHOES: {}
      }
    ),
    dimension("media", "multiple", { role: "scope", unset: "everything" }, { tv: {}, web: {} }),
    dimension("states", "multiple", { refines: "territory" }, { "US-NY": {}, "US-CA": {} }),
    dimension(
      "term",
      "single",
      { role: "permission", unset: "open" },
      {
        month: { broader: ["year"] },
        year: { broader: ["ever"] },
        season: { broader: ["ever"] },
        ever: {}
      }
    ),
    dimension("territory", "territory", { role: "scope" }, { US: {}, NO: {} }),
    dimension("use", "multiple", { role: "scope" }, { advertising: {}, news: {} })
  ]
}

const snapshot = snapshotOf(taxonomy)
const us = { global: false, countries: ["US"] }
const base = { use: ["advertising"], territory: us, goods: ["BEER"], term: "year", credit: "required" }
const compile = (config: Config) => compileConfig(snapshot, config)
const covers = (a: Config, b: Config) => explainCovers(compile({ ...base, ...a }), compile({ ...base, ...b }))
const clash = (a: Config, b: Config) => explainClash(compile({ ...base, ...a }), compile({ ...base, ...b }))
const permits = (license: Config, use: Config) =>
  explainPermits(compile({ ...base, ...license }), compileUse(snapshot, use))

describe("covers", () => {
  it("does not take all codes below a code for the code, nor all codes for everything or global", () => {
    assert.strictEqual(covers({ goods: ["BEER", "WINE"] }, { goods: ["DRINKS"] }).verdict, "no")
    assert.strictEqual(covers({ goods: ["DRINKS"] }, { goods: ["BEER", "WINE"] }).verdict, "yes")
    assert.deepStrictEqual(covers({ media: ["tv", "web"] }, {}).reasons, [
      { dimension: "media", codes: [], everything: true, kind: "scope" }
    ])
    const all = { global: false, countries: ["US", "NO"] }
    assert.strictEqual(covers({ territory: all }, { territory: { global: true, countries: [] } }).verdict, "no")
    assert.strictEqual(covers({ territory: { global: true, countries: [] } }, { territory: all }).verdict, "yes")
  })

  it("takes the same silence of both to be settled alike and says so", () => {
    const { goods: _, ...silent } = base
    const answer = explainCovers(compile(silent), compile(silent))
    assert.strictEqual(answer.verdict, "yes")
    assert.deepStrictEqual(answer.alike, ["goods"])
    const open = explainCovers(compile(silent), compile(base))
    assert.strictEqual(open.verdict, "unknown")
    assert.deepStrictEqual(open.open, [{ dimension: "goods", of: "a" }])
  })

  it("counts a limit of permissions only if b has another permission", () => {
    const limited = { avatar: { avatar_only: true, likeness: true } }
    assert.deepStrictEqual(covers(limited, { avatar: { likeness: true } }).reasons, [
      { dimension: "avatar", codes: ["avatar_only"], kind: "limit" }
    ])
    assert.strictEqual(covers(limited, { avatar: { avatar_only: true } }).verdict, "yes")
    assert.strictEqual(covers(limited, {}).verdict, "yes")
    assert.strictEqual(covers({}, { avatar: { avatar_only: true } }).verdict, "no")
  })

  it("has no repair for a limit that comes with a permission of a", () => {
    const limited = { avatar: { avatar_only: true, likeness: true } }
    assert.deepStrictEqual(covers(limited, { avatar: { likeness: true } }).repair, [])
  })

  it("compares what is reserved as points, and codes that reserve everything as codes", () => {
    assert.strictEqual(covers({ exclusive: ["DRINKS"] }, { exclusive: ["BEER"] }).verdict, "yes")
    assert.deepStrictEqual(covers({}, { exclusive: ["DRINKS", "BEER"] }).reasons, [
      { dimension: "exclusive", codes: ["DRINKS"], kind: "exclusivity" }
    ])
    assert.strictEqual(covers({ exclusivity: "full" }, { exclusivity: "sole" }).verdict, "yes")
    assert.strictEqual(covers({ exclusivity: "sole" }, { exclusivity: "full" }).verdict, "no")
  })

  it("does not take a reservation for a grant", () => {
    assert.deepStrictEqual(covers({ exclusive: ["SHOES"] }, { goods: ["SHOES"] }).reasons, [
      { dimension: "goods", codes: ["SHOES"], kind: "scope" }
    ])
  })

  it("says yes to a license that gives nothing, and a license with an empty scope gives nothing", () => {
    assert.strictEqual(covers({}, { use: [], exclusive: ["SHOES"] }).verdict, "yes")
    assert.strictEqual(covers({ use: [] }, {}).verdict, "no")
    assert.strictEqual(permits({ use: [] }, {}).verdict, "no")
    assert.strictEqual(clash({ use: [], exclusive: ["BEER"] }, {}).verdict, "none")
  })

  it("gives the least single values that cover both, and none if there is none", () => {
    const repaired = (a: string, b: string) =>
      covers({ term: a }, { term: b }).repair.map(({ changed }) => changed["term"])
    assert.deepStrictEqual(repaired("month", "year"), ["year"])
    assert.deepStrictEqual(repaired("season", "month"), ["ever"])
  })

  it("names the rule that a repair breaks", () => {
    assert.deepStrictEqual(covers({}, { use: ["news"] }).repair, [
      {
        config: { ...base, use: ["advertising", "news"] },
        changed: { use: ["advertising", "news"] },
        breaks: ["no-adult-news"]
      }
    ])
  })

  it("lets a country of which parts are named stand for those alone", () => {
    const both = { global: false, countries: ["US", "NO"] }
    assert.strictEqual(covers({}, { states: ["US-NY"] }).verdict, "yes")
    const answer = covers({ states: ["US-NY"] }, { states: ["US-CA"] })
    assert.deepStrictEqual(answer.reasons, [{ dimension: "states", codes: ["US-CA"], kind: "scope" }])
    assert.deepStrictEqual(answer.repair[0]?.changed["states"], ["US-NY", "US-CA"])
    assert.deepStrictEqual(covers({ states: ["US-NY", "US-CA"] }, {}).reasons, [
      { dimension: "territory", codes: ["US"], kind: "scope" }
    ])
    assert.strictEqual(
      covers({ territory: both, states: ["US-NY"] }, { territory: { global: false, countries: ["NO"] } }).verdict,
      "yes"
    )
  })

  it("does not let open points change a no", () => {
    const { reasons, verdict, open } = covers(
      { use: ["news"], credit: "free" },
      { credit: "free", exclusivity: "category" }
    )
    assert.strictEqual(verdict, "no")
    assert.deepStrictEqual(reasons, [{ dimension: "use", codes: ["advertising"], kind: "scope" }])
    assert.deepStrictEqual(open, [{ dimension: "exclusive", of: "b" }])
  })
})

describe("permits", () => {
  it("does not ask what a use leaves out, and tells duties without counting them", () => {
    const answer = permits({}, { use: ["advertising"] })
    assert.strictEqual(answer.verdict, "yes")
    assert.deepStrictEqual(
      answer.within.map(({ dimension: name }) => name),
      ["goods", "media", "territory"]
    )
    assert.deepStrictEqual(answer.provided, [{ dimension: "credit", codes: ["required"], kind: "duty" }])
  })

  it("names the broadest duties among which the agreement chooses", () => {
    const { credit: _, ...silent } = base
    const answer = explainPermits(compile(silent), compileUse(snapshot, { use: ["advertising"] }))
    assert.deepStrictEqual(answer.provided, [{ dimension: "credit", codes: ["required"], kind: "duty", open: true }])
  })

  it("needs each code of a list", () => {
    assert.strictEqual(permits({}, { use: ["advertising", "news"] }).verdict, "no")
  })

  it("counts limits of a dimension that the use names, and tells the others", () => {
    const limited = { avatar: { avatar_only: true, likeness: true } }
    assert.strictEqual(permits(limited, { avatar: { likeness: true } }).verdict, "no")
    assert.strictEqual(permits(limited, { avatar: { likeness: true, avatar_only: true } }).verdict, "yes")
    assert.deepInclude(permits(limited, {}).provided, { dimension: "avatar", codes: ["avatar_only"], kind: "limit" })
  })

  it("names the dimensions of a use of which no use needs anything", () => {
    const use = { use: ["advertising"], states: ["US-NY"], consent: "adult", credit: "required", exclusivity: "sole" }
    const { uncompared, verdict } = permits({}, use)
    assert.strictEqual(verdict, "yes")
    assert.deepStrictEqual(uncompared, [
      { dimension: "consent", role: "description" },
      { dimension: "credit", role: "duty" },
      { dimension: "exclusivity", role: "exclusivity" }
    ])
    assert.deepStrictEqual(permits({}, { use: ["advertising"] }).uncompared, [])
  })

  it("knows the codes that a use cannot name", () => {
    assert.deepStrictEqual(useProblems(snapshot, { use: ["advertising"], states: ["US-NY"] }), [])
    assert.lengthOf(useProblems(snapshot, { use: ["advertisng"] }), 1)
  })
})

describe("clash", () => {
  it("settles each silence by its own agreement", () => {
    const { goods: _, ...silent } = base
    const answer = explainClash(compile({ ...silent, exclusivity: "sole" }), compile(silent))
    assert.strictEqual(answer.verdict, "unknown")
    assert.deepStrictEqual(answer.open, [
      { dimension: "goods", of: "b" },
      { dimension: "goods", of: "a" }
    ])
  })

  it("finds the broadest common codes", () => {
    const answer = clash({ exclusive: ["DRINKS"] }, { goods: ["DRINKS", "SHOES"] })
    assert.strictEqual(answer.verdict, "clash")
    assert.deepStrictEqual(answer.witness, [
      { dimension: "goods", code: "DRINKS" },
      { dimension: "media", everything: true },
      { dimension: "territory", code: "US" },
      { dimension: "use", code: "advertising" }
    ])
  })

  it("reserves what the license does not grant", () => {
    assert.strictEqual(clash({ exclusive: ["SHOES"] }, { goods: ["SHOES"] }).verdict, "clash")
    assert.strictEqual(clash({ exclusivity: "sole" }, { goods: ["SHOES"] }).verdict, "none")
  })

  it("reaches beyond within, and names what alone separates", () => {
    const elsewhere = { territory: { global: false, countries: ["NO"] } }
    assert.strictEqual(clash({ exclusive: ["BEER"] }, { use: ["news"] }).verdict, "clash")
    assert.deepStrictEqual(clash({ exclusive: ["BEER"] }, elsewhere).separates, [
      { of: "a", reservation: "exclusive", dimensions: ["territory"] }
    ])
    assert.deepStrictEqual(clash({}, {}).separates, [])
  })

  it("does not bind a group license, unless the other one is a group license, too", () => {
    const answer = clash({ exclusive: ["BEER"] }, { consent: "group" })
    assert.strictEqual(answer.verdict, "none")
    assert.deepStrictEqual(answer.separates, [
      { of: "a", reservation: "exclusive", dimensions: [], unbound: { dimension: "consent", code: "group" } }
    ])
    assert.strictEqual(clash({ exclusive: ["BEER"], consent: "group" }, { consent: "group" }).verdict, "clash")
    assert.strictEqual(clash({ exclusive: ["BEER"], consent: "group" }, {}).verdict, "clash")
    assert.strictEqual(clash({ exclusivity: "sole" }, { consent: "group" }).verdict, "clash")
  })

  it("leaves open what category_exclusive reserves without a list", () => {
    assert.deepStrictEqual(clash({ exclusivity: "category" }, {}).open, [{ dimension: "exclusive", of: "a" }])
    assert.strictEqual(clash({ exclusivity: "category", exclusive: ["SHOES"] }, {}).verdict, "none")
    assert.strictEqual(clash({ exclusivity: "category", exclusive: [] }, {}).verdict, "none")
  })
})

describe("open points of large dimensions", () => {
  const numbered = (prefix: string, count: number, fields: Partial<Value> = {}) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index + 1}`, fields]))
  const compileIn = (dimensions: ReadonlyArray<Dimension>) => {
    const snapshot = snapshotOf({ ...taxonomy, rules: [], dimensions })
    return (config: Config) => compileConfig(snapshot, config)
  }
  const goods = (fields: Partial<Dimension>, values: Readonly<Record<string, Partial<Value>>>) =>
    dimension("goods", "multiple", { role: "scope", unset: "open", ...fields }, values)
  const exclusive = (fields: Partial<Dimension>, count: number) =>
    dimension("exclusive", "multiple", { role: "exclusivity", reserves: "goods", ...fields }, numbered("G", count))
  const sole = dimension("sole", "single", { role: "exclusivity", unset: "open" }, { sole: { reserves: "everything" } })

  it("can exempt a grant by any of many values, of which a list can have several", () => {
    const consent = (shape: Dimension["shape"]) =>
      dimension("consent", shape, {}, { ...numbered("GROUP", 40, { unbound_by: ["exclusive"] }), self: {} })
    const codes = Object.keys(numbered("GROUP", 40))
    const settings = (count: number) => ({
      multiple: codes.slice(0, count),
      flags: Object.fromEntries(codes.map((code, index) => [code, index < count]))
    })
    for (const shape of ["multiple", "flags"] as const) {
      const compile = compileIn([goods({}, numbered("G", 2)), exclusive({ unset: "nothing" }, 2), consent(shape)])
      const of = (count: number) => settings(count)[shape]
      const open = { goods: ["G1"] }
      const a = (count: number) => compile({ ...open, exclusive: ["G1"], consent: of(count) })
      assert.strictEqual(explainClash(a(39), compile(open)).verdict, "unknown", shape)
      assert.strictEqual(explainClash(a(40), compile(open)).verdict, "clash", shape)
      assert.strictEqual(explainClash(a(39), compile({ ...open, consent: of(39) })).verdict, "clash", shape)
    }
  })

  it("can be settled with what one license grants and what the other one reserves", () => {
    const compile = compileIn([
      // All goods together are no way out, since one of them brings a duty.
      goods({}, { ...numbered("G", 9), DANGEROUS: { role: ["scope", "duty"] } }),
      exclusive({ unset: "nothing", within: ["territory"] }, 9),
      sole,
      dimension("territory", "territory", { role: "scope", unset: "everything" }, { US: {} })
    ])
    const b = { goods: ["G1", "G2", "G3"], exclusive: ["G4", "G5", "G6", "G7"] }
    const answer = explainCovers(compile({}), compile(b))
    assert.strictEqual(answer.verdict, "unknown")
  })

  it("can be settled with the one code among others that reserves something", () => {
    const plain: Partial<Value> = { role: ["description"] }
    const values = { G1: plain, G2: plain, G3: plain, G4: plain, G5: {}, G6: plain }
    const compile = compileIn([
      goods({}, numbered("G", 6)),
      dimension("exclusive", "single", { role: "exclusivity", reserves: "goods" }, values)
    ])
    const granted = { goods: ["G1"] }
    assert.strictEqual(explainCovers(compile({ ...granted, exclusive: "G1" }), compile(granted)).verdict, "unknown")
  })

  it("have an answer even if they have very many answers together", () => {
    const single = (name: string, values: Readonly<Record<string, Partial<Value>>>, fields: Partial<Dimension> = {}) =>
      dimension(name, "single", { role: "scope", ...fields }, values)
    const only = (reserves: string, values: Readonly<Record<string, Partial<Value>>>) =>
      single(`only_${reserves}`, values, { role: "exclusivity", reserves })
    const [places, media] = [numbered("P", 8), numbered("M", 8)]
    const compile = compileIn([
      single("goods", numbered("G", 8)),
      dimension("place", "territory", { role: "scope" }, places),
      exclusive({ unset: "everything", within: ["place"] }, 8),
      only("place", places),
      single("media", media),
      only("media", media),
      dimension("exclusivity", "multiple", { role: "exclusivity" }, { list: { reserves: "exclusive" } })
    ])
    const b = { only_place: "P6", only_media: "M6", exclusivity: [] }
    assert.strictEqual(explainCovers(compile({ exclusivity: ["list"] }), compile(b)).verdict, "no")
  })
})
