import { Fragment } from "preact"
import type { Condition } from "../../domain/taxonomy/Config.ts"
import { dimensionRef, valueRef } from "../../domain/taxonomy/ItemRef.ts"
import { formatCondition } from "../../domain/taxonomy/Settings.ts"
import type { ConflictRule } from "../../domain/taxonomy/Taxonomy.ts"
import type { Release } from "../model/Release.ts"
import { toWordParts } from "../model/WordParts.ts"
import { ItemName } from "./ItemName.tsx"

interface ConditionTextProps {
  readonly release: Release
  readonly dimension: string
  readonly condition: Condition
}

/** A condition of a conflict rule in words: `Exclusivity is Sole`. */
export const ConditionText = ({ condition, dimension, release }: ConditionTextProps) => {
  const parts = toWordParts((formatCode) => formatCondition(condition, formatCode))
  const [first] = parts
  return (
    <>
      <ItemName release={release} item={dimensionRef(dimension)} />
      {/* Two names side by side would read as one. */}
      {first !== undefined && "code" in first ? ": " : " "}
      {parts.map((part, index) =>
        "words" in part ? (
          part.words
        ) : (
          <ItemName key={index} release={release} item={valueRef(dimension, part.code)} isShort />
        )
      )}
    </>
  )
}

/** What a conflict rule forbids, in a sentence. */
export const RuleText = ({ release, rule }: { readonly release: Release; readonly rule: ConflictRule }) => (
  <>
    A license is not valid if{" "}
    {Object.entries(rule.forbid).map(([dimension, condition], index) => (
      <Fragment key={dimension}>
        {index === 0 ? null : ", together with "}
        <ConditionText release={release} dimension={dimension} condition={condition} />
      </Fragment>
    ))}
    .
  </>
)
