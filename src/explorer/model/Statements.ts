import type { Config } from "../../domain/taxonomy/Config.ts"
import { toItemId, type ItemRef } from "../../domain/taxonomy/ItemRef.ts"
import type { Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import type { Languages } from "../../domain/taxonomy/Translate.ts"
import { englishWords, formatTerm, type Statement } from "../../domain/terms/Statements.ts"
import { findSheetItem } from "../../domain/terms/TermSheet.ts"
import type { Snapshot } from "../../domain/vocabulary/Snapshot.ts"

/** What terms say of a dimension, with labels in the languages of the page. */
export const termText = (snapshot: Snapshot, config: Config, dimension: Dimension, languages: Languages): string =>
  formatTerm(snapshot, config, dimension, englishWords, (item) => findSheetItem(snapshot, item, languages).label.text)

/** Compares what several terms say of one dimension. The order of a list means nothing. */
export const compareTerms = (terms: ReadonlyArray<ReadonlyArray<Statement>>) => {
  const said = terms.map(
    (statements) =>
      new Set(
        statements.flatMap(({ items, kind }) => (items.length === 0 ? [kind] : items.map((item) => keyOf(kind, item))))
      )
  )
  const [first] = said
  return {
    isSame: said.every((each) => first !== undefined && each.size === first.size && each.isSubsetOf(first)),
    /** How many of the terms say it: a statement, or one item of it. */
    countOf: ({ kind }: Statement, item: ItemRef | undefined): number =>
      said.filter((each) => each.has(keyOf(kind, item))).length
  }
}

const keyOf = (kind: string, item: ItemRef | undefined): string =>
  item === undefined ? kind : `${kind} ${toItemId(item)}`
