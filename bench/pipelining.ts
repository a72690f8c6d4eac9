// Measures what clients without a key do to others who pipeline requests and never read a response: how long another
// client waits for one, whether the server survives, and its memory. Compares `taxonomy serve` with bare `node:http` that
// serves a document of the same size in a heap of the same size. Each attack meets a fresh server. Nothing depends on the
// figures. The first argument is the number of rounds.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { countOf, sizeOf } from "./figures/Counts.ts"
import { quantile } from "./figures/Statistics.ts"
import { measureBurst } from "./load/Burst.ts"
import { attack, type Attack } from "./load/PipelineAttack.ts"
import { pinLoad, startServer, type Running } from "./load/Running.ts"
import { publishSample } from "./load/SampleRelease.ts"

const rounds = countOf("rounds", 0, 3)
const attackMillis = sizeOf(8000, 100)
const pauseMillis = 50

interface Case extends Attack {
  readonly heapMegabytes: number
}

/** 2.8 and 44 MB, each of which ends a server that keeps what it has read. */
const attacks: ReadonlyArray<Attack> = sizeOf(
  [
    { connections: 619, requests: 100 },
    { connections: 703, requests: 1400 }
  ],
  [{ connections: 1, requests: 20 }]
)

const cases: ReadonlyArray<Case> = sizeOf([64, 256, 1024], [64]).flatMap((heapMegabytes) =>
  attacks.map((attack) => ({ ...attack, heapMegabytes }))
)

/** Public documents of the read server: a large one, and a small one. */
const [attacked, asked] = ["/api/taxonomy/docs", "/api/taxonomy/health"]

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const folder = mkdtempSync(join(tmpdir(), "taxonomy-bench-"))
process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
const releases = join(folder, "releases")

interface Outcome {
  readonly hasSurvived: boolean
  /** Milliseconds that the other client waited for each response; the last one may not have arrived. */
  readonly waits: ReadonlyArray<number>
  readonly peakMegabytes: number
}

const measure = async (server: Running, each: Case): Promise<Outcome> => {
  const target = { port: server.port, path: asked, headers: {}, status: 200 }
  // The document is made when it is asked for first.
  for (const path of [asked, attacked])
    for (let warmUp = 0; warmUp < sizeOf(100, 1); warmUp++) await measureBurst([{ ...target, path }])
  const started = performance.now()
  const end = attack(server.port, attacked, each)
  const waits: Array<number> = []
  let peakMegabytes = 0
  while (performance.now() - started < attackMillis) {
    const sent = performance.now()
    const isAnswered = await Promise.race([
      measureBurst([target]).then(
        () => true,
        () => false
      ),
      setTimeout(attackMillis - (sent - started), true)
    ])
    if (!isAnswered) break
    waits.push(performance.now() - sent)
    peakMegabytes = Math.max(peakMegabytes, server.memory().peak)
    await setTimeout(pauseMillis)
  }
  const hasSurvived = !Number.isNaN(server.memory().now)
  ;(await end)()
  server.stop()
  return { hasSurvived, waits, peakMegabytes }
}

const startOurs = (heap: string): Promise<Running> =>
  startServer(
    "taxonomy serve",
    new URL("../bin/taxonomy.js", import.meta.url),
    ["serve", "--port", "0", "--releases", releases, "--keys", join(folder, "keys.ndjson")],
    { nodeOptions: [heap] }
  )

const documentBytes = async (): Promise<number> => {
  const server = await startOurs("--max-old-space-size=256")
  const response = await fetch(`http://127.0.0.1:${server.port}${attacked}`)
  const { byteLength } = await response.arrayBuffer()
  server.stop()
  return byteLength
}

const describeWaits = (outcomes: ReadonlyArray<Outcome>): string => {
  const waits = outcomes.flatMap((outcome) => outcome.waits)
  if (waits.length === 0) return "another client got no response"
  const longest = outcomes.map((outcome) => Math.max(0, ...outcome.waits).toFixed(0))
  const [median, p99] = [0.5, 0.99].map((part) => quantile(waits, part).toFixed(0))
  return `another client waited ${median} ms (median), ${p99} (p99), in each round at most ${longest.join(", ")}`
}

const show = (name: string, outcomes: ReadonlyArray<Outcome>): void => {
  const survived = outcomes.filter(({ hasSurvived }) => hasSurvived).length
  const peak = Math.max(...outcomes.map(({ peakMegabytes }) => peakMegabytes))
  print(
    `  ${name.padEnd(16)}survived ${survived} of ${outcomes.length}; ${describeWaits(outcomes)}; ` +
      `peak memory ${peak === 0 ? "unknown" : `${peak.toFixed(0)} MB`}`
  )
}

await publishSample(releases)
const bytes = await documentBytes()
const bare = new URL("load/peers/public-document.ts", import.meta.url)
const pinned = pinLoad()
print(
  `${rounds} rounds in turns, ${attackMillis / 1000} s each, a document of ${bytes} bytes; ` +
    (pinned ? "a core for the servers and one for the clients" : "NOT pinned to cores")
)
for (const each of cases) {
  const heap = `--max-old-space-size=${each.heapMegabytes}`
  const ours: Array<Outcome> = []
  const peers: Array<Outcome> = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await measure(await startOurs(heap), each))
    peers.push(await measure(await startServer("node:http", bare, [String(bytes)], { nodeOptions: [heap] }), each))
  }
  print(`\nHeap of ${each.heapMegabytes} MB, ${each.connections} connections with ${each.requests} requests`)
  show("taxonomy serve", ours)
  show("node:http", peers)
}
