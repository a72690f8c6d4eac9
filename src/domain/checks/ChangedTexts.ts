import type { Flat } from "../change/Change.ts"
import type { Path } from "../diagnostic/Location.ts"
import { conflictRuleRef, dimensionRef, licenseRef, valueRef, type ItemRef } from "../taxonomy/ItemRef.ts"
import type { Dimension, Items, Value } from "../taxonomy/Taxonomy.ts"
import type { Field, Fields } from "../vocabulary/Field.ts"
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
  const add = (path: Path, text: unknown, language?: string) => {
    if (typeof text === "string" && isWanted(text)) found.push({ item: refer(), path, text, language })
  }
  const addTranslations = (path: Path, texts: unknown, old: unknown) => {
    for (const [language, names] of membersOf(texts)) {
      for (const [name, text] of membersOf(names)) {
        if (text !== memberOf(memberOf(old, language), name)) add([...path, language, name], text, language)
      }
    }
  }
  const item: Readonly<Record<string, unknown>> = now
  // Few items have more than a label and a description.
  for (const { kind, path } of textFields[type]) {
    const [name] = path
    const [text, old] = [item[name], before === undefined ? undefined : memberOf(before, name)]
    if (text === undefined || text === old) continue
    if (kind === "translation") addTranslations(path, text, old)
    else if (kind === "deprecation") {
      const reason = memberOf(text, "reason")
      if (reason !== memberOf(old, "reason")) add([name, "reason"], reason)
      addTranslations([name, "translations"], memberOf(text, "translations"), memberOf(old, "translations"))
    } else add(path, text)
  }
}

interface TextField {
  readonly kind: Field["kind"]
  readonly path: readonly [string]
}

const textFieldsOf = (table: Fields): ReadonlyArray<TextField> =>
  Object.entries(table).flatMap(([name, { kind }]) =>
    ["text", "meaning", "translation", "deprecation"].includes(kind) ? [{ kind, path: [name] as const }] : []
  )

const textFields = {
  taxonomy: textFieldsOf(vocabulary.taxonomy),
  dimension: textFieldsOf(vocabulary.dimension),
  value: textFieldsOf(vocabulary.value),
  license: textFieldsOf(vocabulary.license),
  rule: textFieldsOf(vocabulary.rule)
}

const membersOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  typeof value === "object" && value !== null ? Object.entries(value) : []

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
