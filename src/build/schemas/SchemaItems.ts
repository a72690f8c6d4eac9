import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { parseDocument } from "yaml"
import type { Timestamp } from "../../domain/ledger/Timestamp.ts"
import { itemRefs } from "../../domain/lookup/ItemUses.ts"
import type { ReleaseHistory } from "../../domain/release/ReleaseHistory.ts"
import { newestOf } from "../../domain/release/ReleaseLines.ts"
import { formatForecast } from "../../domain/release/removal/RemovalForecast.ts"
import { forecastStanding, newestStanding } from "../../domain/release/StandingReleases.ts"
import { formatItem, toItemId } from "../../domain/taxonomy/ItemRef.ts"
import { caseless } from "../../domain/taxonomy/Names.ts"
import { formatReplacements } from "../../domain/taxonomy/Replacement.ts"
import { Shape } from "../../domain/taxonomy/Scalars.ts"
import type { Value } from "../../domain/taxonomy/Taxonomy.ts"
import { otherFields } from "../../domain/vocabulary/ItemTypes.ts"
import { vocabulary } from "../../domain/vocabulary/Vocabulary.ts"
import { quietly } from "../../platform/Quietly.ts"
import { mergeValues, overrideValues, valueLists } from "../Compile.ts"
import { isSource, type SourceTree } from "../sources/SourceTree.ts"
import { readPlainYaml } from "../yaml/PlainYaml.ts"

/** The texts of an item, as far as the sources have them. */
export interface SchemaItem {
  readonly code: string
  readonly label: string
  readonly description?: string
  /** The other fields, each with its title. */
  readonly others?: ReadonlyArray<readonly [title: string, text: string]>
  readonly deprecated?: SchemaDeprecation
}

interface SchemaDeprecation {
  readonly replaced_by: ReadonlyArray<string>
  readonly replacement_mode?: "all_of"
  readonly reason?: string
  /** When the item can be removed, as a sentence. */
  readonly removal?: string | undefined
}

export interface SchemaDimension extends SchemaItem {
  readonly shape: Shape
  readonly required: boolean
  /** The dimension whose values are values of this one, too. */
  readonly values_of?: string
  readonly values: ReadonlyArray<SchemaItem>
  /** The codes that stand more than once in the file, ignoring case. */
  readonly repeated: ReadonlyArray<string>
}

/** What can be named in a source. The code of a dimension is its name, that of a rule its id. */
export interface SchemaItems {
  readonly dimensions: ReadonlyArray<SchemaDimension>
  readonly licenses: ReadonlyArray<SchemaItem>
  readonly rules: ReadonlyArray<SchemaItem>
}

/** Collects the items of the sources by path. A mistake in a file hides only what it makes unreadable. */
export const collectItems = (files: ReadonlyMap<string, unknown>): SchemaItems => {
  const inFolder = <A>(folder: string, pick: (content: Content, file: string) => A | undefined): ReadonlyArray<A> =>
    [...files].flatMap(([path, content]) => {
      const [, file] = new RegExp(`^${folder}/([^/]+)\\.yaml$`).exec(path) ?? []
      const item = file === undefined || !Predicate.isObject(content) ? undefined : pick(content, file)
      return item === undefined ? [] : [item]
    })
  return {
    dimensions: withShared(inFolder("dimensions", pickDimension)),
    licenses: inFolder("licenses", (content, file) => pickItem("license", content, textOf(content["code"]) ?? file)),
    rules: inFolder("rules", (content, file) => pickItem("rule", content, textOf(content["id"]) ?? file))
  }
}

/** False for a file that would hide all of an item while it is edited, such as a dimension without its values. */
export const isComplete = (path: string, content: unknown): boolean => {
  if (!Predicate.isObject(content)) return !/^(?:dimensions|licenses|rules)\//.test(path)
  return (
    !path.startsWith("dimensions/") ||
    (isShape(content["shape"]) &&
      (Array.isArray(content["values"]) ||
        ["values_from", "values_of"].some((key) => Predicate.isString(content[key]))))
  )
}

const isShape = Schema.is(Shape)

