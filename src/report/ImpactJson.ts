import * as Schema from "effect/Schema"
import type { ItemReplacement } from "../domain/contracts/ContractRelease.ts"
import type { DeprecationCount, BreakageCount, ReadingOutcome } from "../domain/contracts/Impact.ts"
import { formatItem } from "../domain/taxonomy/ItemRef.ts"
import type { ImpactReport, ContractsReport, NewClashes } from "./ImpactText.ts"

/** What a release does to contracts, for programs. */
export const toImpactJson = ({ impact, labelOf, reading, target }: ImpactReport) => ({
  command: "impact",
  to: target.version,
  draft: target.isDraft,
  ...toEffectsJson({ impact, labelOf }),
  ...toReadingJson(reading)
})

/** What could not be read. */
export const toReadingJson = ({ firstUnreadable, unknown, unknownVersions, unreadable }: ReadingOutcome) => ({
  unknown,
  unknown_versions: [...unknownVersions].map(([version, contracts]) => ({ version, contracts })),
  unreadable,
  unreadable_lines: firstUnreadable
})

/** How many contracts a release concerns, by verdict and by item. */
const toEffectsJson = ({ impact, labelOf }: Pick<ImpactReport, "impact" | "labelOf">) => ({
  contracts: impact.contracts,
  untouched: impact.verdicts.valid,
  deprecated: impact.verdicts.deprecated,
  broken: impact.verdicts.broken,
  migratable: impact.migratable,
  invalid: impact.verdicts.invalid,
  breakages: impact.breakages.map(toBreakageJson(labelOf)),
  deprecations: impact.deprecations.map(toDeprecationJson(labelOf))
})

const toBreakageJson =
  (labelOf: ImpactReport["labelOf"]) =>
  ({ breakage, contracts }: BreakageCount) => ({
    kind: kinds[breakage._tag],
    item: formatItem(breakage.item),
    label: labelOf(breakage.item) ?? null,
    contracts,
    since: "since" in breakage ? (breakage.since ?? null) : null,
    ...("replacement" in breakage ? toReplacementJson(breakage.replacement, breakage.reason) : {}),
    ...(breakage._tag === "ShapeChanged" ? { before: breakage.before, after: breakage.after } : {}),
    ...(breakage._tag === "RuleBroken" ? { description: breakage.rule.description } : {})
  })

const kinds = {
  ItemRemoved: "item-removed",
  ItemUnknown: "item-unknown",
  ShapeChanged: "shape-changed",
  DimensionRequired: "dimension-required",
  UnlistedCountry: "unlisted-country",
  RuleBroken: "rule-broken"
} as const

const toDeprecationJson =
  (labelOf: ImpactReport["labelOf"]) =>
  ({ contracts, reference }: DeprecationCount) => ({
    item: formatItem(reference.item),
    label: labelOf(reference.item) ?? null,
    contracts,
    since: reference.since.version,
    ...toReplacementJson(reference.replacement, reference.reason),
    earliest_version: reference.earliest_removal?.version ?? null,
    earliest_date: reference.earliest_removal?.date ?? null
  })

const toReplacementJson = (replacement: ItemReplacement | undefined, reason: string | undefined) => ({
  replaced_by: (replacement?.items ?? []).map(formatItem),
  replacement_mode: replacement?.mode ?? null,
  reason: reason ?? null
})

/** What a proposed release does to contracts, for programs: numbers and items, and nothing of a single contract. */
export const toContractsJson = (contracts: ContractsReport): typeof ContractsJson.Type => {
  if (contracts._tag === "Unread") return { error: contracts.reason }
  const { clashes, report } = contracts
  const { labelOf, reading } = report
  return {
    ...toEffectsJson(report),
    unknown: reading.unknown,
    unreadable: reading.unreadable,
    ...(clashes === undefined
      ? {}
      : { clashes: clashes === "not-sorted" ? { error: clashes } : toClashesJson(clashes, labelOf) })
  }
}

const toClashesJson = ({ contracts, pairs, reserved }: NewClashes, labelOf: ImpactReport["labelOf"]) => ({
  pairs,
  contracts,
  reserved: reserved.map((each) => ({
    item: formatItem(each.item),
    label: labelOf(each.item) ?? null,
    pairs: each.pairs
  }))
})

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
  kind: Schema.Literals(Object.values(kinds)),
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

const Clashes = Schema.Struct({
  pairs: Schema.Natural,
  contracts: Schema.Natural.annotate({ description: "The contracts in these pairs." }),
  reserved: Schema.Array(
    Schema.Struct({ item: Schema.String, label: Schema.NullOr(Schema.String), pairs: Schema.Natural })
  ).annotate({ description: "What one contract reserves and the other grants, the most frequent first." })
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
    unreadable: Schema.Natural.annotate({ description: "The lines that are no contract." }),
    clashes: Schema.optionalKey(
      Schema.Union([Clashes, Schema.Struct({ error: Schema.Literal("not-sorted") })]).annotate({
        description:
          "The pairs of contracts of one licensor that clash, and did not by the base. Missing if no contract names a licensor, or codes have no roles."
      })
    )
  }),
  Schema.Struct({ error: Schema.String.annotate({ description: "Why the file could not be read." }) })
])
