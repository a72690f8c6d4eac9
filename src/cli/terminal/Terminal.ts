import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { noProgress, type Progress } from "../../platform/Progress.ts"

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

/** The part of stderr that progress is written to. */
interface ProgressStream extends WidthOfStream {
  readonly write: (text: string) => unknown
}

/**
 * Makes progress that updates one line of the terminal and erases it at the end. Short work prints nothing, and neither
 * does a pipe, CI, or a terminal that cannot move its cursor.
 */
export const makeTerminalProgress = (
  stream: ProgressStream,
  environment: NodeJS.ProcessEnv,
  clock: Pick<typeof performance, "now"> = performance
): Progress => {
  const { CI = "", TERM } = environment
  return stream.isTTY === true && CI === "" && TERM !== "dumb" ? writeTo(stream, clock) : noProgress
}

const writeTo = (stream: ProgressStream, clock: Pick<typeof performance, "now">): Progress => ({
  begin: (title, steps) => {
    let count = 0
    let due = clock.now() + initialDelayMillis
    let isShown = false
    const total = steps === undefined ? "" : ` of ${steps}`
    const show = () => {
      if (clock.now() < due) return
      due = clock.now() + updateIntervalMillis
      isShown = true
      stream.write(`${eraseLine}${`${title}: ${count}${total}`.slice(0, widthOf(stream) - 1)}`)
    }
    // A single step may take long, so a timer shows the line as well. It does not keep the process alive.
    const timer = setInterval(show, updateIntervalMillis).unref()
    return {
      advance: () => {
        count += 1
        show()
      },
      end: () => {
        clearInterval(timer)
        if (isShown) stream.write(eraseLine)
      }
    }
  }
})

const initialDelayMillis = 500

const updateIntervalMillis = 100

/** A terminal of unknown size reports 0 columns. */
const widthOf = ({ columns = 0 }: ProgressStream): number => (columns > 0 ? columns : defaultColumns)

const eraseLine = "\r\u001B[2K"

/**
 * Makes writes to a terminal asynchronous, so that one that does not read (Ctrl-S, selected text) stops no server. The
 * only place that touches `_handle`, a private field of Node, which makes these writes synchronous by the same means.
 */
export const unblockTerminal = (stream: NodeJS.WriteStream): void => {
  if (!stream.isTTY || !Predicate.hasProperty(stream, "_handle")) return
  const { _handle: handle } = stream
  if (Predicate.hasProperty(handle, "setBlocking") && typeof handle.setBlocking === "function")
    handle.setBlocking(false)
}
