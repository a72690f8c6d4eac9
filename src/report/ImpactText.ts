import type { Breakage } from "../domain/contracts/Assess.ts"
import type { EarliestRemoval, ItemReplacement } from "../domain/contracts/ContractRelease.ts"
import type { Impact, BreakageCount, DeprecationCount, ReadingOutcome } from "../domain/contracts/Impact.ts"
import type { ContractProblem } from "../domain/contracts/ReadContract.ts"
import type { ReleaseHistory } from "../domain/release/ReleaseHistory.ts"
import { dayOf } from "../domain/release/removal/DeprecationClock.ts"
import { formatRemoval } from "../domain/release/removal/RemovalForecast.ts"
import { asSentence } from "../domain/Sentence.ts"
import { shapeInWords } from "../domain/taxonomy/ConfigValidation.ts"
import type { ItemRef } from "../domain/taxonomy/ItemRef.ts"
import { verdictOf } from "../domain/taxonomy/Rules.ts"
import type { Taxonomy } from "../domain/taxonomy/Taxonomy.ts"
import { snapshotOf } from "../domain/vocabulary/Snapshot.ts"
import { formatItemText } from "./text/ItemText.ts"
import type { Paragraph, Section } from "./text/MarkdownText.ts"
import { firstOf, formatCount } from "./text/PlainText.ts"

/** What a release does to the contracts of some files. */
export interface ImpactReport {
  readonly impact: Impact
  readonly reading: ReadingOutcome
  /** The release. A draft is that of the working tree. */
  readonly target: { readonly version: string; readonly isDraft: boolean }
  readonly labelOf: (item: ItemRef) => string | undefined
}

/** What a proposed release does to the contracts of a file, as a part of the report on the release. */
export type ContractsReport =
  | {
      readonly _tag: "Assessed"
      readonly report: ImpactReport
      /** `undefined` if there is nothing to compare. */
      readonly clashes?: NewClashes | "not-sorted" | undefined
    }
  /** `reason` is that of the operating system, such as `NotFound`. */
  | { readonly _tag: "Unread"; readonly reason: string }

/** The contracts of one licensor that clash by a proposed release, and not by its base. */
export interface NewClashes {
  readonly pairs: number
  /** How many contracts are in these pairs. */
  readonly contracts: number
  /** What is reserved and granted, the most frequent first. */
  readonly reserved: ReadonlyArray<{ readonly item: ItemRef; readonly pairs: number }>
}

/** What a release does to contracts, in words: a summary, and a section for each kind of facts. */
export const describeImpact = (
  report: ImpactReport
): { readonly summary: ReadonlyArray<string>; readonly sections: ReadonlyArray<Section> } => {
  const sections = [...describeEffects(report), ...describeReading(report.reading)]
  return { summary: summaryOf(report), sections: sections.filter(({ paragraphs }) => paragraphs.length > 0) }
}

/** What could not be read. */
export const describeReading = (reading: ReadingOutcome): ReadonlyArray<Section> => [
  { title: "Versions without a release", paragraphs: describeUnknown(reading) },
  { title: "Unreadable lines", paragraphs: describeUnreadable(reading) }
]

/** The items that break contracts or are deprecated, with the contracts that each concerns. */
export const describeEffects = ({ impact, labelOf }: ImpactReport): ReadonlyArray<Section> => [
  { title: "Broken", paragraphs: impact.breakages.map(describeBreakage(labelOf)) },
  { title: "Deprecated", paragraphs: impact.deprecations.map(describeDeprecation(labelOf)) }
]

/** The contracts of each verdict, as far as there are any. */
export const describeVerdicts = ({ migratable, verdicts }: Impact): ReadonlyArray<string> => [
  ...line(verdicts.valid, "untouched"),
  ...line(verdicts.deprecated, "valid with deprecated items"),
  ...line(verdicts.broken, `broken, of which ${formatNumber(migratable)} can be migrated without a decision`),
  ...line(verdicts.invalid, "invalid already in the release that they were written for")
]

const summaryOf = ({ impact, reading, target }: ImpactReport): ReadonlyArray<string> => {
  const { contracts } = impact
  const name = target.isDraft ? `the working tree, as ${target.version}` : `release ${target.version}`
  const rest = reading.unreadable + reading.unknown
  return [
    contracts === 0 ? `No contracts were assessed by ${name}.` : `${contractsOf(contracts)} assessed by ${name}.`,
    ...describeVerdicts(impact).map((text) => `  ${text}`),
    ...(rest === 0 ? [] : [`${formatNumber(rest)} could not be assessed. Correct what is listed below, and run again.`])
  ]
}

