import { assert, describe, it } from "@effect/vitest"
import {
  codeDefinitions,
  conditionSchema,
  dimensionMap,
  settingSchema,
  choiceSchema,
  choiceSnippets,
  patternOf
} from "../../../../src/build/schemas/DimensionReferences.ts"
import { licenseSnippet, schemaAt } from "../../../../src/build/schemas/EditorSchemas.ts"
import type { SchemaDimension, SchemaItem } from "../../../../src/build/schemas/SchemaItems.ts"

const dimension = (code: string, shape: SchemaDimension["shape"], required = false): SchemaDimension => ({
  code,
  label: `The ${code}`,
  description: "A *text*.",
  shape,
  required,
  values: [{ code: "floor", label: "Floor", others: [["Definition", "Where one sits."]] }],
  repeated: []
})

const [single, multiple, territory, flags] = [
  dimension("tone", "single", true),
  dimension("use", "multiple", true),
  dimension("place", "territory", true),
  dimension("seat", "flags", true)
]

const headOf = (name: string) => ({
  title: `The ${name}`,
  markdownDescription: `\`${name}\`\n\nA \\*text\\*.`
})
const codeOf = (name: string) => ({ $ref: `#/definitions/code-${name}` })
const listOf = (name: string) => ({ type: "array", items: codeOf(name) })

const flag = {
  type: "object",
  properties: {
    floor: {
      type: "boolean",
      title: "Floor",
      markdownDescription: "`floor`\n\n**Definition:** Where one sits.",
      errorMessage: "Write true or false, without quotes."
    }
  },
  additionalProperties: false,
  errorMessage: "Write codes of seat, each with true or false: { CODE: true }."
}

describe("settingSchema", () => {
  it("explains how a license sets a dimension of each shape", () => {
    assert.deepStrictEqual(settingSchema(single), codeOf("tone"))
    assert.deepStrictEqual(settingSchema(multiple), {
      ...headOf("use"),
      ...listOf("use"),
      errorMessage: "Write a list of codes of use: [CODE]."
    })
    assert.deepStrictEqual(settingSchema(territory), {
      ...headOf("place"),
      type: "object",
      properties: {
        global: { type: "boolean", title: "Global", description: "True if the license covers every country." },
        countries: { title: "Countries", description: "The countries, if global is false.", ...listOf("place") }
      },
      required: ["global", "countries"],
      additionalProperties: false,
      errorMessage: "Write { global: true, countries: [] } or { global: false, countries: [CODE] }.",
      defaultSnippets: [
        { label: "all countries", bodyText: "{ global: true, countries: [] }", description: "The whole world." },
        { label: "some countries", bodyText: "{ global: false, countries: [$1] }", description: "Listed countries." }
      ]
    })
    assert.deepStrictEqual(settingSchema(flags), { ...headOf("seat"), ...flag })
  })
})

describe("conditionSchema", () => {
  const ofList = (name: string) => ({
    type: "object",
    properties: {
      contains: codeOf(name),
      contains_any: {
        title: "Contains any",
        description: "Met by a list with one of these.",
        ...listOf(name),
        minItems: 1
      },
      contains_all: {
        title: "Contains all",
        description: "Met by a list with all of these.",
        ...listOf(name),
        minItems: 1
      },
      contains_none: {
        title: "Contains none",
        description: "Met by a list without these.",
        ...listOf(name),
        minItems: 1
      },
      empty: { type: "boolean", title: "Empty", description: "True is met by an empty list, false by any other." }
    },
    additionalProperties: false,
    minProperties: 1,
    errorMessage:
      "Write { contains: CODE }, { empty: true }, or contains_any, contains_all or contains_none with [CODE, CODE]."
  })

  it("explains the condition of a rule on a dimension of each shape", () => {
    assert.deepStrictEqual(conditionSchema(single), {
      ...headOf("tone"),
      type: "object",
      properties: {
        equals: codeOf("tone"),
        any_of: { title: "Any of", description: "Met by each of these codes.", ...listOf("tone"), minItems: 1 },
        none_of: { title: "None of", description: "Met by any code but these.", ...listOf("tone"), minItems: 1 }
      },
      additionalProperties: false,
      minProperties: 1,
      errorMessage: "Write { equals: CODE }, { any_of: [CODE, CODE] } or { none_of: [CODE, CODE] }."
    })
    assert.deepStrictEqual(conditionSchema(multiple), { ...headOf("use"), ...ofList("use") })
    assert.deepStrictEqual(conditionSchema(territory), {
      ...headOf("place"),
      type: "object",
      properties: {
        global: { type: "boolean", title: "Global", description: "Met by a territory with the same setting." },
        countries: { title: "Countries", ...ofList("place") }
      },
      additionalProperties: false,
      minProperties: 1,
      errorMessage: "Write { global: true }, { countries: { contains: CODE } }, or both."
    })
    assert.deepStrictEqual(conditionSchema(flags), { ...headOf("seat"), ...flag, minProperties: 1 })
  })
})

describe("dimensionMap", () => {
  it("has a message for a name that no dimension has, and one for each that is missing", () => {
    assert.deepStrictEqual(dimensionMap([single, multiple], settingSchema, ["tone"]), {
      type: "object",
      allOf: [
        {
          properties: { tone: settingSchema(single), use: settingSchema(multiple) },
          additionalProperties: false,
          errorMessage: "No dimension has this name. Completion lists all 2."
        },
        { required: ["tone"], errorMessage: "Set tone: every license must." }
      ]
    })
    assert.deepStrictEqual(dimensionMap([], settingSchema), {
      type: "object",
      allOf: [
        {
          properties: {},
          additionalProperties: false,
          errorMessage: "No dimension has this name. Completion lists all 0."
        }
      ]
    })
  })
})

