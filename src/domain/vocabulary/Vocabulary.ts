import * as Schema from "effect/Schema"
import { Conditions, Config } from "../taxonomy/Config.ts"
import { Deprecation, deprecationFields } from "../taxonomy/Deprecation.ts"
import {
  BaseIri,
  Citation,
  Code,
  ConflictRuleId,
  DimensionName,
  Namespace,
  Role,
  Shape,
  Silence,
  Text
} from "../taxonomy/Scalars.ts"
import { makeTranslations } from "../taxonomy/Translations.ts"
import { structFields, translatedFields, translationsOf, type Fields } from "./Field.ts"

const notEmpty = Schema.isMinLength(1, { expected: "a list of at least one entry" })

const deprecated = {
  kind: "deprecation",
  body: "deprecation",
  schema: Deprecation,
  optional: true,
  about: "The replacement or the reason of a deprecation. Its date follows from the releases."
} as const

/** A text that is recorded with the other texts of its item. */
const text = <const Change extends string>(change: Change, about: string, ...skos: ReadonlyArray<string>) =>
  ({ kind: "text", schema: Text, change, bump: "patch", isShared: true, isTranslated: true, skos, about }) as const

/** The same for the text by which people know the item. */
const name = <const Change extends string>(change: Change, about: string, ...skos: ReadonlyArray<string>) =>
  ({ ...text(change, about, ...skos), isName: true, form: "line" }) as const

const definition = <const Change extends string>(change: Change) =>
  ({
    kind: "meaning",
    schema: Text,
    optional: true,
    change,
    bump: "major",
    // A first definition can say what an item has always meant.
    first: "minor",
    isNormative: true,
    isTranslated: true,
    skos: ["skos:definition"],
    about: "The meaning, if a contract depends on it. Changing it requires a major release."
  }) as const

/** What a definition says in prose, said once more so that programs can compute with it. */
const semantics = <const Change extends string>(
  change: Change,
  [one, many]: readonly [string, string],
  about: string
) =>
  ({
    kind: "structure",
    optional: true,
    change,
    bump: "major",
    // Nobody could compute with what was not said.
    first: "minor",
    more: "minor",
    why: { major: "programs would draw other conclusions", minor: "programs learn what the definitions say" },
    since: 4,
    isNormative: true,
    noun: [one, many],
    about
  }) as const

/** Conditions of a rule that demands something. */
const demand = {
  kind: "structure",
  schema: Conditions,
  optional: true,
  bump: "major",
  why: { major: "terms that were valid can become invalid" },
  since: 4,
  isNormative: true,
  form: "conditions"
} as const

/** Tells what reads sources to name the entry that is there twice. */
const entries = "different"

/** Different names or codes, at least one. */
const setOf = <S extends Schema.Top>(schema: S) =>
  Schema.Array(schema).check(notEmpty, Schema.isUnique({ expected: "a list of different entries", entries }))

const group = Schema.Struct({
  label: Text.annotateKey({ description: "The heading of the group." }),
  dimensions: setOf(DimensionName).annotateKey({ description: "The names of its dimensions, in their order." }),
  translations: Schema.optionalKey(makeTranslations({ label: Schema.optionalKey(Text) }))
}).annotate({ identifier: "DimensionGroup", description: "Dimensions that forms and pages show together." })

const groups = Schema.Array(group).check(
  notEmpty,
  Schema.makeFilter(
    (all: ReadonlyArray<{ readonly dimensions: ReadonlyArray<string> }>) => {
      const names = all.flatMap(({ dimensions }) => dimensions)
      return new Set(names).size === names.length
    },
    { expected: "groups that name each dimension once", entries, toJsonSchema: () => ({}) }
  )
)

const headerTexts = {
  title: name("title-changed", "The title of the taxonomy.", "dcterms:title"),
  description: text("title-changed", "The purpose of the taxonomy, in a few sentences.", "dcterms:description")
} as const satisfies Fields

const dimensionTexts = {
  label: {
    ...name("dimension-text-changed", "The text that people read.", "dcterms:title", "skos:prefLabel"),
    body: "name"
  },
  description: text(
    "dimension-text-changed",
    "The aspect of a license that the dimension covers.",
    "dcterms:description"
  ),
  definition: definition("dimension-definition-changed")
} as const satisfies Fields

/** Different texts, at least one. */
const texts = Schema.Array(Text).check(notEmpty, Schema.isUnique({ expected: "a list of different texts", entries }))

const valueTexts = {
  label: name("value-text-changed", "The text that people read.", "skos:prefLabel"),
  alt_labels: {
    ...text("value-text-changed", "Other names of the value, which searches find.", "skos:altLabel"),
    isName: true,
    schema: texts,
    optional: true,
    since: 4,
    noun: ["other name", "other names"]
  },
  description: text("value-text-changed", "The value in one or two sentences.", "skos:scopeNote"),
  notes: {
    ...text("value-text-changed", "Guidance for people who choose the value. It is not normative.", "skos:scopeNote"),
    optional: true,
    since: 4,
    noun: ["notes", "notes"]
  },
  examples: {
    ...text("value-text-changed", "Cases that the value covers. They are not normative.", "skos:example"),
    schema: texts,
    optional: true,
    since: 4
  },
  definition: definition("value-definition-changed")
} as const satisfies Fields

