import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { decideFromSources } from "../../../../src/build/Pipeline.ts"
import { helpOf, messageOf } from "../../../../src/report/FindingText.ts"
import { dimension, header, rule, scenario, value, type Files } from "../../../support/mistakes/Mistake.ts"

const base: Readonly<Record<string, string>> = {
  "dimensions/channel.yaml": dimension(
    "channel",
    ["tv", "radio", "web", "print"].map((code) => value(code)),
    "shape: single"
  ),
  "dimensions/goods.yaml": dimension("goods", [value("ALCOHOL"), value("BEER", "broader: [ALCOHOL]"), value("CARS")]),
  "dimensions/ai.yaml": dimension("ai", [value("avatar"), value("voice")], "shape: flags")
}

const newChannel: Files = {
  "dimensions/channel.yaml": dimension(
    "channel",
    ["tv", "radio", "web", "print", "podcast"].map((code) => value(code)),
    "shape: single"
  )
}

const demand = (id: string, when: string, required: string, more = ""): string =>
  `id: ${id}\ndescription: Needed.\nwhen: ${when}\nrequire: ${required}\n${more}`

const findingsIn = (files: Files, published?: Files) => {
  const { date, history, tree } = scenario(
    { ...base, ...files, "taxonomy.yaml": header(published === undefined ? "1.0.0" : "1.1.0") },
    published === undefined ? {} : { published: [["1.0.0", "2026-01-01", { ...base, ...published }]] }
  )
  const decided = decideFromSources(tree, { published_at: date, now: date, source_commit: "c" })
  if (Result.isFailure(decided)) throw new Error(decided.failure.map(messageOf).join("\n"))
  return decided.success(history).findings.filter((finding) => finding.rule.startsWith("rule/"))
}

const required = (name: string): Files => ({
  [`dimensions/${name}.yaml`]: base[`dimensions/${name}.yaml`]?.replace("required: false", "required: true") ?? ""
})
const r = (id: string, forbid: string): Files => ({ [`rules/${id}.yaml`]: rule(id, forbid) })

type Row = readonly [name: string, files: Files, published: Files | undefined, ...found: ReadonlyArray<string>]

