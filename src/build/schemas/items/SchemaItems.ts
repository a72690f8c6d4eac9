import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { caseless } from "../../../domain/taxonomy/Names.ts"
import { Shape } from "../../../domain/taxonomy/Scalars.ts"
import type { Value } from "../../../domain/taxonomy/Taxonomy.ts"
import { mergeValues, valueLists } from "../../ValueLists.ts"

/** The texts of an item, as far as the sources have them. */
export interface SchemaItem {
  readonly code: string
  readonly label: string
  readonly description?: string
  readonly definition?: string
  readonly deprecated?: SchemaDeprecation
}

export interface SchemaDeprecation {
  readonly replaced_by: ReadonlyArray<string>
  readonly replacement_mode?: "all_of"
  readonly reason?: string
  /** When the item can be removed, as a sentence. */
  readonly removal?: string | undefined
}

export interface SchemaDimension extends SchemaItem {
  readonly shape: Shape
  readonly required: boolean
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
    dimensions: inFolder("dimensions", pickDimension),
    licenses: inFolder("licenses", (content, file) => pickItem(content, textOf(content["code"]) ?? file)),
    rules: inFolder("rules", (content, file) => pickItem(content, textOf(content["id"]) ?? file))
  }
}

/** False for a file that would hide all of an item while it is edited, such as a dimension without its values. */
export const isComplete = (path: string, content: unknown): boolean => {
  if (!Predicate.isObject(content)) return !/^(?:dimensions|licenses|rules)\//.test(path)
  return (
    !path.startsWith("dimensions/") ||
    (isShape(content["shape"]) && (Array.isArray(content["values"]) || Predicate.isString(content["values_from"])))
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
    return Predicate.isObject(value) && code !== undefined ? [pickItem(value, code)] : []
  })
  return {
    ...pickItem(content, textOf(content["name"]) ?? file),
    shape,
    required: content["required"] === true,
    values: content["values_from"] === "iso-3166-1-alpha-2" ? withCountries(own) : own,
    repeated: repeatedCodes(own)
  }
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

const pickItem = (content: Content, code: string): SchemaItem => {
  const [description, definition] = [textOf(content["description"]), textOf(content["definition"])]
  const deprecated = pickDeprecation(content["deprecated"])
  return {
    code,
    label: textOf(content["label"]) ?? textOf(content["name"]) ?? code,
    ...(description === undefined ? {} : { description }),
    ...(definition === undefined ? {} : { definition }),
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
