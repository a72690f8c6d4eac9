import { openLoad, type Load, type Slice, type Target } from "./Load.ts"
import type { Running } from "./Running.ts"

/** What one server did in its slices, at the median of them. */
export interface Figures {
  readonly perSecond: number
  /** Milliseconds that 99 of 100 responses took at most, with all connections asking at once. */
  readonly p99: number
  /** How much of a core the server had, and how much of one the load took. */
  readonly serverBusy: number
  readonly loadBusy: number
}

export interface Comparison {
  readonly left: Figures
  readonly right: Figures
  /** Requests a second of the left against the right, one ratio a round. */
  readonly ratios: ReadonlyArray<number>
  /** The same for each second that a server had on its core, which neighbours on the machine do not change. */
  readonly cpuRatios: ReadonlyArray<number>
  readonly rounds: number
  /** Those that nothing disturbed. They alone count, unless they are too few. */
  readonly quietRounds: number
}

export interface Contender {
  readonly server: Running
  readonly target: Target
}

export const connections = 32
const sliceMillis = 1000

/**
 * Requests after which all that is often run is compiled for good. A server that was asked a little and then waited was
 * seen to take half as long again for its first 150,000.
 */
const warmRequests = 240_000
const mostWarmUps = 8

/**
 * Lets two servers take turns, left, right, right, left in each round, so that what drifts meets both alike. A round in
 * which something else took the cores is done again, but not for ever.
 */
export const compare = async (left: Contender, right: Contender, rounds: number): Promise<Comparison> => {
  const [first, second] = [await measured(left), await measured(right)]
  try {
    for (const { load } of [first, second]) await warmUp(load)
    const all: Array<Round> = []
    while (all.filter(isQuiet).length < rounds && all.length < mostTries * rounds) {
      const before = await first.slice()
      const between = [await second.slice(), await second.slice()]
      all.push({ lefts: [before, await first.slice()], rights: between })
    }
    const quiet = all.filter(isQuiet)
    const counted = quiet.length < rounds ? all : quiet
    const ratios = (of: (slice: Measured) => number) =>
      counted.map(({ lefts, rights }) => sum(lefts, of) / sum(rights, of))
    return {
      left: figuresOf(counted.flatMap(({ lefts }) => lefts)),
      right: figuresOf(counted.flatMap(({ rights }) => rights)),
      ratios: ratios(perSecond),
      cpuRatios: ratios(perCpuSecond),
      rounds: all.length,
      quietRounds: quiet.length
    }
  } finally {
    first.load.close()
    second.load.close()
  }
}

const warmUp = async (load: Load): Promise<void> => {
  let requests = 0
  for (let slice = 0; slice < mostWarmUps && requests < warmRequests; slice += 1) {
    requests += (await load.run(sliceMillis)).requests
  }
}

const mostTries = 3

interface Round {
  readonly lefts: ReadonlyArray<Measured>
  readonly rights: ReadonlyArray<Measured>
}

/** Whether the servers had their core nearly all the time: otherwise a neighbour had it, or the load's. */
const isQuiet = ({ lefts, rights }: Round): boolean =>
  [...lefts, ...rights].every(({ cpuSeconds, seconds }) => !(cpuSeconds / seconds < 0.93))

interface Measured extends Slice {
  readonly cpuSeconds: number
}

const measured = async ({ server, target }: Contender) => {
  const load: Load = await openLoad(target, connections)
  const slice = async (): Promise<Measured> => {
    const before = server.cpuSeconds()
    const slice = await load.run(sliceMillis)
    return { ...slice, cpuSeconds: server.cpuSeconds() - before }
  }
  return { load, slice }
}

const perSecond = ({ requests, seconds }: Measured): number => requests / seconds

const perCpuSecond = ({ cpuSeconds, requests }: Measured): number => requests / cpuSeconds

const sum = (slices: ReadonlyArray<Measured>, of: (slice: Measured) => number): number =>
  slices.reduce((total, slice) => total + of(slice), 0)

const figuresOf = (slices: ReadonlyArray<Measured>): Figures => ({
  perSecond: median(slices.map(perSecond)),
  p99: median(slices.map(({ latencies }) => quantile(latencies, 0.99))),
  serverBusy: median(slices.map(({ cpuSeconds, seconds }) => cpuSeconds / seconds)),
  loadBusy: median(slices.map(({ busy }) => busy))
})

export const median = (numbers: ReadonlyArray<number>): number => quantile(numbers, 0.5)

const quantile = (numbers: ReadonlyArray<number>, part: number): number =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length * part)] ?? Number.NaN
