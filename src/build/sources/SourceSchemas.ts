import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { checks } from "../../domain/checks/CheckRegistry.ts"
import { Waiver } from "../../domain/release/Waiver.ts"
import { ConflictRule } from "../../domain/taxonomy/ConflictRule.ts"
import { Deprecation, replacementOrReason } from "../../domain/taxonomy/Deprecation.ts"
import { Code } from "../../domain/taxonomy/Identifiers.ts"
import { Dimension, Header, License, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { Text } from "../../domain/taxonomy/Text.ts"
import { Version } from "../../domain/taxonomy/Version.ts"

/** What editors of the sources see beside the key. */
const described = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.annotateKey<S>({ description })(schema)

const none: ReadonlyArray<never> = []

// Editors may leave out what is empty; the snapshot always has it.
const deprecated = Schema.optionalKey(
  Schema.Struct({
    replaced_by: Schema.Array(Code)
      .annotate({
        description: "What takes its place: codes of the same dimension, or of licenses, or names of dimensions."
      })
      .pipe(Schema.withDecodingDefaultKey(Effect.succeed(none))),
    reason: described(Deprecation.fields.reason, "Why it goes. It must be there where nothing takes its place.")
  })
    .annotate({
      expected: "a map with replaced_by, a reason, or both",
      hint: "Write deprecated: { replaced_by: [CODE] } or deprecated: { reason: Why it goes }. Since when is known from the releases."
    })
    .check(replacementOrReason)
)

/** The largest number of a version has no successor. */
const withSuccessors = Version.check(
  Schema.makeFilter((version: string) => !/(?:^|\.)9{9}(?:\.|$)/.test(version), {
    expected: "a version that others can follow: numbers up to 999999998",
    hint: "Write smaller numbers: each release raises one of them by 1.",
    toJsonSchema: () => ({ not: { pattern: "(?:^|\\.)9{9}(?:\\.|$)" } })
  })
)

/** `taxonomy.yaml` */
export const TaxonomySource = Schema.Struct({
  namespace: described(Header.fields.namespace, "The label of this taxonomy. It stays the same for good."),
  title: described(Header.fields.title, "What the taxonomy is called."),
  description: described(Header.fields.description, "What it is for, in a few sentences."),
  version: described(
    withSuccessors,
    "What the next release will be called. `taxonomy check` says which version the changes need."
  )
})

const replacement = "Why it goes, and what takes its place. Since when is not written down: the releases know."

const ValueSource = Schema.Struct({
  code: described(
    Value.fields.code,
    "What configs and requests say. It never changes, and is never used for anything else."
  ),
  label: described(Value.fields.label, "What people read."),
  description: described(Value.fields.description, "What it is, in a sentence or two."),
  definition: described(
    Value.fields.definition,
    "What it means, where a contract depends on it. Changing it is a major change."
  ),
  deprecated: described(deprecated, replacement)
})

/** `dimensions/<name>.yaml`; `values_from` names a list that `values` overrides and adds to. */
export type DimensionSource = typeof DimensionSource.Type
export const DimensionSource = Schema.Struct({
  name: described(Dimension.fields.name, "The name of the file without .yaml."),
  label: described(Dimension.fields.label, "What people read."),
  description: described(Dimension.fields.description, "What aspect of a license it covers."),
  definition: described(
    Dimension.fields.definition,
    "What it means, where a contract depends on it. Changing it is a major change."
  ),
  shape: described(
    Dimension.fields.shape,
    "How a config sets it: `single` one code, `multiple` a list of codes, `territory` an object with `global` and `countries`, `flags` an object of true and false."
  ),
  required: described(Dimension.fields.required, "Whether every license must set it."),
  deprecated: described(deprecated, replacement),
  values_from: described(
    Schema.optionalKey(Schema.Literals(["iso-3166-1-alpha-2"])),
    "A list that is kept elsewhere. What `values` says of a code comes before what the list says."
  ),
  values: described(
    Schema.optionalKey(Schema.Array(ValueSource)),
    "The allowed values, in the order in which people see them."
  )
}).check(
  Schema.makeFilter(
    ({ values, values_from }: { readonly values?: unknown; readonly values_from?: unknown }) =>
      values !== undefined || values_from !== undefined,
    {
      expected: "values, or values_from",
      toJsonSchema: () => ({ anyOf: [{ required: ["values"] }, { required: ["values_from"] }] })
    }
  )
)

/** `licenses/<CODE>.yaml` */
export const LicenseSource = Schema.Struct({
  code: described(License.fields.code, "The name of the file without .yaml. It never changes."),
  name: described(License.fields.name, "What people read."),
  description: described(License.fields.description, "For whom and what the template is meant."),
  config: described(License.fields.config, "What it sets, by dimension. A dimension that is left out is left open."),
  deprecated: described(deprecated, replacement)
})

/** `rules/<id>.yaml` */
export const RuleSource = Schema.Struct({
  id: described(ConflictRule.fields.id, "The name of the file without .yaml."),
  description: described(
    ConflictRule.fields.description,
    "Why these must not come together; people read it when a config breaks the rule."
  ),
  forbid: described(
    ConflictRule.fields.forbid,
    "A config that meets every condition is invalid. The conditions depend on the shape of the dimension."
  )
})

const WaivableRule = Schema.Literals(checks.filter(({ waivable }) => waivable).map(({ id }) => id))

/** `waivers.yaml` */
export const WaiversSource = Schema.Array(
  Schema.Struct({
    rule: described(WaivableRule, "The rule that is not to hold, once."),
    subject: described(Text, "What it found, as the finding names it, such as `use_type/editorial`."),
    version: described(Waiver.fields.version, "The release for which it does not hold."),
    reason: described(Text, "Why. It stands in the release notes for good."),
    approved_by: described(Text, "Who has decided that.")
  })
)
