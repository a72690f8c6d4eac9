// FROZEN once a release in format 2 is published: never edited after that, but copied to the next format.
import { canonicalJson } from "../../domain/ledger/CanonicalJson.ts"
import { dimensionId, licenseId, valueId } from "../format1/Deprecations.ts"
import type { ItemId } from "../format1/Release.ts"
import { clockOf, deprecatedItems, nameOf, replacementOf, type DeprecatedItem } from "./Deprecations.ts"
import type { Change, Deprecation, Release } from "./Release.ts"

/** The notes of a release in Markdown: changes by kind, deprecated items with their earliest removal, waivers. */
export const releaseNotes = (release: Release): string => {
  const { base, changes, published_at, taxonomy, version, waivers } = release
  const kinds = [...new Set(changes.map(({ kind }) => kind))]
  const deprecated = deprecatedItems(taxonomy)
  const sections = [
    `# ${plain(taxonomy.title)} ${version}`,
    `Published ${published_at}${base === null ? ", the first release" : `, follows ${base}`}.`,
    ...kinds.map((kind) =>
      section(
        headings[kind],
        changes.filter((change) => change.kind === kind).map((change) => entry(release, change))
      )
    ),
    ...(deprecated.length === 0
      ? []
      : [
          section(
            "Deprecated",
            deprecated.map((item) => deprecationEntry(release, item))
          )
        ]),
    ...(waivers.length === 0
      ? []
      : [
          section(
            "Waivers",
            waivers.map(
              ({ approved_by, reason, rule, subject }) =>
                `\`${subject}\`: ${rule} was waived by ${plain(approved_by)}: ${plain(reason)}`
            )
          )
        ])
  ]
  return `${sections.join("\n\n")}\n`
}

const section = (heading: string, entries: ReadonlyArray<string>): string =>
  `## ${heading}\n\n${entries.map((line) => `- ${line}`).join("\n")}`

const headings: Record<Change["kind"], string> = {
  "namespace-changed": "Namespace",
  "title-changed": "Title and description",
  "taxonomy-translations-changed": "Translations of title and description",
  "dimension-added": "Dimensions added",
  "dimension-removed": "Dimensions removed",
  "dimension-shape-changed": "Dimensions with a changed shape",
  "dimension-requirement-changed": "Dimensions required or no longer required",
  "dimension-definition-changed": "Dimensions with a changed definition",
  "dimension-text-changed": "Dimensions with changed texts",
  "dimension-translations-changed": "Dimensions with changed translations",
  "dimension-deprecated": "Dimensions newly deprecated",
  "dimension-undeprecated": "Dimensions no longer deprecated",
  "dimension-deprecation-changed": "Dimensions with a changed deprecation",
  "value-added": "Values added",
  "value-removed": "Values removed",
  "value-definition-changed": "Values with a changed definition",
  "value-text-changed": "Values with changed texts",
  "value-translations-changed": "Values with changed translations",
  "value-deprecated": "Values newly deprecated",
  "value-undeprecated": "Values no longer deprecated",
  "value-deprecation-changed": "Values with a changed deprecation",
  "values-reordered": "Values in another order",
  "license-added": "Base licenses added",
  "license-removed": "Base licenses removed",
  "license-config-changed": "Base licenses with a changed config",
  "license-text-changed": "Base licenses with changed texts",
  "license-translations-changed": "Base licenses with changed translations",
  "license-deprecated": "Base licenses newly deprecated",
  "license-undeprecated": "Base licenses no longer deprecated",
  "license-deprecation-changed": "Base licenses with a changed deprecation",
  "rule-added": "Rules added",
  "rule-removed": "Rules removed",
  "rule-condition-changed": "Rules with a changed condition",
  "rule-text-changed": "Rules with changed texts",
  "rule-translations-changed": "Rules with changed translations"
}

const entry = (release: Release, change: Change): string => {
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
      return `${subject}: ${change.after === undefined ? "definition removed" : plain(change.after)}`
    case "dimension-text-changed":
    case "value-text-changed":
      return `${subject} ${renamed(change.before.label, change.after.label)}`
    case "license-text-changed":
      return `${subject} ${renamed(change.before.name, change.after.name)}`
    case "taxonomy-translations-changed":
      return languages(change)
    case "dimension-translations-changed":
    case "value-translations-changed":
    case "license-translations-changed":
    case "rule-translations-changed":
      return `${subject}: ${languages(change)}`
    case "dimension-deprecated":
    case "value-deprecated":
    case "license-deprecated":
    case "dimension-deprecation-changed":
    case "value-deprecation-changed":
    case "license-deprecation-changed":
      return `${subject}${instead(changedItemId(change), change.after)}`
    case "dimension-removed":
    case "value-removed":
    case "license-removed":
      return `${subject}${insteadOfRemoved(release, changedItemId(change))}`
    case "dimension-undeprecated":
    case "value-undeprecated":
    case "values-reordered":
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

type RemovalOrDeprecation = Extract<
  Change,
  { kind: `${string}-deprecat${string}` | `${"dimension" | "value" | "license"}-removed` }
>

const changedItemId = (change: RemovalOrDeprecation): ItemId => {
  if ("value" in change) return valueId(change.dimension, change.value)
  return "dimension" in change ? dimensionId(change.dimension) : licenseId(change.license)
}

/** The replacement of an item that this release removed. */
const insteadOfRemoved = ({ removed, version }: Release, id: ItemId): string => {
  for (const [other, { deprecation, version: removedIn }] of removed) {
    if (other === id && removedIn === version && deprecation !== undefined) return instead(id, deprecation)
  }
  return ""
}

const deprecationEntry = (release: Release, { deprecation, id }: DeprecatedItem): string => {
  const { removal, since } = clockOf(release, id)
  const { reason, ...rest } = deprecation
  const why = reason === undefined ? "" : `. Reason: ${plain(reason)}`
  return `\`${nameOf(id)}\` since ${since.version}${instead(id, rest)}; removed in ${removal.version} at the earliest, not before ${removal.date}${why}`
}

const instead = (id: ItemId, deprecation: Deprecation): string => {
  const { replacement } = replacementOf(id, deprecation)
  const items = replacement?.items.map((item) => `\`${item}\``).join(replacement.mode === "all_of" ? " and " : " or ")
  const { reason } = deprecation
  return `${items === undefined ? "" : `, use ${items}`}${reason === undefined ? "" : `: ${plain(reason)}`}`
}

/** The languages whose translations were added, changed or removed, with their texts. */
const languages = ({
  after = {},
  before = {}
}: Extract<Change, { kind: `${string}-translations-changed` }>): string => {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...old.keys(), ...now.keys()])]
    .sort()
    .flatMap((language) => {
      const texts = now.get(language)
      if (texts === undefined) return [`${language} removed`]
      if (!old.has(language)) return [`${language} added: ${quoted(texts)}`]
      return canonicalJson(old.get(language)) === canonicalJson(texts) ? [] : [`${language} changed: ${quoted(texts)}`]
    })
    .join("; ")
}

const quoted = (texts: object): string =>
  Object.entries(texts)
    .map(([name, text]) => `${name} “${plain(String(text))}”`)
    .join(", ")

const renamed = (before: string, after: string): string =>
  before === after ? plain(after) : `${plain(after)}, before ${plain(before)}`

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

/** Editors' texts as plain text on one line: nothing in them is Markdown or HTML. */
const plain = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>#|~&]/g, String.raw`\$&`)
