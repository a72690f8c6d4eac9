import { describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { decodeDimension } from "../../../../src/build/sources/DimensionDecoder.ts"
import { DimensionSource } from "../../../../src/build/sources/SourceSchemas.ts"
import { either, some, whole } from "../../../support/arbitrary/pick.ts"

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

describe("DimensionDecoder", () => {
  it.prop(
    "decodes any content exactly as the schema of a dimension does",
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
