// FROZEN once a release in format 2 is published: never edited after that, but copied to the next format.
import { dimensionId, licenseId, valueId } from "../format1/Deprecations.ts"
import { counted, instead, labeled, labelOf, plain, valueLabel } from "./NoteText.ts"
import { redline } from "./Redline.ts"
import type { Change, Release } from "./Release.ts"
import { conditionText, settingText } from "./SettingText.ts"

/** A change in words: the item with its label, and below it the texts before and after. */
export const entry = (release: Release, change: Change): string => {
  const id = itemId(change)
  const subject = id === undefined ? "" : labeled(id.slice(id.indexOf(" ") + 1), labelOf(release, id))
  const [first, ...lines] = [`${subject}${remark(release, change, id)}`, ...details(release, change)].filter(
    (line) => line !== ""
  )
  return [first ?? "", ...lines.map((line) => `  - ${line}`)].join("\n")
}

/** The id of the item that a change concerns; missing for a change of the taxonomy as a whole. */
const itemId = (change: Change): string | undefined => {
  if ("value" in change) return valueId(change.dimension, change.value)
  if ("dimension" in change) return dimensionId(change.dimension)
  if ("license" in change) return licenseId(change.license)
  return "rule" in change ? `rule rules/${change.rule}` : undefined
}

/** What stands beside the item. */
const remark = (release: Release, change: Change, id = ""): string => {
  switch (change.kind) {
    case "namespace-changed":
      return `\`${change.after}\`${change.before === "" ? "" : `, before \`${change.before}\``}`
    case "iri-changed":
      return `${change.after === undefined ? "none" : `\`${change.after}\``}${change.before === undefined ? "" : `, before \`${change.before}\``}`
    case "dimension-added": {
      const { required, shape, values } = change.after
      return ` (${shape}${required ? ", required" : ""}, ${counted(values.length, "value")})`
    }
    case "dimension-shape-changed":
      return `: ${change.after}, before ${change.before}`
    case "dimension-requirement-changed":
      return `: ${change.after ? "now required" : "no longer required"}`
    case "rule-added":
      return `: ${plain(change.after.description)}`
    case "dimension-deprecated":
    case "value-deprecated":
    case "license-deprecated":
    case "dimension-deprecation-changed":
    case "value-deprecation-changed":
    case "license-deprecation-changed":
      return instead(release, id, change.after)
    case "dimension-removed":
    case "value-removed":
    case "license-removed":
      return insteadOfRemoved(release, id)
    default:
      return ""
  }
}

/** The replacement of an item that this release removed. */
const insteadOfRemoved = (release: Release, id: string): string => {
  for (const [other, { deprecation, version }] of release.removed) {
    if (other === id && version === release.version && deprecation !== undefined)
      return instead(release, id, deprecation)
  }
  return ""
}

/** The texts of a change, before and after. */
const details = ({ taxonomy }: Release, change: Change): ReadonlyArray<string> => {
  switch (change.kind) {
    case "title-changed":
    case "dimension-text-changed":
    case "value-text-changed":
    case "license-text-changed":
      return compareTexts({ ...change.before }, { ...change.after })
    case "rule-text-changed":
      return compareTexts({ description: change.before }, { description: change.after })
    case "dimension-definition-corrected":
    case "value-definition-corrected":
      return [
        ...compareTexts({ definition: change.before ?? "" }, { definition: change.after ?? "" }),
        `approved by ${plain(change.approved_by)}: ${plain(change.reason)}`
      ]
    case "dimension-definition-changed":
    case "value-definition-changed":
      return compareTexts({ definition: change.before ?? "" }, { definition: change.after ?? "" })
    case "taxonomy-translations-changed":
    case "dimension-translations-changed":
    case "value-translations-changed":
    case "license-translations-changed":
    case "rule-translations-changed": {
      const [before, after] = [
        new Map(Object.entries(change.before ?? {})),
        new Map(Object.entries(change.after ?? {}))
      ]
      return namesOf(before.keys(), after.keys()).flatMap((language) =>
        compareTexts({ ...before.get(language) }, { ...after.get(language) }, `${language}, `)
      )
    }
    case "license-config-changed": {
      const [before, after] = [new Map(Object.entries(change.before)), new Map(Object.entries(change.after))]
      return namesOf(before.keys(), after.keys()).flatMap((dimension) => {
        const text = (config: typeof before) =>
          settingText(config.get(dimension), (code) => valueLabel(taxonomy, dimension, code))
        return compareText(`\`${dimension}\``, text(before), text(after))
      })
    }
    case "rule-condition-changed": {
      const [before, after] = [new Map(Object.entries(change.before)), new Map(Object.entries(change.after))]
      return namesOf(before.keys(), after.keys()).flatMap((dimension) => {
        const text = (conditions: typeof before) =>
          conditionText(conditions.get(dimension), (code) => valueLabel(taxonomy, dimension, code))
        return compareText(`forbids \`${dimension}\``, text(before), text(after))
      })
    }
    default:
      return []
  }
}

/** The names of two records, in an order that does not depend on how the release was read. */
const namesOf = (...lists: ReadonlyArray<Iterable<string>>): ReadonlyArray<string> =>
  [...new Set(lists.flatMap((names) => [...names]))].toSorted((left, right) => {
    const [first, second] = [textOrder.indexOf(left), textOrder.indexOf(right)]
    return first === second ? (left < right ? -1 : 1) : first - second
  })

const textOrder = ["title", "name", "label", "description", "definition"]

type Texts = Readonly<Record<string, string>>

const compareTexts = (before: Texts, after: Texts, prefix = ""): ReadonlyArray<string> => {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return namesOf(old.keys(), now.keys()).flatMap((name) =>
    compareText(`${prefix}${name}`, old.get(name) ?? "", now.get(name) ?? "")
  )
}

const compareText = (name: string, before: string, after: string): ReadonlyArray<string> =>
  before === after ? [] : [`${name}: ${redline(before, after)}`]
