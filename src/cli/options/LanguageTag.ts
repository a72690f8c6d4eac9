import * as Schema from "effect/Schema"
import { canonicalLanguageTag, isKnownLanguage } from "../../domain/taxonomy/Languages.ts"

/** The tag of a known language, in canonical form. */
export const CanonicalLanguageTag = Schema.String.check(
  Schema.makeFilter((tag) => canonicalLanguageTag(tag) === tag && isKnownLanguage(tag), {
    expected: "a language tag such as en or pt-BR"
  })
)
