import type { Condition, Setting } from "../../domain/taxonomy/Config.ts"
import { dimensionRef, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import { describeRule } from "../../domain/taxonomy/RuleText.ts"
import { formatCondition, type FormatCode } from "../../domain/taxonomy/Settings.ts"
import type { ConflictRule, Dimension } from "../../domain/taxonomy/Taxonomy.ts"
import { statementsOf } from "../model/Statements.ts"
import { ItemName } from "./ItemName.tsx"

interface SettingTextProps {
  readonly dimension: Dimension
  /** `undefined` if the config does not set the dimension. */
  readonly setting: Setting | undefined
}

/** What a config sets a dimension to, in words. */
export const SettingText = ({ dimension, setting }: SettingTextProps) => {
  if (setting === undefined) return <span class="unset">not set</span>
  const statements = statementsOf(setting)
  const list = (codes: ReadonlyArray<string>) => <ValueList dimension={dimension.name} codes={codes} />
  if (dimension.shape !== "flags") {
    const codes = statements.flatMap(({ code }) => code ?? [])
    if (codes.length === statements.length) return list(codes)
    return codes.length === 0 ? <>worldwide</> : <>worldwide, and {list(codes)}</>
  }
  const flags = new Map(statements.map(({ code, flag }) => [code, flag]))
  const having = (wanted: boolean | undefined) =>
    dimension.values.flatMap(({ code }) => (flags.get(code) === wanted ? [code] : []))
  return (
    <dl class="flags">
      {[
        { title: "Yes", codes: having(true) },
        { title: "No", codes: having(false) },
        { title: "Not set", codes: having(undefined) }
      ].map(({ codes, title }) =>
        codes.length === 0 ? null : (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{list(codes)}</dd>
          </div>
        )
      )}
    </dl>
  )
}

const ValueList = ({ codes, dimension }: { readonly dimension: string; readonly codes: ReadonlyArray<string> }) =>
  codes.length === 0 ? (
    <>nothing</>
  ) : (
    <ul class="value-list">
      {codes.map((code) => (
        <li key={code}>
          <ItemName item={valueRef(dimension, code)} isShort />
        </li>
      ))}
    </ul>
  )

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
