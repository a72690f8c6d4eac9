import { assert, describe, it } from "@effect/vitest"
import { Ajv } from "ajv"
import { readKnownSources, collectItems, withRemovals } from "../../../../src/build/schemas/SchemaItems.ts"
import { workingTreeSchemas } from "../../../../src/build/schemas/WorkingTreeSchemas.ts"
import type { SourceTree } from "../../../../src/build/sources/SourceTree.ts"
import { smallSources, type SourceFiles } from "../../../support/Sources.ts"

const treeOf = (files: SourceFiles): SourceTree =>
  Object.entries(files).map(([path, text]) => ({ _tag: "File", path, bytes: Buffer.from(text) }))

const validatorsOf = (files: SourceFiles, removals = new Map<string, string>(), published: Array<string> = []) => {
  const ajv = new Ajv({ strict: false, unicodeRegExp: true, allErrors: true })
  const items = withRemovals(collectItems(readKnownSources(treeOf(files)).files), removals)
  const schemas = workingTreeSchemas(items, published)
  return new Map(schemas.map(({ name, schema }) => [name, { schema, accepts: ajv.compile(schema) }]))
}

const small = validatorsOf(smallSources)

const accepts = (kind: string, content: unknown, validators = small): boolean =>
  validators.get(kind)?.accepts(content) === true

describe("the schemas that know the items", () => {
  it("refuse unknown dimensions, codes and licenses", () => {
    const license = (config: object, more: object = {}) => ({
      code: "NEW",
      name: "New",
      description: "New.",
      config: { use_type: ["editorial"], ...config },
      ...more
    })
    assert.isTrue(accepts("license", license({})))
    assert.isFalse(accepts("license", license({ use_type: ["EDITORIAL"] })))
    assert.isFalse(accepts("license", license({ use_type: "editorial" })))
    assert.isFalse(accepts("license", license({ other: ["editorial"] })))
    assert.isTrue(accepts("license", license({}, { deprecated: { replaced_by: ["EDU"] } })))
    assert.isFalse(accepts("license", license({}, { deprecated: { replaced_by: ["OTHER"] } })))
    const rule = (forbid: object) => ({ id: "new", description: "New.", forbid })
    assert.isTrue(accepts("rule", rule({ use_type: { contains: "editorial" } })))
    assert.isFalse(accepts("rule", rule({ use_type: { equals: "editorial" } })))
    assert.isFalse(accepts("rule", rule({ use_type: { contains: "other" } })))
    assert.isFalse(accepts("rule", rule({})))
  })

  it("refuse replacements that the dimension lacks, also of a dimension that is new", () => {
    const dimension = (name: string, replaced_by: unknown) => ({
      name,
      label: "X",
      description: "X.",
      shape: "multiple",
      required: false,
      values: [{ code: "A", label: "A", description: "A.", deprecated: { replaced_by } }]
    })
    assert.isTrue(accepts("dimension", dimension("use_type", ["editorial", "use_type/editorial"])))
    assert.isFalse(accepts("dimension", dimension("use_type", ["other"])))
    assert.isFalse(accepts("dimension", dimension("use_type", ["use_type/other"])))
    assert.isTrue(accepts("dimension", dimension("use_type", { all_of: ["editorial", "educational"] })))
    assert.isFalse(accepts("dimension", dimension("use_type", { all_of: ["editorial"] })))
    assert.isTrue(accepts("dimension", dimension("brand_new", ["other"])))
    assert.isFalse(accepts("dimension", dimension("brand_new", "other")))
  })

  it("refuse names of dimensions and values that the sources lack", () => {
    const dimension = (name: string, more: object, value: object = {}) => ({
      name,
      label: "X",
      description: "X.",
      shape: "multiple",
      required: false,
      ...more,
      values: [{ code: "editorial", label: "A", description: "A.", ...value }]
    })
    assert.isTrue(
      accepts("dimension", dimension("use_type", {}, { broader: ["educational"], includes: ["editorial"] }))
    )
    assert.isFalse(accepts("dimension", dimension("use_type", {}, { broader: ["other"] })))
    assert.isFalse(accepts("dimension", dimension("use_type", {}, { includes: [] })))
    assert.isTrue(accepts("dimension", dimension("brand_new", {}, { includes: ["other"] })))
    assert.isFalse(accepts("dimension", dimension("brand_new", {}, { includes: ["not a code"] })))
    for (const key of ["reserves", "values_of", "refines"]) {
      assert.isTrue(accepts("dimension", dimension("use_type", { [key]: "use_type" })), key)
      assert.isFalse(accepts("dimension", dimension("use_type", { [key]: "everything" })), key)
    }
    assert.isTrue(accepts("dimension", dimension("use_type", { within: ["use_type"] })))
    assert.isFalse(accepts("dimension", dimension("use_type", { within: ["other"] })))
    assert.isTrue(accepts("dimension", dimension("use_type", {}, { reserves: "everything", unbound_by: ["use_type"] })))
    assert.isFalse(accepts("dimension", dimension("use_type", {}, { reserves: "other" })))
    assert.isFalse(accepts("dimension", dimension("use_type", {}, { unbound_by: ["everything"] })))
  })

  it("know the conditions of a demand, and those that name what is missing", () => {
    const rule = (when: object, require: object) => accepts("rule", { id: "new", description: "New.", when, require })
    assert.isTrue(rule({ use_type: { contains: "editorial" } }, { use_type: { contains_none: ["educational"] } }))
    assert.isFalse(rule({ use_type: { contains: "editorial" } }, { use_type: { contains_none: ["other"] } }))
    assert.isFalse(rule({ use_type: { contains: "other" } }, { use_type: { empty: false } }))
    assert.isFalse(rule({ use_type: { contains: "editorial" } }, {}))
  })

  it("know the values that a dimension shares with another", () => {
    const shared = (name: string, of: string) =>
      `name: ${name}\nlabel: X\nshape: multiple\ndescription: X.\nrequired: false\nvalues_of: ${of}\nvalues: [{ code: more }]\n`
    const schemas = validatorsOf({
      ...smallSources,
      "dimensions/first.yaml": shared("first", "second"),
      "dimensions/second.yaml": shared("second", "use_type"),
      "dimensions/third.yaml": shared("third", "third")
    })
    const sets = (config: object) =>
      accepts(
        "license",
        { code: "NEW", name: "New", description: "New.", config: { use_type: [], ...config } },
        schemas
      )
    assert.isTrue(sets({ first: ["editorial", "more"], second: ["educational"], third: ["more"] }))
    assert.isFalse(sets({ third: ["editorial"] }))
  })

  it("refuse settings and conditions of a territory with an unknown key", () => {
    const territory = "name: territory\nlabel: Territory\nshape: territory\nvalues_from: iso-3166-1-alpha-2\n"
    const schemas = validatorsOf({ ...smallSources, "dimensions/territory.yaml": territory })
    const meets = (condition: object) =>
      accepts("rule", { id: "new", description: "New.", forbid: { territory: condition } }, schemas)
    assert.isTrue(meets({ global: true }))
    assert.isTrue(meets({ global: false, countries: { contains: "NO" } }))
    assert.isFalse(meets({ global: true, country: { contains: "NO" } }))
    assert.isFalse(meets({}))
    const accepted = (setting: object) => {
      const config = { use_type: ["editorial"], territory: setting }
      return accepts("license", { code: "NEW", name: "New", description: "New.", config }, schemas)
    }
    assert.isTrue(accepted({ global: false, countries: ["NO"] }))
    assert.isFalse(accepted({ global: true, countries: [], country: "NO" }))
    assert.isFalse(accepted({ global: true }))
  })

  it("accept waivers of items that only releases have", () => {
    const waiver = (subject: string) => [
      { rule: "code/reused", subject, version: "2.0.0", reason: "None used it.", approved_by: "The board" }
    ]
    assert.isFalse(accepts("waivers", waiver("use_type/gone")))
    assert.isTrue(accepts("waivers", waiver("use_type/gone"), validatorsOf(smallSources, new Map(), ["use_type/gone"])))
  })

  it("say what replaces a deprecated code and when it can be removed, with all texts as they are", () => {
    const dimension = `${smallSources["dimensions/use_type.yaml"]}  - code: old
    label: Old *news*
    description: A <b>bold</b> text.
    deprecated: { replaced_by: { all_of: [editorial, educational] }, reason: Split. }
`
    const removals = new Map([["use_type/old", "It can be removed now, in 2.0.0."]])
    const text = JSON.stringify(validatorsOf({ "dimensions/use_type.yaml": dimension }, removals).get("rule")?.schema)
    assert.include(text, "**Deprecated, use editorial and educational.** Split. It can be removed now, in 2.0.0.")
    assert.include(text, JSON.stringify(String.raw`**Old \*news\***`).slice(1, -1))
    assert.include(text, JSON.stringify(String.raw`A \<b\>bold\</b\> text.`).slice(1, -1))
  })

  it("quote codes that YAML would not read as text", () => {
    const dimension = smallSources["dimensions/use_type.yaml"].replace("code: editorial", 'code: "007"')
    const { schema } = validatorsOf({ "dimensions/use_type.yaml": dimension }).get("license") ?? {}
    assert.include(JSON.stringify(schema), String.raw`"label":"007","bodyText":"\"007\""`)
  })
})

