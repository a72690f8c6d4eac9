import * as Schema from "effect/Schema"
import { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { Condition } from "../../domain/taxonomy/ConflictRule.ts"
import { DimensionName, Namespace, RuleId } from "../../domain/taxonomy/Identifiers.ts"
import { TaxonomyVersion } from "../parameters/TaxonomyVersion.ts"
import { deprecationFields } from "./DeprecationBody.ts"
import { DimensionsByName } from "./DimensionsBody.ts"
import { LicenseEntry } from "./LicenseBody.ts"
import { ReleaseMeta } from "./ReleaseMeta.ts"

const ConflictBody = Schema.Struct({
  description: Schema.NonEmptyString,
  forbid: Schema.Record(
    DimensionName,
    Condition.annotate({ identifier: "Condition", description: "What a dimension must be set to for a rule to apply." })
  )
}).annotate({
  identifier: "Conflict",
  description: "Every configuration that meets all of the conditions is invalid."
})

const DeprecatedItem = Schema.Struct({ item: Schema.NonEmptyString, ...deprecationFields }).annotate({
  identifier: "DeprecatedItem",
  description: "A deprecated dimension, value (`dimension/value`) or base license."
})

/** What makes a license configuration valid (service spec, 2.3 and 2.5). */
const ValidationRules = Schema.Struct({
  conflicts: Schema.Record(RuleId, ConflictBody),
  required: Schema.Array(DimensionName),
  config_schema: Schema.Record(Schema.String, Schema.Json).annotate({
    description: "A JSON Schema (2020-12) that accepts exactly the valid configurations."
  })
}).annotate({
  identifier: "ValidationRules",
  description: "Conflicts by id, the dimensions that must be set, and both as a JSON Schema."
})

/** The body of the complete schema (service spec, 2.3 and 4.5). */
export type SchemaBody = typeof SchemaBody.Type
export const SchemaBody = Schema.Struct({
  version: TaxonomyVersion,
  namespace: Namespace,
  title: Schema.NonEmptyString,
  description: Schema.NonEmptyString,
  published_at: Timestamp,
  dimensions: DimensionsByName,
  base_licenses: Schema.Array(LicenseEntry),
  validation_rules: ValidationRules,
  deprecations: Schema.Array(DeprecatedItem),
  _meta: ReleaseMeta
}).annotate({ identifier: "Schema", description: "The complete taxonomy with its validation rules." })
