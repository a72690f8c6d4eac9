import { type Change, changedItem, isDeprecation, removedItem } from "../../domain/change/Change.ts"
import { changedFields, kindFacts, sidesOf, type ChangedField } from "../../domain/change/Recording.ts"
import { memberOf } from "../../domain/Json.ts"
import type { Conditions, Config } from "../../domain/taxonomy/Config.ts"
import type { Deprecation } from "../../domain/taxonomy/Deprecation.ts"
import { codeOf, dimensionRef, valueRef, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Shape } from "../../domain/taxonomy/Scalars.ts"
import { formatCondition, settingOf, type FormatCode } from "../../domain/taxonomy/Settings.ts"
import type { Items, Value } from "../../domain/taxonomy/Taxonomy.ts"
import { englishWords, formatTerm } from "../../domain/terms/Statements.ts"
import type { Field, Fields } from "../../domain/vocabulary/Field.ts"
import { formatContent, meaningOf, titleOf } from "../../domain/vocabulary/ItemTypes.ts"
import { snapshotOf } from "../../domain/vocabulary/Snapshot.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import { type ItemFacts, formatInstead, nameIn } from "../text/ItemText.ts"

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
    details: [...detailsOf(change, item, facts), ...effectOf(change, facts)].filter((detail) =>
      "text" in detail ? detail.text !== "" : detail.before !== detail.after
    )
  }
}

/** A config that shows what the change of a rule does. */
const effectOf = (change: Change, facts: ItemFacts): ReadonlyArray<Addition> => {
  const effect = facts.effectOf?.(change)
  if (effect === undefined) return []
  const settings = Object.keys(effect.config).map(
    (dimension) => `${nameOf(dimension, facts)}: ${termOf(effect.config, dimension, facts)}`
  )
  const name = effect.verdict === "forbidden" ? "now invalid, for example" : "now valid, for example"
  return [{ name, text: settings.length === 0 ? "terms that set nothing" : settings.join(" ") }]
}

const noteOf = (change: Change, item: ItemRef, facts: ItemFacts): string => {
  if ("approved_by" in change) return `approved by ${change.approved_by}: ${change.reason}`
  if (isDeprecation(change)) return explain(item, change.after, facts)
  const before = removedItem(change) === undefined ? undefined : facts.itemBefore(item)
  return before !== undefined && "deprecated" in before && before.deprecated !== undefined
    ? explain(item, before.deprecated, facts)
    : ""
}

const explain = (item: ItemRef, deprecation: Deprecation, facts: ItemFacts): string =>
  [formatInstead(item, deprecation, facts), deprecation.reason ?? ""].filter((text) => text !== "").join(": ")

const detailsOf = (change: Change, item: ItemRef | undefined, facts: ItemFacts): ReadonlyArray<ChangeDetail> => {
  const { aspect, type } = kindFacts[change.kind]
  const { after, before } = sidesOf(change)
  switch (aspect) {
    case "added":
      return contentOf(type, after, facts)
    case "removed":
      return contentOf(type, item && facts.itemBefore(item), facts).map(({ name, text }) => compare(name, text))
    case "deprecated":
    case "undeprecated":
      return []
    case "deprecation-changed":
      return item === undefined ? [] : compareDeprecations(item, asDeprecation(before), asDeprecation(after), facts)
    case "reordered":
      return [compare("order", formatContent(before, ", "), formatContent(after, ", "))]
    default:
      return changedFields(change).flatMap((field) => compareField(type, item, field, facts))
  }
}

const compareField = (
  type: keyof Items,
  item: ItemRef | undefined,
  { after, before, name }: ChangedField,
  facts: ItemFacts
): ReadonlyArray<Comparison> => {
  const field = fieldsOf(type)[name]
  if (field?.kind === "translation") return compareTranslations(type, asTranslations(before), asTranslations(after))
  switch (field?.form) {
    case "config":
      return compareConfigs(asConfig(before), asConfig(after), facts)
    case "conditions":
      return compareConditions(asConditions(before), asConditions(after), facts)
    default: {
      const [old, now] = [before, after].map((content) => formatContent(withLabels(field, item, content, facts)))
      return [compare(titleOf(name, field), old, now)]
    }
  }
}

/** What a field holds, with the labels of the items that it names. */
const withLabels = (
  field: Field | undefined,
  item: ItemRef | undefined,
  content: unknown,
  facts: ItemFacts
): unknown => {
  if (Array.isArray(content)) return content.map((entry: unknown) => withLabels(field, item, entry, facts))
  if (field?.names === undefined || typeof content !== "string") return content
  const isValue = field.names === "value" && item?._tag === "Value"
  const label = facts.labelOf(isValue ? valueRef(item.dimension, content) : dimensionRef(content))
  return nameIn(facts, content, label)
}

const compareDeprecations = (item: ItemRef, before: Deprecation, after: Deprecation, facts: ItemFacts) => [
  compare("replacement", formatInstead(item, before, facts), formatInstead(item, after, facts)),
  compare("reason", before.reason, after.reason)
]

type Translations = Readonly<Record<string, object>> | undefined

const compareTranslations = (type: keyof Items, before: Translations, after: Translations): ReadonlyArray<Comparison> =>
  namesOf(before, after)
    .toSorted()
    .flatMap((language) => {
      const [old, now] = [memberOf(before, language), memberOf(after, language)]
      return Object.entries(fieldsOf(type)).flatMap(([name, field]) =>
        field.isTranslated === true
          ? [
              compare(
                `${language}, ${titleOf(name, field)}`,
                formatContent(memberOf(old, name)),
                formatContent(memberOf(now, name))
              )
            ]
          : []
      )
    })

