import type { EventReport, ServerFigures } from "./report/SoakReport.ts"
import { findSampleProblem } from "./rules/SampleRules.ts"
import type { SoakJudge } from "./rules/SoakJudge.ts"
import type { Resource } from "./schedule/Schedule.ts"
import type { Sample, SoakServer } from "./services/SoakServer.ts"
import type { SoakWorld } from "./world/SoakWorld.ts"

/** The samples of all servers, taken once a second. */
export interface Watch {
  readonly untilAll: (words: string, shows: (sample: Sample) => boolean) => Promise<void>
  /** Asks the servers now. */
  readonly sampleAll: () => Promise<ReadonlyArray<Sample>>
  /** The memory of each server over time, in megabytes. */
  readonly memory: ReadonlyArray<{ readonly heap: Array<number>; readonly resident: Array<number> }>
  readonly describe: () => Promise<Pick<EventReport, "degraded" | "metrics">>
  readonly figures: () => Promise<ReadonlyArray<ServerFigures>>
  /** Takes samples until the run ends. */
  readonly run: (isRunning: () => boolean) => Promise<void>
}

export const makeWatch = (
  servers: ReadonlyArray<SoakServer>,
  world: SoakWorld,
  judge: SoakJudge,
  busy: ReadonlySet<Resource>
): Watch => {
  const memory = servers.map(() => ({ heap: new Array<number>(), resident: new Array<number>() }))

  const sampleAll = async (): Promise<ReadonlyArray<Sample>> => {
    for (const { exited, name } of servers) {
      if (exited() !== undefined) throw new Error(`${name} has ended with ${exited()}`)
    }
    const samples = await Promise.all(servers.map(({ sample }) => sample()))
    // A free 304 is not counted as a decision without Redis, but tells what its server knows after a timeout.
    const decisions = samples.map(
      ({ metric }) => metric("taxonomy_limits_local_decisions_total") + metric("taxonomy_limits_redis_timeouts_total")
    )
    // NaN without Redis: then each server counts alone, and no limit is exact.
    world.localDecisions = decisions.reduce((sum, count) => sum + count, 0)
    judge.onSample(Math.min(...samples.map(({ askedAt }) => askedAt)))
    return samples
  }

  const untilAll = async (words: string, shows: (sample: Sample) => boolean): Promise<void> => {
    const giveUp = performance.now() + patienceMillis
    while (!(await sampleAll()).every(shows)) {
      if (performance.now() > giveUp)
        throw new Error(`After ${patienceMillis / 1000} s not every server shows that ${words}`)
      await new Promise((resolve) => setTimeout(resolve, pollMillis))
    }
  }

  return {
    untilAll,
    sampleAll,
    memory,
    describe: async () => {
      const samples = await sampleAll()
      return {
        degraded: [...new Set(samples.flatMap(({ degraded }) => degraded ?? []))],
        metrics: shownMetrics.flatMap(([name, normal]) => {
          const values = samples.map(({ metric }) => metric(name))
          return values.every((value) => value === normal || Number.isNaN(value)) ? [] : [`${name} ${values.join(" ")}`]
        })
      }
    },
    figures: async () =>
      (await sampleAll()).map(({ metric }, index) => ({
        name: servers[index]?.name ?? "",
        residentMegabytes: metric("process_resident_memory_bytes") / 1e6,
        heapMegabytes: metric("nodejs_heap_size_used_bytes") / 1e6,
        descriptors: metric("process_open_fds"),
        connections: metric("taxonomy_http_connections_open")
      })),
    run: async (isRunning) => {
      while (isRunning()) {
        const busyBefore = new Set(busy)
        const samples = await sampleAll()
        samples.forEach((sample, index) => {
          const problem = findSampleProblem(sample, new Set([...busy, ...busyBefore]))
          if (problem !== undefined) judge.fail(`${servers[index]?.name}: ${problem}`)
          memory[index]?.heap.push(sample.metric("nodejs_heap_size_used_bytes") / 1e6)
          memory[index]?.resident.push(sample.metric("process_resident_memory_bytes") / 1e6)
        })
        await new Promise((resolve) => setTimeout(resolve, sampleMillis))
      }
    }
  }
}

/** The metrics that show faults, with the value that they have without. */
const shownMetrics = [
  ["taxonomy_catalog_degraded", 0],
  ["taxonomy_keys_degraded", 0],
  ["taxonomy_limits_shared", 1]
] as const

const patienceMillis = 90_000
const pollMillis = 50
const sampleMillis = 1000
