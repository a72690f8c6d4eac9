import * as Schema from "effect/Schema"
import type { ContractsReport } from "./ContractsReport.ts"
import { toEffectsJson } from "./ImpactJson.ts"

/** What a proposed release does to contracts, for programs: numbers and items, and nothing of a single contract. */
export const toContractsJson = (contracts: ContractsReport): typeof ContractsJson.Type => {
  if (contracts._tag === "Unread") return { error: contracts.reason }
  const { reading } = contracts.report
  return { ...toEffectsJson(contracts.report), unknown: reading.unknown, unreadable: reading.unreadable }
}

const item = {
  item: Schema.String,
  label: Schema.NullOr(Schema.String),
  contracts: Schema.Natural
}

const replacement = {
  replaced_by: Schema.Array(Schema.String),
  replacement_mode: Schema.NullOr(Schema.Literals(["one_of", "all_of"])),
  reason: Schema.NullOr(Schema.String)
}

const Breakage = Schema.Struct({
  kind: Schema.Literals(["item-removed", "item-unknown", "shape-changed", "dimension-required", "rule-broken"]),
  ...item,
  since: Schema.NullOr(Schema.String),
  replaced_by: Schema.optionalKey(replacement.replaced_by),
  replacement_mode: Schema.optionalKey(replacement.replacement_mode),
  reason: Schema.optionalKey(replacement.reason),
  before: Schema.optionalKey(Schema.String),
  after: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String)
})

const Deprecation = Schema.Struct({
  ...item,
  since: Schema.String,
  ...replacement,
  earliest_version: Schema.NullOr(Schema.String),
  earliest_date: Schema.NullOr(Schema.String)
})

export const ContractsJson = Schema.Union([
  Schema.Struct({
    contracts: Schema.Natural.annotate({ description: "The contracts that were assessed." }),
    untouched: Schema.Natural,
    deprecated: Schema.Natural.annotate({ description: "The valid contracts that name deprecated items." }),
    broken: Schema.Natural,
    migratable: Schema.Natural.annotate({
      description: "The broken contracts that can be migrated without a decision."
    }),
    invalid: Schema.Natural.annotate({
      description: "The contracts that were invalid already in the release that they were written for."
    }),
    breakages: Schema.Array(Breakage),
    deprecations: Schema.Array(Deprecation),
    unknown: Schema.Natural.annotate({ description: "The contracts of versions without a release." }),
    unreadable: Schema.Natural.annotate({ description: "The lines that are no contract." })
  }),
  Schema.Struct({ error: Schema.String.annotate({ description: "Why the file could not be read." }) })
])
