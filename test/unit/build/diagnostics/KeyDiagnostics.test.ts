import { assert, describe, it } from "@effect/vitest"
import { joinMisnamedKeys } from "../../../../src/build/diagnostics/KeyDiagnostics.ts"
import { missingKey, unknownKey } from "../../../../src/domain/checks/source/Keys.ts"
import { wrongType } from "../../../../src/domain/checks/source/WrongType.ts"
import { makeFinding, type Facts, type Finding, inItem, inSource, type Path } from "../../../../src/domain/Finding.ts"
import { licenseRef } from "../../../../src/domain/taxonomy/ItemRef.ts"

const file = "dimensions/use.yaml"

const missing = (key: string, path: Path = []): Finding =>
  makeFinding(missingKey, { key }, { location: inSource(file, { path }) })

const unknown = (
  key: string,
  suggestion: string | null = null,
  path: Path = [],
  known: ReadonlyArray<string> = []
): Finding =>
  makeFinding(
    unknownKey,
    { key, known, suggestion, expected: null },
    { location: inSource(file, { path: [...path, key], key: true }) }
  )

/** The findings as `-missing`, `?unknown` or `!wrong type`, with what they say beside that. */
const joined = (...findings: ReadonlyArray<Finding>): ReadonlyArray<string> =>
  joinMisnamedKeys(findings).map(({ context, fix, rule }) => {
    assert.isUndefined(fix)
    if (rule === wrongType.id) return `!${textOf(context["name"])}: ${textOf(context["hint"])}`
    const { keys } = context
    if (rule === missingKey.id) return `-${Array.isArray(keys) ? keys.join("+") : textOf(context["key"])}`
    const flags = ["is_demand", "is_code"].filter((name) => context[name] === true)
    return [`?${textOf(context["key"])}`, ...flags].join("=")
  })

const textOf = (value: Facts[string]): string => (typeof value === "string" ? value : "")

describe("joinMisnamedKeys", () => {
  it("reports a misspelt key and the missing one once", () => {
    assert.deepStrictEqual(joined(missing("label"), unknown("lable", "label")), ["?lable"])
    assert.deepStrictEqual(joined(missing("label"), unknown("lable", "label", ["values", 0])), ["-label", "?lable"])
  })

  it("tells an unknown key and a missing one of which neither resembles the other", () => {
    assert.deepStrictEqual(joined(unknown("internal"), missing("description")), ["?internal", "-description"])
    assert.deepStrictEqual(joined(unknown("excludes"), missing("config")), ["?excludes", "-config"])
  })

  it("joins the missing keys of one map", () => {
    assert.deepStrictEqual(joined(missing("label"), missing("shape"), missing("code", ["values", 0])), [
      "-label+shape",
      "-code"
    ])
  })

  it("takes a key for the code of a value that has nothing else", () => {
    const entry = ["values", 0]
    const texts = ["code", "label", "description"].map((key) => missing(key, entry))
    assert.deepStrictEqual(joined(...texts, unknown("film", null, entry)), ["?film=is_code"])
  })

  it("reports a rule that demands something once, with all words of the demand", () => {
    const ofRule = (key: string) => unknown(key, null, [], ["id", "forbid"])
    assert.deepStrictEqual(joined(ofRule("if"), ofRule("must")), ["?if=is_demand"])
    assert.deepStrictEqual(joined(ofRule("unless"), missing("id")), ["?unless=is_demand", "-id"])
    assert.deepStrictEqual(joined(unknown("if")), ["?if"])
  })

  it("names the keys that must be indented below an empty one", () => {
    const empty = makeFinding(
      wrongType,
      { problem: "unexpected", subject: "key", name: "config", expected: { type: "map", required_keys: [] } },
      { location: inSource(file, { path: ["config"] }) }
    )
    assert.deepStrictEqual(joined(unknown("use_type"), unknown("territory"), empty), [
      "!config: Indent use_type and territory below it."
    ])
  })

  it("leaves findings of items alone", () => {
    const finding = makeFinding(missingKey, { key: "label" }, { location: inItem(licenseRef("A"), "name") })
    assert.deepStrictEqual(joinMisnamedKeys([finding]), [finding])
  })
})
