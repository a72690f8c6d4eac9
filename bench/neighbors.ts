// Measures what the most expensive requests of some callers do to another: how long a caller of one license waits while a
// free and an enterprise key ask for documents of releases in turns, each over several connections, in a history of
// 20,000 values and 50 releases. Compared with the same caller alone, before each attack. Nothing depends on the figures.
// The first argument is the number of rounds.
import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { Agent, request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { countOf, sizeOf } from "./figures/Counts.ts"
import { quantile } from "./figures/Statistics.ts"
import { pinLoad, startServer, type Running } from "./load/Running.ts"
import { writeHistory } from "./pipeline/SampleHistory.ts"

const rounds = countOf("rounds", 0, 1)
const [attackMillis, calmMillis] = sizeOf([30_000, 5000], [200, 200])
const releases = sizeOf(50, 4)
const size = sizeOf({ dimensions: 12, values: 1667, licenses: 200 }, { dimensions: 1, values: 20, licenses: 2 })
const connections = 4
const pauseMillis = 20

const folder = mkdtempSync(join(tmpdir(), "taxonomy-bench-"))
process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
const keys = join(folder, "keys.ndjson")
const taxonomy = new URL("../bin/taxonomy.js", import.meta.url)

const issueKey = (tier: string): string => {
  const holder = ["--organization", "bench", "--use-case", "bench", "--expected-volume", "little"]
  const output = execFileSync(
    process.execPath,
    [
      fileURLToPath(taxonomy),
      "keys",
      "issue",
      ...holder,
      "--environment",
      "development",
      "--tier",
      tier,
      "--keys",
      keys
    ],
    { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }
  )
  const key = /nil_[0-9A-Za-z]{32}/.exec(output)?.[0]
  if (key === undefined) throw new Error("No key was printed")
  return key
}

/** A minor of the first or the second major, to each of which half of the releases belong. */
const release = (index: number): readonly [major: string, version: string] => {
  const major = index % 2 === 0 ? 1 : 2
  return [`/v${major}`, `v${major}.${Math.floor(index / 2) % (releases / 2)}.0`]
}

/** The path and the headers of each request of an attack, in order. */
type AttackRequest = (index: number) => readonly [path: string, headers?: Readonly<Record<string, string>>]

const of =
  (path: string, headers: Readonly<Record<string, string>> = {}): AttackRequest =>
  (index) => {
    const [major, version] = release(index)
    return [`${major}${path}?version=${version}`, headers]
  }

const attacks: Readonly<Record<string, AttackRequest>> = {
  OpenAPI: of("/openapi.json"),
  "schema, br": of("/schema", { "Accept-Encoding": "br" }),
  "dimensions, br": of("/dimensions", { "Accept-Encoding": "br" }),
  "schema, envelope": (index) => {
    const [major, version] = release(index)
    return [`${major}/schema?version=${version}&envelope=true`]
  },
  "a license": of("/licenses/LICENSE-001"),
  filter: (index) => {
    const [major, version] = release(index)
    return [`${major}/licenses?version=${version}&dimension_00=VALUE-0-${index % 60}`]
  },
  changes: (index) => [`/v1/changes?from=v1.${index % (releases / 2)}.0&to=v1.${(index * 7 + 1) % (releases / 2)}.0`],
  "schema, If-None-Match: *": of("/schema", { "If-None-Match": "*" })
}

const agent = new Agent({ keepAlive: true })

const send = (server: Running, path: string, headers: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port: server.port, path: `/api/taxonomy${path}`, headers, agent }, (response) => {
      response.resume()
      response.on("end", () => resolve(response.statusCode ?? 0))
    })
      .on("error", reject)
      .end()
  })

const authorization = (key: string) => ({ Authorization: `Bearer ${key}` })

/** The milliseconds that a caller waits for each response that it asks for within a time. */
const waitsOf = async (server: Running, key: string, millis: number): Promise<ReadonlyArray<number>> => {
  const waits: Array<number> = []
  const end = performance.now() + millis
  while (performance.now() < end) {
    const sent = performance.now()
    const status = await send(server, "/v1/licenses/LICENSE-000", authorization(key))
    if (status !== 200) throw new Error(`Status ${status}`)
    waits.push(performance.now() - sent)
    await setTimeout(pauseMillis)
  }
  return waits
}

const runAttack = async (server: Running, key: string, next: AttackRequest, millis: number) => {
  const statuses: Record<number, number> = {}
  const end = performance.now() + millis
  let sent = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const [path, headers] = next(sent++)
        const status = await send(server, path, { ...headers, ...authorization(key) })
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    })
  )
  return Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ")
}

const describe = (waits: ReadonlyArray<number>): string => {
  const [median, p99, most] = [quantile(waits, 0.5), quantile(waits, 0.99), Math.max(...waits)].map((n) => n.toFixed(1))
  return `${median} ms median, ${p99} ms p99, ${most} ms at most`
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)

writeHistory(join(folder, "releases"), releases, size)
// Each server counts anew.
const [neighbor, free, enterprise] = [issueKey("enterprise"), issueKey("free"), issueKey("enterprise")]
const isPinned = pinLoad()
print(
  `${size.dimensions * size.values} values × ${releases} releases, ${connections} connections of each key, ` +
    `${attackMillis / 1000} s each${isPinned ? ", server and load on cores of their own" : ""}`
)
for (const [name, next] of Object.entries(attacks).slice(sizeOf(0, -2))) {
  for (let round = 0; round < rounds; round++) {
    const options = ["serve", "--port", "0", "--releases", join(folder, "releases"), "--keys", keys]
    const server = await startServer("taxonomy serve", taxonomy, options)
    await waitsOf(server, neighbor, calmMillis / 5)
    const calm = await waitsOf(server, neighbor, calmMillis)
    const cpu = server.cpuSeconds()
    const [waits, ofFree, ofEnterprise] = await Promise.all([
      waitsOf(server, neighbor, attackMillis),
      runAttack(server, free, next, attackMillis),
      runAttack(server, enterprise, next, attackMillis)
    ])
    print(`${name}\n  alone:   ${describe(calm)}\n  with it: ${describe(waits)}`)
    print(`  free ${ofFree}; enterprise ${ofEnterprise}; CPU ${(server.cpuSeconds() - cpu).toFixed(1)} s`)
    server.stop()
  }
}
agent.destroy()
