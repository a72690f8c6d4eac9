import { assert, describe, it } from "@effect/vitest"
import { joinMisnamedKeys } from "../../../../src/build/diagnostics/joined/MisnamedKeys.ts"
import { missingKey } from "../../../../src/domain/checks/source/MissingKey.ts"
import { unknownKey } from "../../../../src/domain/checks/source/UnknownKey.ts"
import { makeFinding, type Facts, type Finding } from "../../../../src/domain/diagnostic/Finding.ts"
import { inItem, inSource, type Path } from "../../../../src/domain/diagnostic/Location.ts"
import { licenseRef } from "../../../../src/domain/taxonomy/ItemRef.ts"

const file = "dimensions/use.yaml"

const missing = (key: string, path: Path = []): Finding =>
  makeFinding(missingKey, { key }, { location: inSource(file, { path }) })

interface UnknownFacts {
  readonly path?: Path
  readonly known?: ReadonlyArray<string>
  readonly suggestion?: string | null
}

const unknown = (key: string, { known = [], path = [], suggestion = null }: UnknownFacts = {}): Finding =>
  makeFinding(
    unknownKey,
    { key, known, suggestion, expected: null },
    { location: inSource(file, { path: [...path, key], key: true }) }
  )

/** The findings as `-missing`, `?unknown`, or `?unknown=replacement` for an unknown key with a fix. */
const shown = (findings: ReadonlyArray<Finding>): ReadonlyArray<string> =>
  findings.map(({ context, fix = [], rule }) => {
    const [edit] = fix
    if (rule === missingKey.id) return `-${listOf(context["keys"]) ?? textOf(context["key"])}`
    const flags = ["is_note", "is_demand", "is_code"].filter((name) => context[name] === true)
    return [`?${textOf(context["key"])}`, ...(edit?._tag === "Replace" ? [edit.text] : []), ...flags].join("=")
  })

const listOf = (value: Facts[string]): string | undefined => (Array.isArray(value) ? value.join("+") : undefined)

const textOf = (value: Facts[string]): string => (typeof value === "string" ? value : "")

const joined = (...findings: ReadonlyArray<Finding>) => shown(joinMisnamedKeys(findings))

