import { sizeOf } from "../figures/Counts.ts"
import { median, quantile } from "../figures/Statistics.ts"
import { openLoad, type Load, type Slice, type Target } from "./Load.ts"
import type { Running } from "./Running.ts"

/** The medians over the slices of one server. */
export interface Figures {
  readonly perSecond: number
  /** The 99th percentile of latency in milliseconds, with all connections busy. */
  readonly p99: number
  /** The share of a core that the server and the load generator used. */
  readonly serverBusy: number
  readonly loadBusy: number
}

export interface Comparison {
  readonly left: Figures
  readonly right: Figures
  /** Requests per second, left divided by right, one ratio per round. */
  readonly ratios: ReadonlyArray<number>
  /** The same per second of CPU time, which other processes of the machine do not change. */
  readonly cpuRatios: ReadonlyArray<number>
  readonly rounds: number
  /** Undisturbed rounds. Only these count, unless there are too few. */
  readonly quietRounds: number
}

export interface Contender {
  readonly server: Running
  readonly target: Target
}

export const connections = 32
const sliceMillis = sizeOf(1000, 2)

/** Requests until V8 has optimized the hot path. A server that idled took 1.5 times as long for up to 150,000 requests. */
const warmRequests = 240_000
const maxWarmUps = sizeOf(8, 1)

/**
 * Compares two servers in turns, left, right, right, left in each round, so that drift affects both alike. A disturbed
 * round is repeated, up to `maxTries` times.
 */
export const compare = async (left: Contender, right: Contender, rounds: number): Promise<Comparison> => {
  const [first, second] = [await openContender(left), await openContender(right)]
  try {
    for (const { load } of [first, second]) await warmUp(load)
    const all: Array<Round> = []
    while (all.filter(isQuiet).length < rounds && all.length < maxTries * rounds) {
      const before = await first.slice()
      const between = [await second.slice(), await second.slice()]
      all.push({ lefts: [before, await first.slice()], rights: between })
    }
    const quiet = all.filter(isQuiet)
    const counted = quiet.length < rounds ? all : quiet
    const ratios = (of: (slice: CpuSlice) => number) =>
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
  for (let slice = 0; slice < maxWarmUps && requests < warmRequests; slice += 1) {
    requests += (await load.run(sliceMillis)).requests
  }
}

const maxTries = 3

interface Round {
  readonly lefts: ReadonlyArray<CpuSlice>
  readonly rights: ReadonlyArray<CpuSlice>
}

/** True if the servers had their core nearly all the time. Otherwise another process used it. */
const isQuiet = ({ lefts, rights }: Round): boolean =>
  [...lefts, ...rights].every(({ cpuSeconds, seconds }) => !(cpuSeconds / seconds < 0.93))

interface CpuSlice extends Slice {
  readonly cpuSeconds: number
}

const openContender = async ({ server, target }: Contender) => {
  const load: Load = await openLoad(target, connections)
  const slice = async (): Promise<CpuSlice> => {
    const before = server.cpuSeconds()
    const slice = await load.run(sliceMillis)
    return { ...slice, cpuSeconds: server.cpuSeconds() - before }
  }
  return { load, slice }
}

const perSecond = ({ requests, seconds }: CpuSlice): number => requests / seconds

const perCpuSecond = ({ cpuSeconds, requests }: CpuSlice): number => requests / cpuSeconds

const sum = (slices: ReadonlyArray<CpuSlice>, of: (slice: CpuSlice) => number): number =>
  slices.reduce((total, slice) => total + of(slice), 0)

const figuresOf = (slices: ReadonlyArray<CpuSlice>): Figures => ({
  perSecond: median(slices.map(perSecond)),
  p99: median(slices.map(({ latencies }) => quantile(latencies, 0.99))),
  serverBusy: median(slices.map(({ cpuSeconds, seconds }) => cpuSeconds / seconds)),
  loadBusy: median(slices.map(({ busy }) => busy))
})
