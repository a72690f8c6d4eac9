import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import { verify } from "../../src/release/Verify.ts"
import type { ServerEnd, ServerFigures } from "./report/SoakReport.ts"
import { judgeTrend } from "./report/Trend.ts"
import type { SoakJudge } from "./rules/SoakJudge.ts"
import type { SoakServer } from "./services/SoakServer.ts"
import type { Watch } from "./WatchServers.ts"

/** Judges what is left of the load: open files, memory, the drain of each server, and the folder of the releases. */
export const endServers = async (
  servers: ReadonlyArray<SoakServer>,
  watch: Watch,
  before: ReadonlyArray<ServerFigures>,
  judge: SoakJudge,
  releases: string
): Promise<ReadonlyArray<ServerEnd>> => {
  await untilIdle(watch)
  const samples = await watch.sampleAll()
  const ends: Array<ServerEnd> = []
  for (const [index, { drain, messages, name }] of servers.entries()) {
    const { heap = [], resident = [] } = watch.memory[index] ?? {}
    const metric = samples[index]?.metric ?? (() => Number.NaN)
    const end: ServerEnd = {
      name,
      heap: judgeTrend(heap),
      resident: judgeTrend(resident),
      descriptors: [before[index]?.descriptors ?? Number.NaN, metric("process_open_fds")],
      exitCode: await drain(),
      messages: Object.fromEntries([...messages].toSorted(([left], [right]) => left.localeCompare(right))),
      localDecisions: metric("taxonomy_limits_local_decisions_total"),
      redisTimeouts: metric("taxonomy_limits_redis_timeouts_total")
    }
    ends.push(end)
    const [first, last] = end.descriptors
    if (last - first > maxMoreDescriptors)
      judge.fail(`${name} has ${last} open files after the load, ${first} before it`)
    if (end.heap.isGrowing === true) judge.fail(`The heap of ${name} grows`)
    if (end.exitCode !== 0) judge.fail(`${name} has drained with exit code ${end.exitCode ?? "none"}`)
  }
  const { findings } = await Effect.runPromise(Effect.provide(verify(releases), NodeServices.layer))
  if (findings.length > 0) judge.fail(`The releases differ from their ledger: ${JSON.stringify(findings)}`)
  return ends
}

/** Pools of connections to the databases may be larger than at the start. */
const maxMoreDescriptors = 8

/** Waits until the servers have closed the connections of the clients. */
const untilIdle = (watch: Watch): Promise<void> =>
  watch.untilAll("all connections of clients are closed", ({ metric }) => {
    return metric("taxonomy_http_connections_open") === 0
  })
