import { memoizeByIdentity } from "../MemoizeByIdentity.ts"
import { vocabularyOf, type Vocabulary } from "../taxonomy/ConfigValidation.ts"
import type { ItemRef } from "../taxonomy/ItemRef.ts"
import type { ConflictRule } from "../taxonomy/Taxonomy.ts"
import type { ContractRelease } from "./ContractRelease.ts"

/** A release, indexed for look-ups. */
export interface ReleaseIndex {
  readonly vocabulary: Vocabulary
  readonly rules: ReadonlyMap<string, ConflictRule>
  readonly has: (item: ItemRef) => boolean
}

export const indexRelease = /* @__PURE__ */ memoizeByIdentity(
  ({ dimensions, rules }: ContractRelease): ReleaseIndex => {
    const vocabulary = vocabularyOf(dimensions, rules)
    const byId = new Map(rules.map((rule) => [rule.id, rule]))
    const has = (item: ItemRef): boolean => {
      switch (item._tag) {
        case "Dimension":
          return vocabulary.dimensions.has(item.dimension)
        case "Value":
          return vocabulary.dimensions.get(item.dimension)?.codes.has(item.value) ?? false
        case "ConflictRule":
          return byId.has(item.rule)
        case "License":
          return false
      }
    }
    return { vocabulary, rules: byId, has }
  }
)
