import { isObject } from "../../domain/Json.ts"
import { isTuple, translations, typeOfKind, type BodyType } from "./BodyType.ts"

/** Language tags to look texts up by, in the order of preference. */
export type LanguageTags = ReadonlyArray<string>

/** Parses the language of the untranslated texts. Returns its canonical tag, or `undefined` for an invalid one. */
export const parseLanguageTag = (tag: unknown): string | undefined =>
  typeof tag === "string" ? canonicalTags([tag])?.[0] : undefined

/**
 * Expands language tags to all tags of their lookup (RFC 4647, 3.4): `zh-Hant` is followed by `zh`. The list ends before
 * the source language, in which every text exists. Returns `undefined` for an invalid tag. `*` is ignored, since it
 * selects no language.
 */
export const parseLocale = (locale: unknown, sourceLanguage: string): LanguageTags | undefined => {
  const tags: unknown = typeof locale === "string" ? [locale] : locale
  if (!isTags(tags)) return undefined
  const languages = canonicalTags(tags.filter((tag) => tag !== "*"))?.flatMap(truncations)
  if (languages === undefined) return undefined
  const end = languages.indexOf(sourceLanguage)
  return [...new Set(end === -1 ? languages : languages.slice(0, end))]
}

/** Replaces the texts of a body by their translations, and keeps the originals. A text without translation remains. */
export const localize = (type: BodyType, value: unknown, languages: LanguageTags): unknown => {
  if (typeof type === "string" || typeof type === "function") return value
  if (Array.isArray(value)) {
    const [name, entryType] = isTuple(type) ? type : []
    return name === "list" ? value.map((entry: unknown) => localize(entryType, entry, languages)) : value
  }
  if (!isObject(value)) return value
  if (!isTuple(type)) {
    const members = Object.entries(type).flatMap(([key, memberType]) => {
      const name = key.replace("?", "")
      return Object.hasOwn(value, name) ? [[name, localize(memberType, value[name], languages)] as const] : []
    })
    const localized = { ...value, ...Object.fromEntries(members) }
    const translated = type["translations?"] === translations ? translate(localized, languages) : localized
    return "validation_rules" in type ? translateConfigSchema(translated) : translated
  }
  if (type[0] === "kinds") return localize(typeOfKind(type, value), value, languages)
  return type[0] === "record"
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, localize(type[1], member, languages)]))
    : value
}

interface Translatable {
  readonly translations?: Readonly<Record<string, object>>
  readonly list_translations?: Readonly<Record<string, object>>
}

/**
 * Every text comes from the first language that has it, so that a partial translation hides no other one. The texts that
 * are replaced stay beside them: they are the binding ones.
 */
const translate = <A extends Translatable>(item: A, languages: LanguageTags): A => {
  const { list_translations = {}, translations = {} } = item
  // Of several entries with one name, the last one counts.
  const texts = Object.fromEntries(
    languages
      .toReversed()
      .flatMap((language) => Object.entries({ ...translations[language], ...list_translations[language] }))
  )
  const originals = Object.fromEntries(Object.entries(item).filter(([name]) => Object.hasOwn(texts, name)))
  return Object.keys(texts).length === 0 ? item : { ...item, ...texts, originals }
}

/**
 * Puts the translated texts of a schema into its JSON Schema, which has them for forms: those of a dimension and its values
 * into the property of the dimension, those of the taxonomy and its rules into the rest.
 */
const translateConfigSchema = (body: Readonly<Record<string, unknown>>): unknown => {
  const { dimensions, validation_rules: rules } = body
  const schema = isObject(rules) ? rules["config_schema"] : undefined
  if (!isObject(rules) || !isObject(dimensions) || !isObject(schema) || !isObject(schema["properties"])) return body
  const properties = Object.entries(schema["properties"]).map(([name, property]) => {
    const dimension = Object.hasOwn(dimensions, name) ? dimensions[name] : undefined
    return [
      name,
      translateTexts(property, translationsIn([dimension, ...membersOf(dimension, "value_details")]))
    ] as const
  })
  const others = translateTexts(schema, translationsIn([body, ...membersOf(rules, "conflicts")]))
  const config_schema = Object.assign({}, others, { properties: Object.fromEntries(properties) })
  return { ...body, validation_rules: { ...rules, config_schema } }
}

const membersOf = (value: unknown, name: string): ReadonlyArray<unknown> =>
  isObject(value) && isObject(value[name]) ? Object.values(value[name]) : []

/** The texts of translated items, by the untranslated ones. */
const translationsIn = (items: ReadonlyArray<unknown>): ReadonlyMap<unknown, unknown> =>
  new Map(
    items.flatMap((item) =>
      isObject(item) && isObject(item["originals"])
        ? Object.entries(item["originals"]).map(([name, text]) => [text, item[name]] as const)
        : []
    )
  )

const translateTexts = (schema: unknown, texts: ReadonlyMap<unknown, unknown>): unknown => {
  if (Array.isArray(schema)) return schema.map((part: unknown) => translateTexts(part, texts))
  if (!isObject(schema)) return schema
  const members = Object.entries(schema).map(([keyword, value]) => {
    const isText = typeof value === "string" && (keyword === "title" || keyword === "description")
    return [keyword, isText ? (texts.get(value) ?? value) : translateTexts(value, texts)] as const
  })
  return Object.fromEntries(members)
}

const canonicalTags = (tags: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
  try {
    return Intl.getCanonicalLocales([...tags])
  } catch {
    return undefined
  }
}

/** A truncated tag does not end in a singleton such as `x` (RFC 4647, 3.4). */
const truncations = (tag: string): ReadonlyArray<string> => {
  const subtags = tag.split("-")
  return subtags
    .map((subtag, index) => ({ subtag, tag: subtags.slice(0, index + 1).join("-") }))
    .filter(({ subtag }) => subtag.length > 1)
    .map(({ tag }) => tag)
    .toReversed()
}

const isTags = (value: unknown): value is Array<string> =>
  Array.isArray(value) && value.every((tag) => typeof tag === "string")
