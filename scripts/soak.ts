// Sends mixed requests to a real server for some minutes, while releases are published and keys revoked. Prints the answers
// by status, the latency of each minute, and the memory. Exits with 1 at the first answer that no rule explains.
// Run it as `npm run soak -- --minutes 6`.
import { randomInt } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { Agent, request, type IncomingMessage } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { quantile } from "../bench/figures/Statistics.ts"
import { startServer, type Running } from "../bench/load/Running.ts"
import { holder, storeIn } from "../test/integration/keys/storeIn.ts"
import { publishRelease, vocabulary } from "../test/integration/server/releases.ts"
import { findSoakProblem, selectRequest, type SoakAnswer, type SoakRequest } from "./soak/SoakRequest.ts"

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "6" }, connections: { type: "string", default: "16" } }
})
const [minutes, connections] = [Number(values.minutes), Number(values.connections)]

const folder = mkdtempSync(join(tmpdir(), "taxonomy-soak-"))
process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
const [releases, keys] = [join(folder, "releases"), join(folder, "keys.ndjson")]

const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** The counts of the whole run, and the latencies of the current minute. */
const counts = new Map<string, number>()
let latencies: Array<number> = []
const found: { problem: string | undefined } = { problem: undefined }
let valid = ""
let revocable = ""
const tags = new Map<string, string>()
const agent = new Agent({ keepAlive: true, maxSockets: connections })

const headersOf = ({ isConditional, key, path }: SoakRequest): Record<string, string> => {
  const wrong = "nil_00000000000000000000000000000000"
  const sent = { valid, revocable, wrong, none: undefined }[key]
  const tag = isConditional === true ? tags.get(path) : undefined
  return {
    ...(sent === undefined ? {} : { Authorization: `Bearer ${sent}` }),
    ...(tag === undefined ? {} : { "If-None-Match": tag })
  }
}

const answerOf = (response: IncomingMessage, bytes: number): SoakAnswer => {
  const { headers, statusCode = 0 } = response
  const length = headers["content-length"]
  const code = headers["x-error-code"]
  return {
    status: statusCode,
    errorCode: typeof code === "string" ? code : undefined,
    bytes,
    promised: length === undefined ? undefined : Number(length),
    failure: undefined
  }
}

const send = (port: number, asked: SoakRequest): Promise<SoakAnswer> =>
  new Promise((resolve) => {
    const fail = (error: Error) =>
      resolve({ status: 0, errorCode: undefined, bytes: 0, promised: undefined, failure: error.message })
    const outgoing = request(
      { host: "127.0.0.1", port, path: `/api/taxonomy${asked.path}`, headers: headersOf(asked), agent },
      (response) => {
        if (asked.client === "aborting") outgoing.destroy()
        let bytes = 0
        const { etag } = response.headers
        if (asked.isConditional === true && etag !== undefined) tags.set(asked.path, etag)
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length
          if (asked.client !== "slow") return
          response.pause()
          setTimeout(() => response.resume(), 100)
        })
        response.on("error", fail)
        response.on("end", () => resolve(answerOf(response, bytes)))
        response.on("close", () => resolve(answerOf(response, bytes)))
      }
    )
    outgoing.on("error", fail)
    outgoing.end()
  })

const runClient = async (port: number, until: number): Promise<void> => {
  while (performance.now() < until && found.problem === undefined) {
    const asked = selectRequest(randomInt(1_000_000) / 1_000_000)
    const started = performance.now()
    const answer = await send(port, asked)
    if (asked.client === undefined) latencies.push(performance.now() - started)
    const outcome =
      answer.failure ?? (answer.errorCode === undefined ? answer.status : `${answer.status} ${answer.errorCode}`)
    const key = `${asked.name}: ${asked.client === "aborting" ? "aborted" : outcome}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
    const reason = findSoakProblem(asked, answer)
    if (reason !== undefined) found.problem ??= `${asked.name}, ${asked.path}: ${reason}`
  }
}

const heapMegabytes = async ({ adminPort }: Running): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
  return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1]) / 1e6
}

const reportMinute = async (minute: number, server: Running): Promise<void> => {
  const { now } = server.memory()
  const heap = await heapMegabytes(server)
  const [p50, p99] = [quantile(latencies, 0.5), quantile(latencies, 0.99)]
  print(
    `Minute ${minute}: ${latencies.length} requests, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ` +
      `memory ${now.toFixed(0)} MB, heap ${heap.toFixed(0)} MB`
  )
  latencies = []
}

const soak = Effect.gen(function* () {
  const store = yield* storeIn(keys)
  const issue = Effect.map(store.issue({ ...holder, tier: "enterprise" }), ({ event, key }) => ({
    identifier: event.identifier,
    key: Redacted.value(key)
  }))
  valid = (yield* issue).key
  let current = yield* issue
  revocable = current.key
  yield* publishRelease(releases, "1.0.0", vocabulary("L0"))
  yield* publishRelease(releases, "1.1.0", vocabulary("L0", "L1"))
  const args = ["serve", "--port", "0", "--admin-port", "0", "--releases", releases, "--keys", keys]
  const server = yield* Effect.acquireRelease(
    Effect.promise(() => startServer("taxonomy serve", new URL("../bin/taxonomy.js", import.meta.url), args)),
    ({ stop }) => Effect.sync(stop)
  )
  const until = performance.now() + minutes * 60_000
  const clients = Array.from({ length: connections }, () => runClient(server.port, until))
  const codes = ["L0", "L1"]
  let seconds = 0
  while (performance.now() < until && found.problem === undefined) {
    yield* Effect.sleep("10 seconds")
    seconds += 10
    if (seconds % 20 === 0) {
      yield* store.revoke(current.identifier, "Soak")
      current = yield* issue
      // The server knows it within a quarter of a second.
      yield* Effect.sleep("1 second")
      revocable = current.key
    }
    if (seconds % 60 === 0) {
      yield* Effect.promise(() => reportMinute(seconds / 60, server))
      codes.push(`L${codes.length}`)
      yield* publishRelease(releases, `1.${codes.length - 1}.0`, vocabulary(...codes))
    }
  }
  yield* Effect.promise(() => Promise.all(clients))
  agent.destroy()
  for (const [key, count] of [...counts].toSorted(([left], [right]) => left.localeCompare(right)))
    print(`${String(count).padStart(9)}  ${key}`)
  const { now, peak } = server.memory()
  print(`Memory ${now.toFixed(0)} MB at the end, ${peak.toFixed(0)} MB at most`)
  print(found.problem === undefined ? "Every answer is explained." : `Not explained: ${found.problem}`)
  if (found.problem !== undefined) process.exitCode = 1
})

await Effect.runPromise(soak.pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