const compare = (name: string, before = "", after = ""): Comparison => ({ name, before, after })

/** All that an item says but its label: what becomes or ceases to be binding with it. */
const contentOf = (type: keyof Items, item: unknown, facts: ItemFacts): ReadonlyArray<Addition> =>
  Object.entries(fieldsOf(type)).flatMap(([name, field]): ReadonlyArray<Addition> => {
    const content = memberOf(item, name)
    if (content === undefined) return []
    switch (field.kind) {
      case "items":
        return listValues(asValues(content), facts)
      case "structure":
      case "meaning":
      case "text":
        return addField(name, field, content, facts)
      default:
        return []
    }
  })

const addField = (name: string, field: Field, content: unknown, facts: ItemFacts): ReadonlyArray<Addition> => {
  switch (field.form) {
    case "line":
      return []
    case "config":
      return Object.keys(asConfig(content)).map((dimension) => ({
        name: nameOf(dimension, facts),
        text: termOf(asConfig(content), dimension, facts)
      }))
    case "conditions":
      return [{ name: conditionVerbs[name] ?? name, text: formatConditions(asConditions(content), facts) }]
    case "shape": {
      const shape = asShape(content)
      return [{ name, text: `${shape} (${shapesInWords[shape]})` }]
    }
    default:
      return [{ name: titleOf(name, field), text: content === false ? "" : formatContent(content) }]
  }
}

const fieldsOf = (type: keyof Items): Fields => vocabulary[type]

// The table says of which type a field is, and so it is in every item and in every record.
/* oxlint-disable typescript/no-unsafe-type-assertion */
const asConfig = (content: unknown) => content as Config
const asConditions = (content: unknown) => content as Conditions | undefined
const asDeprecation = (content: unknown) => content as Deprecation
const asTranslations = (content: unknown) => content as Translations
const asShape = (content: unknown) => content as Shape
const asValues = (content: unknown) => content as ReadonlyArray<Value>
/* oxlint-enable typescript/no-unsafe-type-assertion */

const compareConfigs = (before: Config, after: Config, facts: ItemFacts): ReadonlyArray<Comparison> =>
  namesOf(before, after).map((dimension) => {
    const name = nameOf(dimension, facts)
    const [old, now] = [termOf(before, dimension, facts), termOf(after, dimension, facts)]
    const isSet = [before, after].map((config) => settingOf(config, dimension) !== undefined)
    // To set what silence says already is a change, too.
    return old === now && !isSet.every(Boolean)
      ? compare(name, ...isSet.map((is) => (is ? now : "")))
      : compare(name, old, now)
  })

/** What a config says about a dimension, in the sentences of term sheets, also by leaving it out. */
const termOf = (config: Config, name: string, facts: ItemFacts): string => {
  const { itemBefore, labelOf, taxonomy } = facts
  const snapshot = snapshotOf(taxonomy)
  const setting = settingOf(config, name)
  const dimension = snapshot.dimension(name) ?? (setting === undefined ? undefined : itemBefore(dimensionRef(name)))
  return dimension !== undefined && "values" in dimension
    ? formatTerm(snapshot, config, dimension, englishWords, (item) => nameIn(facts, codeOf(item), labelOf(item)))
    : formatContent(setting)
}

/** What a rule does with the conditions under a key. */
const conditionVerbs: Readonly<Record<string, string>> = { forbid: "forbids", when: "if", require: "needs" }

const compareConditions = (
  before: Conditions = {},
  after: Conditions = {},
  facts: ItemFacts
): ReadonlyArray<Comparison> =>
  namesOf(before, after).map((dimension) => {
    const [old, now] = [ownOf(before, dimension), ownOf(after, dimension)]
    const format = formatCodeOf(dimension, facts)
    const name = `condition on ${nameOf(dimension, facts)}`
    return compare(name, old && formatCondition(old, format), now && formatCondition(now, format))
  })

/** All conditions of a rule, which forbids only what meets them together. */
const formatConditions = (forbid: Conditions = {}, facts: ItemFacts): string =>
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

/** The values of a dimension with their texts. Without a meaning, such as countries, they can be too many to list. */
const listValues = (values: ReadonlyArray<Value>, facts: ItemFacts): ReadonlyArray<Addition> => {
  let left = maxUndefined
  const listed = values.filter((value) => Object.keys(meaningOf("value", value)).length > 0 || left-- > 0)
  const hidden = values.length - listed.length
  return [
    ...listed.flatMap((value) => {
      const { code, label } = value
      return contentOf("value", value, facts).map(({ name, text }) => ({
        name:
          name === "description"
            ? `value ${nameIn(facts, code, label)}`
            : `${name} of ${facts.hasNoCodes ? label : code}`,
        text
      }))
    }),
    { name: "more values", text: hidden === 0 ? "" : `${hidden}, without definitions` }
  ]
}

const maxUndefined = 30

const nameOf = (dimension: string, facts: ItemFacts): string =>
  nameIn(facts, dimension, facts.labelOf(dimensionRef(dimension)))

const formatCodeOf =
  (dimension: string, facts: ItemFacts): FormatCode =>
  (code) =>
    nameIn(facts, code, facts.labelOf(valueRef(dimension, code)))

/** A property of the object itself: `constructor` is a legal name of a dimension. */
const ownOf = <A>(record: Readonly<Record<string, A>>, name: string): A | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

const namesOf = (before: object | undefined, after: object | undefined): ReadonlyArray<string> =>
  Object.keys({ ...before, ...after })