const value = {
  code: {
    kind: "identity",
    schema: Code,
    about: "The code in configs and requests. It never changes and is never reused."
  },
  ...valueTexts,
  role: {
    ...semantics(
      "value-role-changed",
      ["effect", "effects"],
      "The roles of the value, if they are not that of the dimension. `description` gives and takes nothing."
    ),
    schema: setOf(Role)
  },
  reserves: {
    ...semantics(
      "value-reserves-changed",
      ["reservation", "reservations"],
      "What the value reserves for the licensee: `everything` that the license grants, or what another exclusivity dimension lists."
    ),
    schema: DimensionName,
    names: "dimension"
  },
  broader: {
    ...semantics(
      "value-broader-changed",
      ["broader value", "broader values"],
      "The kinds above the value, codes of this dimension: what is this value is one of each of them. They change no rule and no filter."
    ),
    schema: setOf(Code),
    names: "value",
    skos: ["skos:broader"]
  },
  includes: {
    ...semantics(
      "value-includes-changed",
      ["included right", "included rights"],
      "The smaller rights, codes of this dimension, that a right with this value includes. They change no rule and no filter."
    ),
    schema: setOf(Code),
    names: "value"
  },
  unbound_by: {
    ...semantics(
      "value-unbound-changed",
      ["exemption from exclusivity", "exemptions from exclusivity"],
      "The exclusivity dimensions whose reservations do not bind a grant with this value, such as a group license."
    ),
    schema: setOf(DimensionName),
    names: "dimension"
  },
  citations: {
    kind: "text",
    schema: Schema.Array(Citation).check(notEmpty),
    optional: true,
    change: "value-text-changed",
    bump: "patch",
    isShared: true,
    since: 4,
    skos: ["dcterms:source"],
    about: "The laws, standards and documents that the value refers to, each with a title and an address."
  },
  translations: translationsOf(valueTexts, "value-translations-changed"),
  deprecated
} as const satisfies Fields

const licenseTexts = {
  name: name("license-text-changed", "The text that people read.", "skos:prefLabel"),
  description: text("license-text-changed", "The users and purposes of the license template.", "skos:scopeNote")
} as const satisfies Fields

const ruleTexts = {
  label: {
    kind: "text",
    schema: Text,
    optional: true,
    change: "rule-label-changed",
    bump: "patch",
    isTranslated: true,
    isName: true,
    form: "line",
    since: 4,
    about: "A short name of the rule, for people."
  },
  description: {
    kind: "text",
    schema: Text,
    change: "rule-text-changed",
    bump: "patch",
    isTranslated: true,
    about: "The reason for the rule, shown to people if a config violates it."
  }
} as const satisfies Fields

/**
 * Every field of every item, in the order in which documents and bodies show them. The types of the items, the schemas
 * of the sources, changes, events and bodies, and the words of reports follow from this table.
 */
