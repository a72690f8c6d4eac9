import type { CheckId } from "../../../src/domain/checks/CheckRegistry.ts"
import { evolve } from "../../../src/domain/release/ReleaseHistory.ts"
import { timeOf } from "../domain/ReleaseScenario.ts"
import {
  dimension,
  header,
  license,
  numbered,
  numberedFiles,
  replay,
  rule,
  scenario,
  value,
  type Files,
  type Mistake,
  type Published
} from "./Mistake.ts"

interface Proposal {
  readonly files: Files
  readonly version: string
  readonly date?: string
  readonly now?: string
  readonly published: ReadonlyArray<Published>
}

const proposal = (check: CheckId, variant: string, make: (count: number) => Proposal): Mistake => ({
  check,
  variant,
  make: (count) => {
    const { files, version, ...options } = make(count)
    return scenario({ ...files, "taxonomy.yaml": header(version) }, options)
  }
})

const values = (count: number, write: (code: string, index: number) => string, from = 0): Files => ({
  "dimensions/d.yaml": dimension("d", [
    value("FIRST"),
    ...numbered(count, (index) => write(`V${from + index}`, from + index))
  ])
})

const plain = (count: number, from = 0): Files => values(count, (code) => value(code), from)
const deprecated = (count: number): Files =>
  values(count, (code) => value(code, "deprecated: { replaced_by: [FIRST] }"))
const licenses = (count: number, write: (code: string, index: number) => string): Files =>
  numberedFiles(count, (index) => [`licenses/L${index}.yaml`, write(`L${index}`, index)])
const dimensions = (count: number): Files =>
  numberedFiles(count, (index) => [`dimensions/d${index}.yaml`, dimension(`d${index}`, [value("A")])])

const first = (files: Files): Published => ["1.0.0", "2026-01-01", files]
const none = plain(0)

/** Two majors, of which the newer one lacks something. */
const twoMajors = (files: Files): ReadonlyArray<Published> => [
  first(files),
  [
    "2.0.0",
    "2026-02-01",
    { ...files, "dimensions/e.yaml": dimension("e", [value("A")]), "rules/r.yaml": rule("r", "{ e: { contains: A } }") }
  ]
]

const removedTwoReleasesLater = (count: number): ReadonlyArray<Published> => [
  first(deprecated(count)),
  ["1.1.0", "2026-02-01", { ...deprecated(count), ...licenses(1, (code) => license(code)) }],
  ["1.2.0", "2026-03-01", { ...deprecated(count), ...licenses(2, (code) => license(code)) }]
]

const waivers = (rule: string, version: string, count: number): Files => ({
  "waivers.yaml": numbered(
    count,
    (index) => `- { rule: ${rule}, subject: d/V${index}, version: ${version}, reason: Text, approved_by: J. Doe }\n`
  ).join("")
})

const rules = (forbids: ReadonlyArray<string>): Files =>
  Object.fromEntries(forbids.map((forbid, index) => [`rules/r${index}.yaml`, rule(`r${index}`, forbid)]))
const listOf = (names: ReadonlyArray<string>): string => `[${names.join(", ")}]`
const codes = (count: number): ReadonlyArray<string> => numbered(count, (index) => `V${index}`)

/** Rules that say something together that no one of them says. */
const ruleMistakes: ReadonlyArray<Mistake> = [
  proposal("rule/no-valid-config", "values of a required dimension", (count) => ({
    files: {
      "dimensions/d.yaml": dimension(
        "d",
        codes(count).map((code) => value(code)),
        "shape: single"
      ).replace("required: false", "required: true"),
      ...rules(codes(count).map((code) => `{ d: { equals: ${code} } }`))
    },
    version: "1.0.0",
    published: []
  })),
  proposal("rule/unsettable-dimension", "dimensions", (count) => ({
    files: { ...dimensions(count), ...rules(numbered(count, (index) => `{ d${index}: { empty: false } }`)) },
    version: "1.0.0",
    published: []
  })),
  proposal("rule/unusable-value", "values", (count) => ({
    files: { ...plain(count), ...rules(codes(count).map((code) => `{ d: { contains: ${code} } }`)) },
    version: "1.0.0",
    published: []
  })),
  proposal("rule/implied", "rules", (count) => ({
    files: {
      ...plain(count),
      ...rules([
        `{ d: { contains_any: ${listOf(codes(count))} } }`,
        ...codes(count).map((code) => `{ d: { contains_all: [FIRST, ${code}] } }`)
      ])
    },
    version: "1.0.0",
    published: []
  })),
  proposal("rule/never-met", "rules", (count) => ({
    files: { ...plain(count), ...rules(codes(count).map((code) => `{ d: { contains: ${code}, empty: true } }`)) },
    version: "1.0.0",
    published: []
  })),
  proposal("rule/outdated-list", "new values", (count) => {
    const list = rules([`{ d: { contains_any: ${listOf(codes(count))} } }`])
    return {
      files: { ...plain(2 * count), ...list },
      version: "1.1.0",
      published: [first({ ...plain(count), ...list })]
    }
  }),
  proposal("rule/narrower-not-named", "rules", (count) => ({
    files: {
      ...values(count, (code) => value(code, "broader: [FIRST]")),
      ...rules(codes(count).map((code) => `{ d: { contains: FIRST, contains_none: [${code}] } }`))
    },
    version: "1.0.0",
    published: []
  }))
]

