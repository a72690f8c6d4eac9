import type {
  Changes,
  Deprecation,
  Dimension,
  Dimensions,
  Items,
  LicenseEntry,
  Licenses,
  TaxonomySchema
} from "./Model.generated.ts"

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
export const localizeLicense = <A extends LicenseEntry>(license: A, languages: LanguageTags): A =>
  localizeItem(license, languages)

export const localizeLicenses = (body: Licenses, languages: LanguageTags): Licenses => ({
  ...body,
  licenses: body.licenses.map((license) => localizeItem(license, languages))
})

export const localizeDimensions = (body: Dimensions, languages: LanguageTags): Dimensions => ({
  ...body,
  dimensions: mapValues(body.dimensions, (dimension) => localizeDimension(dimension, languages))
})

export const localizeSchema = (schema: TaxonomySchema, languages: LanguageTags): TaxonomySchema => {
  const { base_licenses, deprecations, dimensions, removed, validation_rules } = schema
  const { conflicts } = validation_rules
  return {
    ...translate(schema, languages),
    dimensions: mapValues(dimensions, (dimension) => localizeDimension(dimension, languages)),
    base_licenses: base_licenses.map((license) => localizeItem(license, languages)),
    validation_rules: { ...validation_rules, conflicts: mapValues(conflicts, (rule) => translate(rule, languages)) },
    deprecations: deprecations.map((item) => translate(item, languages)),
    ...(removed === undefined ? {} : { removed: removed.map((item) => translate(item, languages)) })
  }
}

export const localizeItems = (body: Items, languages: LanguageTags): Items => ({
  ...body,
  items: body.items.map((item) => localizeItem(item, languages))
})

export const localizeChanges = (body: Changes, languages: LanguageTags): Changes => ({
  ...body,
  changes: body.changes.map((change) => ("item" in change ? localizeItem(change, languages) : change))
})

const localizeDimension = (dimension: Dimension, languages: LanguageTags): Dimension => ({
  ...localizeItem(dimension, languages),
  value_details: mapValues(dimension.value_details, (value) => localizeItem(value, languages))
})

const localizeItem = <A extends Translatable & { readonly deprecation?: Deprecation }>(
  item: A,
  languages: LanguageTags
): A => {
  const translated = translate(item, languages)
  const { deprecation } = translated
  return deprecation === undefined ? translated : { ...translated, deprecation: translate(deprecation, languages) }
}

interface Translatable {
  readonly translations?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/**
 * Every text comes from the first language that has it, so that a partial translation hides no other one. The texts that
 * are replaced stay beside them: they are the binding ones.
 */
const translate = <A extends Translatable>(item: A, languages: LanguageTags): A => {
  const { translations } = item
  if (translations === undefined) return item
  // Of several entries with one name, the last one counts.
  const texts = Object.fromEntries(
    languages.toReversed().flatMap((language) => Object.entries(translations[language] ?? {}))
  )
  const originals = Object.fromEntries(Object.entries(item).filter(([name]) => Object.hasOwn(texts, name)))
  return Object.keys(texts).length === 0 ? item : { ...item, ...texts, originals }
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

const mapValues = <A>(record: Readonly<Record<string, A>>, change: (value: A) => A): Readonly<Record<string, A>> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

const isTags = (value: unknown): value is Array<string> =>
  Array.isArray(value) && value.every((tag) => typeof tag === "string")
