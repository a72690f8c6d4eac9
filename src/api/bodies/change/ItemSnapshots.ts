import * as Schema from "effect/Schema"
import { Code, ConflictRuleId, DimensionName } from "../../../domain/taxonomy/Identifiers.ts"
import { Shape } from "../../../domain/taxonomy/Shape.ts"
import { ConfigBody } from "../LicenseBody.ts"
import { ConditionsBody } from "../SchemaBody.ts"
import {
  translationsOfConflict,
  translationsOfDeprecation,
  translationsOfLicense,
  translationsOfValue
} from "../Translations.ts"

// Items as the sources and `changes.json` write them. The other bodies call the label of a dimension its name.

const text = Schema.NonEmptyString
const definition = Schema.optionalKey(text)

/** A deprecation as the editors stated it. The dates are in `deprecation` of the change. */
export const StatedDeprecation = Schema.Struct({
  replaced_by: Schema.Array(text),
  replacement_mode: Schema.optionalKey(Schema.Literal("all_of")),
  reason: Schema.optionalKey(text),
  translations: translationsOfDeprecation
}).annotate({
  identifier: "StatedDeprecation",
  description: "A deprecation as the editors stated it: replacements, a reason, or both."
})

const deprecated = Schema.optionalKey(StatedDeprecation)

export const ValueSnapshot = Schema.Struct({
  code: Code,
  label: text,
  description: text,
  definition,
  translations: translationsOfValue,
  deprecated
}).annotate({ identifier: "ValueSnapshot", description: "A value as the editors wrote it." })

export const DimensionSnapshot = Schema.Struct({
  name: DimensionName,
  label: text,
  description: text,
  definition,
  shape: Shape,
  required: Schema.Boolean,
  translations: translationsOfValue,
  deprecated,
  values: Schema.Array(ValueSnapshot)
}).annotate({ identifier: "DimensionSnapshot", description: "A dimension with its values, as the editors wrote it." })

export const LicenseSnapshot = Schema.Struct({
  code: Code,
  name: text,
  description: text,
  config: ConfigBody,
  translations: translationsOfLicense,
  deprecated
}).annotate({ identifier: "LicenseSnapshot", description: "A base license as the editors wrote it." })

export const RuleSnapshot = Schema.Struct({
  id: ConflictRuleId,
  description: text,
  forbid: ConditionsBody,
  translations: translationsOfConflict
}).annotate({ identifier: "RuleSnapshot", description: "A conflict rule as the editors wrote it." })