/** The items, of which those that a release has deprecated know when they can be removed, by their names. */
export const withRemovals = (items: SchemaItems, removals: ReadonlyMap<string, string>): SchemaItems => {
  const add = <Item extends SchemaItem>(item: Item, name: string): Item => {
    const removal = removals.get(name)
    return item.deprecated === undefined || removal === undefined
      ? item
      : { ...item, deprecated: { ...item.deprecated, removal } }
  }
  if (removals.size === 0) return items
  return {
    ...items,
    dimensions: items.dimensions.map((dimension) => ({
      ...add(dimension, dimension.code),
      values: dimension.values.map((value) => add(value, `${dimension.code}/${value.code}`))
    })),
    licenses: items.licenses.map((license) => add(license, license.code))
  }
}

type Content = { readonly [key: PropertyKey]: unknown }

const pickDimension = (content: Content, file: string): SchemaDimension | undefined => {
  const shape = content["shape"]
  if (!isShape(shape)) return undefined
  const own = listOf(content["values"]).flatMap((value) => {
    const code = Predicate.isObject(value) ? textOf(value["code"]) : undefined
    return Predicate.isObject(value) && code !== undefined ? [pickItem("value", value, code)] : []
  })
  const sharedOf = textOf(content["values_of"])
  return {
    ...pickItem("dimension", content, textOf(content["name"]) ?? file),
    shape,
    required: content["required"] === true,
    ...(sharedOf === undefined ? {} : { values_of: sharedOf }),
    values: content["values_from"] === "iso-3166-1-alpha-2" ? withCountries(own) : own,
    repeated: repeatedCodes(own)
  }
}

/** The dimensions with the values that they share. */
const withShared = (dimensions: ReadonlyArray<SchemaDimension>): ReadonlyArray<SchemaDimension> => {
  const byName = new Map(dimensions.map((dimension) => [dimension.code, dimension]))
  const valuesOf = (
    { code, values, values_of }: SchemaDimension,
    below: ReadonlyArray<string>
  ): ReadonlyArray<SchemaItem> => {
    const shared = values_of === undefined || below.includes(values_of) ? undefined : byName.get(values_of)
    return shared === undefined ? values : overrideValues(valuesOf(shared, [...below, code]), values)
  }
  return dimensions.map((dimension) => ({ ...dimension, values: valuesOf(dimension, [dimension.code]) }))
}

const withCountries = (own: ReadonlyArray<SchemaItem>): ReadonlyArray<SchemaItem> => {
  const byCode = new Map(own.map((item) => [item.code, item]))
  const placeholders = own.map(({ code, label }): Value => ({ code, label, description: "" }))
  return mergeValues(valueLists["iso-3166-1-alpha-2"](), placeholders).map((value) => byCode.get(value.code) ?? value)
}

const repeatedCodes = (items: ReadonlyArray<SchemaItem>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const { code } of items) counts.set(caseless(code), (counts.get(caseless(code)) ?? 0) + 1)
  return [...new Set(items.map(({ code }) => code))].filter((code) => (counts.get(caseless(code)) ?? 0) > 1)
}

const pickItem = (type: keyof typeof vocabulary, content: Content, code: string): SchemaItem => {
  const description = textOf(content["description"])
  const others = otherFields(vocabulary[type], content, "description", "required").flatMap(({ text, title }) =>
    text.trim() === "" ? [] : [[title, text.trim()] as const]
  )
  const deprecated = pickDeprecation(content["deprecated"])
  return {
    code,
    label: textOf(content["label"]) ?? textOf(content["name"]) ?? code,
    ...(description === undefined ? {} : { description }),
    ...(others.length === 0 ? {} : { others }),
    ...(deprecated === undefined ? {} : { deprecated })
  }
}

const pickDeprecation = (content: unknown): SchemaDeprecation | undefined => {
  if (!Predicate.isObject(content)) return undefined
  const written = content["replaced_by"]
  const together = Predicate.isObject(written) && "all_of" in written
  const reason = textOf(content["reason"])
  return {
    replaced_by: listOf(together ? written["all_of"] : written).filter(Predicate.isString),
    ...(together ? { replacement_mode: "all_of" as const } : {}),
    ...(reason === undefined ? {} : { reason })
  }
}

