import { haveOneStyle } from "../CodeStyles.ts"
import type { Value } from "../Taxonomy.ts"
import { annotatedPositions } from "./AnnotatedValues.ts"
import { repeatedLabels } from "./RepeatedLabels.ts"
import { hasUnusualText } from "./UnusualTexts.ts"

/**
 * What holds for a list of values as a whole. There may be very many values, most lists are plain, and most releases
 * change few: whoever stores a list stores its traits with it, so that nobody looks at each value of it again. All of
 * them are plain JSON that depends on the list alone.
 */
export interface ValueTraits {
  readonly annotated: ReturnType<typeof annotatedPositions>
  readonly hasUnusualText: ReturnType<typeof hasUnusualText>
  readonly haveOneStyle: ReturnType<typeof haveOneStyle>
  readonly repeatedLabels: ReturnType<typeof repeatedLabels>
}

export const traitsOf = (values: ReadonlyArray<Value>): ValueTraits => ({
  annotated: annotatedPositions(values),
  hasUnusualText: hasUnusualText(values),
  haveOneStyle: haveOneStyle(values),
  repeatedLabels: repeatedLabels(values)
})

/** Takes the traits of a list that was stored with them. */
export const rememberTraits = (values: ReadonlyArray<Value>, traits: ValueTraits): void => {
  annotatedPositions.remember(values, traits.annotated)
  hasUnusualText.remember(values, traits.hasUnusualText)
  haveOneStyle.remember(values, traits.haveOneStyle)
  repeatedLabels.remember(values, traits.repeatedLabels)
}
