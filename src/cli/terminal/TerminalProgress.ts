import { noProgress, type Progress } from "../../platform/Progress.ts"

/** What progress is shown on: the process's stderr. */
export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly write: (text: string) => unknown
}

/**
 * Progress on one line of a terminal, renewed in place and gone when the work is. Work that is soon done shows nothing,
 * nor does any work where nobody is looking: in a pipe, in CI, on a terminal that cannot renew a line.
 */
export const progressOn = (stream: ProgressStream, environment: NodeJS.ProcessEnv): Progress => {
  const { CI = "", TERM } = environment
  return stream.isTTY === true && CI === "" && TERM !== "dumb" ? shownOn(stream) : noProgress
}

const shownOn = (stream: ProgressStream): Progress => ({
  begin: (what, steps) => {
    let count = 0
    let due = performance.now() + patienceMillis
    let shown = false
    const show = () => {
      if (performance.now() < due) return
      due = performance.now() + paceMillis
      shown = true
      stream.write(`${startOfLine}${`${what}: ${count} of ${steps}`.slice(0, widthOf(stream) - 1)}`)
    }
    // One step may take long, and then it is the clock that shows the line. It does not keep the process from ending.
    const clock = setInterval(show, paceMillis).unref()
    return {
      done: () => {
        count += 1
        show()
      },
      end: () => {
        clearInterval(clock)
        if (shown) stream.write(startOfLine)
      }
    }
  }
})

const patienceMillis = 500

const paceMillis = 100

/** A terminal that nobody gave a size says that it has no columns. */
const widthOf = ({ columns = 0 }: ProgressStream): number => (columns > 0 ? columns : usualColumns)

const usualColumns = 80

/** To the first column, and all that stands on the line is erased. */
const startOfLine = "\r\u001B[2K"
