import type { Change1 } from "../../domain/release/PublishedReleaseEvents.ts"
// Part of artifact format 1: the corpus in test/corpus pins every byte that it writes.
import { deprecatedItems, type DeprecatedItem } from "../../domain/release/removal/DeprecationClock.ts"
import { formatItem } from "../../domain/taxonomy/ItemRef.ts"
import { clockOf, type Release1 } from "./Bodies.ts"

type Change = typeof Change1.Type

/** The notes of a release in Markdown: changes by kind, deprecated items with their earliest removal, waivers. */
export const releaseNotes = (release: Release1): string => {
  const { base, changes, published_at, taxonomy, version, waivers } = release
  const kinds = [...new Set(changes.map(({ kind }) => kind))]
  const sections = [
    `# ${plain(taxonomy.title)} ${version}`,
    `Published ${published_at}${base === null ? ", the first release" : `, follows ${base}`}.`,
    ...kinds.flatMap((kind) => section(headings[kind], changes.filter((change) => change.kind === kind).map(entry))),
    ...section(
      "Deprecated",
      deprecatedItems(taxonomy).map((item) => deprecationEntry(release, item))
    ),
    ...section("Waivers", waivers.map(waiverEntry))
  ]
  return `${sections.join("\n\n")}\n`
}

/** Nothing without an entry. */
const section = (heading: string, entries: ReadonlyArray<string>): ReadonlyArray<string> =>
  entries.length === 0 ? [] : [`## ${heading}\n\n${entries.map((line) => `- ${line}`).join("\n")}`]

const waiverEntry = ({ approved_by, reason, rule, subject }: Release1["waivers"][number]): string =>
  `\`${subject}\`: ${rule} was waived by ${plain(approved_by)}: ${plain(reason)}`

const headings: Record<Change["kind"], string> = {
  "namespace-changed": "Namespace",
  "title-changed": "Title and description",
  "dimension-added": "Dimensions added",
  "dimension-removed": "Dimensions removed",
  "dimension-shape-changed": "Dimensions with another shape",
  "dimension-requirement-changed": "Dimensions required or no longer required",
  "dimension-definition-changed": "Dimensions defined anew",
  "dimension-text-changed": "Dimensions with other texts",
  "dimension-deprecated": "Dimensions newly deprecated",
  "dimension-undeprecated": "Dimensions no longer deprecated",
  "dimension-deprecation-changed": "Dimensions with another deprecation",
  "value-added": "Values added",
  "value-removed": "Values removed",
  "value-definition-changed": "Values defined anew",
  "value-text-changed": "Values with other texts",
  "value-deprecated": "Values newly deprecated",
  "value-undeprecated": "Values no longer deprecated",
  "value-deprecation-changed": "Values with another deprecation",
  "values-reordered": "Values in another order",
  "license-added": "Base licenses added",
  "license-removed": "Base licenses removed",
  "license-config-changed": "Base licenses with another config",
  "license-text-changed": "Base licenses with other texts",
  "license-deprecated": "Base licenses newly deprecated",
  "license-undeprecated": "Base licenses no longer deprecated",
  "license-deprecation-changed": "Base licenses with another deprecation",
  "rule-added": "Rules added",
  "rule-removed": "Rules removed",
  "rule-condition-changed": "Rules with another condition",
  "rule-text-changed": "Rules with other texts"
}

const entry = (change: Change): string => {
  const subject = `\`${changedItem(change)}\``
  switch (change.kind) {
    case "namespace-changed":
      return `\`${change.after}\`${change.before === "" ? "" : `, before \`${change.before}\``}`
    case "title-changed":
      return `${plain(change.after.title)}: ${plain(change.after.description)}`
    case "dimension-added": {
      const { label, required, shape, values } = change.after
      return `${subject} ${plain(label)} (${shape}${required ? ", required" : ""}, ${counted(values.length, "value")})`
    }
    case "value-added":
      return `${subject} ${plain(change.after.label)}`
    case "license-added":
      return `${subject} ${plain(change.after.name)}`
    case "rule-added":
      return `${subject}: ${plain(change.after.description)}`
    case "rule-text-changed":
      return `${subject}: ${plain(change.after)}`
    case "dimension-shape-changed":
      return `${subject}: ${change.after}, before ${change.before}`
    case "dimension-requirement-changed":
      return `${subject}: ${change.after ? "now required" : "no longer required"}`
    case "dimension-definition-changed":
    case "value-definition-changed":
      return `${subject}: ${change.after === undefined ? "no definition any more" : plain(change.after)}`
    case "dimension-text-changed":
    case "value-text-changed":
      return `${subject} ${renamed(change.before.label, change.after.label)}`
    case "license-text-changed":
      return `${subject} ${renamed(change.before.name, change.after.name)}`
    case "dimension-deprecated":
    case "value-deprecated":
    case "license-deprecated":
    case "dimension-deprecation-changed":
    case "value-deprecation-changed":
    case "license-deprecation-changed":
      return `${subject}${instead(change.after)}`
    case "dimension-removed":
    case "dimension-undeprecated":
    case "value-removed":
    case "value-undeprecated":
    case "values-reordered":
    case "license-removed":
    case "license-config-changed":
    case "license-undeprecated":
    case "rule-removed":
    case "rule-condition-changed":
      return subject
  }
}

/** The name of the item that a change concerns; empty for a change of the taxonomy as a whole. */
const changedItem = (change: Change): string => {
  if ("value" in change) return `${change.dimension}/${change.value}`
  if ("dimension" in change) return change.dimension
  if ("license" in change) return change.license
  return "rule" in change ? `rules/${change.rule}` : ""
}

const deprecationEntry = (release: Release1, { deprecation, item }: DeprecatedItem): string => {
  const { removal, since } = clockOf(release, item)
  return `\`${formatItem(item)}\` since ${since.version}${instead(deprecation)}; removed in ${removal.version} at the earliest, not before ${removal.date}`
}

const instead = ({ reason, replaced_by }: DeprecatedItem["deprecation"]): string => {
  const codes = replaced_by.map((code) => `\`${code}\``).join(", ")
  return `${codes === "" ? "" : `, use ${codes}`}${reason === undefined ? "" : `: ${plain(reason)}`}`
}

const renamed = (before: string, after: string): string =>
  before === after ? plain(after) : `${plain(after)}, before ${plain(before)}`

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

/** Editors' texts as plain text on one line: nothing in them is Markdown or HTML. */
const plain = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>#|~&]/g, String.raw`\$&`)
