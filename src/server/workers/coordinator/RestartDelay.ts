/** How long to wait until a worker that has ended is replaced, after so many that ended soon after their start. */
export const restartDelayMillis = (earlyEnds: number): number =>
  earlyEnds === 0 ? 0 : Math.min(maxDelayMillis, firstDelayMillis * 2 ** (earlyEnds - 1))

/** A worker that ends sooner may do so for a reason that its replacement meets again. */
export const isEarlyEnd = (livedMillis: number): boolean => livedMillis < minLifeMillis

const firstDelayMillis = 100
const maxDelayMillis = 10_000
const minLifeMillis = 60_000