const rows: ReadonlyArray<Row> = [
  ["a rule that forbids a combination", r("a", "{ channel: { equals: tv }, goods: { contains: CARS } }"), undefined],
  [
    "rules that leave no config",
    {
      ...required("channel"),
      ...r("a", "{ channel: { any_of: [tv, radio] } }"),
      ...r("b", "{ channel: { none_of: [tv, radio] } }")
    },
    undefined,
    "rule/no-valid-config rules/a: No config is valid: the conflict rules a and b and the requirement to set channel exclude all of them"
  ],
  [
    "a list that can only be empty, and must be set",
    { ...required("goods"), ...r("a", "{ goods: { empty: false } }") },
    undefined,
    "rule/unsettable-dimension goods: No valid config can use a value of goods, which every config must set: the conflict rule a forbids it"
  ],
  [
    "flags that cannot be true",
    { ...r("a", "{ ai: { avatar: true } }"), ...r("b", "{ ai: { voice: true } }") },
    undefined,
    "rule/unsettable-dimension ai: No valid config can use a value of ai: the conflict rules a and b forbid it"
  ],
  [
    "values that a required dimension excludes",
    {
      ...required("channel"),
      ...r("a", "{ goods: { contains: CARS }, channel: { none_of: [tv] } }"),
      ...r("b", "{ goods: { contains: CARS }, channel: { equals: tv } }")
    },
    undefined,
    "rule/unusable-value goods/CARS: No valid config can use goods/CARS: the conflict rules a and b and the requirement to set channel forbid it"
  ],
  [
    "values that one rule excludes",
    r("a", "{ channel: { none_of: [tv] } }"),
    undefined,
    "rule/unusable-value channel: No valid config can use 3 values of channel (radio, web and print): the conflict rule a forbids it"
  ],
  [
    "a value that would need what is forbidden",
    {
      "rules/a.yaml": demand("a", "{ goods: { contains: CARS } }", "{ ai: { avatar: true } }"),
      ...r("b", "{ ai: { avatar: true }, goods: { empty: false } }")
    },
    undefined,
    "rule/unusable-value goods/CARS: No valid config can use goods/CARS: the conflict rules a and b forbid it"
  ],
  [
    "a narrower rule beside a wider one",
    {
      ...r("a", "{ channel: { any_of: [tv, radio] }, goods: { contains: CARS } }"),
      ...r("b", "{ channel: { equals: tv }, goods: { contains: CARS } }")
    },
    undefined,
    "rule/implied rules/b: The conflict rule b forbids nothing that is valid otherwise: the conflict rule a forbids it already"
  ],
  [
    "a new rule that makes an old one superfluous",
    {
      ...r("a", "{ channel: { equals: tv }, goods: { contains: CARS } }"),
      ...r("b", "{ channel: { equals: tv } , goods: { empty: false } }")
    },
    r("a", "{ channel: { equals: tv }, goods: { contains: CARS } }"),
    "rule/implied rules/a: The conflict rule a forbids nothing that is valid otherwise: the conflict rule b forbids it already"
  ],
  [
    "a contradiction in a rule",
    r("a", "{ goods: { contains: CARS, empty: true } }"),
    undefined,
    "rule/never-met rules/a: No config can break the conflict rule a: its conditions cannot be met together"
  ],
  [
    "an advice about what is forbidden",
    {
      ...r("a", "{ channel: { equals: tv }, goods: { contains: CARS } }"),
      "rules/b.yaml": demand(
        "b",
        "{ channel: { equals: tv }, goods: { contains_all: [CARS, BEER] } }",
        "{ ai: { avatar: true } }",
        "advice: true\n"
      )
    },
    undefined,
    "rule/never-met rules/b: No valid config can break the advice b: the conflict rule a excludes it"
  ],
  [
    "an advice that would imply a rule",
    {
      "rules/a.yaml": `${rule("a", "{ channel: { equals: tv } }")}advice: true\n`,
      ...r("b", "{ channel: { equals: tv }, goods: { contains: CARS } }")
    },
    undefined
  ],
  [
    "a list that lacks a new value",
    { ...newChannel, ...r("a", "{ channel: { any_of: [tv, radio, web] }, goods: { contains: CARS } }") },
    r("a", "{ channel: { any_of: [tv, radio, web] }, goods: { contains: CARS } }"),
    "rule/outdated-list rules/a: The conflict rule a lists 3 values of channel, nearly all that there were, and not the new podcast"
  ],
  [
    "a short list, which lacks a new value, too",
    { ...newChannel, ...r("a", "{ channel: { any_of: [tv, radio] }, goods: { contains: CARS } }") },
    r("a", "{ channel: { any_of: [tv, radio] }, goods: { contains: CARS } }")
  ],
  [
    "a list of exceptions",
    { ...newChannel, ...r("a", "{ channel: { none_of: [tv, radio, web] }, goods: { contains: CARS } }") },
    r("a", "{ channel: { none_of: [tv, radio, web] }, goods: { contains: CARS } }")
  ],
  [
    "a kind below a value that is named",
    r("a", "{ channel: { equals: tv }, goods: { contains: ALCOHOL } }"),
    undefined,
    "rule/narrower-not-named rules/a: The conflict rule a names ALCOHOL of goods, and not BEER below"
  ],
  [
    "a kind that is named, too",
    r("a", "{ channel: { equals: tv }, goods: { contains_any: [ALCOHOL, BEER] } }"),
    undefined
  ],
  [
    "a kind that another rule forbids",
    {
      ...r("a", "{ channel: { equals: tv }, goods: { contains: ALCOHOL } }"),
      ...r("b", "{ channel: { any_of: [tv, web] }, goods: { contains: BEER } }")
    },
    undefined
  ],
  [
    "a kind below a value in a rule that did not change",
    { ...newChannel, ...r("a", "{ channel: { equals: tv }, goods: { contains: ALCOHOL } }") },
    r("a", "{ channel: { equals: tv }, goods: { contains: ALCOHOL } }")
  ]
]

describe("checks of rules together", () => {
  it.for(rows)("%s", ([, files, published, ...expected]) => {
    const found = findingsIn(files, published)
    assert.deepStrictEqual(
      found.map((finding) => `${finding.rule} ${subject(finding)}: ${messageOf(finding)}`),
      expected
    )
    for (const finding of found) {
      assert.strictEqual(finding.level, "warning")
      assert.match(helpOf(finding), /^[A-Z].*\.$/)
    }
  })

  it("shows the shortest config that escapes a rule", () => {
    const [found] = findingsIn(r("a", "{ channel: { equals: tv }, goods: { contains: ALCOHOL } }"))
    assert.deepStrictEqual(found?.context["example"], { channel: "tv", goods: ["BEER"] })
  })
})

const subject = ({ item }: ReturnType<typeof findingsIn>[number]): string => {
  if (item === undefined) return ""
  if (item._tag === "Value") return `${item.dimension}/${item.value}`
  return item._tag === "Dimension" ? item.dimension : item._tag === "ConflictRule" ? `rules/${item.rule}` : item.license
}
