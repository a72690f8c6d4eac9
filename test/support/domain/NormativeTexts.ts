import { labeled } from "../../../src/domain/Sentence.ts"
import { codeOf, dimensionRef, valueRef, type ItemRef } from "../../../src/domain/taxonomy/ItemRef.ts"
import { listConditions } from "../../../src/domain/taxonomy/Rules.ts"
import { settingOf, formatCondition } from "../../../src/domain/taxonomy/Settings.ts"
import type { Taxonomy } from "../../../src/domain/taxonomy/Taxonomy.ts"
import { englishWords, formatTerm } from "../../../src/domain/terms/Statements.ts"
import { snapshotOf } from "../../../src/domain/vocabulary/Snapshot.ts"
import type { ItemFacts } from "../../../src/report/text/ItemText.ts"

/** What is binding in a snapshot: each definition, condition and setting in words and as data, by what it belongs to. */
export const normativeTexts = (
  taxonomy: Taxonomy,
  { labelOf, taxonomy: newer }: ItemFacts
): ReadonlyMap<string, { readonly text: string; readonly json: string }> => {
  const { dimensions, licenses, rules } = taxonomy
  const codeIn = (dimension: string) => (code: string) => labeled(code, labelOf(valueRef(dimension, code)))
  const defined = (item: string, definition: string | undefined) =>
    definition === undefined ? [] : [[item, { text: definition, json: JSON.stringify(definition) }] as const]
  const entryOf = (name: string, content: unknown) => `${JSON.stringify(name)}:${JSON.stringify(content)}`
  return new Map([
    ...dimensions.flatMap(({ definition, name, values }) => [
      ...defined(name, definition),
      ...values.flatMap((value) => defined(`${name}/${value.code}`, value.definition))
    ]),
    ...rules.flatMap((rule) =>
      listConditions(rule).map(
        ({ condition, dimension: name, key }) =>
          [
            `rules/${rule.id} ${key} ${name}`,
            { text: formatCondition(condition, codeIn(name)), json: entryOf(name, condition) }
          ] as const
      )
    ),
    ...licenses.flatMap(({ code, config }) =>
      dimensions.flatMap((dimension) => {
        const { name } = dimension
        const setting = settingOf(config, name)
        if (setting === undefined) return []
        const nameOf = (item: ItemRef) => labeled(codeOf(item), labelOf(item))
        const snapshot = snapshotOf(newer)
        const said = formatTerm(snapshot, config, snapshot.dimension(name) ?? dimension, englishWords, nameOf)
        return [
          [`${code} ${name}`, { text: `${nameOf(dimensionRef(name))}: ${said}`, json: entryOf(name, setting) }] as const
        ]
      })
    )
  ])
}

/** Definitions that are long enough to be wrapped or cut, with what has a meaning in Markdown, XML and workflow commands. */
export const withLongDefinitions = (taxonomy: Taxonomy): Taxonomy => {
  const lengthen = <A extends { readonly definition?: string }>(item: A, name: string): A =>
    item.definition === undefined ? item : { ...item, definition: `${item.definition} ${name}: ${filler}` }
  return {
    ...taxonomy,
    dimensions: taxonomy.dimensions.map((dimension) => ({
      ...lengthen(dimension, dimension.name),
      values: dimension.values.map((value) => lengthen(value, `${dimension.name} ${value.code}`))
    }))
  }
}

const filler = `the *use* of <a> name, 100% of it & more; ${"and of what belongs to it ".repeat(6)}(or not).`
