/**
 * Calls back after a timeout, unless the returned function is called before. It counts quarters, of which each ends no
 * sooner than the event loop turns, and so leaves out the time in which this process was busy. A process that has read a
 * large release for 200 ms has neither sent its commands nor read the replies that are there. One timer would take that
 * for a Redis that does not reply.
 */
export const startTurnTimeout = (timeoutMillis: number, onTimeout: () => void): (() => void) => {
  let quarters = 0
  let reading: NodeJS.Immediate | undefined
  const timer = setInterval(() => {
    quarters += 1
    if (quarters < 4) return
    clearInterval(timer)
    // What has arrived in the meantime is read first, in this turn of the event loop.
    reading = setImmediate(onTimeout)
  }, timeoutMillis / 4)
  return () => {
    clearInterval(timer)
    clearImmediate(reading)
  }
}
