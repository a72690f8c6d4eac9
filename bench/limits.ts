// Counts whether limits are exact: bursts of requests with one key each, to two servers that share a Redis, while other
// processes load the machine. Exits with 1 if a burst got more than its limit although Redis replied in time. The arguments are the
// number of bursts, the number of requests in each, and the number of processes that load the machine.
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { holder, storeIn } from "../test/system/keys/storeIn.ts"
import { ownRedis } from "../test/system/limits/redis.ts"
import { countOf, sizeOf } from "./figures/Counts.ts"
import { countStatuses } from "./load/Burst.ts"
import { startServer } from "./load/Running.ts"
import { publishSample, resources } from "./load/SampleRelease.ts"

const [bursts, size, loaders] = [
  countOf("bursts", 0, 100),
  sizeOf(countOf("requests", 1, 1000), 101),
  sizeOf(countOf("loaders", 2, 4), 0)
]
const limit = 100

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const folder = mkdtempSync(join(tmpdir(), "taxonomy-bench-"))
process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
const [releases, keys] = [join(folder, "releases"), join(folder, "keys.ndjson")]

/** Processes that compute without end. */
const loadMachine = (count: number) =>
  Effect.acquireRelease(
    Effect.sync(() => Array.from({ length: count }, () => spawn(process.execPath, ["-e", "for (;;);"]))),
    (processes) => Effect.sync(() => processes.forEach((each) => each.kill("SIGKILL")))
  )

const metricOf = async (port: number, name: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1] ?? Number.NaN)
}

const measure = Effect.gen(function* () {
  yield* Effect.promise(() => publishSample(releases))
  const redis = yield* ownRedis()
  yield* redis.start
  const store = yield* storeIn(keys)
  const issued = yield* Effect.replicateEffect(store.issue({ ...holder, tier: "free" }), bursts ?? 0)
  const options = { port: "0", "admin-port": "0", releases, keys, limits: redis.url }
  const start = Effect.acquireRelease(
    Effect.promise(() =>
      startServer("taxonomy serve", new URL("../bin/taxonomy.js", import.meta.url), [
        "serve",
        ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
      ])
    ),
    ({ stop }) => Effect.sync(stop)
  )
  const servers = yield* Effect.all([start, start], { concurrency: "unbounded" })
  const ports = servers.map(({ port }) => port)
  yield* loadMachine(loaders ?? 0)
  const alone = () =>
    Effect.promise(async () => {
      const counts = await Promise.all(
        servers.map(({ adminPort }) => metricOf(adminPort, "taxonomy_limits_local_decisions_total"))
      )
      return counts.reduce((sum, each) => sum + each, 0)
    })
  let [exact, excused, wrong] = [0, 0, 0]
  for (const { key } of issued) {
    const before = yield* alone()
    const headers = { Authorization: `Bearer ${Redacted.value(key)}` }
    const statuses = yield* Effect.promise(() =>
      countStatuses(ports, `/api/taxonomy${resources.license.path}`, headers, size ?? 0)
    )
    const allowed = statuses.get(200) ?? 0
    const late = (yield* alone()) - before
    if (allowed === limit && (statuses.get(429) ?? 0) === (size ?? 0) - limit) exact++
    else if (late > 0) {
      excused++
      print(`${allowed} of ${limit}, ${late} requests waited for Redis too long`)
    } else {
      wrong++
      print(`${allowed} of ${limit} although Redis replied in time: ${[...statuses].join(" ")}`)
    }
  }
  print(`${bursts} bursts of ${size} requests: ${exact} exact, ${excused} without Redis in time, ${wrong} wrong`)
  if (wrong > 0) process.exitCode = 1
})

await Effect.runPromise(measure.pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
