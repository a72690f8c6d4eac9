import type { Taxonomy } from "../../domain/taxonomy/Taxonomy.ts"

/** The tags of all languages that a release has translations in, sorted. */
export const languagesOf = (taxonomy: Taxonomy): ReadonlyArray<string> => {
  const known = byTaxonomy.get(taxonomy)
  if (known !== undefined) return known
  const languages = new Set<string>()
  const add = ({ deprecated, translations }: Translated): void => {
    for (const language in translations) languages.add(language)
    if (deprecated !== undefined) add(deprecated)
  }
  add(taxonomy)
  for (const dimension of taxonomy.dimensions) {
    add(dimension)
    dimension.values.forEach(add)
  }
  taxonomy.licenses.forEach(add)
  taxonomy.rules.forEach(add)
  const sorted = [...languages].sort()
  byTaxonomy.set(taxonomy, sorted)
  return sorted
}

interface Translated {
  readonly translations?: object
  readonly deprecated?: Translated
}

const byTaxonomy = new WeakMap<Taxonomy, ReadonlyArray<string>>()
