// The same work with bare `node:http`: API key, limit, condition, headers, metrics, time limits of connections, and the
// same members in a line of the log. Everything that can be prepared is, and there is no router, contract, limit on
// connections or error handling.
import { createHash, randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import * as DateTime from "effect/DateTime"
import { makeKeyCheck } from "./KeyCheck.ts"
import { writeLine } from "./LogLines.ts"
import { hourMillis, peerSetup } from "./PeerSetup.ts"

const { artifacts, basePath, headers: commonHeaders, keys, release } = peerSetup()

interface Prepared {
  readonly body: string | Buffer
  readonly etag: string
  readonly ok: ReadonlyArray<string>
  readonly notModified: ReadonlyArray<string>
}

const prepare = (artifact: string): Prepared => {
  const bytes = readFileSync(join(release, artifact))
  const digest = createHash("sha256").update(bytes).digest()
  const etag = `"${digest.toString("hex")}"`
  const headers = { ...commonHeaders, ETag: etag }
  return {
    // A small body goes out as a text, in one piece with the headers.
    body: bytes.length < 32_768 ? bytes.toString("utf8") : bytes,
    etag,
    ok: Object.entries({
      ...headers,
      "Content-Type": "application/json",
      "Repr-Digest": `sha-256=:${digest.toString("base64")}:`,
      "Content-Length": String(bytes.length)
    }).flat(),
    notModified: Object.entries(headers).flat()
  }
}

const prepared = new Map(Object.entries(artifacts).map(([path, artifact]) => [basePath + path, prepare(artifact)]))
const check = makeKeyCheck(keys)
const windows = new Map<string, { readonly end: number; used: number }>()

const limitHeaders = (identifier: string, now: number, counts: boolean): ReadonlyArray<string> => {
  let window = windows.get(identifier)
  if (window === undefined || window.end <= now) {
    window = { end: now + hourMillis, used: 0 }
    windows.set(identifier, window)
  }
  if (counts) window.used++
  const reset = String(Math.ceil(window.end / 1000))
  return ["X-RateLimit-Limit", "unlimited", "X-RateLimit-Remaining", "unlimited", "X-RateLimit-Reset", reset]
}

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const started = performance.now()
  const now = Math.floor(performance.timeOrigin + started)
  const given = request.headers["x-request-id"]
  const id = typeof given === "string" && /^[A-Za-z0-9._-]{1,64}$/.test(given) ? given : randomUUID()
  const { authorization } = request.headers
  const identifier = authorization?.startsWith("Bearer ") === true ? check(authorization.slice(7)) : undefined
  const found = prepared.get(request.url ?? "")
  let status = 401
  if (request.method !== "GET" || found === undefined) {
    status = 404
    refuse(response, status, id)
  } else if (identifier === undefined) {
    refuse(response, status, id)
  } else {
    status = request.headers["if-none-match"] === found.etag ? 304 : 200
    const limits = limitHeaders(identifier, now, status === 200)
    response.writeHead(status, [...(status === 200 ? found.ok : found.notModified), ...limits, "X-Request-ID", id])
    response.end(status === 200 ? found.body : undefined)
  }
  const durationMs = performance.now() - started
  observe(found === undefined ? "unknown" : (request.url ?? ""), status, durationMs / 1000)
  log(request, { status, durationMs, id, identifier, now, bytes: status === 200 ? (found?.body.length ?? 0) : 0 })
})
server.timeout = 120_000

const refuse = (response: ServerResponse, status: number, id: string): void => {
  response.writeHead(status, { "Content-Type": "application/json", "X-Request-ID": id })
  response.end(`{"error":"${status}"}\n`)
}

interface Answered {
  readonly status: number
  readonly durationMs: number
  readonly bytes: number
  readonly id: string
  readonly identifier: string | undefined
  readonly now: number
}

const log = (
  { headers, method, socket, url = "" }: IncomingMessage,
  { bytes, durationMs, id, identifier, now, status }: Answered
): void => {
  const line = {
    timestamp: isoTime(now),
    level: "INFO",
    message: "request",
    method,
    path: url,
    status,
    duration_ms: Math.round(durationMs * 1000) / 1000,
    bytes,
    release: "1.0.0",
    client: socket.remoteAddress,
    user_agent: headers["user-agent"],
    request_id: id,
    key: identifier
  }
  writeLine(`${JSON.stringify(line)}\n`)
}

const boundaries = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5]
const counts = new Map<string, number>()
const durations = new Map<string, { readonly buckets: Float64Array; sum: number }>()

/** Counts a response by route and status, and its seconds by route, as for Prometheus. */
const observe = (route: string, status: number, seconds: number): void => {
  const series = `${route} ${status}`
  counts.set(series, (counts.get(series) ?? 0) + 1)
  let duration = durations.get(route)
  if (duration === undefined) {
    duration = { buckets: new Float64Array(boundaries.length + 1), sum: 0 }
    durations.set(route, duration)
  }
  const bucket = boundaries.findIndex((boundary) => seconds <= boundary)
  const index = bucket === -1 ? boundaries.length : bucket
  duration.buckets[index] = (duration.buckets[index] ?? 0) + 1
  duration.sum += seconds
}

let lastTime = { millis: 0, text: "" }

const isoTime = (now: number): string => {
  if (now !== lastTime.millis) lastTime = { millis: now, text: DateTime.formatIso(DateTime.makeUnsafe(now)) }
  return lastTime.text
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.stdout.write(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}\n`)
})
