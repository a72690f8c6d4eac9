import { isFlags, isListOfCodes, isTerritory } from "../taxonomy/ConfigGuards.ts"
import type { Vocabulary } from "../taxonomy/ConfigValidation.ts"
import type { ItemRef } from "../taxonomy/ItemRef.ts"
import type { Obstacle } from "./Migration.ts"
import { isObstacle, placeValue, type DraftConfig } from "./PlaceValue.ts"

export type ValueRef = Extract<ItemRef, { readonly _tag: "Value" }>

/** Replaces a value of a config by its successors: those of the same list take its place, the others are added. */
export const replaceCode = (
  draft: DraftConfig,
  { dimensions }: Vocabulary,
  { dimension, value: code }: ValueRef,
  successors: ReadonlyArray<ItemRef>
): DraftConfig | Obstacle => {
  const setting = draft.get(dimension)
  const taken = takeCode(setting, code)
  let result: DraftConfig | Obstacle = new Map(draft).set(dimension, taken.rest)
  let { at } = taken
  for (const successor of successors) {
    const target = "dimension" in successor ? dimensions.get(successor.dimension) : undefined
    if (target === undefined || successor._tag !== "Value") return "shape"
    const isBeside = successor.dimension === dimension
    result = placeValue(
      result,
      { dimension: successor.dimension, code: successor.value, flag: taken.flag },
      target.shape,
      isBeside ? at : undefined
    )
    if (isObstacle(result)) return result
    if (isBeside && at !== undefined) at += 1
  }
  return result
}

interface Taken {
  /** The setting without the code. */
  readonly rest: unknown
  /** The position of the code in its list. */
  readonly at?: number
  readonly flag?: boolean | undefined
}

const takeCode = (setting: unknown, code: string): Taken => {
  if (isListOfCodes(setting)) return takeFrom(setting, code, (rest) => rest)
  if (isTerritory(setting)) return takeFrom(setting.countries, code, (countries) => ({ ...setting, countries }))
  if (!isFlags(setting)) return { rest: setting === code ? undefined : setting }
  return {
    rest: Object.fromEntries(Object.entries(setting).filter(([member]) => member !== code)),
    flag: Object.hasOwn(setting, code) ? setting[code] : undefined
  }
}

/** Takes a code from a list, as often as it is there. */
const takeFrom = (
  codes: ReadonlyArray<string>,
  code: string,
  toSetting: (rest: ReadonlyArray<string>) => unknown
): Taken => {
  const at = codes.indexOf(code)
  return { rest: toSetting(codes.filter((each) => each !== code)), ...(at === -1 ? {} : { at }) }
}
