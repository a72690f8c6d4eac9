// Measures what nginx costs in front of `taxonomy serve`: the configuration of docs/how-to/nginx.md, beside the same one
// with `proxy_cache_lock on`. Both take turns. Logs go to /dev/null. Nothing depends on the figures. The first argument
// is the number of rounds.
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { holder, storeIn } from "../test/system/keys/storeIn.ts"
import { nginxProgram, runNginx, type Place } from "../test/system/server/nginx/Nginx.ts"
import { recommendedConfiguration } from "../test/system/server/nginx/Recommended.ts"
import { countOf, sizeOf } from "./figures/Counts.ts"
import { median } from "./figures/Statistics.ts"
import { measureBurst } from "./load/Burst.ts"
import { openLoad, type Slice, type Target } from "./load/Load.ts"
import { startServer } from "./load/Running.ts"
import { publishSample, resources } from "./load/SampleRelease.ts"

const rounds = countOf("rounds", 0, 5)
const connections = 20
const sliceMillis = sizeOf(2000, 2)
const strangers = 20
const holders = 23

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const folder = mkdtempSync(join(tmpdir(), "taxonomy-bench-"))
process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
const [releases, keys] = [join(folder, "releases"), join(folder, "keys.ndjson")]

const target = (port: number, path: string, key: string | undefined, status = 200): Target => ({
  port,
  path: `/api/taxonomy${path}`,
  headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
  status
})

/** Loads in turns, with the median requests per second and the median of the longest waits of each. */
const compareLoads = async (title: string, targets: ReadonlyArray<readonly [string, Target]>): Promise<void> => {
  const loads = await Promise.all(
    targets.map(async ([name, each]) => {
      const slices: Array<Slice> = []
      return { name, load: await openLoad(each, connections), slices }
    })
  )
  print(`\n${title}`)
  for (const { load } of loads) await load.run(sliceMillis / 2)
  for (let round = 0; round < rounds; round++) {
    for (const { load, slices } of round % 2 === 0 ? loads : loads.toReversed()) {
      slices.push(await load.run(sliceMillis))
    }
  }
  for (const { load, name, slices } of loads) {
    load.close()
    const perSecond = median(slices.map(({ requests, seconds }) => requests / seconds))
    const longest = median(slices.map(({ latencies }) => Math.max(...latencies)))
    print(`  ${name.padEnd(20)}${perSecond.toFixed(0).padStart(7)} requests/s, longest wait ${longest.toFixed(0)} ms`)
  }
}

interface Proxy {
  readonly name: string
  readonly port: number
  readonly emptyCache: () => void
}

/** Each holder of a key sends the same request once, at the same time, while nothing is cached. */
const compareBursts = async (
  title: string,
  proxies: ReadonlyArray<Proxy>,
  keyList: ReadonlyArray<string>,
  withStrangers: boolean
): Promise<void> => {
  const medians = new Map<string, Array<number>>(proxies.map(({ name }) => [name, []]))
  const { path } = resources.schema
  for (let round = 0; round < rounds; round++) {
    for (const { emptyCache, name, port } of round % 2 === 0 ? proxies : proxies.toReversed()) {
      const noise = withStrangers ? await openLoad(target(port, path, undefined, 401), strangers) : undefined
      emptyCache()
      const noisy = noise?.run(sliceMillis / 2)
      const latencies = await measureBurst(keyList.map((key) => target(port, path, key)))
      await noisy
      noise?.close()
      medians.get(name)?.push(median(latencies))
    }
  }
  print(`\n${title}`)
  for (const [name, values] of medians) {
    const range = `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`
    print(`  ${name.padEnd(20)}median ${median(values).toFixed(0)} ms (${range} in the rounds)`)
  }
}

const startProxy = (name: string, configuration: (place: Place) => string) =>
  Effect.map(runNginx(configuration), ({ folder: cache, port }): Proxy => {
    const emptyCache = (): void => {
      for (const file of readdirSync(cache, { recursive: true, encoding: "utf8" })) {
        if (statSync(join(cache, file)).isFile()) rmSync(join(cache, file))
      }
    }
    return { name, port, emptyCache }
  })

/** Without the limits of an address, and of the requests on a connection: the load generator does not connect again. */
const keepConnections = (text: string): string =>
  text
    .replaceAll(/^ *limit_(?:conn|req) .*$/gm, "")
    .replace("keepalive_timeout 65s;", "keepalive_timeout 65s; keepalive_requests 10000000;")

const withLock = (text: string): string =>
  keepConnections(text)
    .replace("proxy_cache_lock off;", "proxy_cache_lock on; proxy_cache_lock_timeout 2s; proxy_cache_lock_age 5s;")
    .replace("proxy_cache_bypass $taxonomy_not_cached;", "")

const measure = Effect.gen(function* () {
  yield* Effect.promise(() => publishSample(releases))
  const store = yield* storeIn(keys)
  const issued = yield* Effect.replicateEffect(store.issue({ ...holder, tier: "enterprise" }), holders)
  const keyList = issued.map(({ key }) => Redacted.value(key))
  const [key = ""] = keyList
  // Requests without a key are a part of what is measured.
  const options = ["serve", "--port", "0", "--releases", releases, "--keys", keys, "--max-unauthorized-requests", "0"]
  const origin = yield* Effect.promise(() =>
    startServer("taxonomy serve", new URL("../bin/taxonomy.js", import.meta.url), options)
  )
  yield* Effect.addFinalizer(() => Effect.sync(origin.stop))
  const proxies = [
    yield* startProxy("as documented", recommendedConfiguration(origin.port, "1h", keepConnections)),
    yield* startProxy("with a lock", recommendedConfiguration(origin.port, "1h", withLock))
  ]
  print(`${rounds} rounds in turns, ${connections} connections, logs to /dev/null. Medians.`)
  const { path } = resources.license
  const all = (part: string, token: string | undefined, status?: number) =>
    [{ name: "without nginx", port: origin.port }, ...proxies].map(
      ({ name, port }) => [name, target(port, part, token, status)] as const
    )
  yield* Effect.promise(async () => {
    await compareLoads("One key, the envelope of a license", all(`${path}?envelope=true`, key))
    await compareLoads("No key", all(path, undefined, 401))
    await compareLoads("One key, a license from the cache", all(path, key))
    await compareBursts(`${holders} keys, the schema once, not cached`, proxies, keyList, false)
    await compareBursts(`The same beside ${strangers} connections without a key`, proxies, keyList, true)
  })
})

if (nginxProgram === undefined) print("nginx is not installed")
else await Effect.runPromise(measure.pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
