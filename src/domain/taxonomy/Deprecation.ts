import * as Schema from "effect/Schema"
import { structFields, translatedFields, translationsAbout, type Fields } from "../vocabulary/Field.ts"
import { Text } from "./Scalars.ts"
import { makeTranslations } from "./Translations.ts"

/** A deprecation without a replacement gives a reason. */
export const replacementOrReason = Schema.makeFilter(
  ({ reason, replaced_by }: { readonly reason?: string; readonly replaced_by: object }) =>
    reason !== undefined || !Array.isArray(replaced_by) || replaced_by.length > 0,
  {
    expected: "a replacement or a reason",
    hint: "Name what takes its place in replaced_by, or say why it goes in reason.",
    toJsonSchema: () => ({
      anyOf: [{ required: ["reason"] }, { required: ["replaced_by"], properties: { replaced_by: { minItems: 1 } } }]
    })
  }
)

/**
 * The code of an item of the same list, or `dimension/CODE`, which names a value of another dimension (a move).
 * A slash is never part of a code or of a name.
 */
export const ReplacementName = Schema.String.check(
  Schema.isPattern(/^(?:[a-z][a-z0-9_]{0,63}[/])?[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/u, {
    expected: "a code, or dimension/CODE for a value of another dimension",
    hint: "Write a code such as QSR_FAST_FOOD.",
    form: "replacement"
  })
)

const texts = {
  reason: {
    kind: "part",
    schema: Text,
    optional: true,
    isTranslated: true,
    form: "line",
    skos: ["skos:historyNote"],
    about: "The reason for the deprecation. Required without a replacement."
  }
} as const satisfies Fields

/** The fields of a deprecation. */
export const deprecationFields = {
  replaced_by: { kind: "part", schema: Schema.Array(ReplacementName), about: "The replacements." },
  replacement_mode: {
    kind: "part",
    schema: Schema.Literal("all_of"),
    optional: true,
    since: 3,
    about: "Set if the replacements take the place of the item together (a split); otherwise any one of them does."
  },
  consider: {
    kind: "part",
    schema: Schema.Array(ReplacementName).check(Schema.isMinLength(1, { expected: "a list of at least one entry" })),
    optional: true,
    since: 4,
    about: "Inexact replacements, for people to choose from. No program migrates to them."
  },
  ...texts,
  translations: {
    kind: "part",
    schema: makeTranslations(translatedFields(texts)),
    optional: true,
    since: 3,
    about: translationsAbout
  }
} as const satisfies Fields

/** The reason why an item is deprecated, and its replacements. The ledger knows since when. */
export type Deprecation = typeof Deprecation.Type
export const Deprecation = Schema.Struct(structFields(deprecationFields)).check(replacementOrReason)