const listOf = (content: unknown): ReadonlyArray<unknown> => (Array.isArray(content) ? content : [])

const textOf = (content: unknown): string | undefined =>
  Predicate.isString(content) && content.trim() !== "" ? content.trim() : undefined

/** An item in Markdown: its label and what `textsMarkdown` says. */
export const itemMarkdown = (item: SchemaItem): string => `**${escapeMarkdown(item.label)}**\n\n${textsMarkdown(item)}`

/** The code, the texts and the deprecation of an item in Markdown, for a place that shows its label already. */
export const textsMarkdown = (item: SchemaItem): string =>
  [
    `\`${item.code}\``,
    ...(item.deprecated === undefined ? [] : [deprecationMarkdown(item.deprecated)]),
    ...(item.description === undefined ? [] : [escapeMarkdown(item.description)]),
    ...(item.others ?? []).map(([title, text]) => `**${title}:** ${escapeMarkdown(text)}`)
  ].join("\n\n")

const deprecationMarkdown = (deprecation: SchemaDeprecation): string => {
  const { reason, removal, replaced_by } = deprecation
  const advice = replaced_by.length === 0 ? [] : [`use ${escapeMarkdown(formatReplacements(deprecation))}`]
  return [
    `**Deprecated${advice.length === 0 ? "." : `, ${advice.join("")}.`}**`,
    ...(reason === undefined ? [] : [escapeMarkdown(reason)]),
    ...(removal === undefined ? [] : [escapeMarkdown(removal)])
  ].join(" ")
}

/** Escapes markup, so that a text is shown as it was written. */
const escapeMarkdown = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]<>#|~&!]/g, String.raw`\$&`).replaceAll(/\s+/g, " ")

/** What the schemas say of the releases. */
interface PublishedFacts {
  /** The names of the items of the newest release, of a withdrawn one above it, and of all that were removed: a waiver may be about any of them. */
  readonly names: ReadonlyArray<string>
  /** When a deprecated item can be removed, by its name, as a sentence. */
  readonly removals: ReadonlyMap<string, string>
}

export const noPublishedFacts: PublishedFacts = { names: [], removals: new Map() }

export const collectPublishedFacts = (history: ReleaseHistory, today: Timestamp): PublishedFacts => {
  const [newest, last] = [newestStanding(history), newestOf(history)]
  if (newest === undefined || last === undefined) return noPublishedFacts
  const items = itemRefs(newest.taxonomy)
  const forecast = forecastStanding(history, newest, today)
  const deprecated = items.filter((item) => newest.clocks.has(toItemId(item)))
  const removed = [...history.tombstones.values()].map(({ item }) => item)
  return {
    names: [...new Set([...items, ...itemRefs(last.taxonomy), ...removed].map(formatItem))],
    removals: new Map(deprecated.map((item) => [formatItem(item), formatForecast(forecast(item))]))
  }
}

/** The content of the sources, by path, as far as it can be read. */
interface KnownSources {
  readonly files: ReadonlyMap<string, unknown>
  /** The files that cannot be read at the moment. What was last read of them is kept. */
  readonly unreadable: ReadonlyArray<string>
}

/**
 * Reads sources that may have mistakes, since text editors ask for codes in the middle of a change. A file that is not
 * YAML, or lacks the parts that all others depend on, has the content of `before`.
 */
export const readKnownSources = (tree: SourceTree, before: ReadonlyMap<string, unknown> = new Map()): KnownSources => {
  const files = new Map<string, unknown>()
  const unreadable: Array<string> = []
  for (const entry of tree) {
    if (entry._tag !== "File" || !isSource(entry.path)) continue
    const text = new TextDecoder().decode(entry.bytes)
    const content = readPlainYaml(text) ?? parse(text)
    const complete = isComplete(entry.path, content)
    if (!complete) unreadable.push(entry.path)
    files.set(entry.path, complete ? content : (before.get(entry.path) ?? content))
  }
  return { files, unreadable }
}

/** The content of a document without syntax errors. */
const parse = (text: string): unknown =>
  quietly(() => {
    const document = parseDocument(text, { uniqueKeys: false, logLevel: "error" })
    const content: unknown = document.errors.length > 0 ? undefined : document.toJS()
    return content
  })
