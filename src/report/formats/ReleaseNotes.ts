import type { Change } from "../../domain/change/Change.ts"
import { itemNamed } from "../../domain/checks/ApplyWaivers.ts"
import { canonicalJson } from "../../domain/ledger/CanonicalJson.ts"
import type { Release } from "../../domain/release/ReleaseHistory.ts"
import type { ReleaseSummary } from "../../domain/release/ReleaseSummary.ts"
import type { ComingDue } from "../../domain/release/removal/ComingDue.ts"
import { deprecatedItems } from "../../domain/release/removal/DeprecationClock.ts"
import { formatItem, toItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { formatDue, describeWaivers } from "../NoticeText.ts"
import type { ItemFacts } from "../text/ItemText.ts"
import { plainMarkdown, wholeMarkdown } from "../text/MarkdownText.ts"
import { formatNormativeChanges, formatOtherChanges } from "./MarkdownChanges.ts"

/** The notes of a release: its waivers, its changes as the reports show them, and what comes due. */
export const renderReleaseNotes = (release: Release): string => {
  const { base, notes, published_at, taxonomy, version, waivers } = release
  const items = itemFactsOf(release)
  // The ledger sorts the members of what it records, and the notes are the same before and after.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same data in another order
  const changes = JSON.parse(canonicalJson(release.changes)) as ReadonlyArray<Change>
  const shown = { base, changes, command: "build-release", items, not_checked: [], titles }
  const sections = [
    `# ${plainMarkdown(taxonomy.title)} ${version}`,
    `Published on ${dateFormat.format(Date.parse(published_at))}${base === null ? ", the first release" : `, follows ${base}`}.`,
    ...(notes === undefined ? [] : summaryOf(notes)),
    ...listOf(
      "Waivers",
      describeWaivers(
        waivers.map((waiver) => ({ waiver, item: itemNamed(waiver.subject, taxonomy) })),
        items
      )
    ),
    "## Changes",
    ...formatNormativeChanges(shown, { left: Infinity }),
    ...formatOtherChanges(shown, { left: Infinity }),
    ...listOf(
      "Coming due",
      dueOf(release).map((due) => formatDue(due, items))
    )
  ]
  return `${sections.join("\n\n")}\n`
}

/** Titles that 1.1.0 was published with and that reports do not use any more. Notes of another format may do without. */
const titles = {
  "dimension-shape-changed": ["Shape changed", "Shapes of dimensions changed"],
  "dimension-role-changed": ["Role changed", "Roles of dimensions changed"],
  "dimension-unset-changed": ["Silence changed", "Silences of dimensions changed"],
  "dimension-within-changed": ["Bounds changed", "Bounds of dimensions changed"],
  "dimension-source-changed": ["Source of values changed", "Sources of values of dimensions changed"],
  "dimension-refined-changed": ["Refined dimension changed", "Refined dimensions of dimensions changed"],
  "value-role-changed": ["Role changed", "Roles of values changed"],
  "value-broader-changed": ["Broader value changed", "Broader values of values changed"],
  "value-includes-changed": ["Included value changed", "Included values of values changed"],
  "value-unbound-changed": ["Exemption changed", "Exemptions of values changed"],
  "rule-advice-changed": ["Force changed", "Forces of conflict rules changed"],
  "groups-changed": ["Groups changed", "Groups changed"]
} as const

/** What the editors say, as they wrote it, and the facts about it. */
const summaryOf = ({ approved_by, effective, proposed_by, references = [], summary }: ReleaseSummary) =>
  [
    summary,
    [
      ...(effective === undefined ? [] : [`Effective from ${dateFormat.format(Date.parse(effective))}.`]),
      ...(proposed_by === undefined ? [] : [`Proposed by ${plainMarkdown(proposed_by)}.`]),
      ...(approved_by === undefined ? [] : [`Approved by ${plainMarkdown(approved_by)}.`])
    ].join(" "),
    references
      .map(({ title, url }) => `- ${url === undefined ? plainMarkdown(title) : `[${plainMarkdown(title)}](<${url}>)`}`)
      .join("\n")
  ].filter((part) => part !== "")

const dateFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC"
})

const itemFactsOf = ({ ceased, removed, taxonomy }: Release): ItemFacts => ({
  taxonomy,
  labelOf: (item) => snapshotOf(taxonomy).labelOf(item) ?? removed.get(toItemId(item))?.label,
  itemBefore: (item: ItemRef) => ceased.get(formatItem(item))
})

const listOf = (heading: string, texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.length === 0 ? [] : [`## ${heading}`, texts.map((text) => `- ${wholeMarkdown(text)}`).join("\n")]

const dueOf = ({ clocks, forecasts, taxonomy }: Release): ReadonlyArray<ComingDue> =>
  deprecatedItems(taxonomy).flatMap((deprecated) => {
    const id = toItemId(deprecated.item)
    const [since, forecast] = [clocks.get(id), forecasts.get(id)]
    return since === undefined || forecast === undefined ? [] : [{ kind: "removal", ...deprecated, since, forecast }]
  })
