import type { RemovalForecast } from "../release/removal/RemovalForecast.ts"
import type { Config, Setting } from "../taxonomy/Config.ts"
import type { Deprecation } from "../taxonomy/Deprecation.ts"
import {
  codeOf,
  conflictRuleRef,
  dimensionRef,
  fromItemId,
  licenseRef,
  toItemId,
  type ItemId,
  valueRef,
  type ItemRef
} from "../taxonomy/ItemRef.ts"
import { consideredItems, replacementItems } from "../taxonomy/Replacement.ts"
import { conflicts, isBinding } from "../taxonomy/Rules.ts"
import { configReferences, meetsCondition, settingOf } from "../taxonomy/Settings.ts"
import type { ConflictRule, Dimension, License, Taxonomy } from "../taxonomy/Taxonomy.ts"
import { findTranslation, type Languages, type TranslatedText } from "../taxonomy/Translate.ts"
import { snapshotOf, type Snapshot } from "../vocabulary/Snapshot.ts"
import { describeTerm, type Statement } from "./Statements.ts"

/** The terms of a license as a page for people: all that it says, in the order of the deal, as data. */
export interface TermSheet {
  readonly subject: SheetSubject
  readonly title: TranslatedText | undefined
  readonly description: TranslatedText | undefined
  readonly release: SheetRelease
  /** The title of the taxonomy. */
  readonly taxonomy: TranslatedText | undefined
  /** The languages in which its texts were looked up; empty for that of the sources. */
  readonly languages: Languages
  /** What is set, in the groups of the taxonomy, and what is in no group at last. Groups without a term are left out. */
  readonly groups: ReadonlyArray<SheetGroup>
  /** The dimensions that are not set, with what that means. */
  readonly unstated: ReadonlyArray<SheetTerm>
  /** The binding rules of which these terms meet a condition, and which they observe. */
  readonly rules: ReadonlyArray<SheetRule>
  /** The advice that these terms do not follow. */
  readonly advice: ReadonlyArray<SheetRule>
  readonly deprecated: ReadonlyArray<SheetDeprecation>
  /** The items that its statements name. */
  readonly names: ReadonlyMap<ItemId, SheetItem>
  /** The annex: each text once, in the order in which the sheet names its item first. */
  readonly definitions: ReadonlyArray<SheetDefinition>
}

/** What has the terms: a base license, a contract, or a config alone. */
export interface SheetSubject {
  readonly config: Config
  /** The base license, also that of a contract. */
  readonly license?: License | undefined
  readonly contract?: SheetContract | undefined
}

