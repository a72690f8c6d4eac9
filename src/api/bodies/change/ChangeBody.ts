import * as Schema from "effect/Schema"
import type { ChangeKind } from "../../../domain/change/Change.ts"
import { Shape } from "../../../domain/taxonomy/Shape.ts"
import { Bump, Version } from "../../../domain/taxonomy/Version.ts"
import { Count } from "../BodyParts.ts"
import { DeprecationBody } from "../DeprecationBody.ts"
import { ConfigBody } from "../LicenseBody.ts"
import { Replacement } from "../Replacement.ts"
import { ConditionsBody } from "../SchemaBody.ts"
import {
  translationsOfConflict,
  translationsOfItem,
  translationsOfLicense,
  translationsOfTaxonomy,
  translationsOfValue
} from "../Translations.ts"
import { DimensionSnapshot, LicenseSnapshot, RuleSnapshot, StatedDeprecation, ValueSnapshot } from "./ItemSnapshots.ts"

const text = Schema.NonEmptyString

const beforeAfter = <S extends Schema.Constraint>(schema: S) => ({ before: schema, after: schema })
const optionalBeforeAfter = <S extends Schema.Constraint>(schema: S) => ({
  before: Schema.optionalKey(schema),
  after: Schema.optionalKey(schema)
})

/** The facts that a change of an item adds to its record. */
const facts = {
  item: text.annotate({ description: "`dimension`, `dimension/value`, the code of a license, or `rules/id`." }),
  label: text.annotate({
    description:
      "The label, the name of a license, or the description of a rule: in `to`, or in `from` if it is removed."
  }),
  translations: translationsOfItem,
  deprecation: Schema.optionalKey(DeprecationBody)
}

const removal = {
  removed_in: Schema.optionalKey(
    Schema.toEncoded(Version).annotate({
      description: "The release that removed it. Absent if `to` follows from no release that had it."
    })
  ),
  replacement: Schema.optionalKey(Replacement),
  reason: Schema.optionalKey(text.annotate({ description: "Why it was removed, if the editors stated a reason." }))
}

const approval = {
  reason: text.annotate({ description: "Why the meaning stayed the same." }),
  approved_by: text
}

const dimension = { dimension: text }
const value = { dimension: text, value: text }
const license = { license: text }
const rule = { rule: text }

const record = <const Kind extends ChangeKind, const Fields extends Schema.Struct.Fields>(kind: Kind, fields: Fields) =>
  Schema.Struct({ kind: Schema.Literal(kind), bump: Bump, ...fields })

const change = <const Kind extends ChangeKind, const Fields extends Schema.Struct.Fields>(kind: Kind, fields: Fields) =>
  record(kind, { ...facts, ...fields })

const labels = Schema.Struct({ label: text, description: text })
const names = Schema.Struct({ name: text, description: text })
const titles = Schema.Struct({ title: text, description: text })

/** The records of changes, as `changes.json` and `taxonomy diff` write them, with more facts about the item. */
const records = [
  record("namespace-changed", beforeAfter(text)),
  record("iri-changed", optionalBeforeAfter(text)),
  record("title-changed", beforeAfter(titles)),
  record("taxonomy-translations-changed", {
    before: translationsOfTaxonomy,
    after: translationsOfTaxonomy
  }),
  change("dimension-added", { ...dimension, after: DimensionSnapshot }),
  change("dimension-removed", { ...dimension, ...removal }),
  change("dimension-shape-changed", { ...dimension, ...beforeAfter(Shape) }),
  change("dimension-requirement-changed", { ...dimension, ...beforeAfter(Schema.Boolean) }),
  change("dimension-definition-changed", { ...dimension, ...optionalBeforeAfter(text) }),
  change("dimension-definition-corrected", { ...dimension, ...optionalBeforeAfter(text), ...approval }),
  change("dimension-text-changed", { ...dimension, ...beforeAfter(labels) }),
  change("dimension-translations-changed", {
    ...dimension,
    before: translationsOfValue,
    after: translationsOfValue
  }),
  change("dimension-deprecated", { ...dimension, after: StatedDeprecation }),
  change("dimension-undeprecated", { ...dimension, before: StatedDeprecation }),
  change("dimension-deprecation-changed", { ...dimension, ...beforeAfter(StatedDeprecation) }),
  change("value-added", {
    ...value,
    index: Count.annotate({ description: "The position among the values of `to`, from 0." }),
    after: ValueSnapshot
  }),
  change("value-removed", { ...value, ...removal }),
  change("value-definition-changed", { ...value, ...optionalBeforeAfter(text) }),
  change("value-definition-corrected", { ...value, ...optionalBeforeAfter(text), ...approval }),
  change("value-text-changed", { ...value, ...beforeAfter(labels) }),
  change("value-translations-changed", { ...value, before: translationsOfValue, after: translationsOfValue }),
  change("value-deprecated", { ...value, after: StatedDeprecation }),
  change("value-undeprecated", { ...value, before: StatedDeprecation }),
  change("value-deprecation-changed", { ...value, ...beforeAfter(StatedDeprecation) }),
  change("values-reordered", {
    ...dimension,
    ...beforeAfter(Schema.Array(text).annotate({ description: "The codes that both releases have, in their order." }))
  }),
  change("license-added", { ...license, after: LicenseSnapshot }),
  change("license-removed", { ...license, ...removal }),
  change("license-config-changed", { ...license, ...beforeAfter(ConfigBody) }),
  change("license-text-changed", { ...license, ...beforeAfter(names) }),
  change("license-translations-changed", {
    ...license,
    before: translationsOfLicense,
    after: translationsOfLicense
  }),
  change("license-deprecated", { ...license, after: StatedDeprecation }),
  change("license-undeprecated", { ...license, before: StatedDeprecation }),
  change("license-deprecation-changed", { ...license, ...beforeAfter(StatedDeprecation) }),
  change("rule-added", { ...rule, after: RuleSnapshot }),
  change("rule-removed", { ...rule, ...removal }),
  change("rule-condition-changed", { ...rule, ...beforeAfter(ConditionsBody) }),
  change("rule-text-changed", { ...rule, ...beforeAfter(text) }),
  change("rule-translations-changed", { ...rule, before: translationsOfConflict, after: translationsOfConflict })
] as const

/** A change, as `changes.json` records it, with what a reader needs to know of its item. */
export type ChangeBody = typeof ChangeBody.Encoded
export const ChangeBody = Schema.Union(records).annotate({
  identifier: "Change",
  description:
    "One difference between two releases: `kind` says what changed, and `before` and `after` how. " +
    "`bump` is the version bump that it requires."
})

/** Every kind of change, in the order of the records. */
export const changeKinds: ReadonlyArray<ChangeKind> = records.map(({ fields }) => fields.kind.literal)
