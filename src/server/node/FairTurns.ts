/** Does work in the order in which it was asked for, a part of it in each turn of the event loop. */
export type FairTurns = (work: () => void) => void

/** Between two parts, the event loop reads and answers what other connections have sent. */
export const makeFairTurns = (maxPerTurn: number): FairTurns => {
  let waiting: Array<() => void> = []
  const run = (): void => {
    const due = waiting.slice(0, maxPerTurn)
    waiting = waiting.slice(maxPerTurn)
    if (waiting.length > 0) setImmediate(run)
    for (const work of due) work()
  }
  return (work) => {
    waiting.push(work)
    if (waiting.length === 1) setImmediate(run)
  }
}
