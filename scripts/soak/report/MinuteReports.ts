import { pauseWhile } from "../PauseWhile.ts"
import type { Exchange } from "../rules/Rule.ts"
import type { MinuteReport, ServerFigures } from "./SoakReport.ts"
import { makeTally } from "./Tally.ts"

/** Counts answers by minute. */
export interface MinuteReports {
  readonly add: (exchange: Exchange, millis: number) => void
  /** Reports each minute, the last one when the run ends. */
  readonly run: (
    isRunning: () => boolean,
    figures: () => Promise<ReadonlyArray<ServerFigures>>,
    onMinute: (minute: MinuteReport) => void
  ) => Promise<void>
}

export const makeMinuteReports = (): MinuteReports => {
  let tally = makeTally()
  return {
    add: (exchange, millis) => tally.add(exchange, millis),
    run: async (isRunning, figures, onMinute) => {
      let before = performance.eventLoopUtilization()
      for (let minute = 1; isRunning(); minute++) {
        await pauseWhile(isRunning, 60)
        const now = performance.eventLoopUtilization()
        const { utilization } = performance.eventLoopUtilization(now, before)
        const finished = tally
        ;[before, tally] = [now, makeTally()]
        onMinute({ minute, ...finished.summary(), servers: await figures(), clientUtilization: utilization })
      }
    }
  }
}
