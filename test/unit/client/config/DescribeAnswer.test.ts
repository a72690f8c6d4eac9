import { assert, describe, it } from "@effect/vitest"
import { describeClash, describeCovers, describePermits } from "../../../../src/client/config/DescribeAnswer.ts"
import { compileConfig, compileUse } from "../../../../src/domain/reasoning/CompileConfig.ts"
import { explainCovers } from "../../../../src/domain/reasoning/ExplainCovers.ts"
import { explainPair, makeReadGrant, type GrantTerms } from "../../../../src/domain/reasoning/FindClashes.ts"
import { explainPermits } from "../../../../src/domain/reasoning/Permits.ts"
import type { Config } from "../../../../src/domain/taxonomy/Config.ts"
import type { Dimension, Taxonomy, Value } from "../../../../src/domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../../../../src/domain/vocabulary/Snapshot.ts"

const dimension = (
  name: string,
  label: string,
  shape: Dimension["shape"],
  fields: Partial<Dimension>,
  values: Readonly<Record<string, string | (Partial<Value> & { readonly label: string })>>
): Dimension => ({
  name,
  label,
  description: label,
  shape,
  required: false,
  ...fields,
  values: Object.entries(values).map(([code, value]) => {
    const texts = typeof value === "string" ? { label: value } : value
    return { code, description: texts.label, ...texts }
  })
})

const taxonomy: Taxonomy = {
  namespace: "nil",
  title: "…",
  description: "…",
  licenses: [],
  rules: [
    {
      id: "no-replica",
      label: "An avatar is no replica",
      description: "…",
      forbid: { ai: { avatar_only: true, replica: true } }
    }
  ],
  dimensions: [
    dimension(
      "ai",
      "AI",
      "flags",
      { role: "permission", unset: "nothing" },
      {
        avatar_only: { label: "Avatar only", role: ["permission", "limit"] },
        replica: "Replica",
        voice: "Voice"
      }
    ),
    dimension("area", "Area", "territory", { role: "scope", unset: "open" }, { DE: "Germany", SE: "Sweden" }),
    dimension("goods", "Goods", "multiple", { role: "scope", unset: "open" }, { CARS: "Cars", TOYS: "Toys" }),
    dimension(
      "media",
      "Media",
      "multiple",
      { role: "scope", unset: "everything" },
      { CTV: "Connected TV", WEB: "Web" }
    ),
    dimension("credit", "Credit", "single", { role: "duty", unset: "nothing" }, { required: "Required" })
  ]
}

const snapshot = snapshotOf(taxonomy)

const contextOf = (before: Config, release = "1.2.0") => ({
  release,
  snapshot,
  before
})

const permitsLines = (license: Config, use: Config, release?: string): ReadonlyArray<string> =>
  describePermits(
    "LIC",
    "the use",
    explainPermits(compileConfig(snapshot, license), compileUse(snapshot, use)),
    contextOf(license, release)
  )

const coversLines = (a: Config, b: Config): ReadonlyArray<string> =>
  describeCovers("A", "B", explainCovers(compileConfig(snapshot, a), compileConfig(snapshot, b)), contextOf(a))

const sweden = { global: false, countries: ["SE"] }
const world = { global: true, countries: [] }
const closing = "By release 1.2.0. As far as the codes say; not legal advice."

