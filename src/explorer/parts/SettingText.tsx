import { type ComponentChildren, Fragment } from "preact"
import type { Condition } from "../../domain/taxonomy/Config.ts"
import { codeOf, dimensionRef, type ItemRef, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import { describeRule } from "../../domain/taxonomy/RuleText.ts"
import { formatCondition, type FormatCode } from "../../domain/taxonomy/Settings.ts"
import type { ConflictRule } from "../../domain/taxonomy/Taxonomy.ts"
import { englishWords, separatorsOf, type Statement, wordsAround } from "../../domain/terms/Statements.ts"
import { useExplorer, useRelease } from "../ExplorerContext.ts"
import { labelOf } from "../model/Item.ts"
import { ItemName } from "./ItemName.tsx"

interface NotedProps {
  /** What to add to an item, or to a sentence without one. */
  readonly noteOf?: ((item?: ItemRef) => ComponentChildren) | undefined
}

/** A statement as a sentence with links. */
export const StatementText = ({ noteOf, said }: NotedProps & { readonly said: Statement }) => {
  const [before, after] = wordsAround(said, englishWords)
  return (
    <>
      {before}
      <ItemNames items={said.items} noteOf={noteOf} />
      {after}
      {said.items.length === 0 && noteOf?.()}
    </>
  )
}

/** A list of items with links: `A, B and C`. */
export const ItemNames = ({ items, noteOf }: NotedProps & { readonly items: ReadonlyArray<ItemRef> }) => {
  const release = useRelease()
  const { catalog, languages } = useExplorer()
  const labels = items.map((item) => labelOf(catalog, release, item, languages)?.text ?? codeOf(item))
  const separators = separatorsOf(labels, englishWords)
  return (
    <>
      {items.map((item, index) => (
        <Fragment key={index}>
          {separators[index]}
          <ItemName item={item} isShort />
          {noteOf?.(item)}
        </Fragment>
      ))}
    </>
  )
}

interface ConditionTextProps {
  readonly dimension: string
  readonly condition: Condition
}

/** A condition of a conflict rule in words: `Exclusivity is Sole`. */
export const ConditionText = ({ condition, dimension }: ConditionTextProps) => {
  const parts = toWordParts((formatCode) => formatCondition(condition, formatCode))
  const [first] = parts
  return (
    <>
      <ItemName item={dimensionRef(dimension)} />
      {/* Two names side by side would read as one. */}
      {first !== undefined && "code" in first ? ": " : " "}
      {parts.map((part, index) =>
        "words" in part ? part.words : <ItemName key={index} item={valueRef(dimension, part.code)} isShort />
      )}
    </>
  )
}

/** What a conflict rule forbids or demands, in a sentence with links. */
export const RuleText = ({ rule }: { readonly rule: ConflictRule }) => (
  <>
    {describeRule(rule, {
      dimension: (name) => `${mark}${name}${mark}`,
      code: (dimension, code) => `${mark}${dimension}/${code}${mark}`
    })
      .split(mark)
      .map((text, index) => {
        // Every other part is between two marks.
        if (index % 2 === 0) return text
        const [dimension = "", code] = text.split("/")
        return code === undefined ? (
          <ItemName key={index} item={dimensionRef(dimension)} />
        ) : (
          <ItemName key={index} item={valueRef(dimension, code)} isShort />
        )
      })}
  </>
)

/** A part of a sentence: words, or the code of a value that the sentence names. */
type WordPart = { readonly words: string } | { readonly code: string }

/** The parts of a sentence that a function of the reports makes, so that each code can become a link. */
export const toWordParts = (format: (formatCode: FormatCode) => string): ReadonlyArray<WordPart> =>
  format((code) => `${mark}${code}${mark}`)
    .split(mark)
    // Every other part is between two marks.
    .map((text, index) => (index % 2 === 1 ? { code: text } : { words: text }))
    .filter((part) => "code" in part || part.words !== "")

/** Codes and the words around them never contain it. */
const mark = "\u{0}"
