import * as Schema from "effect/Schema"
import { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { ConflictRuleId, DimensionName, Version } from "../../domain/taxonomy/Scalars.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"
import { ReleaseMeta } from "./BodyParts.ts"
import { consider, deprecationFields, Replacement, translationsOfDeprecation } from "./DeprecationBody.ts"
import { DimensionsByName } from "./DimensionsBody.ts"
import { bodyFields } from "./ItemFields.ts"
import { LicenseEntry } from "./LicenseBody.ts"
import { AdviceBody, ConflictBody } from "./RuleBody.ts"

const DeprecatedItem = Schema.Struct({ item: Schema.NonEmptyString, ...deprecationFields }).annotate({
  identifier: "DeprecatedItem",
  description: "A deprecated dimension, value (`dimension/value`) or base license."
})

/** Format 3 lists the removed items; format 1 does not. */
const RemovedItem = Schema.Struct({
  item: Schema.NonEmptyString,
  removed_in: Schema.toEncoded(Version),
  withdrawn: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: "True if only withdrawn releases contained it. Absent otherwise."
  }),
  replacement: Schema.optionalKey(Replacement),
  consider,
  reason: Schema.optionalKey(Schema.NonEmptyString),
  translations: translationsOfDeprecation
}).annotate({
  identifier: "RemovedItem",
  description: "A dimension, value (`dimension/value`) or base license that this release or an earlier one removed."
})

/** The rules that a valid license configuration satisfies (service spec, 2.3 and 2.5). */
const ValidationRules = Schema.Struct({
  conflicts: Schema.Record(Schema.String, ConflictBody),
  advice: Schema.optionalKey(Schema.Record(ConflictRuleId, AdviceBody)).annotateKey({
    description: "The rules that make no configuration invalid, by id. Absent without any."
  }),
  required: Schema.Array(DimensionName),
  config_schema: Schema.Record(Schema.String, Schema.Json).annotate({
    description: "A JSON Schema (2020-12) that accepts exactly the valid configurations."
  })
}).annotate({
  identifier: "ValidationRules",
  description: "Conflicts by id, the required dimensions, and both as a JSON Schema."
})

/** The body of the complete schema (service spec, 2.3 and 4.5). */
export type SchemaBody = typeof SchemaBody.Encoded
export const SchemaBody = Schema.Struct({
  version: TaxonomyVersion,
  ...bodyFields(vocabulary.taxonomy),
  iri: Schema.optionalKey(Schema.String).annotateKey({
    description: "The IRI with which the IRIs of all items begin, if the taxonomy has one. It ends in `/` or `#`."
  }),
  published_at: Timestamp,
  dimensions: DimensionsByName,
  base_licenses: Schema.Array(LicenseEntry),
  validation_rules: ValidationRules,
  deprecations: Schema.Array(DeprecatedItem),
  removed: Schema.optionalKey(Schema.Array(RemovedItem)),
  _meta: ReleaseMeta
}).annotate({ identifier: "Schema", description: "The complete taxonomy with its validation rules." })
