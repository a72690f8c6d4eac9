// Measures requests per second of an authenticated, limited read: `taxonomy serve` against bare `node:http` doing the
// same work, and against Fastify with its plugins for the same contract. Two servers take turns on one core, the load
// generator has another. Logs go to /dev/null. Nothing depends on the figures; servers with different responses are an
// error. The first argument is the number of rounds.
import { execFileSync } from "node:child_process"
import { hash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { toKeyPrefix } from "../src/domain/keys/ApiKey.ts"
import { countOf } from "./figures/Counts.ts"
import { median } from "./figures/Statistics.ts"
import { compare, connections, type Comparison, type Contender, type Figures } from "./load/Comparison.ts"
import { keyAndLimitMicros } from "./load/KeyAndLimitCost.ts"
import type { PeerSetup } from "./load/peers/PeerSetup.ts"
import { pinLoad, startServer, type Running } from "./load/Running.ts"
import { bodyOf, publishSample, resources } from "./load/SampleRelease.ts"

const rounds = countOf("rounds", 0, 5)
const basePath = "/api/taxonomy"
const taxonomy = new URL("../bin/taxonomy.js", import.meta.url)

const folder = mkdtempSync(join(tmpdir(), "taxonomy-bench-"))
const releases = join(folder, "releases")
const keys = join(folder, "keys.ndjson")

process.once("exit", () => rmSync(folder, { recursive: true, force: true }))

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const issueKey = (): string => {
  const holder = { organization: "Bench", "use-case": "Bench", "expected-volume": "Much", environment: "development" }
  const options = Object.entries({ ...holder, tier: "enterprise", keys, format: "json" })
  const args = options.flatMap(([name, value]) => [`--${name}`, value])
  const printed = execFileSync(process.execPath, [taxonomy.pathname, "keys", "issue", ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"]
  })
  const { key }: { readonly key: string } = JSON.parse(printed)
  return key
}

interface Case {
  readonly title: string
  readonly path: string
  readonly conditional: boolean
  readonly target: { readonly nodeHttp: number; readonly fastify: number }
}

const casesOf = (): ReadonlyArray<Case> => {
  const { license, schema } = resources
  return [
    {
      title: `license, ${bodyOf(releases, license).length} B`,
      path: basePath + license.path,
      conditional: false,
      target: { nodeHttp: 0.7, fastify: 1.3 }
    },
    {
      title: "the same, 304",
      path: basePath + license.path,
      conditional: true,
      target: { nodeHttp: 0.7, fastify: 1.3 }
    },
    {
      title: `schema, ${Math.round(bodyOf(releases, schema).length / 1000)} kB`,
      path: basePath + schema.path,
      conditional: false,
      target: { nodeHttp: 0.9, fastify: 3 }
    }
  ]
}

interface Received {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

const get = (port: number, path: string, headers: Readonly<Record<string, string>>): Promise<Received> =>
  new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, path, headers }, (response) => {
      let body = ""
      response.setEncoding("utf8")
      response.on("data", (chunk: string) => (body += chunk))
      response.on("end", () => {
        const named = Object.entries(response.headers).map(([name, value]): readonly [string, string] => [
          name,
          String(value)
        ])
        resolve({ status: response.statusCode ?? 0, headers: new Map(named), body })
      })
    })
      .on("error", reject)
      .end()
  })

/** The request of a case, if conditional with the entity tag of the server itself. */
const contender = async (server: Running, key: string, { conditional, path }: Case): Promise<Contender> => {
  const headers = { Authorization: `Bearer ${key}` }
  if (!conditional) return { server, target: { port: server.port, path, headers, status: 200 } }
  const etag = (await get(server.port, path, headers)).headers.get("etag") ?? ""
  return { server, target: { port: server.port, path, headers: { ...headers, "If-None-Match": etag }, status: 304 } }
}

interface Peer {
  readonly server: Running
  /** True if it sends the same headers and bytes, false if only the parsed body is equal. */
  readonly exact: boolean
}

/** Fails if the servers do not answer alike, since they would not do the same work. */
const checkSameResponses = async (
  ours: Running,
  peers: ReadonlyArray<Peer>,
  key: string,
  cases: ReadonlyArray<Case>
): Promise<void> => {
  const ask = async (server: Running, each: Case) => {
    const { target } = await contender(server, key, each)
    return get(target.port, target.path, target.headers)
  }
  for (const each of cases) {
    const expected = await ask(ours, each)
    for (const { exact, server } of peers) {
      const answer = await ask(server, each)
      const names = [...answer.headers.keys()].toSorted()
      const missing = [...expected.headers.keys()].filter((name) => !answer.headers.has(name))
      const same =
        answer.status === expected.status &&
        (exact
          ? answer.body === expected.body && isDeepStrictEqual(names, [...expected.headers.keys()].toSorted())
          : isDeepStrictEqual(parsed(answer.body), parsed(expected.body)))
      if (!same)
        throw new Error(
          `${server.name} has a different response for ${each.title}: ${answer.status}, ${names.join(" ")}`
        )
      if (missing.length > 0) print(`${server.name} does not send ${missing.join(", ")} for ${each.title}`)
    }
    const wrongKey = { Authorization: `Bearer ${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}` }
    for (const server of [ours, ...peers.map(({ server }) => server)]) {
      const { status } = await get(server.port, each.path, wrongKey)
      if (status !== 401) throw new Error(`${server.name} answers a wrong key with ${status}`)
    }
  }
}