describe("codeDefinitions", () => {
  it("explain the codes of each dimension, and complete them", () => {
    const hover = "**Floor**\n\n`floor`\n\n**Definition:** Where one sits."
    assert.deepStrictEqual(codeDefinitions([multiple]), {
      "code-use": {
        type: "string",
        title: "The use",
        markdownDescription: "`use`\n\nA \\*text\\*.",
        errorMessage: "Write a code of use.",
        defaultSnippets: [{ label: "floor", bodyText: "floor", sortText: "0floor", markdownDescription: hover }],
        if: { type: "string", pattern: "^(?:floor)$" },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: { anyOf: [{ const: "floor", markdownDescription: hover }] },
        else: { enum: ["floor"], errorMessage: "This is not a code of use. Write one of floor." }
      }
    })
  })
})

describe("licenseSnippet", () => {
  it("writes a license that sets each required dimension as its shape asks", () => {
    const optional = dimension("mood", "single")
    assert.deepStrictEqual(licenseSnippet([optional, single, multiple, territory, flags]), {
      label: "new license",
      description: "A base license. The code is the file name.",
      bodyText: `code: $TM_FILENAME_BASE
name: $1
description: $2
config:
  tone: $3
  use: [$4]
  place: { global: true, countries: [] }
  seat: { $6 }`
    })
    assert.strictEqual(
      licenseSnippet([optional])["bodyText"],
      "code: $TM_FILENAME_BASE\nname: $1\ndescription: $2\nconfig: {}"
    )
  })
})

const film: SchemaItem = { code: "film", label: "Film" }
const old: SchemaItem = { code: "old.x", label: "Old", deprecated: { replaced_by: [] } }
const numbered = (count: number): ReadonlyArray<SchemaItem> =>
  Array.from({ length: count }, (_, index) => ({ code: `V${index}`, label: `Value ${index}` }))

describe("choiceSchema", () => {
  it("validates by a pattern, explains each item, and offers the codes for any other text", () => {
    const pattern = String.raw`^(?:film|old\.x)$`
    assert.deepStrictEqual(choiceSchema("Use", "a code of use", [film, old]), {
      type: "string",
      title: "Use",
      errorMessage: "Write a code of use.",
      defaultSnippets: choiceSnippets([film, old]),
      if: { type: "string", pattern },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: {
        anyOf: [
          { const: "film", markdownDescription: "**Film**\n\n`film`" },
          { const: "old.x", markdownDescription: "**Old**\n\n`old.x`\n\n**Deprecated.**" }
        ]
      },
      else: { enum: ["film", "old.x"], errorMessage: "This is not a code of use. Write one of film." }
    })
  })

  it("lists up to eight codes in its message, and none that is deprecated", () => {
    const messageOf = (items: ReadonlyArray<SchemaItem>) => {
      const schema = choiceSchema("Use", "a code", items)
      return schema["patternErrorMessage"] ?? schemaAt(schema, "else")["errorMessage"]
    }
    assert.strictEqual(messageOf([]), "This is not a code. There are none yet.")
    assert.strictEqual(messageOf([old]), "This is not a code. There are none yet.")
    assert.strictEqual(
      messageOf([...numbered(8), old]),
      "This is not a code. Write one of V0, V1, V2, V3, V4, V5, V6, V7."
    )
    assert.strictEqual(messageOf(numbered(9)), "This is not a code. Completion lists all 9.")
  })

  it("matches nothing and has no hover if there are no items", () => {
    const schema = choiceSchema("Use", "a code", [], "What for.")
    assert.deepStrictEqual([schema["pattern"], schema["markdownDescription"]], ["(?!)", "What for."])
    assert.notProperty(schema, "if")
  })

  it("has only labels for thousands of items", () => {
    const [most, more] = [numbered(2000), numbered(2001)]
    assert.property(choiceSchema("Use", "a code", most), "if")
    assert.notProperty(choiceSchema("Use", "a code", more), "if")
    assert.strictEqual(choiceSnippets(most)[1]?.["markdownDescription"], "**Value 1**\n\n`V1`")
    assert.strictEqual(choiceSnippets(more)[1]?.["markdownDescription"], "Value 1")
  })
})

describe("choiceSnippets", () => {
  it("complete codes as YAML needs them, those that are deprecated last", () => {
    assert.deepStrictEqual(
      choiceSnippets([old, film, { code: "007", label: "Bond" }]).map(({ bodyText, label, sortText }) => [
        label,
        bodyText,
        sortText
      ]),
      [
        ["old.x", "old.x", "1old.x"],
        ["film", "film", "0film"],
        ["007", '"007"', "0007"]
      ]
    )
  })
})

describe("patternOf", () => {
  it("matches the codes whole and as they are", () => {
    const pattern = new RegExp(
      patternOf(["a.b", "c+", "d/e", "(x)", "y|z", "$", "^", "[", "]", "{", "}", "*", "?"]),
      "u"
    )
    for (const code of ["a.b", "c+", "d/e", "(x)", "y|z", "$", "^", "[", "]", "{", "}", "*", "?"])
      assert.match(code, pattern)
    for (const other of ["axb", "a.bc", "xa.b", "cc", "y", "z", "", "x"]) assert.notMatch(other, pattern)
    assert.notMatch("", new RegExp(patternOf([]), "u"))
  })
})