const line = (count: number, text: string): ReadonlyArray<string> =>
  count === 0 ? [] : [`${formatNumber(count)} ${text}`]

type LabelOf = ImpactReport["labelOf"]

const describeBreakage =
  (labelOf: LabelOf) =>
  ({ breakage, contracts }: BreakageCount): Paragraph => ({
    name: `${formatItemText(breakage.item, labelOf(breakage.item))}: ${contractsOf(contracts)}`,
    lines: [breakageText(breakage, labelOf)]
  })

const breakageText = (breakage: Breakage, labelOf: LabelOf): string => {
  switch (breakage._tag) {
    case "ItemRemoved":
    case "ItemUnknown": {
      const { reason, replacement, since } = breakage
      const start =
        breakage._tag === "ItemRemoved"
          ? `Removed in ${since ?? "this release"}`
          : `Not part of this release${since === undefined ? "" : `, added in ${since}`}`
      return [`${start}.`, ...insteadText(replacement, reason, labelOf)].join(" ")
    }
    case "ShapeChanged":
      return `It takes ${shapeInWords[breakage.after]}, not ${shapeInWords[breakage.before]}.`
    case "DimensionRequired":
      return `It is required${sinceText(breakage.since)}.`
    case "UnlistedCountry":
      return "It is part of a country that the territory does not list."
    case "RuleBroken":
      return `The rule ${verdictOf(breakage.rule)}${sinceText(breakage.since)}: ${asSentence(breakage.rule.description)}`
  }
}

const sinceText = (version: string | undefined): string => (version === undefined ? "" : ` since ${version}`)

const insteadText = (
  replacement: ItemReplacement | undefined,
  reason: string | undefined,
  labelOf: LabelOf
): ReadonlyArray<string> => {
  const items = (replacement?.items ?? []).map((item) => formatItemText(item, labelOf(item)))
  return [
    items.length === 0
      ? "It has no replacement."
      : `Use ${items.join(replacement?.mode === "all_of" ? " and " : " or ")}.`,
    ...(reason === undefined ? [] : [`Reason: ${asSentence(reason)}`])
  ]
}

const describeDeprecation =
  (labelOf: LabelOf) =>
  ({ contracts, reference }: DeprecationCount): Paragraph => {
    const { earliest_removal: removal, item, reason, replacement, since } = reference
    const start = `Deprecated since ${since.version} (${dayOf(since.date)}).`
    return {
      name: `${formatItemText(item, labelOf(item))}: ${contractsOf(contracts)}`,
      lines: [
        [start, ...insteadText(replacement, reason, labelOf)].join(" "),
        ...(removal === undefined ? [] : [removalText(removal)])
      ]
    }
  }

const removalText = (removal: EarliestRemoval): string => {
  const { deprecated_in: deprecatedIn } = removal
  const start = deprecatedIn === undefined ? "It" : `If ${deprecatedIn} deprecates it too, it`
  return `${start} can be removed ${formatRemoval(removal)}.`
}

const describeUnknown = ({ unknown, unknownVersions }: ReadingOutcome): ReadonlyArray<Paragraph> => {
  const named = [...unknownVersions]
  const more = unknown - named.reduce((sum, [, contracts]) => sum + contracts, 0)
  return [
    ...named.map(([version, contracts]) => ({ name: `${version}: ${contractsOf(contracts)}`, lines: [] })),
    ...(more === 0 ? [] : [{ name: `Other versions: ${contractsOf(more)}`, lines: [] }])
  ]
}

const describeUnreadable = ({ firstUnreadable, unreadable }: ReadingOutcome): ReadonlyArray<Paragraph> => {
  const more = unreadable - firstUnreadable.length
  return [
    ...firstUnreadable.map(({ column, file, line, problem }) => ({
      name: `${file}:${line}:${column === undefined ? "" : `${column}:`} ${problemText[problem]}`,
      lines: []
    })),
    ...(more === 0 ? [] : [{ name: `and ${formatNumber(more)} more`, lines: [] }])
  ]
}