const parsed = (body: string): unknown => (body === "" ? undefined : JSON.parse(body))

const figures = (name: string, { loadBusy, p99, perSecond, serverBusy }: Figures): string =>
  `    ${name.padEnd(28)}${perSecond.toFixed(0).padStart(7)} requests/s, p99 ${p99.toFixed(2)} ms; ` +
  `server ${percent(serverBusy)} of its core, load ${percent(loadBusy)}`

const percent = (part: number): string => `${(part * 100).toFixed(0)} %`

const spread = (ratios: ReadonlyArray<number>): string =>
  `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`

const show = (title: string, names: readonly [string, string], result: Comparison, target: string): void => {
  const { cpuRatios, left, quietRounds, ratios, right } = result
  const noisy = quietRounds < rounds ? `; DISTURBED, ${quietRounds} of ${result.rounds} rounds were quiet` : ""
  print(`  ${title}: ${spread(ratios)}${target}; per CPU second ${spread(cpuRatios)}${noisy}`)
  print(figures(names[0], left))
  print(figures(names[1], right))
}

const compareAll = async (
  title: string,
  [left, right]: readonly [Running, Running],
  key: string,
  cases: ReadonlyArray<Case>,
  targetOf: (each: Case) => number | undefined
): Promise<ReadonlyArray<Comparison>> => {
  print(`\n${title}`)
  const results: Array<Comparison> = []
  for (const each of cases) {
    const result = await compare(await contender(left, key, each), await contender(right, key, each), rounds)
    const target = targetOf(each)
    show(each.title, [left.name, right.name], result, target === undefined ? "" : `, target ${target}`)
    results.push(result)
  }
  return results
}

const showCosts = (ours: Running, idle: number, perSecond: number): void => {
  const { now, peak } = ours.memory()
  print(
    `\nMemory of taxonomy serve: ${idle.toFixed(0)} MB before, ${now.toFixed(0)} MB after, ${peak.toFixed(0)} MB peak`
  )
  const [micros, each] = [keyAndLimitMicros(), 1e6 / perSecond]
  print(
    `API key and limit: ${micros.toFixed(2)} µs of ${each.toFixed(1)} for a license, ${percent(micros / each)} (target below 10 %)`
  )
}

/** What Node sends by itself, and what differs from response to response. */
const ownHeaders =
  /^(?:connection|content-length|content-type|date|etag|keep-alive|repr-digest|x-ratelimit-limit|x-ratelimit-remaining|x-ratelimit-reset|x-request-id)$/

const commonHeaders = async ({ port }: Running, key: string): Promise<Readonly<Record<string, string>>> => {
  const { headers } = await get(port, basePath + resources.license.path, { Authorization: `Bearer ${key}` })
  return Object.fromEntries([...headers].filter(([name]) => !ownHeaders.test(name)))
}

const run = async (): Promise<void> => {
  await publishSample(releases)
  const key = issueKey()
  const ours = await startServer("taxonomy serve", taxonomy, [
    "serve",
    ...Object.entries({ port: "0", releases, keys, "base-path": basePath }).flatMap(([name, value]) => [
      `--${name}`,
      value
    ])
  ])
  const setup: PeerSetup = {
    release: join(releases, "v1.0.0"),
    basePath,
    artifacts: Object.fromEntries(Object.values(resources).map(({ artifact, path }) => [path, artifact])),
    headers: await commonHeaders(ours, key),
    keys: { [toKeyPrefix(key)]: hash("sha256", key) }
  }
  const peer = (name: string, program: URL, ...args: ReadonlyArray<string>) =>
    startServer(name, program, [JSON.stringify(setup), ...args])
  const nodeHttp = new URL("load/peers/node-http.ts", import.meta.url)
  const fastify = new URL("load/peers/fastify.ts", import.meta.url)

  const bare = await peer("node:http", nodeHttp)
  const again = await peer("node:http again", nodeHttp)
  const objects = await peer("Fastify", fastify, "objects")
  const texts = await peer("Fastify, prepared texts", fastify, "texts")
  const cases = casesOf()
  try {
    const pinned = pinLoad()
    print(
      `${rounds} rounds of A, B, B, A, 1 s each, after a warm-up; ${connections} connections; ` +
        `${pinned ? "a core for the servers and one for the load" : "NOT pinned to cores"}; logs to /dev/null. ` +
        `Median ratios, with the minimum and maximum of a round.`
    )
    await checkSameResponses(
      ours,
      [
        { server: bare, exact: true },
        { server: again, exact: true },
        { server: objects, exact: false },
        { server: texts, exact: false }
      ],
      key,
      cases
    )
    const idle = ours.memory().now
    await compareAll("node:http against itself: the noise", [bare, again], key, cases, () => undefined)
    const results = await compareAll(
      "taxonomy serve against node:http",
      [ours, bare],
      key,
      cases,
      ({ target }) => target.nodeHttp
    )
    await compareAll("taxonomy serve against Fastify", [ours, objects], key, cases, ({ target }) => target.fastify)
    const large = cases.filter(({ path }) => path === basePath + resources.schema.path)
    await compareAll("… with texts that Fastify does not serialize", [ours, texts], key, large, () => undefined)
    showCosts(ours, idle, results[0]?.left.perSecond ?? Number.NaN)
  } finally {
    for (const server of [ours, bare, again, objects, texts]) server.stop()
  }
}

await run()
