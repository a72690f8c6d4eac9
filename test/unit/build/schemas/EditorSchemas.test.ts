import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Ajv } from "ajv"
import * as Schema from "effect/Schema"
import { parse } from "yaml"
import {
  dimensionConstraints,
  moveDefinitions,
  newDimensionConstraint,
  replacedBySchema
} from "../../../../src/build/schemas/DimensionReferences.ts"
import {
  editorSchemas,
  schemaLineOf,
  conditional,
  schemaAt,
  withSchemaAt,
  type EditorJsonSchema,
  withTexts
} from "../../../../src/build/schemas/EditorSchemas.ts"
import type { SchemaDimension, SchemaItems } from "../../../../src/build/schemas/SchemaItems.ts"
import { workingTreeSchemas } from "../../../../src/build/schemas/WorkingTreeSchemas.ts"
import * as Sources from "../../../../src/build/sources/SourceSchemas.ts"
import { pick, whole } from "../../../support/arbitrary/pick.ts"
import { ownProject } from "../../../support/OwnProject.ts"

const decoders = {
  taxonomy: Schema.decodeUnknownResult(Sources.TaxonomySource, { onExcessProperty: "error" }),
  dimension: Schema.decodeUnknownResult(Sources.DimensionSource, { onExcessProperty: "error" }),
  license: Schema.decodeUnknownResult(Sources.LicenseSource, { onExcessProperty: "error" }),
  rule: Schema.decodeUnknownResult(Sources.RuleSource, { onExcessProperty: "error" }),
  waivers: Schema.decodeUnknownResult(Sources.WaiversSource, { onExcessProperty: "error" })
}
type Kind = keyof typeof decoders

const ajv = new Ajv({ strict: false, unicodeRegExp: true })
const validators = new Map(editorSchemas().map(({ name, schema }) => [name, ajv.compile(schema)]))

