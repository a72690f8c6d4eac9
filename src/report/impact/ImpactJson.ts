import type { ItemReplacement } from "../../domain/contracts/ContractRelease.ts"
import type { DeprecationCount, BreakageCount } from "../../domain/contracts/impact/Impact.ts"
import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import type { ImpactReport } from "./ImpactReport.ts"

/** What a release does to contracts, for programs. */
export const toImpactJson = ({ impact, labelOf, reading, target }: ImpactReport) => ({
  command: "impact",
  to: target.version,
  draft: target.isDraft,
  ...toEffectsJson({ impact, labelOf }),
  unknown: reading.unknown,
  unknown_versions: [...reading.unknownVersions].map(([version, contracts]) => ({ version, contracts })),
  unreadable: reading.unreadable,
  unreadable_lines: reading.firstUnreadable
})

/** How many contracts a release concerns, by verdict and by item. */
export const toEffectsJson = ({ impact, labelOf }: Pick<ImpactReport, "impact" | "labelOf">) => ({
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