const problemText: { readonly [Problem in ContractProblem]: string } = {
  "too-long": "the line is longer than 1 MiB",
  "not-utf8": "the line is not in UTF-8",
  "not-json": "the line is not JSON",
  "not-object": "the line is not a JSON object",
  "no-version": "the field with the version does not contain a version, such as v1.2 or 1.2.0",
  "no-config": "the field with the config is missing, and so is that with the base license",
  "no-group": "the field that contracts are grouped by is missing",
  "unknown-license": "the release has no base license with this code",
  "wrong-days": "the first or the last day is not like 2026-03-01, or the contract ends before it begins"
}

export const contractsOf = (count: number): string => formatCount(count, "contract").replace(/^\d+/, formatNumber)

/** Groups of three digits, as in `1,000,000`. Intl.NumberFormat does the same, and takes long to load. */
export const formatNumber = (count: number | string): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ",")

// Contracts may be confidential, and all readers of a pull request see the report: it says how many, and never which.

/** What a proposed release does to contracts, in words: a title, the counts, and the items that concern them. */
export const describeContracts = (
  contracts: ContractsReport
): { readonly title: string; readonly counts: ReadonlyArray<string>; readonly sections: ReadonlyArray<Section> } => {
  if (contracts._tag === "Unread") {
    return { title: "Contracts were not assessed", counts: [unreadText(contracts.reason)], sections: [] }
  }
  const { clashes, report } = contracts
  const { impact, labelOf, reading } = report
  const rest = reading.unreadable + reading.unknown
  const counts = [
    ...describeVerdicts(impact),
    ...describeNewClashes(clashes),
    ...(rest === 0 ? [] : [`${formatNumber(rest)} could not be assessed. Run \`taxonomy impact\` to see which.`])
  ]
  const reserved = typeof clashes === "object" ? clashes.reserved : []
  const sections = [
    ...describeEffects(report),
    {
      title: clashTitle,
      paragraphs: reserved.map(({ item, pairs }) => ({
        name: `${formatItemText(item, labelOf(item))}: ${formatNumber(pairs)} ${pairs === 1 ? "pair" : "pairs"}`,
        lines: ["One contract reserves it, and the other grants some of it."]
      }))
    }
  ].filter(({ paragraphs }) => paragraphs.length > 0)
  return { title: `${contractsOf(impact.contracts)} assessed`, counts, sections: sections.map(shorten) }
}

const describeNewClashes = (clashes: NewClashes | "not-sorted" | undefined): ReadonlyArray<string> => {
  if (clashes === undefined) return []
  if (clashes === "not-sorted") return ["not compared with each other, since they are not sorted by licensor"]
  const { contracts, pairs } = clashes
  return pairs === 0
    ? []
    : [
        `${formatNumber(contracts)} that begin to clash, in ${formatNumber(pairs)} ${pairs === 1 ? "pair" : "pairs"} of one licensor`
      ]
}

/** The same without the items, on one line. */
export const formatContracts = (contracts: ContractsReport): string => {
  const { counts, title } = describeContracts(contracts)
  return counts.length === 0 ? `${title}.` : `${title}: ${counts.join(", ").replace(/\.?$/, ".")}`
}

const unreadText = (reason: string): string =>
  `The file could not be read (${reason}). Correct TAXONOMY_CONTRACTS or --contracts.`

const clashTitle = "Begin to clash"

const shorten = ({ paragraphs, title }: Section): Section => {
  const command = title === clashTitle ? "clash" : "impact"
  const countOthers = (others: number): Paragraph => ({
    name: `and ${formatNumber(others)} more. Run \`taxonomy ${command}\` to see all.`,
    lines: []
  })
  return { title, paragraphs: firstOf(paragraphs, maxParagraphs, countOthers) }
}

/** The most frequent come first. */
const maxParagraphs = 10

/** Makes the function that finds the label of an item: that of a snapshot, else that of the newest release with the item. */
export const makeLabels = (
  { releases }: ReleaseHistory,
  taxonomy: Taxonomy
): ((item: ItemRef) => string | undefined) => {
  const snapshots = [taxonomy, ...[...releases.values()].toReversed().map((release) => release.taxonomy)]
  return (item) => {
    for (const snapshot of snapshots) {
      const label = snapshotOf(snapshot).labelOf(item)
      if (label !== undefined) return label
    }
    return undefined
  }
}
