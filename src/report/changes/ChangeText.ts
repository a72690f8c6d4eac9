import type { Change } from "../../domain/change/Change.ts"
import { changedItem } from "../../domain/change/ChangedItems.ts"
import type { Config } from "../../domain/taxonomy/Config.ts"
import { settingOf } from "../../domain/taxonomy/ConfigSetting.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { dimensionRef, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { ConflictRule, Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import type { Item } from "../../domain/vocabulary/Snapshot.ts"
import type { ItemFacts } from "../ItemFacts.ts"
import { formatInstead } from "./Instead.ts"
import { formatCondition, formatSetting, type FormatCode } from "./SettingText.ts"

/** A change in words. */
export interface ChangeText {
  /** Missing for a change of the taxonomy as a whole. */
  readonly item: ItemRef | undefined
  readonly label: string | undefined
  /** What there is to say beside the item, such as the replacement of a removed one. */
  readonly note: string
  readonly details: ReadonlyArray<ChangeDetail>
}

/** A text of an added item, or a text before and after a change. A missing text is empty. */
export type ChangeDetail = Addition | Comparison

interface Addition {
  readonly name: string
  readonly text: string
}

interface Comparison {
  readonly name: string
  readonly before: string
  readonly after: string
}

export const describeChange = (change: Change, facts: ItemFacts): ChangeText => {
  const item = changedItem(change)
  return {
    item,
    label: item === undefined ? undefined : facts.labelOf(item),
    note: item === undefined ? "" : noteOf(change, item, facts),
    details: detailsOf(change, item, facts).filter((detail) =>
      "text" in detail ? detail.text !== "" : detail.before !== detail.after
    )
  }
}

const noteOf = (change: Change, item: ItemRef, facts: ItemFacts): string => {
  switch (change.kind) {
    case "dimension-removed":
    case "value-removed":
    case "license-removed": {
      const before = facts.itemBefore(item)
      return before === undefined || "forbid" in before || before.deprecated === undefined
        ? ""
        : explain(item, before.deprecated, facts)
    }
    case "dimension-deprecated":
    case "value-deprecated":
    case "license-deprecated":
      return explain(item, change.after, facts)
    case "dimension-definition-corrected":
    case "value-definition-corrected":
      return `approved by ${change.approved_by}: ${change.reason}`
    default:
      return ""
  }
}

const explain = (item: ItemRef, deprecation: Deprecation, facts: ItemFacts): string =>
  [formatInstead(item, deprecation, facts), deprecation.reason ?? ""].filter((text) => text !== "").join(": ")

const detailsOf = (change: Change, item: ItemRef | undefined, facts: ItemFacts): ReadonlyArray<ChangeDetail> => {
  switch (change.kind) {
    case "namespace-changed":
      return [{ name: "namespace", before: change.before, after: change.after }]
    case "iri-changed":
      return [compare("iri", change.before, change.after)]
    case "title-changed":
    case "dimension-text-changed":
    case "value-text-changed":
    case "license-text-changed":
      return compareTexts(change.before, change.after)
    case "rule-text-changed":
      return [{ name: "description", before: change.before, after: change.after }]
    case "dimension-definition-changed":
    case "value-definition-changed":
    case "dimension-definition-corrected":
    case "value-definition-corrected":
      return [compare("definition", change.before, change.after)]
    case "dimension-shape-changed":
      return [{ name: "shape", before: change.before, after: change.after }]
    case "dimension-requirement-changed":
      return [{ name: "required", before: yesOrNo(change.before), after: yesOrNo(change.after) }]
    case "taxonomy-translations-changed":
    case "dimension-translations-changed":
    case "value-translations-changed":
    case "license-translations-changed":
    case "rule-translations-changed":
      return compareTranslations(change.before ?? {}, change.after ?? {})
    case "dimension-deprecation-changed":
    case "value-deprecation-changed":
    case "license-deprecation-changed":
      return item === undefined
        ? []
        : [
            compare("replacement", formatInstead(item, change.before, facts), formatInstead(item, change.after, facts)),
            compare("reason", change.before.reason, change.after.reason)
          ]
    case "license-config-changed":
      return compareConfigs(change.before, change.after, facts)
    case "rule-condition-changed":
      return compareConditions(change.before, change.after, facts)
    case "values-reordered":
      return [{ name: "order", before: change.before.join(", "), after: change.after.join(", ") }]
    case "dimension-added":
    case "value-added":
    case "license-added":
    case "rule-added":
      return contentOf(change.after, facts)
    case "dimension-removed":
    case "value-removed":
    case "license-removed":
    case "rule-removed": {
      const before = item && facts.itemBefore(item)
      return before === undefined ? [] : contentOf(before, facts).map(({ name, text }) => compare(name, text))
    }
    default:
      return []
  }
}

