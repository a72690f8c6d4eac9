import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { checks } from "../../domain/checks/CheckRegistry.ts"
import { removedOutsideMajor } from "../../domain/checks/deprecation/Removals.ts"
import { type ListedWaiver, Waiver } from "../../domain/release/Waiver.ts"
import { Deprecation, ReplacementName, replacementOrReason } from "../../domain/taxonomy/Deprecation.ts"
import { Code, DimensionName, Role, Text, Version } from "../../domain/taxonomy/Scalars.ts"
import { makeTranslations } from "../../domain/taxonomy/Translations.ts"
import { structFields, translationsAbout, type Fields, type StructFields } from "../../domain/vocabulary/Field.ts"
import { translatedTexts, vocabulary } from "../../domain/vocabulary/Vocabulary.ts"

/** Adds the description that editors see next to the key. */
const described = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.annotateKey<S>({ description })(schema)

/** The keys of an item in the order of the vocabulary, each with its description. */
const keysOf = <const F extends Fields>(fields: F): StructFields<F> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schemas are the same, with annotations
  Object.fromEntries(
    Object.entries<Schema.Top>(structFields(fields)).map(([name, schema]) => [
      name,
      described(schema, fields[name]?.about ?? "")
    ])
  ) as StructFields<F>

const textNames = [...new Set(Object.values(translatedTexts).flatMap((texts) => Object.keys(texts)))]

/** Anything like a tag, but no name of a text: a check names its canonical form. */
const writtenTag = Schema.String.check(
  Schema.isPattern(new RegExp(`^(?!(?:${textNames.join("|")})$)[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*$`, "u"), {
    expected: "a language tag such as fr or pt-BR"
  })
)

const translationsInto = <const Texts extends Schema.Struct.Fields>(texts: Texts) =>
  described(Schema.optionalKey(makeTranslations(texts, writtenTag)), translationsAbout)

const noReplacements: Deprecation["replaced_by"] = []

/** A list of which any one replaces the item, or `all_of`: a list whose items replace it together. */
const replacedBy = (name: typeof ReplacementName, names: string) =>
  Schema.Union([
    Schema.Array(name),
    Schema.Struct({
      all_of: described(
        Schema.Array(name).check(Schema.isMinLength(2, { expected: "a list of at least two entries" })),
        "The items that replace it together."
      )
    })
  ]).annotate({
    description: `The replacements, any one of which applies: ${names} if they apply together.`,
    hints: { any_of: eitherReplaces, one_of: eitherReplaces }
  })

const eitherReplaces = "Write a list, replaced_by: [A, B], if either item replaces it."

/** The replacements by kind of item, as the description of the key ends. */
const replacementNames = {
  value: "codes of this dimension, or dimension/CODE for a value of another dimension. Write { all_of: [CODE, CODE] }",
  dimension: "names of dimensions. Write { all_of: [NAME, NAME] }",
  license: "codes of licenses. Write { all_of: [CODE, CODE] }"
} as const

/** A deprecation as editors write it, decoded to that of the snapshot. */
const deprecated = (kind: keyof typeof replacementNames, name: typeof ReplacementName = ReplacementName) =>
  Schema.optionalKey(
    Schema.Struct({
      // Optional in the sources, always present in the snapshot.
      replaced_by: replacedBy(name, replacementNames[kind]).pipe(
        Schema.withDecodingDefaultKey(Effect.succeed(noReplacements))
      ),
      consider: described(Deprecation.fields.consider, vocabulary.deprecation.consider.about),
      reason: described(Deprecation.fields.reason, vocabulary.deprecation.reason.about),
      translations: translationsInto(translatedTexts.deprecation)
    })
      .annotate({
        expected: "a map with replaced_by, a reason, or both",
        hint: "Write deprecated: { replaced_by: [CODE] } or deprecated: { reason: TEXT }. The date follows from the releases."
      })
      .check(replacementOrReason)
      .pipe(
        Schema.decodeTo(
          Schema.toType(Deprecation),
          SchemaTransformation.transform({
            decode: ({ replaced_by, ...rest }): Deprecation =>
              "all_of" in replaced_by
                ? { ...rest, replaced_by: replaced_by.all_of, replacement_mode: "all_of" }
                : { ...rest, replaced_by },
            encode: ({ replaced_by, replacement_mode, ...rest }) => ({
              ...rest,
              replaced_by: replacement_mode === undefined ? replaced_by : { all_of: replaced_by }
            })
          })
        )
      )
  )

/** A version with the largest possible number has no successor. */
const withSuccessors = Version.check(
  Schema.makeFilter((version: string) => !/(?:^|\.)9{9}(?:\.|$)/.test(version), {
    expected: "a version that can have a successor, with numbers up to 999999998",
    hint: "Write smaller numbers: each release increases one of them by 1.",
    toJsonSchema: () => ({ not: { pattern: "(?:^|\\.)9{9}(?:\\.|$)" } })
  })
)

/** `taxonomy.yaml` */
export const TaxonomySource = Schema.Struct({
  ...keysOf(vocabulary.taxonomy),
  translations: translationsInto(translatedTexts.taxonomy),
  version: described(
    withSuccessors,
    "The version of the next release. `taxonomy check` names the version that the changes require."
  )
})

