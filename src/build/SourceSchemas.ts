import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ConflictRule } from "../domain/Conflict.ts"
import { Waiver } from "../domain/Event.ts"
import { ruleTable } from "../domain/rules/RuleTable.ts"
import { Deprecation, Dimension, Header, License, replacementOrReason, Value } from "../domain/Taxonomy.ts"
import { Text } from "../domain/Text.ts"
import { Version } from "../domain/Version.ts"

const none: ReadonlyArray<never> = []

// Editors may leave out what is empty; the snapshot always has it.
const deprecated = Schema.optionalKey(
  Schema.Struct({
    replaced_by: Schema.Array(Schema.String).pipe(Schema.withDecodingDefaultKey(Effect.succeed(none))),
    reason: Deprecation.fields.reason
  }).check(replacementOrReason)
)

/** `taxonomy.yaml` */
export const TaxonomySource = Schema.Struct({ ...Header.fields, version: Version })

const ValueSource = Schema.Struct({ ...Value.fields, deprecated })

/** `dimensions/<name>.yaml`; `values_from` names a list that `values` overrides and adds to. */
export type DimensionSource = typeof DimensionSource.Type
export const DimensionSource = Schema.Struct({
  ...Dimension.fields,
  deprecated,
  values_from: Schema.optionalKey(Schema.Literals(["iso-3166-1-alpha-2"])),
  values: Schema.optionalKey(Schema.Array(ValueSource))
}).check(
  Schema.makeFilter(
    ({ values, values_from }: { readonly values?: unknown; readonly values_from?: unknown }) =>
      values !== undefined || values_from !== undefined,
    { expected: "values, or values_from" }
  )
)

/** `licenses/<CODE>.yaml` */
export const LicenseSource = Schema.Struct({ ...License.fields, deprecated })

/** `rules/<id>.yaml` */
export const RuleSource = ConflictRule

const WaivableRule = Schema.Literals(ruleTable.filter(({ waivable }) => waivable).map(({ id }) => id))

/** `waivers.yaml` */
export const WaiversSource = Schema.Array(
  Schema.Struct({ ...Waiver.fields, rule: WaivableRule, subject: Text, reason: Text, approved_by: Text })
)
