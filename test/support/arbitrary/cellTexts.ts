import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"
import type { Deprecation } from "../../../src/domain/taxonomy/Deprecation.ts"
import { normalizeValues } from "../../../src/domain/taxonomy/Normalize.ts"
import { Value, type Dimension } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { pick, some } from "./pick.ts"

const pieces = [
  ..."=+-@'\",;|#:&*!%>{}[]\\/?~`.0aé \t\n".split(""),
  ..."\u{FF1D}\u{FF0B}\u{FF20}\u{A0}\u{200B}\u{202E}\u{FEFF}\u{2028}".split(""),
  "\u{1F600}",
  "\u{5D0}\u{5D1}",
  "=1+1",
  "'=",
  '=cmd|" /C calc"!A0',
  "- ",
  ": ",
  " #",
  '""',
  "\n\n",
  "yes",
  "null",
  "1e3",
  "word",
  "some words"
]

/** Texts of the taxonomy, thick with what means something to spreadsheets, to CSV or to YAML. */
export const cellTexts: Arbitrary.Arbitrary<string> = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Schema.Literals(pieces)), { minLength: 1, maxLength: 8 }),
  (texts) => {
    const text = texts.join("")
    return text.trim() === "" ? `${text}a` : text
  }
)

const maybe = Arbitrary.map(Arbitrary.all([pick("yes", "no"), cellTexts]), ([isGiven, text]) =>
  isGiven === "yes" ? text : undefined
)

const codes = ["A", "B-2", "c.3", "D_4", "1E5", "TRUE", "no", "007"] as const

/** A dimension whose values have all kinds of texts, translations and deprecations. */
export const cellDimensions: Arbitrary.Arbitrary<Dimension> = Arbitrary.map(
  Arbitrary.all({
    name: pick("use_type", "territory"),
    codes: some(1, ...codes),
    texts: Arbitrary.array(
      Arbitrary.all({
        label: cellTexts,
        description: cellTexts,
        definition: maybe,
        french: maybe,
        brazilian: maybe,
        reason: maybe,
        frenchReason: maybe,
        replacements: pick("none", "one_of", "all_of", "not")
      }),
      { minLength: codes.length, maxLength: codes.length }
    )
  }),
  ({ codes, name, texts }) => ({
    name,
    label: "Label",
    description: "Description",
    shape: "multiple",
    required: false,
    values: normalizeValues(
      codes.flatMap((code, index): ReadonlyArray<Value> => {
        const text = texts[index]
        if (text === undefined) return []
        const { brazilian, definition, description, french, frenchReason, label, reason, replacements } = text
        const others = codes.filter((other) => other !== code).slice(0, 2)
        const deprecated = deprecationOf(replacements, others, reason, frenchReason)
        return [
          {
            code,
            label,
            description,
            ...(definition === undefined ? {} : { definition }),
            ...translated({ fr: french && { label: french }, "pt-BR": brazilian && { definition: brazilian } }),
            ...(deprecated === undefined ? {} : { deprecated })
          }
        ]
      })
    )
  })
)

const deprecationOf = (
  mode: "none" | "one_of" | "all_of" | "not",
  others: ReadonlyArray<string>,
  reason: string | undefined,
  frenchReason: string | undefined
): Deprecation | undefined => {
  const replaced_by = mode === "none" ? [] : others
  if (mode === "not" || (replaced_by.length === 0 && reason === undefined)) return undefined
  return {
    replaced_by,
    ...(mode === "all_of" && replaced_by.length > 1 ? { replacement_mode: "all_of" } : {}),
    ...(reason === undefined ? {} : { reason, ...translated({ fr: frenchReason && { reason: frenchReason } }) })
  }
}

const translated = <Texts extends object>(texts: Readonly<Record<string, Texts | "" | undefined>>) => {
  const given = Object.entries(texts).flatMap(([tag, value]) =>
    value === undefined || value === "" ? [] : [[tag, value] as const]
  )
  return given.length === 0 ? {} : { translations: Object.fromEntries(given) }
}

/** Values without the spaces at the ends of their texts, which an import does not take. */
export const trimTexts = (values: ReadonlyArray<Value>): ReadonlyArray<Value> =>
  Schema.decodeSync(Schema.fromJsonString(Schema.Array(Value)))(
    JSON.stringify(values, (_, member: unknown) => (typeof member === "string" ? member.trim() : member))
  )
