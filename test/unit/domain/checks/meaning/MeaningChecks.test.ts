import { assert, describe, it } from "@effect/vitest"
import { checks } from "../../../../../src/domain/checks/CheckRegistry.ts"
import { allFindings, given } from "../../../../support/domain/ReleaseScenario.ts"
import { rendered } from "../../../../support/domain/RenderedFinding.ts"
import { add, deprecate, edit, type Edit } from "../../../../support/domain/TaxonomyEdits.ts"

const all =
  (...edits: ReadonlyArray<Edit>): Edit =>
  (taxonomy) =>
    edits.reduce((edited, next) => next(edited), taxonomy)

/** The findings about meaning, each as `item key problem`. */
const foundIn = (change: Edit): ReadonlyArray<string> =>
  findingsIn(change).map(({ context, location, rule }) => {
    const place = location._tag === "Item" ? location.path.join(".") : ""
    const { cycle, item, problem } = context
    return `${rule} ${place} ${[problem, ...(Array.isArray(cycle) ? cycle : []), item].filter(isText).join(",")}`
  })

const isText = (fact: unknown): fact is string => typeof fact === "string"

const findingsIn = (change: Edit) =>
  allFindings(given().when("1.0.0", "2026-01-10", change)).filter(({ rule }) => rule.startsWith("meaning/"))

const countries = all(add("territory/US"), edit("territory", { shape: "territory" }))
const states = (code: string, shape: "multiple" | "single" = "multiple") =>
  all(
    add("territory"),
    countries,
    add("us_states"),
    edit("us_states", { shape, refines: "territory" }),
    add(`us_states/${code}`)
  )
const exclusive = all(
  edit("use_type", { role: "scope" }),
  edit("attribution", { role: "exclusivity", reserves: "use_type" }),
  edit("attribution/byline", { role: ["description"] })
)

const rows: ReadonlyArray<readonly [name: string, change: Edit, ...found: ReadonlyArray<string>]> = [
  ["a kind above another one", edit("exclusive_categories/QSR_FAST_FOOD", { broader: ["QSR"] })],
  [
    "kinds in a circle",
    all(
      edit("exclusive_categories/QSR_FAST_FOOD", { broader: ["QSR"] }),
      edit("exclusive_categories/QSR", { broader: ["QSR_FAST_FOOD"] })
    ),
    "meaning/cycle broader exclusive_categories/QSR,exclusive_categories/QSR_FAST_FOOD,exclusive_categories/QSR"
  ],
  [
    "a right that includes itself",
    edit("use_type/editorial", { includes: ["editorial"] }),
    "meaning/cycle includes use_type/editorial,use_type/editorial"
  ],
  [
    "dimensions that take their values from each other",
    all(edit("use_type", { values_of: "attribution" }), edit("attribution", { values_of: "use_type" })),
    "meaning/cycle values_of attribution,use_type,attribution"
  ],
  [
    "silence about a required dimension",
    edit("use_type", { required: true, unset: "everything" }),
    "meaning/contradiction unset unset-required"
  ],
  [
    "a scope whose silence is nothing",
    edit("use_type", { role: "scope", unset: "nothing" }),
    "meaning/contradiction unset unset-scope"
  ],
  ["flags as a scope", edit("use_type", { role: "scope", shape: "flags" }), "meaning/contradiction role role-of-flags"],
  [
    "a territory as a duty",
    all(add("territory"), edit("territory", { shape: "territory", role: "duty" })),
    "meaning/contradiction role role-of-territory"
  ],
  [
    "kinds of flags",
    all(edit("use_type", { shape: "flags" }), edit("use_type/editorial", { broader: ["educational"] })),
    "meaning/contradiction broader kinds-of-flags"
  ],
  [
    "a kind of another role",
    all(edit("use_type/editorial", { broader: ["educational"], role: ["limit"] })),
    "meaning/contradiction broader.0 between-roles"
  ],
  ["an exclusivity that reserves the codes of a scope", exclusive],
  [
    "a reservation of codes that the scope does not have",
    all(exclusive, edit("attribution/byline", { role: ["exclusivity"] })),
    "meaning/contradiction code reserves-other-codes"
  ],
  [
    "an exclusivity that reserves nothing",
    edit("attribution", { role: "exclusivity" }),
    "meaning/contradiction role nothing-reserved"
  ],
  [
    "an exclusivity with a value that reserves everything",
    all(edit("attribution", { role: "exclusivity" }), edit("attribution/byline", { reserves: "everything" }))
  ],
  [
    "a reservation without the role",
    edit("attribution", { reserves: "use_type" }),
    "meaning/contradiction reserves reserves-no-role"
  ],
  [
    "a reservation of what is no scope",
    all(exclusive, edit("attribution", { reserves: "exclusive_categories" })),
    "meaning/contradiction reserves reserves-no-scope"
  ],
  [
    "bounds that are no scope",
    all(exclusive, edit("attribution", { within: ["exclusive_categories"] })),
    "meaning/contradiction within.0 within-no-scope"
  ],
  ["bounds of nothing", edit("attribution", { within: [] }), "meaning/contradiction within within-nothing"],
  [
    "an exemption from what reserves nothing",
    edit("use_type/editorial", { unbound_by: ["attribution"] }),
    "meaning/contradiction unbound_by.0 unbound-by-no-exclusivity"
  ],
  ["parts of countries", states("US-NY"), "meaning/contradiction code part-of-no-country"],
  [
    "a part of no country",
    states("NY"),
    "meaning/contradiction code part-of-no-country",
    "meaning/contradiction code part-of-no-country"
  ],
  [
    "parts in place of a list",
    states("US-NY", "single"),
    "meaning/contradiction refines refines-shape",
    "meaning/contradiction code part-of-no-country"
  ],
  [
    "parts of what is no territory",
    edit("attribution", { refines: "use_type" }),
    "meaning/contradiction refines refines-no-territory",
    "meaning/contradiction code part-of-no-country"
  ],
  [
    "a deprecated kind above what stays",
    all(
      edit("exclusive_categories/QSR_FAST_FOOD", { broader: ["QSR"] }),
      deprecate("exclusive_categories/QSR", "COFFEE")
    ),
    "meaning/deprecated-target broader.0 exclusive_categories/QSR"
  ]
]

describe("what is said of meaning", () => {
  it.for(rows)("%s", ([, change, ...found]) => {
    assert.deepStrictEqual(foundIn(change), found)
  })

  it("is found by every check, and each finding says what to do", () => {
    const findings = rows.flatMap(([, change]) => findingsIn(change))
    const ids = checks.flatMap(({ id }) => (id.startsWith("meaning/") ? [id] : []))
    assert.deepStrictEqual([...new Set(findings.map(({ rule }) => rule))].sort(), [...ids].sort())
    for (const finding of findings) assert.match(rendered(finding).help, /^[A-Z].*\.$/)
  })
})