describe("joinMisnamedKeys", () => {
  it("takes an unknown key for the missing one that it resembles, or that it is another word for", () => {
    assert.deepStrictEqual(joined(missing("label"), unknown("lable", { suggestion: "label" })), ["?lable=label"])
    assert.deepStrictEqual(joined(unknown("Title"), missing("label"), missing("shape")), ["?Title=label", "-shape"])
    assert.deepStrictEqual(joined(unknown("kind"), unknown("title"), missing("shape"), missing("label")), [
      "?kind=shape",
      "?title=label"
    ])
  })

  it("says what an unknown key means, and that it is nothing that is missing", () => {
    const [finding] = joinMisnamedKeys([missing("label"), unknown("lable", { suggestion: "label" })])
    assert.deepStrictEqual(finding, {
      ...unknown("lable", { suggestion: "label" }),
      fix: [{ _tag: "Replace", location: inSource(file, { path: ["lable"], key: true }), text: "label" }]
    })
    const [code] = joinMisnamedKeys([unknown("id"), missing("code")])
    assert.deepStrictEqual(code?.context, { ...unknown("id").context, suggestion: "code" })
  })

  it("takes the only unknown key for the only missing one", () => {
    assert.deepStrictEqual(joined(missing("shape"), unknown("foo")), ["?foo=shape"])
    assert.deepStrictEqual(joined(missing("shape"), unknown("foo"), unknown("bar")), ["-shape", "?foo", "?bar"])
    assert.deepStrictEqual(joined(missing("shape"), missing("values"), unknown("foo")), ["-shape+values", "?foo"])
    // A dimension that does not exist is no dimension that is missing.
    const path = ["config"]
    assert.deepStrictEqual(joined(missing("use", path), unknown("foo", { path })), ["-use", "?foo"])
    assert.deepStrictEqual(joined(missing("use", ["forbid"]), unknown("foo", { path: ["forbid"] })), ["-use", "?foo"])
    assert.deepStrictEqual(joined(missing("a", ["values"]), unknown("foo", { path: ["values"] })), ["?foo=a"])
  })

  it("takes a word for a key that is not missing only if that is optional", () => {
    const known = ["deprecated", "label"]
    assert.deepStrictEqual(joined(unknown("obsolete", { known })), ["?obsolete=deprecated"])
    assert.deepStrictEqual(joined(unknown("obsolete")), ["?obsolete"])
    assert.deepStrictEqual(joined(unknown("caption", { known })), ["?caption"])
    assert.deepStrictEqual(joined(unknown("deprcated", { known, suggestion: "deprecated" })), ["?deprcated=deprecated"])
    assert.deepStrictEqual(joined(unknown("lable", { known, suggestion: "label" })), ["?lable"])
  })

  it("joins keys of the same map alone", () => {
    const [first, second] = [
      ["values", 0],
      ["values", 1]
    ]
    assert.deepStrictEqual(
      joined(
        missing("label", first),
        unknown("title", { path: second ?? [] }),
        unknown("name", { path: first ?? [] }),
        missing("label", second)
      ),
      ["?title=label", "?name=label"]
    )
    assert.deepStrictEqual(joined(missing("label", first), unknown("title", { path: second ?? [] })), [
      "-label",
      "?title"
    ])
  })

  it("takes an unknown key for one missing key at most", () => {
    assert.deepStrictEqual(joined(missing("label"), unknown("title"), unknown("caption")), ["?title=label", "?caption"])
  })

  it("takes a key for the code of a value that has nothing else", () => {
    const keys = [missing("code"), missing("label"), missing("description")]
    assert.deepStrictEqual(joined(...keys, unknown("QSR")), ["?QSR=is_code"])
    assert.deepStrictEqual(joined(...keys.slice(1), unknown("QSR")), ["-label+description", "?QSR"])
    assert.deepStrictEqual(joined(...keys, unknown("QSR"), unknown("KSR")), ["-code+label+description", "?QSR", "?KSR"])
    assert.deepStrictEqual(joined(...keys, unknown("todo")), ["-code+label+description", "?todo=# todo=is_note"])
  })

  it("takes notes of editors for comments", () => {
    for (const note of [
      "TODO",
      "fixme",
      "note",
      "Notes",
      "nb",
      "xxx",
      "tbd",
      "comment",
      "comments",
      "remark",
      "remarks"
    ])
      assert.deepStrictEqual(joined(missing("shape"), unknown(note)), ["-shape", `?${note}=# ${note}=is_note`])
    assert.deepStrictEqual(joined(unknown("todos")), ["?todos"])
    assert.deepStrictEqual(joined(unknown("my_note")), ["?my_note"])
    // A word for the reason of a deprecation, where that is possible.
    assert.deepStrictEqual(joined(unknown("note", { known: ["reason"] })), ["?note=reason"])
  })

  it("never turns a demand into its opposite", () => {
    const demands = "require requires must demand needs allow allows allowed permit permitted only unless except then"
    for (const key of demands.split(" ")) {
      const [finding, ...others] = joinMisnamedKeys([missing("forbid"), unknown(key, { suggestion: "forbid" })])
      assert.deepStrictEqual([shown([finding ?? missing("x")]), others], [[`?${key}=is_demand`], []])
      assert.isNull(finding?.context["suggestion"])
    }
    assert.deepStrictEqual(joined(missing("forbid"), unknown("when")), ["?when=forbid"])
    assert.deepStrictEqual(joined(missing("label"), unknown("must")), ["?must=label"])
    assert.deepStrictEqual(joined(missing("forbid"), unknown("musty")), ["?musty=forbid"])
  })

  it("leaves translations and other findings alone", () => {
    const translation = { field: "label", language: "fr" }
    const facts = { key: "label_fr", known: [], suggestion: null, expected: null, translation }
    const translated = makeFinding(unknownKey, facts, {
      location: inSource(file, { path: ["label_fr"], key: true })
    })
    assert.deepStrictEqual(joinMisnamedKeys([missing("label"), translated]), [missing("label"), translated])
    const ofItem = makeFinding(missingKey, { key: "label" }, { location: inItem(licenseRef("A")) })
    const ofSpan = makeFinding(
      unknownKey,
      { key: "title", known: [], suggestion: null, expected: null },
      { location: inSource(file, { span: [0, 5] }) }
    )
    assert.deepStrictEqual(joinMisnamedKeys([ofItem, ofSpan, missing("label")]), [ofItem, ofSpan, missing("label")])
  })

  it("joins the missing keys of one map into one finding", () => {
    const [finding, ...others] = joinMisnamedKeys([missing("label"), missing("shape"), missing("values", ["x"])])
    assert.deepStrictEqual(finding?.context, { key: "label", keys: ["label", "shape"] })
    assert.deepStrictEqual(others, [missing("values", ["x"])])
  })
})
