/** Timeouts of one length that leave out the time in which this process was busy. */
export interface TurnTimeouts {
  /** Calls back after the timeout, unless the returned function is called before. */
  readonly start: (onTimeout: () => void) => () => void
}

/**
 * Measures by ticks, each of which counts for a quarter of the timeout at most. A process that has read a large release for 200 ms has
 * neither sent its commands nor read the replies that are there. A timer would take that for a Redis that does not reply.
 */
export const makeTurnTimeouts = (
  timeoutMillis: number,
  monotonicMillis: () => number = () => performance.now()
): TurnTimeouts => {
  const interval = Math.min(maxInterval, Math.max(1, timeoutMillis / ticksPerTimeout))
  // In the order in which they end.
  const pending = new Set<Pending>()
  let elapsed = 0
  let lastTick = 0
  let timer: NodeJS.Timeout | undefined

  const schedule = (): void => {
    lastTick = monotonicMillis()
    timer = setTimeout(tick, interval)
  }
  const tick = (): void => {
    elapsed += Math.min(timeoutMillis / 4, monotonicMillis() - lastTick)
    timer = undefined
    const [first] = pending
    if (first === undefined) return
    schedule()
    // What has arrived in the meantime is read first, in this turn of the event loop.
    if (first.end <= elapsed) setImmediate(expire, elapsed)
  }
  const expire = (until: number): void => {
    for (const each of pending) {
      if (each.end > until) return
      pending.delete(each)
      each.onTimeout()
    }
  }

  return {
    start: (onTimeout) => {
      if (timer === undefined) schedule()
      const started: Pending = { end: elapsed + timeoutMillis, onTimeout }
      pending.add(started)
      return () => void pending.delete(started)
    }
  }
}

interface Pending {
  readonly end: number
  readonly onTimeout: () => void
}

const ticksPerTimeout = 10
const maxInterval = 20