export const vocabulary = {
  taxonomy: {
    namespace: {
      kind: "structure",
      schema: Namespace,
      change: "namespace-changed",
      bump: "major",
      why: { major: "every code belongs to another taxonomy" },
      about: "The identifier of this taxonomy. It never changes."
    },
    iri: {
      kind: "structure",
      schema: BaseIri,
      optional: true,
      change: "iri-changed",
      bump: "major",
      first: "minor",
      why: { major: "every item has another IRI", minor: "items get an IRI, and none changes" },
      noun: ["IRI", "IRIs"],
      since: 3,
      about:
        "The IRI with which the IRIs of all items begin, for linked data. It ends in / or #, and changes only in a major release."
    },
    ...headerTexts,
    groups: {
      kind: "structure",
      schema: groups,
      optional: true,
      change: "groups-changed",
      bump: "patch",
      why: { patch: "only the order of forms and pages changes" },
      noun: ["groups of dimensions", "groups of dimensions"],
      since: 4,
      about:
        "Groups of dimensions, in the order of forms, pages and exports. A dimension in no group comes after them, by name."
    },
    translations: translationsOf(headerTexts, "taxonomy-translations-changed")
  },
  dimension: {
    name: { kind: "identity", schema: DimensionName, about: "The file name without .yaml." },
    ...dimensionTexts,
    shape: {
      kind: "structure",
      schema: Shape,
      change: "dimension-shape-changed",
      bump: "major",
      why: { major: "terms set it in another way" },
      noun: ["kind of choice", "kinds of choice"],
      form: "shape",
      about:
        "How a config sets the dimension: `single` for one code, `multiple` for a list of codes, `territory` for an object with `global` and `countries`, `flags` for an object of booleans."
    },
    required: {
      kind: "structure",
      schema: Schema.Boolean,
      change: "dimension-requirement-changed",
      bump: "major",
      why: { major: "terms with or without it are judged otherwise" },
      noun: ["requirement", "requirements"],
      about: "True if every license must set the dimension."
    },
    role: {
      ...semantics(
        "dimension-role-changed",
        ["effect", "effects"],
        "What the codes do to a license: `scope` says what it is for, `permission` allows more, `limit` allows less, `duty` asks something of the licensee, `exclusivity` binds the licensor. Without a role, a dimension only describes."
      ),
      schema: Role
    },
    unset: {
      ...semantics(
        "dimension-unset-changed",
        ["meaning of silence", "meanings of silence"],
        "What a license says by leaving the dimension out, or a flag: `nothing`, `everything`, or `open`, which is the default."
      ),
      schema: Silence
    },
    reserves: {
      ...semantics(
        "dimension-reserves-changed",
        ["reservation", "reservations"],
        "The dimension whose code of the same name each code reserves for the licensee. Only dimensions with the role `exclusivity` reserve."
      ),
      schema: DimensionName,
      names: "dimension"
    },
    within: {
      ...semantics(
        "dimension-within-changed",
        ["reach of reservations", "reach of reservations"],
        "The scope dimensions in which a reservation reaches only as far as the license grants. Without it, all but the reserved one."
      ),
      schema: setOf(DimensionName),
      names: "dimension"
    },
    values_of: {
      ...semantics(
        "dimension-source-changed",
        ["source of values", "sources of values"],
        "The dimension whose values are the values of this one. Entries of `values` override its texts or add values."
      ),
      bump: "minor",
      why: { minor: "the values themselves are listed as changes" },
      schema: DimensionName,
      names: "dimension"
    },
    refines: {
      ...semantics(
        "dimension-refined-changed",
        ["divided territory", "divided territories"],
        "The territory dimension whose countries the values are parts of, written like US-NY."
      ),
      first: "major",
      why: { major: "terms with parts of countries that they do not list become invalid" },
      schema: DimensionName,
      names: "dimension"
    },
    translations: translationsOf(dimensionTexts, "dimension-translations-changed"),
    deprecated,
    values: {
      kind: "items",
      schema: Schema.Array(Schema.Struct(structFields(value))),
      about: "The allowed values, in display order."
    }
  },
  value,
  license: {
    code: { kind: "identity", schema: Code, about: "The file name without .yaml. It never changes." },
    ...licenseTexts,
    // `diff` lowers the bump if the config only sets dimensions that are added in the same release.
    config: {
      kind: "structure",
      schema: Config,
      change: "license-config-changed",
      noun: ["terms", "terms"],
      bump: "major",
      why: { major: "the license grants something else", minor: "it only sets dimensions that are new" },
      isNormative: true,
      form: "config",
      about: "The settings by dimension. An omitted dimension stays open."
    },
    translations: translationsOf(licenseTexts, "license-translations-changed"),
    deprecated
  },
  rule: {
    id: { kind: "identity", schema: ConflictRuleId, about: "The file name without .yaml." },
    ...ruleTexts,
    advice: {
      kind: "structure",
      schema: Schema.Boolean,
      optional: true,
      change: "rule-advice-changed",
      bump: "major",
      first: "minor",
      why: { major: "terms that were valid become invalid", minor: "it makes no terms invalid any more" },
      since: 4,
      isNormative: true,
      noun: ["binding force", "binding force"],
      about: "True for a rule that is only reported. A config that breaks it stays valid."
    },
    forbid: {
      kind: "structure",
      schema: Conditions,
      optional: true,
      change: "rule-condition-changed",
      bump: "major",
      why: { major: "terms that were valid can become invalid" },
      isNormative: true,
      noun: ["condition", "conditions"],
      form: "conditions",
      about:
        "The conditions by dimension. A config that meets all of them is invalid. The conditions depend on the shape of the dimension."
    },
    when: {
      ...demand,
      change: "rule-case-changed",
      noun: ["case", "cases"],
      about: "In place of `forbid`: the conditions, all of them together, under which a config must meet `require`."
    },
    require: {
      ...demand,
      change: "rule-demand-changed",
      noun: ["demand", "demands"],
      about: "What a config must meet that meets all conditions of `when`. A dimension that it leaves out meets none."
    },
    translations: translationsOf(ruleTexts, "rule-translations-changed")
  },
  deprecation: deprecationFields
} as const satisfies Readonly<Record<string, Fields>>

/** The texts that translations of each kind of item may hold. */
export const translatedTexts = {
  taxonomy: translatedFields(vocabulary.taxonomy),
  dimension: translatedFields(vocabulary.dimension),
  value: translatedFields(vocabulary.value),
  license: translatedFields(vocabulary.license),
  rule: translatedFields(vocabulary.rule),
  deprecation: translatedFields(vocabulary.deprecation)
} as const