const files = readdirSync(join(ownProject, "taxonomy-src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => `taxonomy-src/${name}`)
const kindOf = (file: string): Kind => {
  const folder = file.split("/")[1] ?? ""
  return folder === "dimensions"
    ? "dimension"
    : folder === "licenses"
      ? "license"
      : folder === "rules"
        ? "rule"
        : "taxonomy"
}

const samples: ReadonlyArray<readonly [Kind, unknown]> = [
  ...files.map((file) => [kindOf(file), parse(readFileSync(join(ownProject, file), "utf8"))] as const),
  [
    "waivers",
    [
      {
        rule: "code/reused",
        subject: "use_type/a",
        version: "2.0.0",
        reason: "None used it.",
        approved_by: "The board"
      }
    ]
  ],
  [
    "dimension",
    {
      name: "old",
      label: "Old",
      description: "Goes.",
      shape: "single",
      required: false,
      deprecated: { replaced_by: ["new"] },
      values: [{ code: "A", label: "A", description: "A.", deprecated: { reason: "Unused." } }]
    }
  ]
]

/** What an editor might type in place of something else. */
const typed = [
  null,
  true,
  0,
  1.5,
  "",
  " ",
  "x",
  "A B",
  "version",
  "UPPER",
  "1.0.0",
  "01.0.0",
  "a\u0000b",
  "x".repeat(65),
  [],
  {},
  ["A"],
  ["A", 1],
  { A: true },
  { A: "yes" },
  { reason: "Because." },
  { replaced_by: [] },
  { replaced_by: ["A"] },
  { global: true },
  { global: true, countries: [] },
  { empty: true },
  { contains: "A" },
  { contains_any: [] },
  { equals: "A", contains: "A" },
  { any_of: ["A"] },
  { __proto__: 1 },
  "iso-3166-1-alpha-2",
  "single",
  "flags"
]

/** Every place in a value, as the keys that lead there. */
const placesIn = (value: unknown, path: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> => [
  path,
  ...(typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))
    : [])
]

const changed = (
  value: unknown,
  [key, ...rest]: ReadonlyArray<string>,
  put: unknown,
  how: "put" | "drop" | "add"
): unknown => {
  if (key === undefined) {
    return how === "add" && typeof value === "object" && value !== null && !Array.isArray(value)
      ? { ...value, extra: put }
      : put
  }
  if (typeof value !== "object" || value === null) return put
  const copy: Record<string, unknown> = Object.fromEntries(Object.entries(value))
  if (rest.length === 0 && how === "drop") delete copy[key]
  else copy[key] = changed(copy[key], rest, put, how)
  return Array.isArray(value) ? Object.values(copy) : copy
}

const verdicts = (kind: Kind, value: unknown) => ({
  value,
  decoded: decoders[kind](value)._tag === "Success",
  schema: validators.get(kind)?.(value)
})

describe("the schemas by which editors check the sources as they are typed", () => {
  it("accept every source of this project", () => {
    for (const [kind, value] of samples) {
      const { decoded, schema } = verdicts(kind, value)
      assert.deepStrictEqual([decoded, schema], [true, true])
    }
  })

  it.prop(
    "accept and refuse what the decoders do",
    [whole(0, 1_000_000), whole(0, 1_000_000), whole(0, typed.length - 1), pick("put", "drop", "add")],
    ([sample, place, put, how]) => {
      const [kind, value] = samples[sample % samples.length] ?? samples[0] ?? ["taxonomy", {}]
      const places = placesIn(value)
      const broken = changed(value, places[place % places.length] ?? [], typed[put], how)
      const { decoded, schema } = verdicts(kind, broken)
      assert.strictEqual(schema, decoded, JSON.stringify(broken))
    },
    { arbitrary: { runs: 3000 } }
  )

  it("are named by the first line of every source", () => {
    for (const file of files) {
      const [line] = readFileSync(join(ownProject, file), "utf8").split("\n")
      assert.strictEqual(line, schemaLineOf(file.replace("taxonomy-src/", "")))
    }
  })
})

describe("the description of replaced_by", () => {
  it("names the items that can replace an item of that kind", () => {
    const text = new Map(editorSchemas().map(({ name, schema }) => [name, JSON.stringify(schema)]))
    assert.include(
      text.get("dimension"),
      "codes of this dimension, or dimension/CODE for a value of another dimension."
    )
    assert.include(text.get("dimension"), "names of dimensions. Write { all_of: [NAME, NAME] }")
    assert.include(text.get("license"), "codes of licenses. Write { all_of: [CODE, CODE] } if they apply together.")
    assert.notInclude(text.get("dimension"), "licenses")
  })
})

const schemaOf = (name: string, schemas = editorSchemas()): EditorJsonSchema =>
  schemas.find((editor) => editor.name === name)?.schema ?? {}

describe("withTexts", () => {
  it("gives each key a title, and each text and switch a message", () => {
    const text = { type: "string", description: "What *for*." }
    assert.deepStrictEqual(
      withTexts({
        type: "object",
        properties: { replaced_by: text, required: { type: "boolean" }, shape: { type: "string", enum: ["single"] } },
        items: [{ type: "boolean" }, true],
        required: ["shape"]
      }),
      {
        type: "object",
        properties: {
          replaced_by: {
            title: "Replaced by",
            ...text,
            errorMessage: "This must be text. Write it in quotes if it looks like a number, a date or true.",
            markdownDescription: "What *for*."
          },
          required: {
            title: "Required",
            type: "boolean",
            errorMessage: "Write true or false, without quotes."
          },
          shape: { title: "Shape", type: "string", enum: ["single"] }
        },
        items: [{ type: "boolean", errorMessage: "Write true or false, without quotes." }, true],
        required: ["shape"]
      }
    )
  })

  it("has one message for a text without words", () => {
    const allOf = [{ pattern: String.raw`\S` }]
    assert.notProperty(withTexts({ minLength: 1, allOf }), "minLength")
    assert.property(withTexts({ minLength: 2, allOf }), "minLength")
    assert.property(withTexts({ minLength: 1, allOf: [{ pattern: "x" }] }), "minLength")
    assert.property(withTexts({ minLength: 1 }), "minLength")
  })
})

describe("editorSchemas", () => {
  it("say of each key what it is, and what its text must be", () => {
    const code = schemaAt(schemaOf("license"), "properties", "code")
    assert.deepInclude(code, { title: "Code", description: "The file name without .yaml. It never changes." })
    assert.strictEqual(code["markdownDescription"], code["description"])
    const messages = JSON.stringify(code)
    assert.include(
      messages,
      "This must be letters, digits and . _ + -, beginning with a letter or digit, at most 64 characters. Write a code such as QSR_FAST_FOOD."
    )
    assert.include(JSON.stringify(schemaAt(schemaOf("dimension"), "properties", "name")), "This must be lower-case")
    assert.include(JSON.stringify(schemaAt(schemaOf("taxonomy"), "properties", "version")), "This must be a version")
  })

  it("have a title, and offer to write a whole item", () => {
    const titles = editorSchemas().map(({ files, name, schema }) => [name, files, schema["title"]])
    assert.deepStrictEqual(titles, [
      ["taxonomy", "taxonomy.yaml", "Taxonomy"],
      ["dimension", "dimensions/*.yaml", "Dimension"],
      ["license", "licenses/*.yaml", "License"],
      ["rule", "rules/*.yaml", "Conflict rule"],
      ["waivers", "waivers.yaml", "Waivers"]
    ])
    const snippetsOf = (name: string, ...path: ReadonlyArray<string>) => {
      const { defaultSnippets, title } = schemaAt(schemaOf(name), ...path)
      return [title, ...JSON.stringify(defaultSnippets).matchAll(/(?<="label":")[^"]*/g)].flat()
    }
    assert.deepStrictEqual(snippetsOf("dimension"), ["Dimension", "new dimension"])
    assert.deepStrictEqual(snippetsOf("dimension", "properties", "values", "items"), ["Value", "new value"])
    assert.deepStrictEqual(snippetsOf("license"), ["License", "new license"])
    assert.deepStrictEqual(snippetsOf("rule"), ["Conflict rule", "new rule", "new rule with a demand"])
    assert.deepStrictEqual(snippetsOf("waivers", "items"), ["Waiver", "new waiver"])
    assert.notProperty(schemaOf("taxonomy"), "defaultSnippets")
  })
})

describe("schemaLineOf", () => {
  it("names the schema of a source by its path from there", () => {
    const line = (up: string, name: string) =>
      `# yaml-language-server: $schema=${up}.taxonomy/schemas/${name}.schema.json`
    assert.strictEqual(schemaLineOf("taxonomy.yaml"), line("../", "taxonomy"))
    assert.strictEqual(schemaLineOf("licenses/A.yaml"), line("../../", "license"))
    assert.isUndefined(schemaLineOf("licenses/A.txt"))
    assert.isUndefined(schemaLineOf("licenses/deep/A.yaml"))
  })
})

describe("schemas at a path", () => {
  it("are read and replaced", () => {
    const schema = { a: { b: { c: 1 } }, d: 2 }
    assert.deepStrictEqual(schemaAt(schema, "a", "b"), { c: 1 })
    assert.strictEqual(schemaAt(schema), schema)
    assert.deepStrictEqual(schemaAt(schema, "a", "x", "y"), {})
    assert.deepStrictEqual(schemaAt(schema, "d"), {})
    assert.deepStrictEqual(withSchemaAt(schema, ["a", "x"], { y: 1 }), { a: { b: { c: 1 }, x: { y: 1 } }, d: 2 })
    assert.deepStrictEqual(withSchemaAt(schema, [], { y: 1 }), { y: 1 })
  })
})

const values = [
  { code: "film", label: "Film" },
  { code: "tv", label: "TV" }
]
const dimension: SchemaDimension = {
  code: "use",
  label: "Use",
  shape: "multiple",
  required: true,
  values,
  repeated: []
}
const moveCodes = ["use/film", "use/tv"]

const replaced = (replaced_by: EditorJsonSchema): EditorJsonSchema => ({
  properties: { deprecated: { properties: { replaced_by } } }
})

describe("the schemas of replacements", () => {
  const name = { type: "string" }

  it("take a list, or a list of what applies together", () => {
    const form = {
      title: "Replaced by",
      type: ["array", "object"],
      required: ["all_of"],
      additionalProperties: false,
      errorMessage: "Write [CODE], or { all_of: [CODE, CODE] } if they apply together."
    }
    const together = { type: "array", title: "All of", minItems: 2 }
    assert.deepStrictEqual(replacedBySchema(name), {
      ...form,
      items: name,
      properties: { all_of: { ...together, items: name } }
    })
    const list = { items: name, allOf: [{ $ref: "#/moves" }] }
    assert.deepStrictEqual(replacedBySchema(name, { $ref: "#/moves" }), {
      ...form,
      ...list,
      properties: { all_of: { ...together, ...list } }
    })
  })

  it("know the values of every dimension by their names", () => {
    const { move, moves } = moveDefinitions([dimension])
    assert.deepInclude(move, {
      title: "Value of another dimension",
      if: { type: "string", pattern: String.raw`^(?:use\/film|use\/tv)$` },
      errorMessage: "Write a value of another dimension, written dimension/CODE."
    })
    const completed = schemaAt({ moves }, "moves", "items")
    assert.strictEqual(completed["type"], "string")
    const snippets = Array.isArray(completed["defaultSnippets"]) ? completed["defaultSnippets"] : []
    assert.deepStrictEqual(
      snippets.map(({ label }: { readonly label: string }) => label),
      moveCodes
    )
  })

  it("apply to the file of the dimension alone, and mark a code that stands twice", () => {
    const plain = dimensionConstraints(dimension)
    assert.deepStrictEqual(plain["if"], { properties: { name: { const: "use" } }, required: ["name"] })
    const items = schemaAt(plain, "then", "properties", "values", "items")
    const entry = schemaAt(items, "properties", "deprecated", "properties", "replaced_by")
    assert.notProperty(items["properties"], "code")
    assert.deepInclude(entry["items"], {
      type: "string",
      title: "Use",
      ...conditional(
        { type: "string", pattern: "/" },
        { $ref: "#/definitions/move" },
        { $ref: "#/definitions/code-use" }
      )
    })
    assert.deepStrictEqual(entry["allOf"], [{ $ref: "#/definitions/moves" }])
    const repeated = dimensionConstraints({ ...dimension, repeated: ["TV", "tv"] })
    assert.deepStrictEqual(schemaAt(repeated, "then", "properties", "values", "items", "properties", "code"), {
      pattern: "^(?!^(?:TV|tv)$)",
      patternErrorMessage: "This code stands twice in the list, ignoring case. Remove or rename one of the two."
    })
  })

  it("are those of any dimension in the file of a new one", () => {
    const [list, codes] = [{ type: "array" }, { type: "array", items: { type: "string" } }]
    const withConsider = withSchemaAt(replaced(list), ["properties", "deprecated", "properties", "consider"], codes)
    const generic = withSchemaAt(withConsider, ["properties", "broader"], codes)
    const all = withSchemaAt(generic, ["properties", "includes"], codes)
    assert.deepStrictEqual(
      newDimensionConstraint(["use", "tone"], withSchemaAt(all, ["properties", "label"], { type: "string" })),
      conditional(
        { properties: { name: { pattern: "^(?:use|tone)$" } }, required: ["name"] },
        {},
        { properties: { values: { items: all } } }
      )
    )
  })
})

describe("workingTreeSchemas", () => {
  const items: SchemaItems = {
    dimensions: [dimension, { ...dimension, code: "tone", label: "Tone", required: false }],
    licenses: [{ code: "A", label: "The A" }],
    rules: [{ code: "r", label: "r" }]
  }
  const schemas = workingTreeSchemas(items, ["A", "gone", "use/film"])
  const definitions = ["code-use", "code-tone"]

  it("keep the texts of the generic schemas, and all of the header but the names in its groups", () => {
    const grouped = ["properties", "groups", "items", "properties", "dimensions", "items"]
    const header = schemaOf("taxonomy", schemas)
    assert.strictEqual(schemaAt(header, ...grouped)["title"], "Dimension")
    assert.deepStrictEqual(withSchemaAt(header, grouped, {}), withSchemaAt(schemaOf("taxonomy"), grouped, {}))
    const paths = [
      ["license", "properties", "config"],
      ["rule", "properties", "forbid"],
      ["license", "properties", "deprecated", "properties", "replaced_by"],
      ["dimension", "properties", "deprecated", "properties", "replaced_by"],
      ["waivers", "items", "properties", "subject"]
    ] as const
    for (const [name, ...path] of paths) {
      const { description, markdownDescription, title } = schemaAt(schemaOf(name), ...path)
      assert.deepInclude(schemaAt(schemaOf(name, schemas), ...path), { description, markdownDescription, title })
      assert.isString(description)
    }
  })

  it("know the dimensions, their codes and the licenses", () => {
    const license = schemaOf("license", schemas)
    const names = (schema: EditorJsonSchema) => Object.keys(schemaAt(schema, "definitions"))
    assert.includeMembers(names(license), definitions)
    assert.includeMembers(names(schemaOf("rule", schemas)), definitions)
    assert.includeMembers(names(schemaOf("dimension", schemas)), [...definitions, "move", "moves"])
    const config = JSON.stringify(schemaAt(license, "properties", "config"))
    assert.include(config, '"errorMessage":"Set use: every license must."')
    assert.notInclude(config, "Set tone")
    assert.include(JSON.stringify(license["defaultSnippets"]), String.raw`config:\n  use: [$3]`)
    const replacedBy = (name: string) =>
      JSON.stringify(schemaAt(schemaOf(name, schemas), "properties", "deprecated", "properties", "replaced_by"))
    assert.include(replacedBy("license"), "Write the code of a license.")
    assert.include(replacedBy("license"), '"pattern":"^(?:A)$"')
    assert.include(replacedBy("dimension"), "Write the name of a dimension.")
    assert.include(replacedBy("dimension"), '"pattern":"^(?:use|tone)$"')
    assert.strictEqual(schemaAt(schemaOf("rule", schemas), "properties", "forbid")["minProperties"], 1)
    const own = schemaOf("dimension")["allOf"]
    const constraints = schemaOf("dimension", schemas)["allOf"]
    const count = Array.isArray(own) ? own.length : 0
    assert.lengthOf(Array.isArray(constraints) ? constraints : [], count + 3)
  })

  it("take every item of the sources and of releases as the subject of a waiver, once", () => {
    const subject = schemaAt(schemaOf("waivers", schemas), "items", "properties", "subject")
    assert.strictEqual(
      schemaAt(subject, "if")["pattern"],
      String.raw`^(?:use|use\/film|use\/tv|tone|tone\/film|tone\/tv|A|rules\/r|gone)$`
    )
    assert.strictEqual(subject["errorMessage"], "Write an item.")
  })
})