export interface SheetContract {
  readonly id: string
  readonly licensor?: string | undefined
  readonly licensee?: string | undefined
  /** The first and the last day, `YYYY-MM-DD`. */
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/** The release whose words the sheet uses. */
export interface SheetRelease {
  /** Such as `1.2.0`. */
  readonly version: string
  /** ISO 8601 in UTC. Missing for a draft. */
  readonly publishedAt?: string | undefined
  /** The SHA-256 of its `schema.json`, lower-case hexadecimal. Missing for a draft. */
  readonly digest?: string | undefined
}

/** An item as the sheet names it. */
export interface SheetItem {
  readonly item: ItemRef
  /** Without the dimension. */
  readonly code: string
  readonly label: TranslatedText
  /** The item whose definition it has: that of another dimension for a shared value. */
  readonly definedBy: ItemId
}

export interface SheetGroup {
  /** Missing for the dimensions in no group. */
  readonly label: TranslatedText | undefined
  readonly terms: ReadonlyArray<SheetTerm>
}

export interface SheetTerm {
  readonly dimension: SheetItem
  readonly setting: Setting | undefined
  readonly statements: ReadonlyArray<Statement>
}

export interface SheetRule {
  readonly rule: SheetItem
  readonly description: TranslatedText
}

export interface SheetDeprecation {
  readonly item: SheetItem
  /** The dimension of a value. */
  readonly of: SheetItem | undefined
  readonly replacements: ReadonlyArray<SheetItem>
  /** True if the replacements take the place of the item together. */
  readonly isAllOf: boolean
  /** Inexact replacements. */
  readonly consider: ReadonlyArray<SheetItem>
  readonly reason: TranslatedText | undefined
  readonly removal: RemovalForecast | undefined
}

export interface SheetDefinition {
  readonly item: SheetItem
  readonly of: SheetItem | undefined
  /** The definition, which is the normative text; without one, the description. */
  readonly text: TranslatedText
  readonly isNormative: boolean
  /** The binding text, if `text` translates a definition. */
  readonly original: string | undefined
  /** The items that the text names by their codes. */
  readonly mentions: ReadonlyArray<SheetItem>
}

interface KnownDeprecation {
  readonly deprecation: Deprecation
  readonly removal?: RemovalForecast | undefined
}

/** What a sheet is made from besides its subject. */
export interface SheetSource {
  readonly taxonomy: Taxonomy
  readonly release: SheetRelease
  readonly languages: Languages
  /** What is known of a deprecated item: by default, what the taxonomy says. A later release may have deprecated it, too. */
  readonly deprecationOf?: (item: ItemRef) => KnownDeprecation | undefined
}

/** Makes the term sheet of a valid config. */
export const makeTermSheet = (subject: SheetSubject, source: SheetSource): TermSheet => {
  const { languages, release, taxonomy } = source
  const { config, license } = subject
  const snapshot = snapshotOf(taxonomy)
  const toItem = (item: ItemRef): SheetItem => findSheetItem(snapshot, item, languages)
  const toTerm = (dimension: Dimension): SheetTerm => ({
    dimension: toItem(dimensionRef(dimension.name)),
    setting: settingOf(config, dimension.name),
    statements: describeTerm(snapshot, config, dimension)
  })
  const isSet = ({ name }: Pick<Dimension, "name">): boolean => settingOf(config, name) !== undefined
  const groups = groupsOf(snapshot, languages).flatMap(({ dimensions, label }) => {
    const terms = dimensions.filter(isSet).map(toTerm)
    return terms.length === 0 ? [] : [{ label, terms }]
  })
  const unstated = snapshot
    .dimensionsInOrder()
    .filter((dimension) => !isSet(dimension))
    .map(toTerm)
  const toRule = (rule: ConflictRule): SheetRule => ({
    rule: toItem(conflictRuleRef(rule.id)),
    description: findTranslation(rule, "description", languages) ?? { text: rule.description, language: undefined }
  })
  const [judging, advising] = [rulesFor(taxonomy, config, true), rulesFor(taxonomy, config, false)]
  const references = configReferences(config).map(({ item }) => item)
  const used = usedItems([...groups.flatMap(({ terms }) => terms), ...unstated])
  return {
    subject,
    title: license && findTranslation(license, "name", languages),
    description: license && findTranslation(license, "description", languages),
    release,
    taxonomy: findTranslation(taxonomy, "title", languages),
    languages,
    groups,
    unstated,
    rules: judging.map(toRule),
    advice: advising.map(toRule),
    deprecated: [...(license === undefined ? [] : [licenseRef(license.code)]), ...references].flatMap((item) =>
      describeDeprecation(snapshot, item, source, toItem)
    ),
    names: new Map(used.map((item) => [toItemId(item), toItem(item)])),
    definitions: [...new Set(used.map((item) => toItem(item).definedBy))].flatMap((id) =>
      findDefinition(snapshot, fromItemId(id), languages, toItem)
    )
  }
}

/** An item with its label in the first of the languages that has it; its code if it has none. */
export const findSheetItem = (snapshot: Snapshot, item: ItemRef, languages: Languages): SheetItem => {
  const found = snapshot.get(item)
  const code = codeOf(item)
  const label =
    found === undefined
      ? undefined
      : "config" in found
        ? findTranslation(found, "name", languages)
        : findTranslation(found, "label", languages)
  return {
    item,
    code,
    label: label ?? { text: code, language: undefined },
    definedBy: toItemId(snapshot.ownerOf(item))
  }
}

/** The dimensions by the groups of the taxonomy, and at last those in no group. */
export const groupsOf = (snapshot: Snapshot, languages: Languages) => {
  const { groups = [] } = snapshot.taxonomy
  const grouped = groups.map((group) => ({
    label: findTranslation(group, "label", languages),
    dimensions: group.dimensions.flatMap((name) => snapshot.dimension(name) ?? [])
  }))
  const names = new Set(groups.flatMap(({ dimensions }) => dimensions))
  const others = snapshot.taxonomy.dimensions.filter(({ name }) => !names.has(name))
  return [...grouped, { label: undefined, dimensions: others }]
}

/** The binding rules that a valid config has to do with, or the advice that it does not follow. */
export const rulesFor = ({ rules }: Taxonomy, config: Config, binding: boolean): ReadonlyArray<ConflictRule> =>
  rules.filter((rule) => isBinding(rule) === binding && (binding ? concerns : conflicts)(rule, config))

/** True if a config meets what a rule demands something for, or a part of what it forbids. */
const concerns = ({ forbid, when }: ConflictRule, config: Config): boolean => {
  const met = Object.entries(forbid ?? when ?? {}).map(([name, condition]) => {
    const setting = settingOf(config, name)
    return setting !== undefined && meetsCondition(condition, setting)
  })
  return forbid === undefined ? met.every(Boolean) : met.some(Boolean)
}

/** The items of terms in the order in which the sheet names them, each once. */
const usedItems = (terms: ReadonlyArray<SheetTerm>): ReadonlyArray<ItemRef> => {
  const named = terms.flatMap(({ dimension, statements }) => [
    dimension.item,
    ...statements.flatMap(({ items }) => items)
  ])
  return [...new Map(named.map((item) => [toItemId(item), item])).values()]
}

const findDefinition = (
  snapshot: Snapshot,
  item: ItemRef,
  languages: Languages,
  toItem: (item: ItemRef) => SheetItem
): ReadonlyArray<SheetDefinition> => {
  const found = snapshot.get(item)
  if (found === undefined || !("definition" in found || "label" in found)) return []
  const of = item._tag === "Value" ? snapshot.dimension(item.dimension) : undefined
  const isNormative = "definition" in found && found.definition !== undefined
  // A country has no other description than its codes.
  if (!isNormative && of?.shape === "territory") return []
  const text = isNormative
    ? findTranslation(found, "definition", languages)
    : findTranslation(found, "description", languages)
  if (text === undefined) return []
  return [
    {
      item: toItem(item),
      of: of && toItem(dimensionRef(of.name)),
      text,
      isNormative,
      original: isNormative && text.language !== undefined ? found.definition : undefined,
      mentions: splitMentions(snapshot, text.text, item).flatMap((part) =>
        typeof part === "string" ? [] : [toItem(part)]
      )
    }
  ]
}

/** A text and the items that it names by codes, of which only those are sought that are no words of a language. */
export const splitMentions = (snapshot: Snapshot, text: string, by: ItemRef): ReadonlyArray<string | ItemRef> =>
  text.split(mentionable).map((part, index) => {
    if (index % 2 === 0) return part
    if (snapshot.dimension(part) !== undefined) return dimensionRef(part)
    const of = "dimension" in by ? by.dimension : ""
    return snapshot.value(of, part) === undefined ? part : valueRef(of, part)
  })

export const mentionable = /\b([A-Za-z0-9]+(?:_[A-Za-z0-9]+)+)\b/u

const describeDeprecation = (
  snapshot: Snapshot,
  item: ItemRef,
  { deprecationOf, languages }: SheetSource,
  toItem: (item: ItemRef) => SheetItem
): ReadonlyArray<SheetDeprecation> => {
  const found = snapshot.get(item)
  const own = found !== undefined && "deprecated" in found ? found.deprecated : undefined
  const known = deprecationOf?.(item) ?? (own && { deprecation: own })
  if (known === undefined) return []
  const { deprecation, removal } = known
  return [
    {
      item: toItem(item),
      of: item._tag === "Value" ? toItem(dimensionRef(item.dimension)) : undefined,
      replacements: replacementItems(item, deprecation).map(toItem),
      isAllOf: deprecation.replacement_mode === "all_of",
      consider: consideredItems(item, deprecation).map(toItem),
      reason: findTranslation(deprecation, "reason", languages),
      removal
    }
  ]
}