/** The roles of a value, as a list or as a single one. */
const roles = described(
  Schema.optionalKey(
    Schema.Union([Role, vocabulary.value.role.schema]).pipe(
      Schema.decodeTo(
        Schema.toType(vocabulary.value.role.schema),
        SchemaTransformation.transform({
          decode: (written): ReadonlyArray<Role> => (typeof written === "string" ? [written] : written),
          encode: (listed) => listed
        })
      )
    )
  ),
  vocabulary.value.role.about
)

/** A value of a dimension. */
export const ValueSource = Schema.Struct({
  ...keysOf(vocabulary.value),
  role: roles,
  translations: translationsInto(translatedTexts.value),
  deprecated: described(deprecated("value"), vocabulary.value.deprecated.about)
})

const { values: valuesField, values_of: sharedField, ...dimensionFields } = vocabulary.dimension

const valueKeys = ["values", "values_from", "values_of"] as const

/** `dimensions/<name>.yaml`; `values_from` names a list that `values` overrides and adds to. */
export type DimensionSource = typeof DimensionSource.Type
export const DimensionSource = Schema.Struct({
  ...keysOf(dimensionFields),
  translations: translationsInto(translatedTexts.dimension),
  deprecated: described(deprecated("dimension", DimensionName), vocabulary.dimension.deprecated.about),
  values_from: described(
    Schema.optionalKey(Schema.Literals(["iso-3166-1-alpha-2"])),
    "A predefined list of values. Entries of `values` override those of the list."
  ),
  values_of: described(Schema.optionalKey(sharedField.schema), sharedField.about),
  values: described(Schema.optionalKey(Schema.Array(ValueSource)), valuesField.about)
}).check(
  Schema.makeFilter(
    (source: { readonly values?: unknown; readonly values_from?: unknown; readonly values_of?: unknown }) =>
      valueKeys.some((key) => source[key] !== undefined),
    {
      expected: "values, values_from or values_of",
      missing_key: "values",
      toJsonSchema: () => ({ anyOf: valueKeys.map((key) => ({ required: [key] })) })
    }
  )
)

/** `licenses/<CODE>.yaml` */
export const LicenseSource = Schema.Struct({
  ...keysOf(vocabulary.license),
  translations: translationsInto(translatedTexts.license),
  deprecated: described(deprecated("license", Code), vocabulary.license.deprecated.about)
})

/** The keys of a rule that hold its conditions. */
interface ConditionKeys {
  readonly forbid?: unknown
  readonly when?: unknown
  readonly require?: unknown
}

/** Refuses a rule that lacks a key, which the message names. */
const lacksKey = (missing_key: keyof ConditionKeys, lacks: (rule: ConditionKeys) => boolean) =>
  Schema.makeFilter((rule: ConditionKeys) => !lacks(rule), { missing_key, toJsonSchema: () => ({}) })

/** `rules/<id>.yaml`: it forbids a combination, or demands something in a case. */
export const RuleSource = Schema.Struct({
  ...keysOf(vocabulary.rule),
  translations: translationsInto(translatedTexts.rule)
}).check(
  lacksKey("forbid", ({ forbid, require: required, when }) =>
    [forbid, required, when].every((key) => key === undefined)
  ),
  lacksKey("require", ({ require: required, when }) => when !== undefined && required === undefined),
  lacksKey("when", ({ require: required, when }) => required !== undefined && when === undefined),
  Schema.makeFilter(({ forbid, when }: ConditionKeys) => forbid === undefined || when === undefined, {
    expected: "either forbid, or when and require",
    hint: "A rule forbids a combination or demands something. Write two rules.",
    toJsonSchema: () => ({
      oneOf: [{ required: ["forbid"] }, { required: ["when", "require"] }]
    })
  })
)

// The last one is refused by a check that says why.
const WaivableRule = Schema.Literals([
  ...checks.filter(({ waivable }) => waivable === true).map(({ id }) => id),
  removedOutsideMajor.id
])

/** `waivers.yaml` */
export const WaiversSource = Schema.Array(
  Schema.Struct({
    rule: described(WaivableRule, "The rule to waive."),
    subject: described(Schema.optionalKey(Text), "The item of the finding, such as `use_type/editorial`."),
    subjects: described(
      Schema.optionalKey(Schema.Array(Text).check(Schema.isMinLength(1, { expected: "a list of at least one item" }))),
      "The items of several findings that are waived for the same reason, in place of `subject`."
    ),
    version: described(Waiver.fields.version, "The release for which the rule is waived."),
    reason: described(Text, "The reason. It becomes part of the release notes."),
    approved_by: described(Text, "The person who approved the waiver.")
  }).check(
    Schema.makeFilter(
      ({ subject, subjects }: { readonly subject?: unknown; readonly subjects?: unknown }) =>
        (subject === undefined) !== (subjects === undefined),
      {
        expected: "a subject, or subjects",
        missing_key: "subject",
        toJsonSchema: () => ({ oneOf: [{ required: ["subject"] }, { required: ["subjects"] }] })
      }
    )
  )
)

/** The waivers that entries list, one for each subject. */
export const listWaivers = (entries: typeof WaiversSource.Type): ReadonlyArray<ListedWaiver> =>
  entries.flatMap(({ approved_by, reason, rule, subject, subjects = [], version }, entry) =>
    (subject === undefined ? subjects : [subject]).map((each) => ({
      rule,
      subject: each,
      version,
      reason,
      approved_by,
      entry
    }))
  )
