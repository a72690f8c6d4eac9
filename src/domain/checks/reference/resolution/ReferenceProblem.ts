import type { Location } from "../../../Finding.ts"
import type { ConfigProblem, Vocabulary } from "../../../taxonomy/ConfigValidation.ts"
import type { ItemRef } from "../../../taxonomy/ItemRef.ts"
import type { makeSuggestions } from "../../../taxonomy/Suggestion.ts"
import type { Taxonomy } from "../../../taxonomy/Taxonomy.ts"
import type { KnownDimension, WrongCondition, WrongSetting } from "../Settings.ts"
import type { UnknownName } from "../UnknownName.ts"

/** A place in the sources that names something that does not exist, or that does not fit what it names. */
export type ReferenceProblem =
  | {
      readonly _tag: "UnknownDimension" | "UnknownValue" | "UnknownLicense"
      readonly item: ItemRef
      readonly location: Location
      /** The item that does not exist. */
      readonly missing: ItemRef
      readonly name: UnknownName
      /** The list that the name is in, as it is in the sources. */
      readonly list?: ReadonlyArray<string>
    }
  | {
      readonly _tag: "WrongSetting"
      readonly item: ItemRef
      readonly location: Location
      readonly facts: WrongSetting
    }
  | {
      readonly _tag: "WrongCondition"
      readonly item: ItemRef
      readonly location: Location
      readonly facts: WrongCondition
    }
  | {
      readonly _tag: "InvalidConfig"
      readonly item: ItemRef
      readonly location: Location
      readonly license: Taxonomy["licenses"][number]
      readonly problem: Exclude<ConfigProblem, { readonly _tag: "UnknownDimension" | "UnknownValue" | "WrongShape" }>
    }

export type Problems = ReadonlyArray<ReferenceProblem>

/** What the sources can name. */
export interface Names extends Vocabulary {
  readonly dimensions: ReadonlyMap<string, KnownDimension>
  /** Finds what an unknown name may mean, for the first of them. */
  readonly suggest: ReturnType<typeof makeSuggestions>
}