/** Mistakes of a release, compared with those before it. */
export const releaseMistakes: ReadonlyArray<Mistake> = [
  ...ruleMistakes,
  proposal("lifecycle/missing-hotfix", "values of one release", (count) => ({
    published: [
      ...twoMajors(plain(count)),
      ["1.0.1", "2026-03-01", values(count, (code) => value(code).replace("label: Label", "label: Labels"))]
    ],
    files: {
      ...plain(count),
      "dimensions/e.yaml": dimension("e", [value("A")]),
      "rules/r.yaml": rule("r", "{ e: { contains: A } }"),
      ...licenses(1, (code) => license(code))
    },
    version: "2.1.0",
    date: "2026-04-01"
  })),
  ...["values", "dimensions", "licenses"].flatMap((kind): ReadonlyArray<Mistake> => {
    const made = { values: plain, dimensions, licenses: (count: number) => licenses(count, (code) => license(code)) }
    const items = made[kind === "values" ? "values" : kind === "dimensions" ? "dimensions" : "licenses"]
    return [
      proposal("deprecation/removed-without-deprecation", kind, (count) => ({
        published: [first({ ...none, ...items(count) })],
        files: none,
        version: "2.0.0"
      })),
      proposal("lifecycle/older-line-adds", kind, (count) => ({
        published: twoMajors(none),
        files: { ...none, ...items(count) },
        version: "1.1.0"
      })),
      proposal("lifecycle/older-line-adds", `${kind} that the newest has`, (count) => ({
        published: [
          first(none),
          [
            "2.0.0",
            "2026-02-01",
            {
              ...none,
              ...items(count),
              "dimensions/e.yaml": dimension("e", [value("A")]),
              "rules/r.yaml": rule("r", "{ e: { contains: A } }")
            }
          ]
        ],
        files: { ...none, ...items(count) },
        version: "1.1.0"
      }))
    ]
  }),
  proposal("deprecation/removed-without-deprecation", "renamed", (count) => ({
    published: [first(values(count, (code) => value(code)))],
    files: values(count, (code) => value(`${code}_NEW`)),
    version: "2.0.0"
  })),
  proposal("deprecation/removed-without-deprecation", "with many releases before", (count) => ({
    published: [
      first(plain(count)),
      ...numbered(60, (index): Published => [
        `1.${index + 1}.0`,
        "2026-01-02",
        { ...plain(count), ...licenses(index + 1, (code) => license(code)) }
      ])
    ],
    files: none,
    version: "2.0.0"
  })),
  proposal("deprecation/removed-outside-major", "values", (count) => ({
    published: [first(plain(count))],
    files: none,
    version: "1.1.0"
  })),
  proposal("deprecation/removed-before-minor-releases", "values", (count) => ({
    published: [first(deprecated(count))],
    files: none,
    version: "2.0.0"
  })),
  proposal("deprecation/removed-before-six-months", "values", (count) => ({
    published: removedTwoReleasesLater(count),
    files: { ...none, ...licenses(2, (code) => license(code)) },
    version: "2.0.0"
  })),
  proposal("deprecation/replacement-deprecated", "chains", (count) => ({
    published: [],
    files: values(count, (code, index) =>
      value(code, index % 3 === 2 ? "" : `deprecated: { replaced_by: [V${index + 1}] }`)
    ),
    version: "1.0.0"
  })),
  proposal("deprecation/replacement-deprecated", "moves", (count) => ({
    published: [],
    files: {
      ...values(count, (code) => value(code, `deprecated: { replaced_by: [e/${code}] }`)),
      "dimensions/e.yaml": dimension(
        "e",
        numbered(count, (index) => value(`V${index}`)),
        "shape: multiple\ndeprecated: { reason: Old. }"
      )
    },
    version: "1.0.0"
  })),
  proposal("deprecation/replacement-cycle", "pairs", (count) => ({
    published: [],
    files: values(2 * count, (code, index) => value(code, `deprecated: { replaced_by: [V${index ^ 1}] }`)),
    version: "1.0.0"
  })),
  proposal("deprecation/replacement-cycle", "one circle", (count) => ({
    published: [],
    files: values(count, (code, index) => value(code, `deprecated: { replaced_by: [V${(index + 1) % count}] }`)),
    version: "1.0.0"
  })),
  proposal("deprecation/replacement-cycle", "one hub", (count) => ({
    published: [],
    files: values(count, (code, index) =>
      value(
        code,
        `deprecated: { replaced_by: [${index === 0 ? numbered(count - 1, (other) => `V${other + 1}`).join(", ") : "V0"}] }`
      )
    ),
    version: "1.0.0"
  })),
  proposal("deprecation/new-use", "licenses", (count) => ({
    published: [first(deprecated(count))],
    files: { ...deprecated(count), ...licenses(count, (code, index) => license(code, `{ d: [V${index}] }`)) },
    version: "1.1.0"
  })),
  proposal("deprecation/new-use", "one license", (count) => ({
    published: [first(deprecated(count))],
    files: {
      ...deprecated(count),
      "licenses/L.yaml": license("L", `{ d: [${numbered(count, (index) => `V${index}`).join(", ")}] }`)
    },
    version: "1.1.0"
  })),
  proposal("deprecation/still-used", "licenses", (count) => {
    const uses = licenses(count, (code, index) => license(code, `{ d: [V${index}] }`))
    return {
      published: [first({ ...plain(count), ...uses })],
      files: { ...deprecated(count), ...uses },
      version: "1.1.0"
    }
  }),
  proposal("code/reused", "values", (count) => ({
    published: [
      first(deprecated(count)),
      ["1.1.0", "2026-02-01", { ...deprecated(count), ...licenses(1, (code) => license(code)) }],
      ["1.2.0", "2026-03-01", { ...deprecated(count), ...licenses(2, (code) => license(code)) }],
      ["2.0.0", "2026-09-01", { ...none, ...licenses(2, (code) => license(code)) }]
    ],
    files: { ...plain(count), ...licenses(2, (code) => license(code)) },
    version: "2.1.0",
    date: "2026-10-01"
  })),
  proposal("text/looks-redefined", "values", (count) => ({
    published: [first(plain(count))],
    files: values(count, (code) => value(code).replace("label: Label", "label: Quite another thing")),
    version: "1.0.1"
  })),
  proposal("text/says-deprecated", "values", (count) => ({
    published: [first(plain(count))],
    files: values(count, (code) => value(code).replace("label: Label", "label: Label - deprecated")),
    version: "1.0.1"
  })),
  proposal("text/translation-stale", "values", (count) => ({
    published: [first(values(count, (code) => value(code, "translations: { fr: { label: Ancien } }")))],
    files: values(count, (code) =>
      value(code, "translations: { fr: { label: Ancien } }").replace("label: Label", "label: Label, corrected")
    ),
    version: "1.0.1"
  })),
  proposal("text/translations-lost", "values", (count) => ({
    published: [first(values(count, (code) => value(code, "translations: { fr: { label: Ancien } }")))],
    files: plain(count),
    version: "1.0.1"
  })),
  proposal("waiver/unused", "waivers", (count) => ({
    published: [],
    files: { ...plain(count), ...waivers("code/reused", "1.0.0", count) },
    version: "1.0.0"
  })),
  proposal("waiver/unused", "half of them used", (count) => ({
    published: [first(plain(count))],
    files: { ...none, ...waivers("deprecation/removed-without-deprecation", "2.0.0", 2 * count) },
    version: "2.0.0"
  })),
  proposal("semver/version-taken", "after removals", (count) => ({
    published: [first(plain(count))],
    files: none,
    version: "1.0.0"
  })),
  proposal("semver/version-taken", "after additions", (count) => ({
    published: [first(none)],
    files: plain(count),
    version: "1.0.0"
  })),
  proposal("semver/not-a-successor", "after removals", (count) => ({
    published: [first(plain(count))],
    files: none,
    version: "4.0.0"
  })),
  proposal("semver/bump-too-small", "after removals", (count) => ({
    published: [first(plain(count))],
    files: plain(count, count),
    version: "1.0.1"
  })),
  proposal("semver/bump-larger-than-needed", "after text changes", (count) => ({
    published: [first(plain(count))],
    files: values(count, (code) => value(code).replace("usual", "common")),
    version: "1.1.0"
  })),
  proposal("semver/nothing-to-release", "with values", (count) => ({
    published: [first(plain(count))],
    files: plain(count),
    version: "1.0.1"
  })),
  {
    check: "lifecycle/end-of-life",
    variant: "with values",
    make: (count) => {
      const history = evolve(replay(twoMajors(none)), {
        _tag: "MajorEnded",
        major: 1,
        date: timeOf("2026-03-01"),
        reason: "It is old."
      })
      return scenario({ ...plain(count), "taxonomy.yaml": header("1.1.0") }, { history })
    }
  },
  proposal("lifecycle/sources-of-newer-line", "with values", (count) => ({
    published: [
      first({ ...none, ...plain(count) }),
      [
        "2.0.0",
        "2026-02-01",
        { ...none, ...plain(count), ...dimensions(count), "rules/r.yaml": rule("r", "{ d: { contains: FIRST } }") }
      ]
    ],
    files: { ...none, ...plain(count), ...dimensions(count), "rules/r.yaml": rule("r", "{ d: { contains: FIRST } }") },
    version: "1.0.1"
  })),
  proposal("reference/shape-changed", "with licenses", (count) => ({
    published: [first({ ...plain(count), ...licenses(count, (code, index) => license(code, `{ d: [V${index}] }`)) })],
    files: {
      "dimensions/d.yaml": dimension(
        "d",
        [value("FIRST"), ...numbered(count, (index) => value(`V${index}`))],
        "shape: single"
      ),
      ...licenses(count, (code, index) => license(code, `{ d: [V${index}] }`))
    },
    version: "2.0.0"
  })),
  proposal("reference/missing-dimension", "required for the first time", (count) => ({
    published: [first({ ...none, ...licenses(count, (code) => license(code)) })],
    files: {
      "dimensions/d.yaml": dimension("d", [value("FIRST")]).replace("required: false", "required: true"),
      ...licenses(count, (code) => license(code))
    },
    version: "2.0.0"
  })),
  proposal("license/conflict", "with a new rule", (count) => ({
    published: [first({ ...plain(count), ...licenses(count, (code) => license(code, "{ d: [FIRST] }")) })],
    files: {
      ...plain(count),
      ...licenses(count, (code) => license(code, "{ d: [FIRST] }")),
      "rules/r.yaml": rule("r", "{ d: { contains: FIRST } }")
    },
    version: "2.0.0"
  })),
  proposal("reference/unknown-value", "after removals", (count) => ({
    published: [first({ ...plain(count), ...licenses(count, (code, index) => license(code, `{ d: [V${index}] }`)) })],
    files: { ...none, ...licenses(count, (code, index) => license(code, `{ d: [V${index}] }`)) },
    version: "1.1.0"
  })),
  proposal("date/before-base", "with values", (count) => ({
    published: [first(none)],
    files: plain(count),
    version: "1.1.0",
    date: "2025-12-01"
  })),
  proposal("date/effective-before-publication", "with values", (count) => ({
    published: [],
    files: { ...plain(count), "notes/1.0.0.md": "---\neffective: 2025-12-01\n---\nThe first release.\n" },
    version: "1.0.0"
  })),
  proposal("reference/wrong-instead", "of many items", (count) => ({
    published: [first(plain(count))],
    files: {
      ...plain(count),
      "notes/1.0.1.md": `---\ninstead:\n${numbered(count, (index) => `  d/W${index}: []`).join("\n")}\n---\nUndone.\n`
    },
    version: "1.0.1"
  })),
  proposal("lifecycle/unused-notes", "of many versions", (count) => ({
    published: [],
    files: { ...none, ...Object.fromEntries(numbered(count, (index) => [`notes/1.${index}.1.md`, "Some day.\n"])) },
    version: "1.0.0"
  })),
  proposal("date/in-future", "with values", (count) => ({
    published: [],
    files: plain(count),
    version: "1.0.0",
    date: "2026-06-01",
    now: "2026-05-01"
  })),
  proposal("date/backdated", "with values", (count) => ({
    published: [],
    files: plain(count),
    version: "1.0.0",
    date: "2026-06-01",
    now: "2026-07-01"
  }))
]
