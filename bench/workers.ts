// Measures what a request costs `taxonomy serve` with one worker and with two, in CPU time of all its threads: the part of
// the figures that a load generator on the same cores does not change. Both servers take turns, one, two, two, one in each
// round. Logs are discarded. Nothing depends on the figures. The first argument is the number of rounds.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { holder, storeIn } from "../test/integration/keys/storeIn.ts"
import { countOf } from "./figures/Counts.ts"
import { median } from "./figures/Statistics.ts"
import { openLoad, type Load, type Target } from "./load/Load.ts"
import { startServer, type Running } from "./load/Running.ts"
import { publishSample, resources } from "./load/SampleRelease.ts"

const rounds = countOf("rounds", 0, 5)
const connections = 64
const sliceMillis = 1000
/** Requests until V8 has optimized the hot path, in each thread by itself. */
const warmRequests = 150_000
const maxWarmUps = 12

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const folder = mkdtempSync(join(tmpdir(), "taxonomy-bench-"))
process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
const [releases, keys] = [join(folder, "releases"), join(folder, "keys.ndjson")]

interface Slice {
  readonly perSecond: number
  /** Microseconds of CPU time for a request. */
  readonly cpuMicros: number
}

const measure = async (server: Running, load: Load): Promise<Slice> => {
  const before = server.cpuSeconds()
  const { requests, seconds } = await load.run(sliceMillis)
  return { perSecond: requests / seconds, cpuMicros: ((server.cpuSeconds() - before) / requests) * 1e6 }
}

const warmUp = async (load: Load, workers: number): Promise<void> => {
  let requests = 0
  for (let slice = 0; slice < maxWarmUps && requests < warmRequests * workers; slice++) {
    requests += (await load.run(sliceMillis)).requests
  }
}

const compare = async (title: string, one: Running, two: Running, target: Omit<Target, "port">): Promise<void> => {
  const loads = [
    await openLoad({ ...target, port: one.port }, connections),
    await openLoad({ ...target, port: two.port }, connections)
  ] as const
  await warmUp(loads[0], 1)
  await warmUp(loads[1], 2)
  const ones: Array<Slice> = []
  const twos: Array<Slice> = []
  for (let round = 0; round < rounds; round++) {
    ones.push(await measure(one, loads[0]))
    twos.push(await measure(two, loads[1]), await measure(two, loads[1]))
    ones.push(await measure(one, loads[0]))
  }
  for (const load of loads) load.close()
  const [ofOne, ofTwo] = [ones, twos].map((slices) => ({
    perSecond: median(slices.map(({ perSecond }) => perSecond)),
    cpuMicros: median(slices.map(({ cpuMicros }) => cpuMicros))
  }))
  if (ofOne === undefined || ofTwo === undefined) return
  print(`\n${title}`)
  for (const [name, { cpuMicros, perSecond }] of [
    ["one worker", ofOne],
    ["two workers", ofTwo]
  ] as const) {
    print(`  ${name.padEnd(12)}${cpuMicros.toFixed(1).padStart(7)} µs CPU/request${perSecond.toFixed(0).padStart(8)}/s`)
  }
  const ratio = ofOne.cpuMicros / ofTwo.cpuMicros
  print(
    `  two workers on two free cores: ${(2 * ratio).toFixed(2)} times the requests (target 1.8); ` +
      `measured beside the load generator: ${(ofTwo.perSecond / ofOne.perSecond).toFixed(2)}`
  )
}

const issueKey = (): Promise<string> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const store = yield* storeIn(keys)
      return Redacted.value((yield* store.issue({ ...holder, tier: "enterprise" })).key)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

await publishSample(releases)
const key = await issueKey()
const taxonomy = new URL("../bin/taxonomy.js", import.meta.url)
const start = (workers: number): Promise<Running> =>
  startServer(
    `${workers} workers`,
    taxonomy,
    ["serve", "--port", "0", "--workers", String(workers), "--releases", releases, "--keys", keys],
    { isPinned: false }
  )
const [one, two, four] = [await start(1), await start(2), await start(4)]
// Until all threads have started, and the first garbage is collected.
await setTimeout(5000)
print(
  `Memory at rest: one worker ${one.memory().now.toFixed(0)} MB, two ${two.memory().now.toFixed(0)}, four ${four.memory().now.toFixed(0)}`
)
four.stop()
for (const [title, { path }] of Object.entries(resources)) {
  await compare(title, one, two, {
    path: `/api/taxonomy${path}`,
    headers: { Authorization: `Bearer ${key}` },
    status: 200
  })
}
print(`\nMemory under load: one worker ${one.memory().now.toFixed(0)} MB, two ${two.memory().now.toFixed(0)}`)
for (const server of [one, two]) server.stop()
