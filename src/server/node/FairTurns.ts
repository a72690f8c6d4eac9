/** Does work in the order in which it was asked for, a part of it in each turn of the event loop. */
export type FairTurns = (work: () => void) => void

export interface FairTurnsOptions {
  /** A part ends with the piece of work after which it has taken that long. */
  readonly maxMillis: number
  /** The longest pause between two parts. It is shorter if nothing else happens in a turn of the event loop. */
  readonly maxPauseMillis: number
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number
  /** The number of events so far that go first, such as new connections. */
  readonly eventCount: () => number
}

/**
 * Lets other events go first. The event loop accepts one connection per turn: if each turn did a part of the work, every
 * connection of a burst would wait for one more part.
 */
export const makeFairTurns = ({ eventCount, maxMillis, maxPauseMillis, now }: FairTurnsOptions): FairTurns => {
  let waiting: Array<() => void> = []
  let ended = -Infinity
  let seenEvents = 0
  const run = (): void => {
    const started = now()
    const isQuiet = eventCount() === seenEvents
    seenEvents = eventCount()
    if (!isQuiet && started - ended < maxPauseMillis) return void setImmediate(run)
    const due = waiting.length
    let done = 0
    try {
      do waiting[done++]?.()
      while (done < due && now() - started < maxMillis)
    } finally {
      waiting = waiting.slice(done)
      ended = now()
      if (waiting.length > 0) setImmediate(run)
    }
  }
  return (work) => {
    waiting.push(work)
    if (waiting.length === 1) setImmediate(run)
  }
}
