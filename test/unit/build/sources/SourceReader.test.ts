import { describe, it, assert } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { makeSourceDecoder, readSource } from "../../../../src/build/sources/SourceReader.ts"
import { DimensionSource } from "../../../../src/build/sources/SourceSchemas.ts"
import { helpOf, messageOf } from "../../../../src/report/FindingText.ts"
import { either, some, whole } from "../../../support/arbitrary/pick.ts"

const decodeDimension = makeSourceDecoder(DimensionSource)

const decodeSchema = Schema.decodeUnknownResult(DimensionSource, { errors: "all", onExcessProperty: "error" })

/** The order of the keys is part of the outcome: reports print it. */
const outcomeOf = (decoded: Result.Result<unknown, Schema.SchemaError>): string =>
  Result.match(decoded, { onSuccess: JSON.stringify, onFailure: ({ message }) => message })

const just = <A>(...options: readonly [A, ...ReadonlyArray<A>]) =>
  Arbitrary.map(whole(0, options.length - 1), (index) => options[index])

const texts = just<unknown>("Text", "Lines\nof text", "", "  ", "bell\u0007", "\ud800", 7, null, ["Text"])
const goodTexts = just<unknown>("Text", "Lines\nof text", "Un café")
const translations = just<unknown>({ fr: { label: "Texte" }, de: { label: "Text" } }, {}, { label: "Texte" }, "fr")
const deprecations = just<unknown>(
  { replaced_by: ["B"] },
  { reason: "Unused.", translations: { fr: { reason: "Inutile." } } },
  { reason: "Unused.", replaced_by: { all_of: ["B", "C"] } },
  { replaced_by: { all_of: ["B"] } },
  {},
  true
)
const codes = just<unknown>("A", "B_1", "9", "a code", 7, null)

/** A map with some of the keys, in any order. */
const mapOf = (fields: Readonly<Record<string, Arbitrary.Arbitrary<unknown>>>, least: number) =>
  Arbitrary.flatMap(some(least, ...Object.keys(fields)), (names) =>
    Arbitrary.map(Arbitrary.all(names.map((name) => fields[name] ?? texts)), (values) =>
      Object.fromEntries(names.map((name, index) => [name, values[index]]))
    )
  )

const good = { code: just<unknown>("A", "B_1"), label: goodTexts, description: goodTexts }
const values = either<unknown>(
  Arbitrary.all(good),
  Arbitrary.map(Arbitrary.all({ ...good, definition: goodTexts }), ({ code, definition, description, label }) => ({
    definition,
    label,
    code,
    description
  })),
  Arbitrary.all({ ...good, translations }),
  Arbitrary.all({ ...good, deprecated: deprecations }),
  mapOf(
    { code: codes, label: texts, description: texts, definition: texts, deprecated: deprecations, other: texts },
    3
  ),
  just<unknown>(null, "A", [], JSON.parse('{"code":"A","label":"A","description":"A","__proto__":"A"}'))
)

const dimensions = Arbitrary.all({
  name: just<unknown>("use_type", "use_type", "version", 7),
  label: goodTexts,
  description: goodTexts,
  shape: just<unknown>("single", "multiple", "many"),
  required: just<unknown>(true, false, "yes"),
  values: either<unknown>(Arbitrary.array(values, { maxLength: 4 }), just<unknown>("A", null))
})

describe("makeSourceDecoder", () => {
  it.prop(
    "decodes any dimension exactly as its schema does",
    [
      dimensions,
      just<object>({}, { values_from: "iso-3166-1-alpha-2" }, { other: 1 }, { deprecated: { reason: "Unused." } })
    ],
    ([dimension, more], { expect }) => {
      const { values: _, ...withoutValues } = dimension
      for (const content of [{ ...dimension, ...more }, { ...more, ...withoutValues }, [dimension], null]) {
        expect(outcomeOf(decodeDimension(content))).toBe(outcomeOf(decodeSchema(content)))
      }
    },
    { arbitrary: { runs: 2000 } }
  )
})

/** What a file is told: the message and the help of each finding. */
const sayingsOf = (path: string, text: string): ReadonlyArray<readonly [message: string, help: string]> =>
  Result.match(readSource({ _tag: "File", path, bytes: new TextEncoder().encode(text) }), {
    onSuccess: () => [],
    onFailure: (findings) => findings.map((finding) => [messageOf(finding), helpOf(finding)])
  })

describe("readSource", () => {
  it("tells how a rule demands whose editor wrote must:, and joins the missing keys", () => {
    const required = "must:\n  use_type: { contains: a }\n"
    const demand = [
      `Unknown key "must"`,
      "Write what the rule demands under require:, and the case in which it does under when:, each with conditions by dimension. A rule cannot permit."
    ] as const
    assert.sameDeepMembers(
      [...sayingsOf("rules/a.yaml", `id: a\n${required}`)],
      [demand, [`Missing key "description"`, "Add description: here."]]
    )
    assert.sameDeepMembers(
      [...sayingsOf("rules/a.yaml", required)],
      [demand, [`Missing keys "id" and "description"`, "Add id: and description: here."]]
    )
  })

  it("explains up to five mistakes at once, and of more the first one", () => {
    const head = "name: a\nlabel: A\ndescription: A.\nshape: single\nrequired: false\nvalues:\n"
    const explain = (count: number) => {
      const values = Array.from(
        { length: count },
        (_, at) => `  - code: a${at}\n    label: A\n    description: A: ${at}\n`
      )
      return sayingsOf("dimensions/a.yaml", `${head}${values.join("")}`)
    }
    const help = Array.from({ length: 5 }, () => "Put the text in quotes if it contains a colon.")
    assert.deepStrictEqual(
      explain(5).map(([, told]) => told),
      help
    )
    assert.deepStrictEqual(
      explain(6).map(([, told]) => told),
      help.slice(0, 1)
    )
  })

  it("gives a file another ending, or the folder of what it contains", () => {
    const license = "code: EDU\nname: Educational use\ndescription: For classrooms.\nconfig: {}\n"
    const nameFor = (path: string, text = license) => sayingsOf(path, text)[0]?.[1]
    assert.strictEqual(nameFor("licenses/EDU.yml"), "Rename it to licenses/EDU.yaml.")
    assert.strictEqual(nameFor("licenses/EDU.yaml.yml"), "Rename it to licenses/EDU.yaml.")
    assert.strictEqual(nameFor("NEW.yaml"), "Move it to licenses/NEW.yaml, or out of the source folder.")
    assert.strictEqual(nameFor("licenses/EDU.YML", "label: x\n"), "Rename it to licenses/EDU.yaml.")
    assert.strictEqual(nameFor("licenses/EDU.yml.old.yml", "label: x\n"), "Rename it to licenses/EDU.yml.old.yaml.")
    assert.strictEqual(
      nameFor("notes/todo.txt", "Ask them.\n"),
      "Move it to dimensions/, licenses/ or rules/, or out of the source folder."
    )
  })
})
