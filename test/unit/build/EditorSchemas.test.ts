import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Ajv } from "ajv"
import * as Schema from "effect/Schema"
import { parse } from "yaml"
import { editorSchemas } from "../../../src/build/EditorSchemas.ts"
import { schemaLineOf } from "../../../src/build/schemas/SchemaLine.ts"
import * as Sources from "../../../src/build/sources/SourceSchemas.ts"
import { pick, whole } from "../../support/arbitrary/pick.ts"
import { ownProject } from "../../support/OwnProject.ts"

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