const compare = (name: string, before = "", after = ""): Comparison => ({ name, before, after })

/** All that an item says but its label: what becomes or ceases to be binding with it. */
const contentOf = (item: Item, facts: ItemFacts): ReadonlyArray<Addition> => {
  const description = { name: "description", text: item.description }
  if ("forbid" in item) return [description, { name: "forbids", text: formatConditions(item.forbid, facts) }]
  if ("config" in item) {
    const settings = compareConfigs({}, item.config, facts)
    return [description, ...settings.map(({ after, name }) => ({ name, text: after }))]
  }
  return [
    description,
    { name: "definition", text: item.definition ?? "" },
    ...("values" in item
      ? [
          { name: "shape", text: `${item.shape} (${shapesInWords[item.shape]})` },
          { name: "required", text: item.required ? "yes" : "" },
          ...listValues(item)
        ]
      : [])
  ]
}

type Texts = Readonly<Record<string, string>>

const compareTexts = (before: Texts, after: Texts, prefix = ""): ReadonlyArray<Comparison> =>
  namesOf(before, after)
    .toSorted((left, right) => textOrder.indexOf(left) - textOrder.indexOf(right))
    .map((name) => compare(`${prefix}${name}`, ownOf(before, name), ownOf(after, name)))

const textOrder = ["title", "name", "label", "description", "definition"]

const compareTranslations = (
  before: Readonly<Record<string, object>>,
  after: Readonly<Record<string, object>>
): ReadonlyArray<Comparison> =>
  namesOf(before, after)
    .toSorted()
    .flatMap((language) => compareTexts({ ...ownOf(before, language) }, { ...ownOf(after, language) }, `${language}, `))

const compareConfigs = (before: Config, after: Config, facts: ItemFacts): ReadonlyArray<Comparison> =>
  namesOf(before, after).map((dimension) => {
    const [old, now] = [settingOf(before, dimension), settingOf(after, dimension)]
    const format = formatCodeOf(dimension, facts)
    return compare(nameOf(dimension, facts), old && formatSetting(old, format), now && formatSetting(now, format))
  })

type Conditions = ConflictRule["forbid"]

const compareConditions = (before: Conditions, after: Conditions, facts: ItemFacts): ReadonlyArray<Comparison> =>
  namesOf(before, after).map((dimension) => {
    const [old, now] = [ownOf(before, dimension), ownOf(after, dimension)]
    const format = formatCodeOf(dimension, facts)
    const name = `condition on ${nameOf(dimension, facts)}`
    return compare(name, old && formatCondition(old, format), now && formatCondition(now, format))
  })

/** All conditions of a rule, which forbids only what meets them together. */
const formatConditions = (forbid: Conditions, facts: ItemFacts): string =>
  Object.entries(forbid)
    .map(
      ([dimension, condition]) =>
        `${nameOf(dimension, facts)} ${formatCondition(condition, formatCodeOf(dimension, facts))}`
    )
    .join(", together with ")

const shapesInWords = {
  single: "one value",
  multiple: "a list of values",
  territory: "worldwide, or a list of countries",
  flags: "yes or no for each value"
} as const

/** The values of a dimension with their texts. Without a definition, such as countries, they can be too many to list. */
const listValues = ({ values }: Dimension): ReadonlyArray<Addition> => {
  let left = maxUndefined
  const listed = values.filter(({ definition }) => definition !== undefined || left-- > 0)
  const hidden = values.length - listed.length
  return [
    ...listed.flatMap(({ code, definition, description, label }) => [
      { name: `value ${withLabel(code, label)}`, text: description },
      { name: `definition of ${code}`, text: definition ?? "" }
    ]),
    { name: "more values", text: hidden === 0 ? "" : `${hidden}, without definitions` }
  ]
}

const maxUndefined = 30

const nameOf = (dimension: string, { labelOf }: ItemFacts): string =>
  withLabel(dimension, labelOf(dimensionRef(dimension)))

const formatCodeOf =
  (dimension: string, { labelOf }: ItemFacts): FormatCode =>
  (code) =>
    withLabel(code, labelOf(valueRef(dimension, code)))

const withLabel = (code: string, label: string | undefined): string =>
  label === undefined || label === code ? code : `${label} (${code})`

/** A property of the object itself: `constructor` is a legal name of a dimension. */
const ownOf = <A>(record: Readonly<Record<string, A>>, name: string): A | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

const namesOf = (before: object, after: object): ReadonlyArray<string> => [
  ...new Set([...Object.keys(before), ...Object.keys(after)])
]

const yesOrNo = (value: boolean): string => (value ? "yes" : "no")
