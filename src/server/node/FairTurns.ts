/** Does work in the order in which it was asked for, a part of it in each turn of the event loop. */
export type FairTurns = (work: () => void) => void

export interface FairTurnsOptions {
  /** A part ends with the piece of work after which it has taken that long. */
  readonly maxMillis: number
  /** The longest pause between two parts. It is shorter if nothing else happens in a turn of the event loop. */
  readonly maxPauseMillis: number
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number
  /** Counts what else happens. */
  readonly others: () => number
}

/**
 * Lets others go first. The event loop accepts one connection in each of its turns, so many new ones would wait for as
 * many parts of the work if a part was done in each turn.
 */
export const makeFairTurns = ({ maxMillis, maxPauseMillis, now, others }: FairTurnsOptions): FairTurns => {
  let waiting: Array<() => void> = []
  let ended = -Infinity
  let seen = 0
  const run = (): void => {
    const started = now()
    const isAlone = others() === seen
    seen = others()
    if (!isAlone && started - ended < maxPauseMillis) return void setImmediate(run)
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
