import { foldText } from "../../../domain/lookup/FoldText.ts"
import type { Dimension } from "../../../domain/taxonomy/Taxonomy.ts"
import { translate, type Languages } from "../../model/Translate.ts"

/** A value that a person can choose. */
export interface Option {
  readonly code: string
  readonly label: string
  readonly isDeprecated: boolean
}

/** The values of a dimension in the editors' order. */
export const optionsOf = ({ values }: Dimension, languages: Languages): ReadonlyArray<Option> =>
  values.map((value) => ({
    code: value.code,
    label: translate(value, "label", languages) ?? value.code,
    isDeprecated: value.deprecated !== undefined
  }))

/** The options whose label or code contains a text, those that begin with it first. */
export const findOptions = (options: ReadonlyArray<Option>, text: string): ReadonlyArray<Option> => {
  const folded = foldText(text.trim())
  if (folded === "") return options
  return options
    .flatMap((option) => {
      const positions = [option.label, option.code]
        .map((name) => foldText(name).indexOf(folded))
        .filter((at) => at >= 0)
      return positions.length === 0 ? [] : [{ option, isStart: positions.includes(0) }]
    })
    .toSorted((left, right) => Number(right.isStart) - Number(left.isStart))
    .map(({ option }) => option)
}

/** The label of a code, or the code itself if the dimension has no such value. */
export const labelOf = (options: ReadonlyArray<Option>, code: string): string =>
  options.find((option) => option.code === code)?.label ?? code