describe("the sentences on whether a license permits a use", () => {
  it("begin with the verdict, and tell what the use is within and provided that", () => {
    assert.deepStrictEqual(permitsLines({ area: sweden, goods: ["CARS"], credit: "required" }, { goods: ["CARS"] }), [
      "Yes. LIC permits the use.",
      "Within the license, where the use names nothing:",
      "  Area (area): The license covers only: Sweden (SE).",
      "  Media (media): The license covers everything here.",
      "On condition that the licensee complies with:",
      "  Credit (credit): Required (required)",
      closing
    ])
  })

  it("name the limits and duties that the agreement decides, if they are few", () => {
    const answer = explainPermits(compileConfig(snapshot, { area: sweden }), compileUse(snapshot, { area: sweden }))
    const many = ["A", "B", "C", "D", "E", "F"]
    const provided = [
      { dimension: "ai", codes: ["avatar_only"], kind: "limit", open: true },
      { dimension: "credit", codes: ["required"], kind: "duty" },
      { dimension: "credit", codes: ["required", "usual"], kind: "duty", open: true },
      { dimension: "goods", codes: many, kind: "duty", open: true },
      { dimension: "media", codes: many, kind: "limit", open: true }
    ] as const
    const lines = describePermits("LIC", "the use", { ...answer, provided }, contextOf({}))
    assert.deepStrictEqual(lines.slice(-5, -1), [
      "  AI (ai): perhaps limited to Avatar only (avatar_only), as the agreement says",
      "  Credit (credit): Required (required); perhaps Required (required) or usual, as the agreement says",
      "  Goods (goods): duties that the agreement adds",
      "  Media (media): limits that the agreement sets"
    ])
  })

  it("name what the license lacks by dimension, and what would permit it", () => {
    const lines = permitsLines({ area: sweden, media: ["WEB"] }, { area: world, media: ["CTV"] })
    assert.deepStrictEqual(lines, [
      "No. LIC does not permit the use.",
      "  Area (area): the license is for Sweden (SE), not for the whole world",
      "  Media (media): the license is for Web (WEB), not for Connected TV (CTV)",
      "Within the license, where the use names nothing:",
      "  Goods (goods): The agreement decides.",
      "What would permit it: set Area (area) to worldwide; add Connected TV (CTV) to Media (media).",
      closing
    ])
  })

  it("name what the use names and nobody compares", () => {
    const lines = permitsLines({ area: sweden }, { area: sweden, credit: "required" })
    assert.deepStrictEqual(lines.slice(-3, -1), [
      "Named by the use, and not compared:",
      "  Credit (credit), which says what the licensee must do"
    ])
  })

  it("name a limit that the use does not keep, and drop it in the repair", () => {
    const lines = permitsLines({ ai: { avatar_only: true, voice: true } }, { ai: { voice: true } })
    assert.include(
      lines,
      "  AI (ai): the license is limited to Avatar only (avatar_only), and the use does not keep to it"
    )
    assert.include(lines, "What would permit it: in AI (ai), set Avatar only (avatar_only) to false.")
  })

  it("name the rule that a repair breaks", () => {
    const lines = permitsLines({ ai: { avatar_only: true } }, { ai: { avatar_only: true, replica: true } })
    assert.include(
      lines,
      "What would permit it: in AI (ai), set Replica (replica) to true. The license would then be invalid, by the rule An avatar is no replica (rules/no-replica)."
    )
  })

  it("say that nothing would permit a use by a license with an empty scope that stays empty", () => {
    const lines = permitsLines({ media: [] }, { goods: ["CARS"] })
    assert.include(lines, "  Media (media): the license lists nothing, so it gives nothing")
    assert.include(lines, "Nothing that is added to the license would permit it.")
  })

  it("name what is open and whose it is, and the working tree", () => {
    const lines = permitsLines({ area: sweden }, { goods: ["CARS"], media: ["CTV"], area: sweden }, "working-tree")
    assert.deepStrictEqual(lines, [
      "Unknown. Whether LIC permits the use depends on what its agreement says.",
      "What is open:",
      "  Goods (goods), which LIC leaves to its agreement",
      "By the working tree. As far as the codes say; not legal advice."
    ])
  })
})

describe("the sentences on whether a license covers another", () => {
  it("list what both leave open", () => {
    assert.deepStrictEqual(coversLines({ area: sweden }, { area: sweden }), [
      "Yes. A covers B: all that B allows may be done under A.",
      "Both leave these open. They are taken to be settled alike:",
      "  Goods (goods)",
      closing
    ])
  })

  it("name what one lacks or asks for beyond the other, what else is open, and the repair", () => {
    const lines = coversLines(
      { area: sweden, credit: "required", media: ["WEB"] },
      { area: { global: false, countries: ["DE", "SE"] }, goods: ["CARS"] }
    )
    assert.deepStrictEqual(lines, [
      "No. A does not cover B.",
      "  Area (area): A is for Sweden (SE), not for Germany (DE)",
      "  Media (media): A is for Web (WEB), not for everything, including what no code names",
      "  Credit (credit): A asks for Required (required), and B does not",
      "Also open, without a bearing on the answer:",
      "  Goods (goods), which A leaves to its agreement",
      "What would let A cover B, if what is open allows it: add Germany (DE) to Area (area); leave out Media (media); leave out Credit (credit).",
      closing
    ])
  })

  it("say if the answer depends on an agreement", () => {
    const lines = coversLines({ area: sweden }, { area: sweden, goods: ["CARS"] })
    assert.deepStrictEqual(lines.slice(0, 3), [
      "Unknown. Whether A covers B depends on what their agreements say.",
      "What is open:",
      "  Goods (goods), which A leaves to its agreement"
    ])
  })

  it("say which single value a license has in place of the one that it lacks, and which one a repair breaks", () => {
    const lines = clashing.covers({ term: "year" }, { ai: { avatar_only: true, replica: true }, term: "years" })
    assert.include(lines, "  Term (term): A has One year (year), not Some years (years)")
    const sole = clashing.covers({}, { exclusive: ["sole"] })
    assert.include(sole, "  Exclusive (exclusive): B reserves all that it grants, as Sole (sole), and A does not")
    const broken = clashing.covers({ ai: { avatar_only: true } }, { ai: { avatar_only: true, replica: true } })
    assert.match(broken.join("\n"), /A would then be invalid, by the rule An avatar is no replica/)
  })
})

