import { noProgress, type Progress } from "../../platform/Progress.ts"

/** The part of stderr that progress is written to. */
export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly write: (text: string) => unknown
}

/** A clock that counts milliseconds and is never set back. */
interface Clock {
  readonly now: () => number
}

/**
 * Makes progress that updates one line of the terminal and erases it at the end. Short work prints nothing, and neither
 * does a pipe, CI, or a terminal that cannot move its cursor.
 */
export const makeTerminalProgress = (
  stream: ProgressStream,
  environment: NodeJS.ProcessEnv,
  clock: Clock = performance
): Progress => {
  const { CI = "", TERM } = environment
  return stream.isTTY === true && CI === "" && TERM !== "dumb" ? writeTo(stream, clock) : noProgress
}

const writeTo = (stream: ProgressStream, clock: Clock): Progress => ({
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

const defaultColumns = 80

const eraseLine = "\r\u001B[2K"
