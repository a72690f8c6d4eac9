import * as Flag from "effect/cli/Flag"
import * as Option from "effect/Option"

export interface IntegerRange {
  /** Such as "a port". */
  readonly noun: string
  readonly minimum: number
  readonly maximum: number
}

/** Restricts a text option to the integers of a range. */
export const withRange = (flag: Flag.Flag<string>, range: IntegerRange): Flag.Flag<number> =>
  flag.pipe(
    Flag.withMetavar("integer"),
    Flag.filterMap(
      (text) => parseInteger(text, range),
      () => `${range.noun} from ${range.minimum} to ${range.maximum}`
    )
  )

const parseInteger = (text: string, { maximum, minimum }: IntegerRange): Option.Option<number> => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1
  return value >= minimum && value <= maximum ? Option.some(value) : Option.none()
}
