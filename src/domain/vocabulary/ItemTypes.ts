import { isObject, memberOf } from "../Json.ts"
import { capitalize } from "../Sentence.ts"
import { dimensionRef, kindOf, valueRef, type ItemRef } from "../taxonomy/ItemRef.ts"
import { everything } from "../taxonomy/Names.ts"
import type { Bump } from "../taxonomy/Scalars.ts"
import type { Items } from "../taxonomy/Taxonomy.ts"
import type { Field, Fields, Noun, Reasons } from "./Field.ts"
import type { SnapshotItem } from "./Snapshot.ts"
import { vocabulary } from "./Vocabulary.ts"

interface ItemType {
  readonly noun: Noun
  readonly added: Requirement
  readonly removed: Requirement
}

/** The bump that an addition or a removal requires most often, and why. */
interface Requirement {
  readonly bump: Bump
  readonly why: Reasons
}

const breaks = "terms that use it become invalid"

/** The kinds of items that are added and removed, and why that requires its bump. */
export const itemTypes: Readonly<Record<Exclude<keyof Items, "taxonomy">, ItemType>> = {
  dimension: {
    noun: ["dimension", "dimensions"],
    // `diff` raises the bump if the dimension is required.
    added: {
      bump: "minor",
      why: { minor: "existing terms stay valid", major: "all terms must set a required dimension" }
    },
    removed: { bump: "major", why: { major: breaks } }
  },
  value: {
    noun: ["value", "values"],
    added: { bump: "minor", why: { minor: "existing terms stay valid" } },
    removed: { bump: "major", why: { major: breaks } }
  },
  license: {
    noun: ["base license", "base licenses"],
    added: { bump: "minor", why: { minor: "existing licenses stay as they are" } },
    removed: { bump: "major", why: { major: "contracts based on it lose it" } }
  },
  rule: {
    noun: ["conflict rule", "conflict rules"],
    // `diff` lowers the bump if no existing config can meet the conditions.
    added: {
      bump: "major",
      why: { major: "terms that were valid can become invalid", minor: "it concerns a dimension that is new" }
    },
    removed: { bump: "minor", why: { minor: "more terms are valid" } }
  }
}

/** The fields of a kind of item that pass a test, by name. */
export const fieldsWith = (type: keyof typeof vocabulary, test: (field: Field) => boolean): ReadonlyArray<string> =>
  Object.entries<Field>(vocabulary[type]).flatMap(([name, field]) => (test(field) ? [name] : []))

/** The field that holds the code, name or id of an item. */
export const identityOf = (item: ItemRef): string => {
  const [name = ""] = fieldsWith(kindOf(item), ({ kind }) => kind === "identity")
  return name
}

/** The fields with sentences or names for people. */
export const textFieldsOf = (type: keyof typeof vocabulary): ReadonlyArray<string> =>
  fieldsWith(type, ({ isTranslated, kind }) => kind === "text" || kind === "meaning" || isTranslated === true)

/** An item that another one names in a field, and the path to the name. */
export interface NamedItem {
  readonly names: ItemRef
  readonly path: ReadonlyArray<string | number>
}

/** The items that the fields of an item name, such as kinds above a value. `everything` names none. */
export const namedItems = ({ content, item }: Pick<SnapshotItem, "content" | "item">): ReadonlyArray<NamedItem> =>
  namingFields[kindOf(item)].flatMap(([field, kind]) => {
    const named: unknown = memberOf(content, field)
    const toRef = (name: string): ItemRef =>
      kind === "value" && item._tag === "Value" ? valueRef(item.dimension, name) : dimensionRef(name)
    if (typeof named === "string") return named === everything ? [] : [{ names: toRef(named), path: [field] }]
    return Array.isArray(named)
      ? named.map((name: string, index) => ({ names: toRef(name), path: [field, index] }))
      : []
  })

/** True for an item with a field that names others. */
export const namesItems = (content: object, type: SnapshotItem["_tag"]): boolean =>
  namingFields[kindOf({ _tag: type })].some(([field]) => field in content)

const namingFieldsOf = (type: keyof typeof vocabulary) =>
  Object.entries<Field>(vocabulary[type]).flatMap(([name, { names }]) =>
    names === undefined ? [] : [[name, names] as const]
  )

/** The fields of each kind of item that name others, each with the kind that it names. */
export const namingFields = {
  dimension: namingFieldsOf("dimension"),
  value: namingFieldsOf("value"),
  license: namingFieldsOf("license"),
  rule: namingFieldsOf("rule")
}

/** What a field is called beside its content: a text by its noun, if it has one, any other by its key. */
export const titleOf = (name: string, field?: Pick<Field, "kind" | "noun">): string =>
  (field?.kind === "text" ? field.noun?.[1] : undefined) ?? name.replaceAll("_", " ")

/** A field as text. Entries of a list are separated by what stands apart from words, so that a redline marks whole ones. */
export const formatContent = (content: unknown, separator = " · "): string => {
  if (typeof content === "boolean") return content ? "yes" : "no"
  if (Array.isArray(content)) return content.map((entry) => formatContent(entry)).join(separator)
  if (typeof content === "object" && content !== null) {
    return Object.entries(content)
      .map(([name, member]) => `${titleOf(name)}: ${formatContent(member)}`)
      .join(", ")
  }
  return typeof content === "string" || typeof content === "number" ? `${content}` : ""
}

/** The fields that a page has no place of its own for, in the order of the vocabulary, each with its title and its text. */
export const otherFields = (fields: Fields, content: unknown, ...placed: ReadonlyArray<string>) =>
  Object.entries(fields).flatMap(([name, field]) => {
    const text =
      field.form === undefined && isStated(field) && !placed.includes(name)
        ? formatContent(memberOf(content, name))
        : ""
    return text === "" ? [] : [{ name, title: capitalize(titleOf(name, field)), text }]
  })

const isStated = ({ kind }: Field): boolean => kind === "structure" || kind === "meaning" || kind === "text"

/** What configs, contracts and programs depend on: an item without its identity, texts, deprecation and items. */
export const meaningOf = (type: keyof typeof vocabulary, item: unknown): Readonly<Record<string, unknown>> => {
  const fields: Readonly<Record<string, Field>> = vocabulary[type]
  return Object.fromEntries(
    Object.entries(isObject(item) ? item : {}).filter(([name, content]) => {
      const kind = content === undefined ? undefined : fields[name]?.kind
      return kind === "structure" || kind === "meaning"
    })
  )
}
