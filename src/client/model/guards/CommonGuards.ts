import {
  guardCount,
  guardList,
  guardLiteral,
  guardMembers,
  guardRecord,
  guardText,
  type Guard,
  type Members
} from "./Guard.ts"

/** Guards the release of a body, or the state of all releases. */
export const guardMeta: Guard = (value) =>
  guardMembers(value, { taxonomy_version: guardText, release: guardText, generated_at: guardText })

/** The members of bodies that list something. */
export const listMembers: Members = { version: guardText, count: guardCount, _meta: guardMeta }

export const guardTexts: Guard = (value) => guardList(value, guardText)

/** Translations by language. Every text of a language is optional. */
export const guardTranslations: Guard = (value) => guardRecord(value, (texts) => guardRecord(texts, guardText))

export const guardReplacement: Guard = (value) =>
  guardMembers(value, { mode: (mode) => guardLiteral(mode, ["one_of", "all_of"]), items: guardTexts })

const guardSince: Guard = (value) => guardMembers(value, { version: guardText, date: guardText })

const guardRemoval: Guard = (value) =>
  guardMembers(value, { version: guardText, date: guardText }, { after: guardTexts, deprecated_in: guardText })

const deprecationMembers: Members = { since: guardSince, replaced_by: guardTexts, earliest_removal: guardRemoval }

const deprecationTexts: Members = {
  replacement: guardReplacement,
  reason: guardText,
  translations: guardTranslations
}

export const guardDeprecation: Guard = (value) => guardMembers(value, deprecationMembers, deprecationTexts)

export const guardDeprecatedItem: Guard = (value) =>
  guardMembers(value, { item: guardText, ...deprecationMembers }, deprecationTexts)

export const guardRemovedItem: Guard = (value) =>
  guardMembers(value, { item: guardText, removed_in: guardText }, deprecationTexts)