describe("readKnownSources", () => {
  const file = "dimensions/use_type.yaml"
  const good = smallSources[file]
  const codesOf = (text: string, before = new Map<string, unknown>()) => {
    const { files, unreadable } = readKnownSources(treeOf({ [file]: text }), before)
    const codes = collectItems(files).dimensions.flatMap(({ values }) => values.map(({ code }) => code))
    return { codes, unreadable }
  }
  const before = new Map(readKnownSources(treeOf({ [file]: good })).files)

  it("reads the codes of a file with other mistakes", () => {
    const mistaken = good.replace("description: News and commentary.", "lable: 3").replace("required: true", "")
    assert.deepStrictEqual(codesOf(`${mistaken}  - code: fresh\n`), {
      codes: ["editorial", "educational", "fresh"],
      unreadable: []
    })
  })

  it("reads codes and texts without white space around them, and blank ones as missing", () => {
    const text = `name: " use_type "\nlabel: "  "\nshape: multiple\ndescription: " What for.\\n"\nvalues:
  - { code: " a ", label: " A\\t", definition: " " }
  - { code: " " }
`
    const items = collectItems(readKnownSources(treeOf({ [file]: text })).files)
    assert.deepStrictEqual(items.dimensions, [
      {
        code: "use_type",
        label: "use_type",
        description: "What for.",
        shape: "multiple",
        required: false,
        values: [{ code: "a", label: "A" }],
        repeated: []
      }
    ])
  })

  it("keeps what was last read of a file that cannot be read", () => {
    for (const broken of [
      good.replace("label: Use type", "label: [Use type"),
      good.replace("shape: multiple", "shape:"),
      good.slice(0, good.indexOf("values:")),
      "",
      "\u0000"
    ]) {
      assert.deepStrictEqual(codesOf(broken, before), { codes: ["editorial", "educational"], unreadable: [file] })
    }
    assert.deepStrictEqual(codesOf("shape: [", new Map()), { codes: [], unreadable: [file] })
  })

  it("forgets a file that was deleted", () => {
    assert.deepStrictEqual(readKnownSources([], before), { files: new Map(), unreadable: [] })
  })
})