describe("the sentences on whether two contracts clash", () => {
  const cars = { area: sweden, goods: ["CARS"], consent: "adult" }
  const exclusive = { ...cars, exclusive: ["CARS"] }

  it("name each reservation that is met, of either side", () => {
    assert.deepStrictEqual(clashing.lines({ config: exclusive }, { config: exclusive }).slice(0, 3), [
      "A and B clash.",
      "  Exclusive (exclusive): A reserves Cars (CARS), and B grants some of it",
      "  Exclusive (exclusive): B reserves Cars (CARS), and A grants some of it"
    ])
  })

  it("say of a license that reserves all that it grants, that it does", () => {
    assert.include(
      clashing.lines({ config: { ...cars, exclusive: ["sole"] } }, { config: cars }),
      "  Exclusive (exclusive): A reserves all that it grants, as Sole (sole), and B grants some of it"
    )
  })

  it("name the days on which both apply", () => {
    const daysOf = (a: Omit<GrantTerms, "config">, b: Omit<GrantTerms, "config">) =>
      clashing.lines({ config: exclusive, ...a }, { config: cars, ...b })[1]
    assert.strictEqual(
      daysOf({ from: "2026-01-01", until: "2026-06-30" }, { from: "2026-06-01", until: "2027-01-01" }),
      "  Both apply from 2026-06-01 until 2026-06-30."
    )
    assert.strictEqual(daysOf({ until: "2026-06-30" }, { from: "2026-06-30" }), "  Both apply on 2026-06-30 alone.")
    assert.strictEqual(daysOf({ from: "2026-06-01" }, { from: "2026-01-01" }), "  Both apply from 2026-06-01 on.")
    assert.strictEqual(daysOf({ until: "2026-06-30" }, { until: "2026-07-01" }), "  Both apply until 2026-06-30.")
    assert.match(daysOf({}, {}) ?? "", /^  Exclusive/)
  })

  it("say why the answer depends on who consented", () => {
    const { consent: _, ...open } = cars
    assert.deepStrictEqual(clashing.lines({ config: exclusive }, { config: open }), [
      "Unknown. Whether A and B clash depends on what their agreements say.",
      "What is open:",
      "  Consent (consent), which B leaves to its agreement. With Group (group) it would not be bound"
    ])
  })

  it("do not read as if two separations were needed together", () => {
    const film = { area: { global: false, countries: ["DE"] }, goods: ["TOYS"], consent: "adult" }
    assert.deepStrictEqual(clashing.lines({ config: exclusive }, { config: film }), [
      "A and B do not clash.",
      "  Exclusive (exclusive) of A: nothing in common in Area (area) or Goods (goods)"
    ])
  })

  it("name what is open of a clash, which does not depend on it", () => {
    // Whichever goods B is for, one of the two reserves them.
    const reserving = { ...cars, goods: ["CARS", "TOYS"], exclusive: ["CARS", "TOYS"] }
    const lines = clashing.lines({ config: reserving }, { config: { area: sweden, consent: "adult" } })
    assert.deepStrictEqual(lines.slice(0, 2), [
      "A and B clash.",
      "  Exclusive (exclusive): A reserves Cars (CARS) and Toys (TOYS), and B grants some of it"
    ])
    assert.deepStrictEqual(lines.slice(-2), [
      "They clash however these are settled:",
      "  Goods (goods), which B leaves to its agreement"
    ])
  })
})

/** The same taxonomy with terms, reservations, and group licenses that these do not bind. */
const clashing = (() => {
  const larger: Taxonomy = {
    ...taxonomy,
    dimensions: [
      ...taxonomy.dimensions,
      dimension("term", "Term", "single", { role: "permission" }, { year: "One year", years: "Some years" }),
      dimension(
        "consent",
        "Consent",
        "single",
        {},
        { adult: "Adult", group: { label: "Group", unbound_by: ["exclusive"] } }
      ),
      dimension(
        "exclusive",
        "Exclusive",
        "multiple",
        { role: "exclusivity", unset: "nothing", reserves: "goods" },
        { CARS: "Cars", TOYS: "Toys", sole: { label: "Sole", reserves: "everything" } }
      )
    ]
  }
  const known = snapshotOf(larger)
  const { readGrant } = makeReadGrant([larger])
  return {
    covers: (a: Config, b: Config): ReadonlyArray<string> =>
      describeCovers("A", "B", explainCovers(compileConfig(known, a), compileConfig(known, b)), {
        release: "1.2.0",
        snapshot: known,
        before: a
      }),
    lines: (...terms: readonly [GrantTerms, GrantTerms]): ReadonlyArray<string> => {
      const [a, b] = terms.map((each) => readGrant(each, larger))
      if (a === undefined || b === undefined || !("contract" in a && "contract" in b)) throw new Error("Invalid terms")
      return describeClash("A", "B", explainPair({ a, b }), { snapshot: known })
    }
  }
})()
