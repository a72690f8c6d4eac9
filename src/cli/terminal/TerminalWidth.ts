import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/**
 * The columns to which output is wrapped: those that `COLUMNS` names, else those of the terminal. `undefined` if the
 * output is not a terminal, since programs read whole lines.
 */
export const terminalWidth: Effect.Effect<number | undefined> = Config.option(Config.Int("COLUMNS")).pipe(
  Effect.orElseSucceed(Option.none<number>),
  Effect.map((given) => chooseWidth(Option.getOrUndefined(given), process.stdout))
)

/** A stream as far as its width is concerned. */
interface WidthOfStream {
  readonly isTTY?: boolean
  readonly columns?: number
}

export const chooseWidth = (given: number | undefined, { columns = 0, isTTY }: WidthOfStream): number | undefined => {
  if (given !== undefined && given > 0) return given
  if (isTTY !== true) return undefined
  // A terminal of unknown size reports 0 columns.
  return columns > 0 ? columns : defaultColumns
}

const defaultColumns = 80
