import type { Flat } from "../change/Change.ts"
import { isEqual } from "../change/Diff.ts"
import type { Path } from "../Finding.ts"
import { memberOf } from "../Json.ts"
import { conflictRuleRef, dimensionRef, licenseRef, valueRef, type ItemRef } from "../taxonomy/ItemRef.ts"
import type { Dimension, Items, Value } from "../taxonomy/Taxonomy.ts"
import { textFieldsOf } from "../vocabulary/ItemTypes.ts"
import { snapshotOf } from "../vocabulary/Snapshot.ts"
import { vocabulary } from "../vocabulary/Vocabulary.ts"
import type { ReleaseProposal } from "./ReleaseProposal.ts"

/** A text that a release adds or changes. */
export interface ChangedText {
  /** `undefined` for the texts of the taxonomy itself. */
  readonly item: ItemRef | undefined
  /** Leads from the item to the text. */
  readonly path: Path
  readonly text: string
  /** The tag of the language if the text is a translation. */
  readonly language: string | undefined
}

/**
 * The texts that differ from those of the base release and pass a test, in the order of the sources. Published texts are
 * settled. There may be many, so the test comes before anything is made of a text, and lists of values in which no text
 * passes it are passed over.
 */
export const changedTexts = (
  { base, changes, command }: ReleaseProposal,
  isWanted: (text: string) => boolean,
  hasWanted: (values: ReadonlyArray<Value>) => boolean = () => true
): ReadonlyArray<ChangedText> => {
  if (changes.length === 0) return []
  const { dimensions, licenses, rules } = command.taxonomy
  const before = base?.taxonomy
  const changed = changedNames(changes)
  const [oldLicenses, oldRules] = [
    new Map(before?.licenses.map((license) => [license.code, license])),
    new Map(before?.rules.map((rule) => [rule.id, rule]))
  ]
  const found: Array<ChangedText> = []
  const collect: Collect = (type, refer, now, old) => collectTexts(found, isWanted, type, refer, now, old)
  collect("taxonomy", () => undefined, command.taxonomy, before)
  for (const dimension of dimensions) {
    if (!changed.dimensions.has(dimension.name)) continue
    const old = before === undefined ? undefined : snapshotOf(before).dimension(dimension.name)
    collect("dimension", () => dimensionRef(dimension.name), dimension, old)
    if (hasWanted(dimension.values)) collectOfValues(collect, dimension, old, changed.values.get(dimension.name))
  }
  for (const license of licenses) {
    if (!changed.licenses.has(license.code)) continue
    collect("license", () => licenseRef(license.code), license, oldLicenses.get(license.code))
  }
  for (const rule of rules) {
    if (changed.rules.has(rule.id)) collect("rule", () => conflictRuleRef(rule.id), rule, oldRules.get(rule.id))
  }
  return found
}

type Collect = <Type extends keyof Items>(
  type: Type,
  refer: () => ItemRef | undefined,
  now: Flat<Items[Type]>,
  before: Items[Type] | undefined
) => void

/** The names of the items that changes concern, by kind; those of values by dimension. */
const changedNames = (changes: ReadonlyArray<object>) => {
  const [dimensions, licenses, rules] = [new Set<unknown>(), new Set<unknown>(), new Set<unknown>()]
  const values = new Map<unknown, Set<unknown>>()
  for (const change of changes) {
    if ("dimension" in change) dimensions.add(change.dimension)
    if ("license" in change) licenses.add(change.license)
    if ("rule" in change) rules.add(change.rule)
    if (!("dimension" in change) || !("value" in change)) continue
    const known = values.get(change.dimension) ?? new Set()
    values.set(change.dimension, known.add(change.value))
  }
  return { dimensions, licenses, rules, values }
}

const collectOfValues = (
  collect: Collect,
  { name, values }: Dimension,
  old: Dimension | undefined,
  changed: ReadonlySet<unknown> | undefined
): void => {
  if (old !== undefined && changed === undefined) return
  const oldValues = new Map<string, Value>(old?.values.map((value) => [value.code, value]))
  for (const value of values) {
    if (old !== undefined && changed?.has(value.code) !== true) continue
    collect("value", () => valueRef(name, value.code), value, oldValues.get(value.code))
  }
}

const collectTexts = <Type extends keyof Items>(
  found: Array<ChangedText>,
  isWanted: (text: string) => boolean,
  type: Type,
  refer: () => ItemRef | undefined,
  now: Flat<Items[Type]>,
  before: Items[Type] | undefined
): void => {
  const add = (path: Path, content: unknown, old: unknown, language?: string): void => {
    if (content === old) return
    if (typeof content === "string") {
      if (isWanted(content)) found.push({ item: refer(), path, text: content, language })
    } else if (Array.isArray(content)) {
      const known: ReadonlyArray<unknown> = Array.isArray(old) ? old : []
      for (const [index, entry] of content.entries()) {
        if (!known.some((other) => isEqual(entry, other))) add([...path, index], entry, undefined, language)
      }
    } else {
      for (const [name, member] of membersOf(content)) add([...path, name], member, memberOf(old, name), language)
    }
  }
  const addFields = (fields: ReadonlyArray<string>, path: Path, item: unknown, old: unknown): void => {
    // Few items have more than a label and a description.
    for (const name of fields) {
      const [content, known] = [memberOf(item, name), memberOf(old, name)]
      if (content === undefined || content === known) continue
      if (name === "deprecated") addFields(textFields.deprecation, [...path, name], content, known)
      else if (name === "translations") {
        for (const [language, texts] of membersOf(content)) {
          add([...path, name, language], texts, memberOf(known, language), language)
        }
      } else add([...path, name], content, known)
    }
  }
  addFields(textFields[type], [], now, before)
}

const fieldsOf = (type: keyof typeof vocabulary): ReadonlyArray<string> => {
  const texts = new Set([...textFieldsOf(type), "translations", "deprecated"])
  return Object.keys(vocabulary[type]).filter((name) => texts.has(name))
}

const textFields = {
  taxonomy: fieldsOf("taxonomy"),
  dimension: fieldsOf("dimension"),
  value: fieldsOf("value"),
  license: fieldsOf("license"),
  rule: fieldsOf("rule"),
  deprecation: fieldsOf("deprecation")
}

const membersOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  typeof value === "object" && value !== null ? Object.entries(value) : []
